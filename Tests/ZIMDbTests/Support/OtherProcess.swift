import Foundation
import Testing

/// A second process that has a database open: Python's sqlite3 module, or nothing where there is no Python.
final class OtherProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    var identifier: Int32 { process.processIdentifier }

    /// Python 3, where it is found and has the module.
    static let python: String? = {
        let paths =
            ["/usr/bin", "/usr/local/bin"]
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return paths.map { $0 + "/python3" }.first { path in
            guard FileManager.default.isExecutableFile(atPath: path) else { return false }
            let trial = Process()
            trial.executableURL = URL(fileURLWithPath: path)
            trial.arguments = ["-c", "import sqlite3"]
            trial.standardError = FileHandle.nullDevice
            guard (try? trial.run()) != nil else { return false }
            trial.waitUntilExit()
            return trial.terminationStatus == 0
        }
    }()

    /// Opens a database and runs some SQL there; returns when that is done. The process ends with this object.
    init(path: String, sql: [String]) throws {
        let script = """
            import sqlite3, sys
            c = sqlite3.connect(sys.argv[1], isolation_level=None)
            for s in sys.argv[2:]: c.execute(s).fetchall()
            print("ready", flush=True)
            sys.stdin.readline()
            """
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = ["-c", script, path] + sql
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    /// Lets the process end, and waits for it.
    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    deinit { end() }
}

extension OtherProcess {
    /// Has a process die while its transaction is half in the file.
    static func dies(path: String) throws -> Bool {
        guard python != nil else { return false }
        return try status(
            of: """
                import sqlite3, sys, os
                c = sqlite3.connect(sys.argv[1], isolation_level=None)
                c.execute("PRAGMA cache_size = 1")
                c.execute("BEGIN")
                for i in range(200): c.execute("INSERT INTO t VALUES (zeroblob(3000))")
                os._exit(9)
                """, path) == 9
    }

    /// Whether a process of its own can run a statement right now, without waiting for a lock.
    static func runs(_ sql: String, path: String) throws -> Bool {
        try status(
            of: """
                import sqlite3, sys
                c = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
                c.execute(sys.argv[2]).fetchall()
                c.close()
                """, path, sql) == 0
    }

    private static func status(of script: String, _ arguments: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments = ["-c", script] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
