import TestServer
import Testing
import ZIMOrm

/// NaN, which PostgreSQL alone has: elsewhere an error names it, and nothing takes it for NULL.
@Suite(.eachEngine, .showingValues) struct NotANumberTests {
    private final class Measure: Model {
        var w = 0, n = 0
        var amount: Double?
        override class var table: String { "measure" }
        override class var primaryKey: [String] { ["w", "n"] }
    }

    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE measure (w INTEGER, n INTEGER, amount DOUBLE PRECISION, PRIMARY KEY (w, n));
            INSERT INTO measure VALUES (1, 1, 5), (1, 2, NULL), (2, 1, 7);
            """)
    }

    @Test(arguments: [3, 600]) func inLists(_ count: Int) throws {
        let numbers: [Double?] = (0..<count).map { Double($0) + 5 } + [.nan]
        try database.read { session in
            let query = try session.query(Measure.self)
            for filter: Filter<Measure> in [.in(\.amount, numbers), .notIn(\.amount, numbers)] {
                if ServedEngine.isPostgreSQL {
                    _ = try query.filter(filter).count()
                    continue
                }
                let error = #expect(throws: (any Error).self) { try query.filter(filter).count() }
                if count > 500 {
                    let error = error as? ModelError
                    #expect(error?.code == .value && error?.column == "amount")
                    #expect(error?.message.hasPrefix(#"a list of (amount) of "measure" holds NaN, which "#) == true)
                } else {
                    let error = error as? DatabaseError
                    #expect(error?.code == .value && error?.sql?.contains("measure") == true)
                    #expect(error?.message.contains("real nan cannot be bound") == true)
                }
            }
            guard !ServedEngine.isPostgreSQL else { return }
            let rows = RowValue(\Measure.w, \.n, \.amount).in([(1, 1, 5), (1, 1, .nan)])
            let error = #expect(throws: ModelError.self) { try query.filter(rows).count() }
            #expect(error?.message.hasPrefix(#"a list of (w, n, amount) of "measure" holds NaN"#) == true)
        }
    }

    @Test func alone() throws {
        guard !ServedEngine.isPostgreSQL else { return }
        try database.write { session in
            let query = try session.query(Measure.self)
            let found = #expect(throws: DatabaseError.self) { try query.filter(\.amount == .nan).count() }
            #expect(found?.code == .value && found?.sql?.contains("measure") == true)
            let changed = #expect(throws: DatabaseError.self) { try query.update(.set(\.amount, .nan)) }
            #expect(changed?.code == .value && changed?.sql?.hasPrefix("UPDATE") == true)
            let rows: [[SQLValue]] = [[3, 1, .real(1)], [3, 2, .real(.nan)]]
            let inserted = #expect(throws: DatabaseError.self) {
                try session.bulkInsert(into: "measure", columns: ["w", "n", "amount"], rows: rows)
            }
            #expect(inserted?.code == .value && inserted?.message.contains("nan") == true)
            #expect(try query.filter(\.amount == nil).count() == 1)
        }
    }
}
