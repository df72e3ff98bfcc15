import TestServer
import Testing
import ZIMOrm

/// The server's process or thread behind a session, which a test ends as an administrator would.
struct ServerProcess {
    private let number: Int

    init(of session: Session) throws {
        let question: SQL = ServedEngine.isPostgreSQL ? "SELECT pg_backend_pid()" : "SELECT CONNECTION_ID()"
        number = try #require(try session.value(question, as: Int.self))
    }

    /// Ends it over another connection.
    func end() throws {
        if ServedEngine.isPostgreSQL {
            let server = try Database(url: #require(TestServer.shared).url())
            // It waits until the process is gone, for as many milliseconds.
            _ = try server.read { try $0.rows("SELECT pg_terminate_backend(\(number), 5000)") }
        } else {
            let server = try Database(url: #require(MySQLTestServer.shared).url())
            try server.withoutTransaction { _ = try $0.execute(SQL(unsafe: "KILL \(number)")) }
        }
    }

    static func end(of session: Session) throws { try ServerProcess(of: session).end() }
}
