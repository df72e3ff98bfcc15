import Foundation
import Testing

/// Another program that has a database open: Python's sqlite3 module.
final class OtherProgram {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    static let python: String? = {
        let folders =
            ["/usr/bin", "/usr/local/bin"]
            + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.map { $0 + "/python3" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Runs some Python with `c`, a connection to the file, and `path`; returns when it has printed a line. It lives on
    /// until its input ends.
    init(path: String, script: String) throws {
        process.executableURL = URL(fileURLWithPath: try #require(Self.python))
        process.arguments = [
            "-c",
            "import sqlite3, sys, os\npath = sys.argv[1]\nc = sqlite3.connect(path, isolation_level=None)\n" + script
                + "\nprint('ready', flush=True)\nsys.stdin.readline()\n", path,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    /// Ends the program as a crash does, without closing anything.
    func crash() {
        // Threads of the test runner block other signals, and their children inherit that.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Ended, not only told so: a program that was started at the same time may hold the other end of its input.
    deinit { crash() }
}
