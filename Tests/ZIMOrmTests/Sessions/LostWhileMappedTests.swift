import TestServer
import Testing
import ZIMOrm

private final class Line: Model {
    var year = 0, number = 0, text = ""
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["year", "number"] }
    func others() throws -> [Line] { try hasMany(Line.self, foreignKey: ["year", "number"]) }
}

/// A connection that is lost when the library asks what a table is like: it is told as what it is.
@Suite struct LostWhileMappedTests {
    /// A database of which nothing is known yet, and what ends the connection of a session.
    private func scene(_ engine: ServedEngine) throws -> (database: Database, kill: (Session) throws -> Void) {
        let script = "CREATE TABLE line (year INTEGER, number INTEGER, text VARCHAR(20), PRIMARY KEY (year, number));"
        let isMariaDB = engine == .mariaDB
        let url =
            isMariaDB
            ? try #require(MySQLTestServer.shared).makeDatabase(script) : try TestServer.separate().makeDatabase(script)
        let other = try Database(url: url)
        return (
            try Database(url: url),
            { session in
                let question: SQL = isMariaDB ? "SELECT CONNECTION_ID()" : "SELECT pg_backend_pid()"
                let id = try session.value(question, as: Int.self) ?? 0
                try other.withoutTransaction {
                    _ = try $0.rows(SQL(unsafe: isMariaDB ? "KILL \(id)" : "SELECT pg_terminate_backend(\(id), 5000)"))
                }
            }
        )
    }

    @Test(arguments: ServedEngine.servers) func whileSaving(_ engine: ServedEngine) throws {
        let (database, kill) = try scene(engine)
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                try kill(session)
                let lines = (1...20).map { number in
                    let line = Line()
                    (line.year, line.number) = (2026, number)
                    return line
                }
                try session.save(lines)
            }
        }
        #expect(error?.code == .connection)
        #expect(try database.read { try $0.query(Line.self).count() } == 0)
    }

    @Test(arguments: ServedEngine.servers) func whereTheClosurePassesOverIt(_ engine: ServedEngine) throws {
        let (database, kill) = try scene(engine)
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                try kill(session)
                _ = try? session.query(Line.self).filter(keys: [[2026, 1], [2026, 2]]).all()
            }
        }
        #expect(error?.code == .connection)
        #expect(error?.message.hasPrefix("the connection to ") == true)
        #expect(error?.hint == "What the transaction changed is undone; run it again")
    }
}
