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

    /// Where time is given, the rounds have no number of their own.
    @Test(arguments: ServedEngine.available)
    func aRunByTimeEnds(_ engine: ServedEngine) throws {
        let outcome = try #require(try TortureKind.crashes.run(engine, TortureEffort(seconds: 0.5, seed: 1)))
        #expect(outcome.failures == [])
    }

    @Test func resultsArePublishedBetweenTheMarksOfAPage() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).md").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(throws: TorturePage.Failure.self) { try TorturePage(path: path) }
        try Data("# A\n<!-- results -->\nold\n<!-- end of results -->\n## B\n".utf8).write(
            to: URL(fileURLWithPath: path))
        #expect(
            TorturePage.command(["--markdown", "a.md", "--seconds", "5"], seed: 7)
                == #"make torture ARGS="--seed 7 --seconds 5""#)
        var page = try TorturePage(path: path)
        var outcome = TortureOutcome(verdict: "lost")
        outcome.count("kills", 1_500)
        page.add("crashes", "SQLite", outcome, seconds: 7)
        try page.write(run: "Run.")
        try page.write(run: "Run again.")
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                # A
                <!-- results -->
                Run again.

                | kind | engine | result | time |
                |---|---|---|---|
                | `crashes` | SQLite | 1,500 kills, 0 lost | 7 s |

                <!-- end of results -->
                ## B

                """)
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
