import Foundation

/// This program once more, as a child that may be killed. What it prints is read line by line.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private var rest = Data()
    private var isAtEnd = false

    /// This program; where the tests run, the one that was built beside them.
    private static let program: String = {
        let own = CommandLine.arguments[0]
        let folder = URL(fileURLWithPath: own).deletingLastPathComponent().path
        let candidates = [folder + "/torture", folder + "/../torture"]
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? own
    }()

    init(_ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = ["child"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try? output.fileHandleForWriting.close()
    }

    /// The next line; nil when the child has ended.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            if isAtEnd {
                defer { rest = Data() }
                return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { isAtEnd = true } else { rest.append(more) }
        }
    }

    /// Ends it as the system does where memory runs out: it has no say in it.
    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    /// How it ended: nil where it exited with 0, else its code or signal.
    func wait() -> String? {
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal { return "ended by signal \(process.terminationStatus)" }
        return process.terminationStatus == 0 ? nil : "exited with \(process.terminationStatus)"
    }

    /// The first word of a line, and what follows it.
    static func split(_ line: String) -> (word: String, rest: String) {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }

    /// Prints at once, so that a line that was printed is read even if the child is killed the moment after.
    static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
