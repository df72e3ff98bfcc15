import Foundation
import TestServer
import Testing

@testable import torture

/// A short form of `make torture`, with a fixed seed: what is promised holds under kills, faults and hostile input.
@Suite struct TortureTests {
    /// Once, before anything reads it; programs that are started inherit it.
    private static let isAlone = setenv(LedgerStays.leavingOut, "1", 1) == 0

    init() throws { try #require(Self.isAlone) }

    @Test(arguments: ServedEngine.available)
    func committedTransactionsOutliveACrash(_ engine: ServedEngine) throws {
        let outcome = try #require(try TortureKind.crashes.run(engine, TortureEffort(rounds: 3, seed: 1)))
        #expect(outcome.failures == [])
    }

    @Test func aFaultIsAnErrorAndLeavesNothingInPart() throws {
        let outcome = try #require(try TortureKind.faults.run(.sqlite, TortureEffort(rounds: 12, seed: 1)))
        #expect(outcome.failures == [])
    }

    @Test func randomInputIsAnError() throws {
        let outcome = try #require(try TortureKind.fuzz.run(.sqlite, TortureEffort(rounds: 16, seed: 1)))
        #expect(outcome.failures == [])
    }

    @Test(arguments: ServedEngine.available)
    func hostileNamesAndValuesStayText(_ engine: ServedEngine) throws {
        let outcome = try #require(try TortureKind.hostile.run(engine, TortureEffort(rounds: 24, seed: 1)))
        #expect(outcome.failures == [])
    }

    @Test(arguments: ServedEngine.available)
    func tasksOfSeveralProcessesLoseNothing(_ engine: ServedEngine) throws {
        let outcome = try #require(try TortureKind.concurrency.run(engine, TortureEffort(rounds: 3, seed: 1)))
        #expect(outcome.failures == [])
    }

    /// The address sanitizer keeps memory for a while that was freed.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["ZIM_SANITIZER"] != "address"),
        arguments: ServedEngine.available)
    func memoryDoesNotGrow(_ engine: ServedEngine) throws {
        let outcome = try #require(try TortureKind.growth.run(engine, TortureEffort(rounds: 2000, seed: 1)))
        #expect(outcome.failures == [])
    }
}
