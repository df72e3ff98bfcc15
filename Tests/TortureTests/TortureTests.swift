import TestServer
import Testing

@testable import torture

/// A short form of `make torture`, with a fixed seed: what is promised holds under kills, faults and hostile input.
@Suite struct TortureTests {
    @Test(arguments: ServedEngine.available)
    func committedTransactionsOutliveACrash(_ engine: ServedEngine) throws {
        let outcome = try #require(try TortureKind.crashes.run(engine, TortureEffort(rounds: 3, seed: 1)))
        #expect(outcome.failures == [])
    }
}
