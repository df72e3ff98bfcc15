import Foundation
import Testing

extension Trait where Self == OwnProcess {
    /// Runs the test in a process in which nothing else runs, for what all tests of a process share.
    static var inAProcessOfItsOwn: Self { OwnProcess() }
}

/// Starts the program of the tests again, for one of them.
// Not swift-testing's exit tests: while `Process` has children, they spin in `waitid`.
struct OwnProcess: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let isThere = "ZIM_IS_ALONE"
        var environment = ProcessInfo.processInfo.environment
        if environment[isThere] != nil { return try await function() }
        environment[isThere] = "1"
        let name = String(test.name.prefix { $0 != "(" })
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(CommandLine.arguments.first))
        process.arguments = ["--testing-library", "swift-testing", "--filter", name]
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && text.contains("run with 1 test"), Comment(rawValue: text))
    }
}
