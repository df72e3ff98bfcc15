import Foundation
import Synchronization
import TestServer
import Testing

/// What the program of a snippet prints: each is run once.
enum SnippetOutput {
    private static let outputs = Mutex<[String: String]>([:])

    static func of(_ name: String) throws -> String {
        if let known = outputs.withLock({ $0[name] }) { return known }
        let folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent().path
        let path = [folder + "/" + name, folder + "/../" + name].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path, "the snippet \(name) is not beside the tests"))
        if let server = TestServer.shared {
            process.environment = ProcessInfo.processInfo.environment.merging(["ZIM_POSTGRES_URL": server.url()]) { $1 }
        }
        let out = Pipe()
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "the snippet \(name) failed")
        outputs.withLock { $0[name] = text }
        return text
    }
}
