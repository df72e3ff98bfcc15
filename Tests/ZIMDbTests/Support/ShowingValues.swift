import Testing
import ZIMDb

/// Texts of errors are compared with their values, which databases do not show by themselves.
struct ShowingValues: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await MessageValues.$byDefault.withValue(true) { try await function() }
    }
}

extension Trait where Self == ShowingValues {
    static var showingValues: ShowingValues { ShowingValues() }
}
