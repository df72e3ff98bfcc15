import Foundation
import Synchronization

/// A MariaDB or MySQL server that the tests start and that ends with them: see scripts/mysql-test-server.
public final class MySQLTestServer: Sendable {
    /// Started by the first test that asks; nil where none is installed or the trait is off, which is said once.
    public static let shared = started.sayingWhy("MySQL")

    /// Whether it is installed. Then its tests run, and fail if it did not start.
    public static var isInstalled: Bool { started.isInstalled }

    private static let started: Result<MySQLTestServer, any Error> = Result {
        #if MySQL
            return try MySQLTestServer()
        #else
            throw ServerScript.Failure(description: "the package's trait MySQL is off", isAbsence: true)
        #endif
    }

    private static let script = ServerScript(name: "mysql-test-server")

    /// The folder of the server's socket and data.
    public let folder: String
    private let number = Atomic<Int>(0)

    /// As `@@version` says: `10.11.14-MariaDB-…` or `8.0.46-…`.
    public let version: String

    private init() throws {
        folder = try Self.script.start(["start"])
        version = try Self.send("SELECT @@version", to: folder).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A server beside the shared one, for tests that crash it.
    public static func separate() throws -> MySQLTestServer { try MySQLTestServer() }

    /// Ends the server as a crash does: connections break off, nothing is written any more.
    public func crash() throws { _ = try Self.script.answer(["crash", folder]) }

    /// Stops the server's processes: connections stay open, and nothing is answered any more.
    public func pause() throws { _ = try Self.script.answer(["pause", folder]) }

    /// Lets the server go on after a pause.
    public func resume() throws { _ = try Self.script.answer(["resume", folder]) }

    /// Starts the server again after a crash; it has recovered when this returns.
    ///
    /// - Parameter options: what else its command says, `--binlog-format=STATEMENT`.
    public func restart(_ options: [String] = []) throws {
        _ = try Self.script.answer(["restart", folder] + options)
    }

    /// The URL of a database.
    ///
    /// - Parameters:
    ///   - database: one that ``makeDatabase(_:)`` made.
    ///   - user: who connects, with the password behind a colon; the one who may do everything unless another is named.
    ///   - more: what else the URL says, `&connect-timeout=1`.
    public func url(database: String = "", user: String = "root", more: String = "") -> String {
        let path = (folder + "/socket").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder
        return "mysql://\(user)@/\(database)?socket=\(path)\(more)"
    }

    /// A database of its own, filled by the server's client as people fill one.
    ///
    /// - Returns: its URL.
    public func makeDatabase(_ script: String = "") throws -> String {
        let name = newName() + "_database"
        try send("CREATE DATABASE \(name) CHARACTER SET utf8mb4; USE \(name); \(script)")
        return url(database: name)
    }

    /// Runs a script as the user who may do everything.
    public func send(_ script: String) throws { try Self.send(script, to: folder) }

    @discardableResult
    private static func send(_ script: String, to folder: String) throws -> String {
        try ServerScript.run(
            [
                "mariadb", "--no-defaults", "--skip-column-names", "--default-character-set=utf8mb4", "-S",
                folder + "/socket", "-u", "root",
            ],
            input: script)
    }

    /// A name that no other test uses.
    public func newName() -> String { "zim_\(number.wrappingAdd(1, ordering: .relaxed).newValue)" }
}
