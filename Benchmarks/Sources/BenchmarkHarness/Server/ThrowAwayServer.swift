import Foundation

/// A PostgreSQL server for one run, which ends with this process: see scripts/postgres-test-server.
struct ThrowAwayServer {
    let url: String

    /// - Throws: ``BenchmarkError`` where none is installed.
    init() throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let start = Process()
        start.executableURL = URL(fileURLWithPath: "/bin/sh")
        start.arguments = [
            root.appendingPathComponent("scripts/postgres-test-server").path, "start",
            String(ProcessInfo.processInfo.processIdentifier),
        ]
        let answer = Pipe()
        start.standardOutput = answer
        try start.run()
        // The script's watchman lives for as long as this process.
        let folder = String(decoding: answer.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !folder.isEmpty else { throw BenchmarkError("no PostgreSQL server could be started") }
        let host = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder
        url = "postgres://postgres@/postgres?host=\(host)"
    }
}
