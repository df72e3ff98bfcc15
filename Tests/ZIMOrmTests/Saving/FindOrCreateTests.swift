import Synchronization
import TestServer
import Testing
import ZIMOrm

private final class Label: Model {
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
