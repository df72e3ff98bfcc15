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
        database = try TestEngine.current.makeDatabase(
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
}
