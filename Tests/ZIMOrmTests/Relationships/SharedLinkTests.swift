import TestServer
import Testing
import ZIMOrm

private final class Artist: Model {
    var region = "", id = 0
    override class var table: String { "artist" }
    override class var primaryKey: [String] { ["region", "id"] }
    override class var relationships: [Relationship] {
        [
            .hasMany(
                "tracks", Track.self, through: Album.self, foreignKey: ["region", "artist"],
                targetForeignKey: ["region", "id"], targetReferences: ["region", "album"])
        ]
    }
    func tracks() throws -> [Track] {
        try hasMany(
            Track.self, through: Album.self, foreignKey: ["region", "artist"], targetForeignKey: ["region", "id"],
            targetReferences: ["region", "album"]
        ).sorted { $0.position < $1.position }
    }
}

private final class Album: Model {
    var region = "", id = 0
    var artist: Int?
    override class var table: String { "album" }
    override class var primaryKey: [String] { ["region", "id"] }
}

private final class Track: Model {
    var region = "", album = 0, position = 0
    override class var table: String { "track" }
    override class var primaryKey: [String] { ["region", "album", "position"] }
}

/// A relationship through a table whose rows lead to several rows each: none of them leaves it unless all do.
@Suite(.eachEngine) struct SharedLinkTests {
    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE artist (region VARCHAR(5) NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (region, id));
            CREATE TABLE album (region VARCHAR(5) NOT NULL, id INTEGER NOT NULL, artist INTEGER, PRIMARY KEY (region, id));
            CREATE TABLE track (region VARCHAR(5) NOT NULL, album INTEGER NOT NULL, position INTEGER NOT NULL,
                PRIMARY KEY (region, album, position));
            INSERT INTO artist VALUES ('N', 1);
            INSERT INTO album VALUES ('N', 10, 1), ('N', 11, 1);
            INSERT INTO track VALUES ('N', 10, 1), ('N', 10, 2), ('N', 10, 3), ('N', 11, 4);
            """)
    }

    @Test func oneOfThoseThatShareARow() throws {
        try database.write { session in
            let artist = try #require(try session.find(Artist.self, "N", 1))
            let tracks = try artist.tracks()
            #expect(tracks.map(\.position) == [1, 2, 3, 4])
            let changes: [() throws -> Int] = [
                { try artist.remove([tracks[0]], from: "tracks") },
                { try artist.remove([tracks[0], tracks[2], tracks[3]], from: "tracks") },
                { try artist.replace("tracks", with: Array(tracks.dropFirst())) },
            ]
            for change in changes {
                let error = #expect(throws: ModelError.self) { try change() }
                #expect(error?.code == .restricted)
                #expect(error?.table == "track")
                #expect(
                    error?.message.hasSuffix(" would leave \"tracks\", too: the same row of \"album\" leads to it")
                        == true)
                #expect(error?.hint == "Change the columns (region, album) of the rows that are to leave")
            }
            #expect(try session.find(Artist.self, "N", 1)?.tracks().map(\.position) == [1, 2, 3, 4])
            #expect(try session.query(Album.self).count() == 2)
        }
    }

    @Test func allOfThem() throws {
        try database.write { session in
            let artist = try #require(try session.find(Artist.self, "N", 1))
            let tracks = try artist.tracks()
            #expect(try artist.replace("tracks", with: Array(tracks[..<3])) == 1)
            #expect(try artist.tracks().map(\.position) == [1, 2, 3])
            #expect(try artist.remove(Array(tracks[..<3]), from: "tracks") == 1)
            #expect(try artist.tracks().isEmpty)
            #expect(try session.query(Album.self).count() == 0)
            #expect(try session.query(Track.self).count() == 4)
        }
    }
}

private final class Note: Model {
    var tenant = 0, id = 0
    override class var table: String { "note" }
    override class var primaryKey: [String] { ["tenant", "id"] }
    override class var relationships: [Relationship] {
        [
            .hasMany(
                "words", Word.self, through: NoteWord.self, foreignKey: ["tenant", "note"],
                targetForeignKey: ["tenant", "word"])
        ]
    }
}

private final class Word: Model {
    var tenant = 0, id = 0
    override class var table: String { "word" }
    override class var primaryKey: [String] { ["tenant", "id"] }
}

private final class NoteWord: Model {
    var pk: Int?
    var tenant = 0, note = 0, word = 0
    override class var table: String { "note_word" }
}

/// A list that names a row twice: by one model, by two of one row, or by a new one.
@Suite(.eachEngine) struct RepeatedMemberTests {
    @Test func eachIsAddedOnce() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE note (tenant INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (tenant, id));
            CREATE TABLE word (tenant INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (tenant, id));
            CREATE TABLE note_word (pk INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, note INTEGER NOT NULL,
                word INTEGER NOT NULL);
            INSERT INTO note VALUES (1, 1);
            INSERT INTO word VALUES (1, 1), (1, 2);
            INSERT INTO note_word VALUES (1, 1, 1, 1);
            """)
        try database.write { session in
            let note = try #require(try session.find(Note.self, 1, 1))
            func words() throws -> [Int] { try session.query(NoteWord.self).orderBy(\.word).values(\.word) }
            let word = try #require(try session.find(Word.self, 1, 2))
            let same = try #require(try session.find(Word.self, 1, 2))
            #expect(try note.replace("words", with: [word, same, word]) == 1)
            #expect(try words() == [2])
            #expect(try note.replace("words", with: [word, word]) == 0)
            #expect(try words() == [2])
            let new = Word()
            (new.tenant, new.id) = (1, 3)
            #expect(try note.replace("words", with: [new, same, new]) == 0)
            #expect(try words() == [2, 3])
        }
    }
}
