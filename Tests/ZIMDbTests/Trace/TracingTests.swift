import Testing

@testable import ZIMDb

@Suite struct TracingTests {
    let database: Database

    init() throws { database = try Database.holding("CREATE TABLE t (v)") }

    @Test func tellsTheStatementsOfAClosure() throws {
        let (count, statements) = try database.tracing {
            try database.execute("INSERT INTO t VALUES (\(1))")
            return try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        }
        #expect(count == 1)
        #expect(statements.map(\.sql) == ["INSERT INTO t VALUES (?)", "SELECT count(*) FROM t"])
        #expect(statements.first?.parameters == [1])
        #expect(!database.traces.isActive)
    }

    @Test func transactionsCountWhereTheyAreWanted() throws {
        let traced = try database.tracing(includingTransactions: true) {
            try database.write { try $0.transaction { try $0.execute("DELETE FROM t") } }
        }
        #expect(
            traced.statements.map(\.sql) == [
                "BEGIN IMMEDIATE", "SAVEPOINT zim_1", "DELETE FROM t", "RELEASE zim_1", "COMMIT",
            ])
    }

    @Test func awaitsAndEndsWithAnError() async throws {
        let (count, statements) = try await database.tracing {
            try await database.write { try $0.execute("INSERT INTO t VALUES (1), (2)").changes }
        }
        #expect(count == 2)
        #expect(statements.count == 1)
        await #expect(throws: DatabaseError.self) {
            try await database.tracing { try await database.read { try $0.rows("SELEC") } }
        }
        #expect(!database.traces.isActive)
    }
}
