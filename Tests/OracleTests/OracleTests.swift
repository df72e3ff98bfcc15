import TestServer
import Testing

@testable import oracle

/// Random databases and programs agree with plain SQL: few of them, with fixed seeds. `make oracle` runs more.
@Suite struct OracleTests {
    @Test(arguments: CaseKind.allCases, ServedEngine.available)
    func agreesWithPlainSQL(_ kind: CaseKind, _ engine: ServedEngine) throws {
        var report = OracleReport(kind, on: engine)
        report.say = { Issue.record(Comment(rawValue: $0)) }
        for seed in UInt64(1)...3 {
            try report.run(seed: seed, form: MappingForm.allCases[Int(seed % 3)], shrinks: false)
        }
        #expect(report.counts.comparisons > 0)
    }
}
