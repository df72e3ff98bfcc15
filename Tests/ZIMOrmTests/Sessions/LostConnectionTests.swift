import TestServer
import Testing

@testable import ZIMOrm

/// What a session does whose connection the server ends.
@Suite(.eachServer) struct LostConnectionTests {
    private let database: Database
    private let undone = "The statement changed nothing, and a transaction that was open is rolled back: run that again"
    private let unknown = "It is not known whether the server committed: look before you run it again"

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE counted (w INTEGER, i INTEGER, n INTEGER, PRIMARY KEY (w, i)); INSERT INTO counted VALUES (1, 1, 5)"
        )
    }

    private func error(_ body: () throws -> Void) -> DatabaseError? {
        do { try body() } catch { return error as? DatabaseError }
        return nil
    }

    private func rows() throws -> [[SQLValue]] {
        try database.read { try $0.rows("SELECT w, i, n FROM counted ORDER BY w, i").map(\.values) }
    }

    @Test func anOpenSessionGoesOnOverAnotherConnectionBehindARollback() throws {
        let open = try database.openSession()
        let old = try #require(try open.run { try $0.find(Counted.self, 1, 1) })
        let new = Counted(2, 1, 7)
        try open.run { session in
            old.n = 6
            try session.save(old)
            try session.save(new)
            try ServerProcess.end(of: session)
        }
        for _ in 1...2 {
            let error = error { try open.commit() }
            #expect(error?.code == .connection)
            #expect(error?.hint == unknown)
        }
        #expect(error { try open.run { _ = try $0.execute("DELETE FROM counted") } }?.code == .connection)
        try open.rollback()
        #expect(database.connectionCounts == (1, 0))
        let (_, statements) = try database.tracing {
            try open.run { session in
                try session.save(old)
                try session.save(new)
            }
            old.n = 8
            try old.save()
            try open.commit()
        }
        #expect(
            statements.map(\.sql.withQuestionMarks) == [
                "UPDATE \"counted\" SET \"n\" = ? WHERE \"w\" = ? AND \"i\" = ?",
                "INSERT INTO \"counted\" (\"w\", \"i\", \"n\") VALUES (?, ?, ?)",
                "UPDATE \"counted\" SET \"n\" = ? WHERE \"w\" = ? AND \"i\" = ?",
            ])
        open.close()
        #expect(database.connectionCounts == (0, 1))
        #expect(try rows() == [[1, 1, 8], [2, 1, 7]])
    }

    @Test func aNestedSessionGoesOnBehindTheRollbackOfTheOuterOne() throws {
        let open = try database.openSession()
        let inner = try open.nested()
        try inner.run { session in
            try session.execute("INSERT INTO counted VALUES (3, 1, 1)")
            try ServerProcess.end(of: session)
        }
        #expect(error { try inner.rollback() }?.code == .connection)
        #expect(error { try open.commit() }?.code == .connection)
        try open.rollback()
        try inner.run { _ = try $0.execute("INSERT INTO counted VALUES (4, 1, 1)") }
        try inner.commit()
        try open.commit()
        open.close()
        #expect(try rows() == [[1, 1, 5], [4, 1, 1]])
    }

    @Test func aDatabaseThatWasClosedMeanwhileSaysSo() throws {
        let open = try database.openSession()
        try open.run { try ServerProcess.end(of: $0) }
        try open.rollback()
        database.close()
        for _ in 1...2 {
            let error = error { try open.run { _ = try $0.execute("DELETE FROM counted") } }
            #expect(error?.code == .misuse)
            #expect(error?.message == "\(database.location) was closed")
        }
        open.close()
        #expect(database.connectionCounts == (0, 0))
    }

    @Test func aLossThatIsPassedOverKeepsItsCodeAndItsHint() throws {
        let found = error {
            try database.write { session in
                try session.execute("UPDATE counted SET n = 9")
                try? session.transaction { session in
                    try ServerProcess.end(of: session)
                    try session.execute("UPDATE counted SET n = 10")
                }
            }
        }
        #expect(found?.code == .connection)
        #expect(found?.hint == undone)
        #expect(found?.sql == "UPDATE counted SET n = 10")
        #expect(try rows() == [[1, 1, 5]])
    }

    private func lost(_ sql: SQL, after statements: [SQL] = []) -> DatabaseError? {
        error {
            try database.withoutTransaction { session in
                for statement in statements { try session.execute(statement) }
                try ServerProcess.end(of: session)
                try session.execute(sql)
            }
        }
    }

    /// Outside of a transaction the server commits it before it answers.
    @Test func aStatementThatIsATransactionOfItsOwnMayBeCommitted() throws {
        let update: SQL = "UPDATE counted SET n = n + 1 WHERE w = \(1)"
        let kept = lost(update, after: [update])
        #expect(kept?.code == .connection)
        #expect(kept?.hint == unknown)
        #expect(try rows() == [[1, 1, 6]])
        #expect(lost("CREATE TABLE other (n INTEGER)")?.hint == unknown)
        // The server has been told to prepare it, and not to run it.
        let new = lost(update)
        #expect(new?.code == .connection)
        #expect(new?.hint == undone)
        #expect(new?.sql?.withQuestionMarks == "UPDATE counted SET n = n + 1 WHERE w = ?")
        let query: SQL = "SELECT n FROM counted WHERE w = \(1)"
        #expect(lost(query, after: [query])?.hint == undone)
        #expect(try rows() == [[1, 1, 6]])
    }

    @Test func aTransactionOutsideOfAWriteIsUndone() throws {
        for isBegun in [true, false] {
            let found = error {
                try database.withoutTransaction { session in
                    let update: SQL = "UPDATE counted SET n = n + 1 WHERE w = \(1)"
                    if !isBegun { try ServerProcess.end(of: session) }
                    try session.transaction { session in
                        try session.execute(update)
                        try ServerProcess.end(of: session)
                        try session.execute(update)
                    }
                }
            }
            #expect(found?.code == .connection)
            #expect(found?.hint == undone)
        }
        #expect(try rows() == [[1, 1, 5]])
    }

    /// The statements that the connection kept are not given back to it, which would fail instead.
    @Test func theStatementThatMeetsTheLossIsNamed() throws {
        let (found, statements) = database.tracing {
            error {
                try database.write { session in
                    let counted = try session.find(Counted.self, 1, 1)
                    counted?.n = 8
                    try counted?.save()
                    try ServerProcess.end(of: session)
                    counted?.n = 9
                    try counted?.save()
                }
            }
        }
        #expect(found?.code == .connection)
        #expect(found?.sql?.hasPrefix("UPDATE ") == true, "\(found?.sql ?? "")")
        #expect(!statements.contains { $0.sql.hasPrefix("DEALLOCATE") })
        #expect(try rows() == [[1, 1, 5]])
    }

    @Test func aReadHasNothingToCommit() throws {
        let found = error { try database.read { try ServerProcess.end(of: $0) } }
        #expect(found?.code == .connection)
        #expect(found?.sql == "COMMIT")
        #expect(found?.hint == undone)
        #expect(error { try database.write { try ServerProcess.end(of: $0) } }?.hint == unknown)
    }

    /// Nothing that the closure ran has failed: the rest of the rows was given up.
    @Test func aLossBehindRowsThatAreNotReadIsNoEndByAStatement() throws {
        struct Stop: Error {}
        try database.write { session in
            try session.bulkInsert(
                into: "counted", columns: ["w", "i", "n"], rows: (2...3000).map { [1, .integer($0), 1] })
        }
        let found = error {
            try database.read { session in
                let process = try ServerProcess(of: session)
                do {
                    try session.forEachRow("SELECT w, i, n FROM counted") { _ in
                        try process.end()
                        throw Stop()
                    }
                } catch is Stop {}
            }
        }
        #expect(found?.code == .connection)
        #expect(found?.hint == undone)
    }
}

private final class Counted: Model {
    var w = 0
    var i = 0
    var n = 0
    override class var table: String { "counted" }
    override class var primaryKey: [String] { ["w", "i"] }
    convenience init(_ w: Int, _ i: Int, _ n: Int) {
        self.init()
        (self.w, self.i, self.n) = (w, i, n)
    }
}
