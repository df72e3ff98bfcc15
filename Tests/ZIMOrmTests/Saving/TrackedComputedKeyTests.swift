import TestServer
import Testing
@_spi(Generated) import ZIMOrm

private final class Bin: Model, RowDecodable {
    var hall: Int { didSet { noteChange(0, was: oldValue) } }
    var shelf: Int { didSet { noteChange(1) } }
    var place: Int { didSet { noteChange(2, was: oldValue) } }
    var label: String? { didSet { noteChange(3) } }
    private var recorded = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recorded }
        set { recorded = newValue ?? ColumnChanges() }
    }

    override class var table: String { "bin" }
    override class var primaryKey: [String] { ["hall", "place"] }
    override class var columns: [Column] {
        [
            Column("hall", \Bin.hall), Column("shelf", \Bin.shelf), Column("place", \Bin.place),
            Column("label", \Bin.label),
        ]
    }

    required init() {
        (hall, shelf, place) = (0, 0, 0)
        super.init()
    }

    init(row: borrowing Row) throws {
        hall = try row.get(0)
        shelf = try row.get(1)
        place = try row.get(2)
        label = try row.get(3)
        super.init()
    }

    convenience init(_ hall: Int, _ shelf: Int, _ label: String) {
        self.init()
        (self.hall, self.shelf, self.label) = (hall, shelf, label)
    }
}

/// What is read back into a class that notes its changes itself is no change of the caller's: its key is the row's.
@Suite(.eachEngine) struct TrackedComputedKeyTests {
    private struct Undo: Error {}

    private func makeDatabase() throws -> Database {
        // Only PostgreSQL has computed columns in primary keys.
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE bin (hall INTEGER NOT NULL, shelf INTEGER NOT NULL,
                place INTEGER GENERATED ALWAYS AS (shelf * 10) STORED, label VARCHAR(20),
                \(ServedEngine.isPostgreSQL ? "PRIMARY KEY" : "UNIQUE") (hall, place));
            """)
    }

    /// A new row. MySQL has no RETURNING, which tells the key of one.
    private func stored(_ bin: Bin, _ session: Session) throws -> Bin {
        guard ServedEngine.isMySQL, !MySQLProduct.isMariaDB else {
            try session.save(bin)
            return bin
        }
        try session.execute("INSERT INTO bin (hall, shelf, label) VALUES (\(bin.hall), \(bin.shelf), \(bin.label))")
        return try #require(try session.find(Bin.self, bin.hall, bin.shelf * 10))
    }

    private func rows(_ session: Session) throws -> [[SQLValue]] {
        try session.rows("SELECT hall, place, label FROM bin ORDER BY hall, place").map(\.values)
    }

    /// Another row gets the key that the changed one had.
    @Test func theFormerKeyIsAnotherRows() throws {
        try makeDatabase().write { session in
            let first = try stored(Bin(1, 3, "first"), session)
            first.shelf = 4
            try session.save(first)
            #expect(try first.place == 40 && !first.hasChanges())
            _ = try stored(Bin(1, 3, "second"), session)
            first.label = "changed"
            try session.save(first)
            #expect(try rows(session) == [[1, 30, "second"], [1, 40, "changed"]])
            try session.reload(first)
            #expect(first.place == 40)
            try session.delete(first)
            #expect(try rows(session) == [[1, 30, "second"]])
        }
    }

    @Test func listsAndKeysThatChangeBeside() throws {
        try makeDatabase().write { session in
            for bin in [Bin(1, 1, "a"), Bin(2, 2, "b"), Bin(3, 3, "c")] { _ = try stored(bin, session) }
            let bins = try session.query(Bin.self).orderByKey().all()
            for bin in bins { bin.shelf += 1 }
            try session.save(bins)
            #expect(bins.map(\.place) == [20, 30, 40])
            bins[0].hall = 7
            try session.save(bins[0])
            (bins[1].hall, bins[1].shelf) = (8, 8)
            try session.save(bins[1])
            bins[2].shelf = 9
            try session.update(bins[2], columns: ["shelf"])
            for bin in bins { bin.label = "z" }
            try session.save(bins)
            #expect(try rows(session) == [[3, 90, "z"], [7, 20, "z"], [8, 80, "z"]])
        }
    }

    @Test func aPropertyThatWasSetByHand() throws {
        try makeDatabase().write { session in
            let bin = try stored(Bin(1, 3, "a"), session)
            bin.place = 99
            try session.save(bin)
            #expect(try bin.place == 30 && !bin.hasChanges())
            (bin.place, bin.shelf) = (98, 7)
            try session.save(bin)
            #expect(try bin.place == 70 && !bin.hasChanges())
            bin.label = "b"
            try session.save(bin)
            #expect(try rows(session) == [[1, 70, "b"]])
        }
    }

    @Test func aRollback() throws {
        let database = try makeDatabase()
        try database.write { _ = try stored(Bin(1, 1, "a"), $0) }
        let bin = try #require(try database.read { try $0.query(Bin.self).first() })
        func change(_ session: Session) throws {
            bin.shelf = 8
            try session.save(bin)
            bin.shelf = 9
            try session.save(bin)
            #expect(bin.place == 90)
            throw Undo()
        }
        #expect(throws: Undo.self) { try database.write { try change($0) } }
        #expect(try bin.place == 10 && bin.changedColumns() == ["shelf"])
        try database.write { session in
            #expect(throws: Undo.self) { try session.transaction { try change($0) } }
            #expect(bin.place == 10)
            bin.shelf = 2
            try session.save(bin)
            bin.label = "b"
            try session.save(bin)
            #expect(try rows(session) == [[1, 20, "b"]])
        }
    }
}
