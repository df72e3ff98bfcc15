import TestServer
import Testing
import ZIMOrm

/// Upserts of models whose properties are nil where columns have defaults.
@Suite(.eachEngine) struct UpsertDefaultTests {
    final class Memo: Model {
        var tenant = 0, year = 0, number = 0
        /// NOT NULL in the database.
        var status: String?
        /// May be NULL there.
        var level: Int?
        var text: String?
        override class var table: String { "memo" }
        override class var primaryKey: [String] { ["tenant", "year", "number"] }
        override class var databaseDefaults: Set<String> { ["level"] }

        convenience init(_ number: Int, _ text: String) {
            self.init()
            (self.tenant, self.year, self.number, self.text) = (1, 2026, number, text)
        }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE memo (tenant INTEGER NOT NULL, year INTEGER NOT NULL, number INTEGER NOT NULL,
                status VARCHAR(20) DEFAULT 'open' NOT NULL, level INTEGER DEFAULT 7, text VARCHAR(20),
                PRIMARY KEY (tenant, year, number));
            """)
        try database.execute("INSERT INTO memo VALUES (1, 2026, 1, 'shut', 3, 'a'), (1, 2026, 2, 'shut', 3, 'b')")
    }

    private func rows() throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT number, status, level, text FROM memo ORDER BY number")
    }

    /// A new model leaves to its row what it has, and to a new one the defaults; the properties hold either.
    @Test(arguments: [true, false]) func newModels(_ isList: Bool) throws {
        let memos = [Memo(2, "c"), Memo(3, "d"), Memo(1, "e")]
        try database.write { (session: Session) throws -> Void in
            if isList { try session.upsert(memos) } else { try memos.forEach { try session.upsert($0) } }
        }
        #expect(try rows() == [[1, "shut", 3, "e"], [2, "shut", 3, "c"], [3, "open", 7, "d"]])
        #expect(memos.map(\.status) == ["shut", "open", "shut"] && memos.map(\.level) == [3, 7, 3])
    }

    /// A nil that a loaded model was given is what the row is to hold, as in an update.
    @Test(arguments: [true, false]) func loadedModels(_ isList: Bool) throws {
        let memos = try database.read { try $0.query(Memo.self).orderByKey().all() }
        for memo in memos { memo.level = nil }
        try database.write { (session: Session) throws -> Void in
            if isList { try session.upsert(memos) } else { try memos.forEach { try session.upsert($0) } }
        }
        #expect(try rows() == [[1, "shut", .null, "a"], [2, "shut", .null, "b"]])
        #expect(memos.allSatisfy { $0.level == nil })
    }

    @Test(arguments: ["upsert", "a list", "update"]) func nilWhereTheRowMustHoldAValue(_ way: String) throws {
        let memos = try database.read { try $0.query(Memo.self).orderByKey().all() }
        for memo in memos { (memo.status, memo.text) = (nil, "changed") }
        let before = try rows()
        let error = #expect(throws: DatabaseError.self) {
            try database.write { (session: Session) throws -> Void in
                switch way {
                case "upsert": try session.upsert(memos[0])
                case "update": try session.update(memos[0])
                default: try session.upsert(memos)
                }
            }
        }
        #expect(error?.constraint?.kind == .notNull, "\(error as Any)")
        #expect(try rows() == before)
        #expect(memos.allSatisfy { $0.status == nil && $0.text == "changed" })
        // With a value it is saved.
        memos[0].status = "open"
        try database.write { try $0.upsert(memos[0]) }
        #expect(try rows().first == [1, "open", 3, "changed"])
    }
}
