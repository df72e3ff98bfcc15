import TestServer
import Testing
import ZIMOrm

/// Whether the relationships that classes declare fit the database.
@Suite(.eachEngine) struct RelationshipCheckTests {
    final class Order: Model {
        var w = 0, d = 0
        override class var table: String { "orders" }
        override class var primaryKey: [String] { ["w", "d"] }
        override class var relationships: [Relationship] {
            [
                .hasMany("lines", Line.self, foreignKey: ["w", "d"]), .hasOne("note", Note.self, foreignKey: ["order"]),
                .hasMany("colours", Line.self, foreignKey: ["w", "colour"]),
                .hasMany("texts", Note.self, foreignKey: ["w", "text"]),
                .hasMany("lost", Lost.self, foreignKey: ["w", "d"]),
                .hasMany("unnamed", Unnamed.self, foreignKey: ["w", "d"]),
                .hasMany("gone", Gone.self, foreignKey: ["w", "d"]),
            ]
        }
    }
    final class Line: Model {
        var w = 0, d = 0, n = 0
        override class var table: String { "line" }
        override class var primaryKey: [String] { ["w", "d", "n"] }
    }
    final class Note: Model {
        var w = 0, order = 0
        var text: String?
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["w"] }
    }
    final class Lost: Model {
        var w = 0, d = 0
        override class var table: String { "lost" }
        override class var primaryKey: [String] { ["w"] }
    }
    final class Unnamed: Model {
        var w = 0, d = 0
        override class var table: String { "line" }
    }
    final class Gone: Model {
        var w = 0, d = 0
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["w"] }
    }

    @Test func eachThatDoesNotFit() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE orders (w INTEGER NOT NULL, d INTEGER NOT NULL, PRIMARY KEY (w, d));
            CREATE TABLE line (w INTEGER NOT NULL, d INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (w, d, n));
            CREATE TABLE note (w INTEGER PRIMARY KEY, "order" INTEGER NOT NULL, text TEXT);
            """)
        let found = try database.read { try $0.differences(from: [Order.self]) }
        let integer =
            ServedEngine.isSQLite
            ? "INTEGER" : ServedEngine.isMariaDB && !ServedEngine.isMySQL ? "bigint(20)" : "bigint"
        let text = ServedEngine.isSQLite ? "TEXT" : ServedEngine.isMariaDB ? "varchar(255)" : "text"
        #expect(
            found.map(\.description) == [
                "orders: note: the foreign key (order) of \"note\" has 1 column, the key (w, d) of \"orders\" has 2",
                "orders: colours: \"line\" (class Line) has no column or property \"colour\"",
                "orders: texts: orders.d is \(integer), note.text is \(text)",
                "orders: lost: there is no table \"lost\" (class Lost)",
                "orders: unnamed: class Unnamed does not say which columns are its primary key",
                "orders: gone: the table \"note\" has no column \"d\"",
            ])
        #expect(found.allSatisfy { $0.kind == .relationship })
        let error = #expect(throws: ModelError.self) { try database.check([Order.self]) }
        #expect(error?.code == .schemaChanged)
    }

    final class Plain: Model {
        var w = 0, d = 0
        override class var table: String { "orders" }
        override class var primaryKey: [String] { ["w", "d"] }
        override class var relationships: [Relationship] {
            [
                .hasMany("lines", Line.self, foreignKey: ["w", "d"]),
                .hasMany(
                    "others", Plain.self, through: Line.self, foreignKey: ["w", "d"], targetForeignKey: ["d", "n"]),
            ]
        }
    }

    final class Artist: Model {
        var region = 0, id = 0
        override class var table: String { "artist" }
        override class var primaryKey: [String] { ["region", "id"] }
        override class var relationships: [Relationship] {
            [
                .hasMany(
                    "wrong", Track.self, through: Album.self, foreignKey: ["region", "artist"],
                    targetForeignKey: ["region", "id"]),
                .hasMany(
                    "tracks", Track.self, through: Album.self, foreignKey: ["region", "artist"],
                    targetForeignKey: ["region", "id"], targetReferences: ["region", "album"]),
            ]
        }
    }
    final class Album: Model {
        var region = 0, id = 0, artist = 0
        override class var table: String { "album" }
        override class var primaryKey: [String] { ["region", "id"] }
    }
    final class Track: Model {
        var region = 0, number = 0, album = 0
        override class var table: String { "track" }
        override class var primaryKey: [String] { ["region", "number"] }
    }

    /// The foreign key of the database is in the target, and leads to the table between.
    @Test func aJoinThatTheForeignKeyDoesNotMake() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE artist (region INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (region, id));
            CREATE TABLE album (region INTEGER NOT NULL, id INTEGER NOT NULL, artist INTEGER NOT NULL,
                PRIMARY KEY (region, id), FOREIGN KEY (region, artist) REFERENCES artist (region, id));
            CREATE TABLE track (region INTEGER NOT NULL, number INTEGER NOT NULL, album INTEGER NOT NULL,
                PRIMARY KEY (region, number), FOREIGN KEY (region, album) REFERENCES album (region, id));
            """)
        let found = try database.read { try $0.differences(from: [Artist.self]) }
        #expect(
            found.map(\.description) == [
                "artist: wrong: \"album\" (region, id) is compared with \"track\" (region, number), a foreign key compares it "
                    + "with (region, album): see targetReferences"
            ])
    }

    @Test func thoseThatFit() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE orders (w INTEGER NOT NULL, d INTEGER NOT NULL, PRIMARY KEY (w, d));
            CREATE TABLE line (w INTEGER NOT NULL, d INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (w, d, n));
            """)
        #expect(try database.read { try $0.differences(from: [Plain.self]) }.isEmpty)
    }
}
