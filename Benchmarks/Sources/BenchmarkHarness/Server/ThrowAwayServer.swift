import Foundation

/// A server for one run, which ends with this process: see scripts/postgres-test-server and scripts/mysql-test-server.
struct ThrowAwayServer {
    /// The folder of its socket, as a URL has it.
    let path: String

    /// - Throws: ``BenchmarkError`` where none is installed.
    init(_ script: String) throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let start = Process()
        start.executableURL = URL(fileURLWithPath: "/bin/sh")
        start.arguments = [
            root.appendingPathComponent("scripts/\(script)").path, "start",
            String(ProcessInfo.processInfo.processIdentifier),
        ]
        let answer = Pipe()
        start.standardOutput = answer
        try start.run()
        // The script's watchman lives for as long as this process.
        let folder = String(decoding: answer.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !folder.isEmpty else { throw BenchmarkError("scripts/\(script) started no server") }
        path = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder
    }
}
