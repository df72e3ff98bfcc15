import Foundation
import Testing

/// A program that was built with these tests.
struct BuiltProgram {
    let name: String

    /// Runs it in a folder.
    ///
    /// - Returns: what it printed, and its exit status.
    func run(_ arguments: [String] = [], in folder: URL) throws -> (text: String, status: Int32) {
        let built = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        let path = [built.appendingPathComponent(name), built.appendingPathComponent("../" + name)].first {
            FileManager.default.isExecutableFile(atPath: $0.path)
        }
        let process = Process()
        let program: URL = try #require(path, "the program \(name) is not beside the tests")
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let out = Pipe()
        process.standardOutput = out
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
    }
}
