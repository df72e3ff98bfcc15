import Testing

@_spi(Generated) @testable import ZIMOrm

/// Which columns a generated class notes as changed, however many it has.
@Suite struct ColumnChangesTests {
    private final class Wide: Model, RowDecodable {
        var id: Int { didSet { noteChange(0, was: oldValue) } }
        var first: Int? { didSet { noteChange(64) } }
        var last: Int? { didSet { noteChange(69) } }
        var others: [Int?] = Array(repeating: nil, count: 67)
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var table: String { "wide" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] {
            [Column("id", \Wide.id)] + (0..<63).map { Column("c\($0 + 1)", \Wide.others[$0]) }
                + [Column("c64", \Wide.first)] + (63..<67).map { Column("c\($0 + 2)", \Wide.others[$0]) }
                + [Column("c69", \Wide.last)]
        }
        required init() {
            id = 0
            super.init()
        }
        init(row: borrowing Row) throws {
            id = try row.get(0)
            first = try row.get(64)
            last = try row.get(69)
            super.init()
            for index in 0..<63 { others[index] = try row.get(index + 1, as: Int?.self) }
            for index in 63..<67 { others[index] = try row.get(index + 2, as: Int?.self) }
        }
    }

    private func wideRow(in session: Session) throws -> Wide {
        let columns = (1..<70).map { "c\($0) INTEGER" }.joined(separator: ", ")
        try session.execute(SQL(unsafe: "CREATE TABLE wide (id INTEGER PRIMARY KEY, \(columns))"))
        try session.execute("INSERT INTO wide (id, c64, c69) VALUES (1, 64, 69)")
        return try #require(try session.find(Wide.self, 1))
    }

    /// What another program has written into a column behind the 64th stays.
    @Test func aChangeBehindTheSixtyFourthColumnWritesThatColumn() throws {
        let database = try Database(path: ":memory:")
        try database.write { session in
            let wide = try wideRow(in: session)
            try session.execute("UPDATE wide SET c69 = 1000")
            wide.first = 7
            #expect(try wide.changedColumns() == ["c64"])
            try session.save(wide)
            #expect(try session.rows("SELECT c64, c69 FROM wide").map(\.values) == [[7, 1000]])
            #expect(try !wide.hasChanges())
            wide.last = 9
            wide.first = 8
            try session.update(wide, columns: ["c69"])
            #expect(try wide.changedColumns() == ["c64"])
            try session.save(wide)
            #expect(try session.rows("SELECT c64, c69 FROM wide").map(\.values) == [[8, 9]])
            #expect(try !wide.hasChanges())
        }
    }

    @Test func aRollbackLosesNoChange() throws {
        struct Undo: Error {}
        let database = try Database(path: ":memory:")
        try database.write { session in
            let wide = try wideRow(in: session)
            wide.last = 5
            do {
                try session.transaction { session in
                    try session.save(wide)
                    wide.first = 7
                    throw Undo()
                }
            } catch is Undo {}
            #expect(try wide.changedColumns() == ["c64", "c69"])
            try session.save(wide)
            #expect(try session.rows("SELECT c64, c69 FROM wide").map(\.values) == [[7, 5]])
        }
    }
}
