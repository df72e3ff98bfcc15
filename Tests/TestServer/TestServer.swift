import Foundation
import Synchronization

/// A PostgreSQL server that the tests start and that ends with them: see scripts/postgres-test-server.
public final class TestServer: Sendable {
    /// Started by the first test that asks; nil where none is installed or the trait is off, which is said once.
    public static let shared: TestServer? = {
        #if PostgreSQL
            do { return try TestServer() } catch {
                print("PostgreSQL is skipped: \(error)")
                return nil
            }
        #else
            print("PostgreSQL is skipped: the package's trait PostgreSQL is off")
            return nil
        #endif
    }()

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of the server's socket and data.
    public let folder: String
    private let number = Atomic<Int>(0)

    private init() throws { folder = try Self.start(["start"]) }

    /// What starts beside the server: a replica of it, or a pooler before it.
    public enum Companion: String, Sendable { case replica, pooler }

    /// The folder of the socket of a new companion, which ends with the tests; nil where its program is not installed,
    /// which is said.
    public func start(_ companion: Companion) -> String? {
        do { return try Self.start([companion.rawValue, folder]) } catch {
            print("The \(companion.rawValue) is skipped: \(error)")
            return nil
        }
    }

    private static func start(_ arguments: [String]) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let start = Process()
        start.executableURL = URL(fileURLWithPath: "/bin/sh")
        start.arguments =
            [root.appendingPathComponent("scripts/postgres-test-server").path] + arguments
            + [String(ProcessInfo.processInfo.processIdentifier)]
        let answer = Pipe()
        start.standardOutput = answer
        try start.run()
        // Only the first line, and no waiting for the end: the script's watchman lives for as long as the tests run.
        let folder = String(decoding: answer.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !folder.isEmpty else { throw Failure(description: "scripts/postgres-test-server started nothing") }
        return folder
    }

    /// The URL of the server's own database.
    ///
    /// - Parameters:
    ///   - schema: what bare names stand for.
    ///   - user: who connects; a superuser unless another is named.
    ///   - host: the folder of the socket; the server's own unless a companion's is given.
    public func url(
        schema: String? = nil, user: String = "postgres", database: String = "postgres", host: String? = nil,
        more: String = ""
    ) -> String {
        let host = host ?? folder
        let path = host.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? host
        let options = schema.map { "&options=-csearch_path%3D\($0)" } ?? ""
        return "postgres://\(user)@/\(database)?host=\(path)\(options)\(more)"
    }

    /// A name that no other test uses.
    public func newName() -> String { "zim_\(number.wrappingAdd(1, ordering: .relaxed).newValue)" }
}
