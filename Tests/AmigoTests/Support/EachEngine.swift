import TestServer
import Testing
import ZIMOrm

/// Runs each test of a suite on every engine; databases are made on ``ServedEngine/current``.
///
/// The tests of the mapper and of both facades have this file: two of them as a link.
struct EachEngine: SuiteTrait, TestTrait, TestScoping {
    let engines: [ServedEngine]
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        for engine in engines {
            try await ServedEngine.$current.withValue(engine) {
                // Texts are compared with their values.
                try await MessageValues.$byDefault.withValue(true) { try await function() }
            }
        }
    }
}

extension Trait where Self == EachEngine {
    static var eachEngine: EachEngine { EachEngine(engines: ServedEngine.all) }
    /// On the servers only; where there is none, the test does nothing.
    static var eachServer: EachEngine { EachEngine(engines: ServedEngine.servers) }
}
