import Foundation
import TestServer
import Testing

@testable import oracle

/// Random databases and programs agree with plain SQL: few of them, with fixed seeds. `make oracle` runs more.
@Suite struct OracleTests {
    @Test(arguments: CaseKind.allCases, ServedEngine.all)
    func agreesWithPlainSQL(_ kind: CaseKind, _ engine: ServedEngine) async throws {
        guard kind.runs(on: engine) else { return }
        // A case waits for what it observes, on a thread that no task needs.
        let outcome = try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread {
                done.resume(with: Result { try WatchRun.$timeLimit.withValue(900) { try Self.run(kind, engine) } })
            }
        }
        for failure in outcome.failures { Issue.record(Comment(rawValue: failure)) }
        #expect(outcome.comparisons > 0)
    }

    private static func run(_ kind: CaseKind, _ engine: ServedEngine) throws -> (failures: [String], comparisons: Int) {
        var report = OracleReport(kind, on: engine)
        var failures: [String] = []
        report.say = { failures.append($0) }
        for seed in UInt64(1)...3 {
            try report.run(seed: seed, form: MappingForm.allCases[Int(seed % 3)], shrinks: false)
        }
        return (failures, report.counts.comparisons)
    }
}
