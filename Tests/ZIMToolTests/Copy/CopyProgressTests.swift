import Testing

@testable import ZIMTool

/// The line at the bottom of a terminal.
@Suite struct CopyProgressTests {
    @Test(arguments: [
        (0, 1_000, 0.0, "░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  copying a b  0 rows"),
        (500, 1_000, 0.1, "████████████░░░░░░░░░░░░ 50 %  copying a b  500 rows"),
        (500, 1_000, 1.0, "████████████░░░░░░░░░░░░ 50 %  copying a b  500 rows, 500 a second"),
        (500, 1_000, 2.0, "████████████░░░░░░░░░░░░ 50 %  copying a b  500 rows, 250 a second, about 2 s left"),
        (
            100_000, 1_000_000, 10.0,
            "██░░░░░░░░░░░░░░░░░░░░░░ 10 %  copying a b  100,000 rows, 10,000 a second, about 1 min 30 s left"
        ),
        (
            1_000, 1_000_000, 10.0,
            "░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  copying a b  1,000 rows, 100 a second, about 2 h 46 min left"
        ),
        (100, 120_100, 10.0, "░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  copying a b  100 rows, 10 a second, about 3 h 20 min left"),
        (100, 10_000, 10.0, "░░░░░░░░░░░░░░░░░░░░░░░░ 1 %  copying a b  100 rows, 10 a second, about 16 min left"),
        (20, Int.max, 10.0, "░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  copying a b  20 rows, 2 a second, about days left"),
        (1_000, 1_000, 5.0, "████████████████████████ 100 %  copying a b  1,000 rows, 200 a second"),
        (2_000, 1_000, 5.0, "████████████████████████ 100 %  copying a b  2,000 rows, 400 a second"),
        (5, 0, 5.0, "copying a b  5 rows, 1 a second"),
        (1, 100, 5.0, "░░░░░░░░░░░░░░░░░░░░░░░░ 1 %  copying a b  1 row"),
    ])
    func copying(_ rows: Int, _ total: Int, _ seconds: Double, _ line: String) {
        let progress = CopyProgress(phase: .copying, table: "a\nb", rows: rows, total: total)
        #expect(CopyProgressLine(progress, seconds: seconds).text == line)
    }

    /// What an earlier run has copied says nothing about this one's speed.
    @Test func resumed() {
        let progress = CopyProgress(phase: .copying, table: "t", rows: 900, total: 1_000)
        #expect(
            CopyProgressLine(progress, seconds: 10, rowsBefore: 800).text
                == "█████████████████████░░░ 90 %  copying t  900 rows, 10 a second, about 10 s left")
        let indexing = CopyProgress(phase: .indexing, table: "t", rows: 0, total: 4)
        #expect(CopyProgressLine(indexing, seconds: 10).text == "░░░░░░░░░░░░░░░░░░░░░░░░ 0 %  keys and indexes t")
    }
}
