import Foundation
import Synchronization
import ZIMSql

/// One `psql` that stays connected to a PostgreSQL server which the tests start; nil where there is none.
final class PostgresServer: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Started by the first test that asks. Says once why the PostgreSQL half of the tests is left out.
    static let shared: PostgresServer? = {
        do { return try PostgresServer() } catch {
            print("PostgreSQL is skipped: \(error)")
            return nil
        }
    }()

    private struct Pipes: @unchecked Sendable {  // used only while the mutex is held
        let process: Process
        let input: FileHandle
        let output: FileHandle
    }

    private let pipes: Mutex<Pipes>

    private init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let script = root.appendingPathComponent("scripts/postgres-test-server").path
        let start = Process()
        start.executableURL = URL(fileURLWithPath: "/bin/sh")
        start.arguments = [script, "start", String(ProcessInfo.processInfo.processIdentifier)]
        let answer = Pipe()
        start.standardOutput = answer
        try start.run()
        // Only the first line, and no waiting for the end: the script's watchman lives for as long as the tests run.
        let folder = String(decoding: answer.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !folder.isEmpty else { throw Failure(description: "scripts/postgres-test-server started nothing") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "psql", "-X", "-q", "-A", "-t", "-h", folder, "-U", "postgres", "-d", "postgres", "-F", "\u{1F}",
            "-P", "null=\u{1}NULL", "-v", "VERBOSITY=terse",
        ]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        pipes = Mutex(
            Pipes(process: process, input: input.fileHandleForWriting, output: output.fileHandleForReading))
        for statement in Fixture.statements { _ = try run(statement.text(for: .postgreSQL)) }
    }

    /// Runs a script and gives its rows as text; what begins with NULL's own character is NULL.
    func run(_ script: String) throws -> [[String?]] {
        try pipes.withLock { pipes in
            pipes.input.write(Data((script + ";\n\\echo \u{2}done\n").utf8))
            var bytes = Data()
            let end = Data("\u{2}done\n".utf8)
            while bytes.suffix(end.count) != end {
                let more = pipes.output.availableData
                if more.isEmpty { throw Failure(description: "psql has gone") }
                bytes += more
            }
            let text = String(decoding: bytes.dropLast(end.count), as: UTF8.self)
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("NOTICE") && !$0.hasPrefix("WARNING") }
            if let error = lines.first(where: { $0.contains("ERROR:") || $0.contains("FATAL:") }) {
                throw Failure(description: "\(error) in: \(script)")
            }
            return lines.map { line in
                line.split(separator: "\u{1F}", omittingEmptySubsequences: false)
                    .map { $0 == "\u{1}NULL" ? nil : String($0) }
            }
        }
    }

    /// Runs a statement with its parameters in a transaction that is rolled back.
    func run(_ rendered: RenderedSQL, inTransaction: Bool = true) throws -> [[String?]] {
        var script = rendered.sql
        if !rendered.parameters.isEmpty {
            let values = try rendered.parameters.map { try PostgreSQLDialect().literal($0) }
            script = "PREPARE q AS \(rendered.sql)\n;\nEXECUTE q(\(values.joined(separator: ", ")))"
        }
        guard inTransaction else { return try run(script) }
        return try run("BEGIN;\n" + script + ";\nROLLBACK;\nDEALLOCATE ALL")
    }
}
