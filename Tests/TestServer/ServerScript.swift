import Foundation

/// A script of this repository that starts and stops a server for the tests.
struct ServerScript {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// Whether the server is not installed, which is no reason to fail.
        var isAbsence = false
    }

    let name: String

    /// Starts something that ends with the tests.
    func start(_ arguments: [String]) throws -> String {
        try answer(arguments + [String(ProcessInfo.processInfo.processIdentifier)])
    }

    /// What the script prints, the folder.
    func answer(_ arguments: [String]) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let script = Process()
        script.executableURL = URL(fileURLWithPath: "/bin/sh")
        script.arguments = [root.appendingPathComponent("scripts/\(name)").path] + arguments
        let answer = Pipe()
        script.standardOutput = answer
        try script.run()
        // Only the first line, and no waiting for the end: the script's watchman and the server live on, and Foundation
        // does not see the end before theirs.
        let folder = String(decoding: answer.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard folder.isEmpty else { return folder }
        // Nothing lives on.
        script.waitUntilExit()
        throw Failure(
            description: "scripts/\(name) \(arguments[0]) did not do it", isAbsence: script.terminationStatus == 3)
    }

    /// Runs a client of the server until the first error.
    ///
    /// - Returns: what it prints.
    @discardableResult
    static func run(_ words: [String], input: String = "") throws -> String {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        program.arguments = words
        let (text, answer, failures) = (Pipe(), Pipe(), Pipe())
        program.standardInput = text
        program.standardOutput = answer
        program.standardError = failures
        try program.run()
        text.fileHandleForWriting.write(Data(input.utf8))
        try text.fileHandleForWriting.close()
        let printed = String(decoding: answer.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let said = String(decoding: failures.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        program.waitUntilExit()
        guard program.terminationStatus == 0 else { throw Failure(description: "\(words[0]): \(said)") }
        return printed
    }
}

extension Result where Failure == any Error {
    /// Whether it is installed. Then its tests run, and fail if it did not start.
    var isInstalled: Bool {
        if case .failure(let failure as ServerScript.Failure) = self { return !failure.isAbsence }
        return true
    }

    /// What was started; nil where it was not, which is said.
    func sayingWhy(_ name: String) -> Success? {
        do { return try get() } catch {
            print("\(name) is skipped: \(error)")
            return nil
        }
    }
}
