import Foundation
import Synchronization
import TestServer
import Testing
import ZIMOrm

private class Label: Model {
    var id: Int?
    var house = "", word = ""
    var color: String?
    override class var table: String { "label" }
    override class var primaryKey: [String] { ["id"] }

    convenience init(_ house: String, _ word: String, _ color: String?) {
        self.init()
        (self.house, self.word, self.color) = (house, word, color)
    }
}

/// The row with a model's values in a unique key: found, or made.
@Suite(.eachEngine) struct FindOrCreateTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE label (id INTEGER PRIMARY KEY, house TEXT NOT NULL, word TEXT NOT NULL, color TEXT,
                UNIQUE (house, word));
            INSERT INTO label (id, house, word, color) VALUES (7, 'north', 'fragile', 'red');
            """)
    }

    private var rows: [[SQLValue]] {
        get throws { try Theatre.rows(database, "SELECT house, word, color FROM label ORDER BY house, word") }
    }

    @Test func theRowThatExistsIsLeftAsItIsAndTheModelIsIt() throws {
        let label = Label("north", "fragile", "blue")
        try database.write { try $0.findOrCreate(label, on: ["house", "word"]) }
        #expect(label.id == 7 && label.color == "red")
        #expect(try !label.hasChanges())
        #expect(try rows == [["north", "fragile", "red"]])
        label.color = "green"
        try database.write { try $0.save(label) }
        #expect(try rows == [["north", "fragile", "green"]])
    }

    @Test func aRowIsMadeWhereThereIsNone() throws {
        let labels = [Label("north", "fragile", nil), Label("south", "fragile", "blue"), Label("south", "heavy", nil)]
        try database.write { try $0.findOrCreate(labels, on: ["word", "house"]) }
        #expect(labels.map(\.color) == ["red", "blue", nil])
        #expect(labels.first?.id == 7 && Set(labels.compactMap(\.id)).count == 3)
        #expect(
            try rows == [["north", "fragile", "red"], ["south", "fragile", "blue"], ["south", "heavy", .null]])
    }

    /// What fills a new model is not called for a row that is there.
    @Test func aClassAndItsValues() throws {
        let log = StatementLog(database)
        try database.write { session in
            let (old, isNew) = try session.findOrCreate(Label.self, by: ["house": "north", "word": "fragile"]) { _ in
                Issue.record("the row is there")
            }
            #expect(old.id == 7 && old.color == "red" && !isNew)
            #expect(log.count == 1)
            let made = try session.findOrCreate(Label.self, by: ["word": "heavy", "house": "north"]) {
                $0.color = "blue"
            }
            #expect(made.isNew && made.model.id != nil && made.model.color == "blue")
            let again = try session.findOrCreate(Label.self, by: ["word": "heavy", "house": "north"])
            #expect(!again.isNew && again.model.id == made.model.id)
            again.model.color = nil
            try session.save(again.model)
        }
        #expect(try rows == [["north", "fragile", "red"], ["north", "heavy", .null]])
        let key = try database.write { try $0.findOrCreate(Label.self, by: ["id": 7]).model }
        #expect(key.word == "fragile")
    }

    /// A row that another program inserts after the look is found by the error of the unique key.
    @Test func aRowThatComesMeanwhile() throws {
        try database.write { session in
            let (label, isNew) = try session.findOrCreate(Label.self, by: ["house": "south", "word": "wet"]) { label in
                label.color = "blue"
                try session.execute("INSERT INTO label (house, word, color) VALUES ('south', 'wet', 'grey')")
            }
            #expect(!isNew && label.color == "grey" && label.id != nil)
        }
        #expect(try rows == [["north", "fragile", "red"], ["south", "wet", "grey"]])
    }

    /// What a hook makes of the values is what the unique key holds.
    @Test func aHookThatChangesTheValues() throws {
        final class SmallLabel: Label {
            override func willSave() throws { word = word.lowercased() }
        }
        for isFirst in [true, false] {
            let made = try database.write {
                try $0.findOrCreate(SmallLabel.self, by: ["house": "south", "word": "WET"]) { $0.color = "blue" }
            }
            #expect(made.isNew == isFirst && made.model.word == "wet" && made.model.color == "blue")
        }
        #expect(try rows == [["north", "fragile", "red"], ["south", "wet", "blue"]])
    }

    @Test func aValueThatTheDatabaseComputes() throws {
        final class Part: Model {
            var id: Int?
            var house = 0, tens = 0, units = 0
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["id"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE part (id INTEGER PRIMARY KEY, house INTEGER NOT NULL, units INTEGER NOT NULL,
                tens INTEGER GENERATED ALWAYS AS (units * 10) STORED, UNIQUE (house, tens))
            """)
        let error = #expect(throws: ModelError.self) {
            try database.write { _ = try $0.findOrCreate(Part.self, by: ["house": 1, "tens": 50]) }
        }
        #expect(error?.code == .notSaveable && error?.column == "tens")
        #expect(try database.read { try $0.query(Part.self).count() } == 0)
        for isFirst in [true, false] {
            let made = try database.write {
                try $0.findOrCreate(Part.self, by: ["house": 1, "tens": 50]) { $0.units = 5 }
            }
            #expect(made.isNew == isFirst && made.model.tens == 50)
        }
    }

    @Test func aRowThatTheDefaultFilterHides() throws {
        final class RedLabel: Label {
            override class var defaultFilter: DefaultFilter? { DefaultFilter(\RedLabel.color != "red") }
        }
        let (label, isNew) = try database.write {
            try $0.findOrCreate(RedLabel.self, by: ["house": "north", "word": "fragile"])
        }
        #expect(label.id == 7 && !isNew)
        #expect(try rows.count == 1)
    }

    /// NULL equals nothing.
    @Test func nullInTheUniqueKey() throws {
        final class Tag: Model {
            var id: Int?
            var house = "", word: String?
            override class var table: String { "tag" }
            override class var primaryKey: [String] { ["id"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE tag (id INTEGER PRIMARY KEY, house VARCHAR(9) NOT NULL, word VARCHAR(9), UNIQUE (house, word))"
        )
        for _ in 0..<2 {
            let made = try database.write {
                try $0.findOrCreate(Tag.self, by: ["house": "north", "word": SQLValue.null])
            }
            #expect(made.isNew)
        }
        #expect(try database.read { try $0.query(Tag.self).count() } == 2)
    }

    @Test func aValueInTwoForms() throws {
        guard ServedEngine.isSQLite else { return }
        final class Stamp: Model {
            var id: Int?
            var house = 0, code = UUID()
            override class var table: String { "stamp" }
            override class var primaryKey: [String] { ["id"] }
        }
        let code = UUID()
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stamp (id INTEGER PRIMARY KEY, house INT, code, UNIQUE (house, code));
            INSERT INTO stamp VALUES (1, 1, '\(code.uuidString)'), (2, 1, '\(code.uuidString.lowercased())');
            """)
        let error = #expect(throws: ModelError.self) {
            try database.write { _ = try $0.findOrCreate(Stamp.self, by: ["house": 1, "code": code]) }
        }
        #expect(error?.code == .conflict && error?.table == "stamp")
    }

    @Test func valuesThatNameNoUniqueKey() throws {
        func expect(_ code: ModelError.Code, _ values: [String: any SQLValueConvertible]) {
            let error = #expect(throws: ModelError.self) {
                try database.write { _ = try $0.findOrCreate(Label.self, by: values) }
            }
            #expect(error?.code == code, "\(values)")
        }
        expect(.query, ["word": "fragile"])
        expect(.query, [:])
        expect(.unknownColumn, ["house": "north", "wort": "fragile"])
        expect(.value, ["house": "north", "word": SQLValue.blob([1, 2])])
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try database.write {
                _ = try $0.findOrCreate(Label.self, by: ["house": "x", "word": "y"]) { _ in throw Stop() }
            }
        }
        let taken = #expect(throws: DatabaseError.self) {
            try database.write {
                _ = try $0.findOrCreate(Label.self, by: ["house": "x", "word": "y"]) { $0.id = 7 }
            }
        }
        #expect(taken?.code == .constraint)
        #expect(try rows == [["north", "fragile", "red"]])
    }

    @Test func withoutAUniqueKeyNothingIsWritten() throws {
        let error = #expect(throws: ModelError.self) {
            try database.write { try $0.findOrCreate(Label("x", "y", nil), on: ["word"]) }
        }
        #expect(error?.code == .query)
        #expect(try rows.count == 1)
    }

    /// Writers at the same time: one row, which all of them have.
    @Test func manyWritersMakeOneRow() async throws {
        let found = try await withThrowingTaskGroup(of: [Int?].self) { group in
            for number in 0..<16 {
                group.addTask { [database] in
                    try await database.write { session throws in
                        let labels = [Label("east", "new", "color \(number)"), Label("east", "old", nil)]
                        try session.findOrCreate(labels, on: ["house", "word"])
                        return labels.map(\.id)
                    }
                }
            }
            return try await group.reduce(into: [[Int?]]()) { $0.append($1) }
        }
        #expect(Set(found).count == 1 && found.count == 16)
        #expect(found.first?.contains(nil) == false)
        #expect(try rows.map { Array($0.prefix(2)) } == [["east", "new"], ["east", "old"], ["north", "fragile"]])
    }

    /// The insert gives way to the row that is there; a look beforehand would not see another writer's.
    @Test func theInsertItselfGivesWay() throws {
        let log = Mutex<[String]>([])
        let subscription = database.trace { trace in log.withLock { $0.append(trace.sql) } }
        try database.write { try $0.findOrCreate(Label("south", "heavy", nil), on: ["house", "word"]) }
        subscription.cancel()
        let inserts = log.withLock { $0.filter { $0.hasPrefix("INSERT") || $0.hasPrefix("WITH") } }
        #expect(
            inserts.count == 1
                && inserts.first?.withQuestionMarks.contains(ServedEngine.upsert(["house", "word"], [])) == true)
    }
}
