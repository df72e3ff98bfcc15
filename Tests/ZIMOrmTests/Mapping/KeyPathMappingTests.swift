import Foundation
import TestServer
import Testing
import ZIMOrm

/// Classes that name their columns.
@Suite(.eachEngine) struct KeyPathMappingTests {
    struct Size: Codable, Equatable { var width = 1, height = 2 }

    class Owned: Model {
        var owner = 0
        var spare: Date?
    }

    final class Thing: Owned {
        // Other stored properties of the same types, so that a place cannot be guessed.
        var before = Date(timeIntervalSince1970: 1), other: Date?, text = "", blank: String?
        var number = 0
        var made = Date(timeIntervalSince1970: 0)
        var sold: Date?
        var size = Size()
        var box: Size?
        var tags: Set<String> = []
        var ratio = 1.0
        var noted: Int = 0 { didSet { notes += 1 } }
        var notes = 0
        var half: Int {
            get { number / 2 }
            set { number = newValue * 2 }
        }
        override class var table: String { "thing" }
        override class var primaryKey: [String] { ["owner_id", "number"] }
        override class var columns: [Column] {
            [
                Column("owner_id", \Thing.owner), Column("half_no", \Thing.half),
                Column("made_at", \Thing.made, date: .unixMilliseconds), Column("sold_at", \Thing.sold, date: .date),
                Column("size", json: \Thing.size), Column("box", json: \Thing.box),
                Column(
                    "tags", \Thing.tags, decode: { Set(try String(column: $0).split(separator: ",").map(String.init)) },
                    encode: { .text($0.sorted().joined(separator: ",")) }),
                Column("ratio", \Thing.ratio), Column("noted", \Thing.noted), Column("number", \Thing.text),
            ]
        }
    }

    private func database() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE thing (owner_id INTEGER, half_no INTEGER, made_at INTEGER NOT NULL, sold_at TEXT, size TEXT NOT NULL,
                box TEXT, tags TEXT NOT NULL, ratio REAL, noted INTEGER, number TEXT, PRIMARY KEY (owner_id, number));
            """)
        return database
    }

    @Test func everyFormThereAndBack() throws {
        let database = try database()
        let log = SQLLog(database)
        try database.write { session in
            let thing = Thing()
            thing.owner = 3
            thing.number = 10
            thing.text = "k"
            thing.made = Date(timeIntervalSince1970: 1.5)
            thing.sold = Date(timeIntervalSince1970: 86_400 * 2)
            thing.size.width = 9
            thing.tags = ["b", "a"]
            try session.save(thing)
            #expect(
                log.take().first?.parameters == [
                    3, 5, 1500, "1970-01-03", #"{"height":2,"width":9}"#, nil, "a,b", 1.0, 0, "k",
                ])
            let found = try #require(try session.find(Thing.self, 3, "k"))
            #expect(found.number == 10)
            #expect(found.half == 5)
            #expect(found.made == thing.made)
            #expect(found.sold == Date(timeIntervalSince1970: 86_400 * 2))
            #expect(found.size == Size(width: 9, height: 2))
            #expect(found.box == nil)
            #expect(found.tags == ["a", "b"])
            #expect(found.before == Date(timeIntervalSince1970: 1))
            // A property with observers is set through its key path, so they run.
            #expect(found.notes == 1)
            #expect(try !found.hasChanges())
            found.size.height = 1
            found.box = Size()
            found.half = 6
            found.tags.insert("c")
            #expect(try found.changedColumns() == ["half_no", "size", "box", "tags"])
            found.tags.remove("c")
            found.number = 11
            #expect(try found.changedColumns() == ["size", "box"])
            try session.save(found)
            #expect(try !found.hasChanges())
        }
    }

    @Test func namesAndKeyPathsOfEveryForm() throws {
        let database = try database()
        try database.write { session in
            let thing = Thing()
            thing.sold = Date(timeIntervalSince1970: 0)
            try session.save(thing)
            let query = try session.query(Thing.self)
            // A date is compared as its column stores it, and is found under its property's name.
            #expect(try query.filter(\.sold == Date(timeIntervalSince1970: 0)).count() == 1)
            #expect(
                try query.filter(\.made == Date(timeIntervalSince1970: 0)).orderBy("sold").orderBy("made").count() == 1)
            #expect(try query.filter(\.half == 0 && \.owner == 0).count() == 1)
            #expect(throws: ModelError.self) { try query.filter(\.before == Date()).all() }
            #expect(throws: ModelError.self) { try query.filter(\.number == 1).all() }
        }
    }

    enum Level: String, ColumnValue, CaseIterable { case low, high }
    final class Leveled: Model {
        var first = Level.low, second = Level.low, third: Level?
        var id = 0
        override class var table: String { "leveled" }
        override class var primaryKey: [String] { ["id", "first"] }
    }

    @Test func filtersOfEnumsThatNameTheirCases() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE leveled (id INTEGER, first TEXT, second TEXT, third TEXT, PRIMARY KEY (id, first)); INSERT INTO leveled VALUES (1, 'low', 'high', NULL), (2, 'high', 'low', 'low')"
        )
        try database.read { session in
            let query = try session.query(Leveled.self)
            #expect(try query.filter(\.second == .high).all().map(\.id) == [1])
            #expect(try query.filter(\.third == .low).all().map(\.id) == [2])
            #expect(try session.find(Leveled.self, 2, Level.high)?.third == .low)
        }
    }

    final class Stranger: Model {
        var id = 0
        override class var columns: [Column] { [Column("id", \Theatre.Seat.number)] }
    }
    final class Twice: Model {
        var id = 0, other = 0
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] {
            [Column("id", \Twice.id), Column("ID", \Twice.other)]
        }
    }
    final class Exactly: Model {
        var id = 0, other = 0
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] { [Column("id", \Exactly.id), Column("id", \Exactly.other)] }
    }
    final class Unicode: Model {
        var a = 0, b = 0
        override class var table: String { "uni" }
        override class var primaryKey: [String] { ["é", "É"] }
        override class var columns: [Column] { [Column("é", \Unicode.a), Column("É", \Unicode.b)] }
    }

    @Test func whatContradictsItself() throws {
        let database = try Database.inMemory()
        func message(_ type: Model.Type) -> String? {
            #expect(throws: ModelError.self) { try database.write { try $0.save(type.init()) } }?.message
        }
        #expect(message(Stranger.self) == #"class Stranger: the column "id" has a key path of class Seat"#)
        #expect(
            message(Twice.self)
                == #"class Twice has the column "ID" twice: also as "id", and upper and lower case are the same"#)
        #expect(message(Exactly.self) == #"class Exactly has the column "id" twice"#)
    }

    /// Only the letters A to Z have two cases for a database.
    @Test func otherLettersDiffer() throws {
        // To MariaDB all letters of a column's name have.
        if ServedEngine.isMariaDB {
            let error = #expect(throws: DatabaseError.self) {
                try ServedEngine.current.makeDatabase(#"CREATE TABLE uni ("é" INTEGER, "É" INTEGER)"#)
            }
            #expect(error?.sqlState == "42S21")
            return
        }
        let database = try ServedEngine.current.makeDatabase(
            #"CREATE TABLE uni ("é" INTEGER, "É" INTEGER, PRIMARY KEY ("é", "É"))"#)
        try database.write { session in
            let model = Unicode()
            model.a = 1
            model.b = 2
            try session.save(model)
            #expect(try session.find(Unicode.self, 1, 2) != nil)
            model.b = 3
            try session.save(model)
            #expect(try session.rows("SELECT * FROM uni").map(\.values) == [[1, 3]])
        }
    }
}
