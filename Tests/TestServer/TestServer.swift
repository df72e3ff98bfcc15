import Foundation
import Synchronization

/// A PostgreSQL server that the tests start and that ends with them: see scripts/postgres-test-server.
public final class TestServer: Sendable {
    /// Started by the first test that asks; nil where none is installed or the trait is off, which is said once.
    public static let shared = started.sayingWhy("PostgreSQL")

    /// Whether it is installed. Then its tests run, and fail if it did not start.
    public static var isInstalled: Bool { started.isInstalled }

    public static let started: Result<TestServer, any Error> = Result {
        #if PostgreSQL
            return try TestServer()
        #else
            throw ServerScript.Failure(description: "the package's trait PostgreSQL is off", isAbsence: true)
        #endif
    }

    typealias Failure = ServerScript.Failure

    private static let script = ServerScript(name: "postgres-test-server")

    /// The folder of the server's socket and data.
    public let folder: String
    private let number = Atomic<Int>(0)

    /// Makes the user who is asked for a password, once.
    private let guarded = Mutex(false)

    private init() throws { folder = try Self.script.start(["start"]) }

    /// A server beside the shared one, for tests that crash it.
    public static func separate() throws -> TestServer { try TestServer() }

    /// Ends the server as a crash does: connections break off, nothing is written any more.
    public func crash() throws { _ = try Self.script.answer(["crash", folder]) }

    /// Stops the server's processes: connections stay open, and nothing is answered any more.
    public func pause() throws { _ = try Self.script.answer(["pause", folder]) }

    /// Lets the server go on after a pause.
    public func resume() throws { _ = try Self.script.answer(["resume", folder]) }

    /// Starts the server again after a crash; it has recovered when this returns.
    public func restart() throws { _ = try Self.script.answer(["restart", folder]) }

    /// What starts beside the server: a replica of it, or a pooler before it.
    public enum Companion: String, Sendable { case replica, pooler }

    /// The folder of the socket of a new companion, which ends with the tests; nil where its program is not installed,
    /// which is said.
    ///
    /// - Throws: why it did not start though it is installed.
    public func start(_ companion: Companion) throws -> String? {
        let started = Result { try Self.script.start([companion.rawValue, folder]) }
        return try started.isInstalled ? started.get() : started.sayingWhy("The \(companion.rawValue)")
    }

    /// The URL of the server's own database, or of another one.
    ///
    /// - Parameters:
    ///   - database: a database that ``makeDatabase(_:)`` made.
    ///   - schema: what bare names stand for.
    ///   - user: who connects; a superuser unless another is named.
    ///   - host: the folder of the socket; the server's own unless a companion's is given.
    ///   - more: what else the URL says, `&connect_timeout=1`.
    public func url(
        database: String = "postgres", schema: String? = nil, user: String = "postgres", host: String? = nil,
        more: String = ""
    ) -> String {
        let host = host ?? folder
        let path = host.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? host
        let options = schema.map { "&options=-csearch_path%3D\($0)" } ?? ""
        return "postgres://\(user)@/\(database)?host=\(path)\(options)\(more)"
    }

    /// A database of its own for a test that looks at all schemas, filled by `psql` as people fill one.
    ///
    /// - Parameters:
    ///   - script: SQL.
    ///   - file: the path of a file with SQL.
    ///   - encoding: the database's; the server's by default.
    ///   - icu: the locale by which its texts are ordered; that of C by default.
    /// - Returns: its URL.
    public func makeDatabase(
        _ script: String = "", file: String? = nil, encoding: String? = nil, icu: String? = nil
    ) throws -> String {
        let name = newName() + "_database"
        let options =
            (encoding.map { " ENCODING '\($0)' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0" } ?? "")
            + (icu.map { " LOCALE_PROVIDER icu ICU_LOCALE '\($0)' TEMPLATE template0" } ?? "")
        try psql("postgres", ["-c", "CREATE DATABASE \(name)\(options)"])
        if let file { try psql(name, ["-f", file]) }
        if !script.isEmpty { try psql(name, [], input: script) }
        return url(database: name)
    }

    /// The URL for a user, ada, whom the server asks for a password, which is `right`.
    public func guardedURL(password: String?, database: String = "postgres") throws -> String {
        try guarded.withLock { isMade in
            guard !isMade else { return }
            try psql("postgres", ["-c", "CREATE ROLE ada LOGIN PASSWORD 'right'"])
            let rules = folder + "/data/pg_hba.conf"
            let text = try String(contentsOfFile: rules, encoding: .utf8)
            guard let handle = FileHandle(forWritingAtPath: rules) else {
                throw Failure(description: "\(rules) cannot be written")
            }
            // In place, so that the file stays the server's own.
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(("local all ada scram-sha-256\n" + text).utf8))
            try handle.close()
            try psql("postgres", ["-c", "SELECT pg_reload_conf()"])
            usleep(300_000)
            isMade = true
        }
        return url(database: database, user: password.map { "ada:\($0)" } ?? "ada")
    }

    /// Runs `psql` until the first error.
    private func psql(_ database: String, _ arguments: [String], input: String = "") throws {
        try ServerScript.run(
            ["psql", "-X", "-q", "-h", folder, "-U", "postgres", "-d", database, "-v", "ON_ERROR_STOP=1"] + arguments,
            input: input)
    }

    /// A name that no other test uses.
    public func newName() -> String { "zim_\(number.wrappingAdd(1, ordering: .relaxed).newValue)" }
}
