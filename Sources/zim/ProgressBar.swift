import Foundation
import ZIMOrm
import ZIMTool

/// A line at the bottom of the terminal that says how far a long command is.
final class ProgressBar {
    private let started = ContinuousClock.now
    private var last: ContinuousClock.Instant?
    private var isShown = false
    private let counts: RowCounts

    init(file: InspectedDatabase) { counts = RowCounts(file: file) }

    /// Shows a table's progress; nothing in the first half second, and not more often than ten times a second.
    func show(_ table: TableSchema, _ rows: Int) {
        let now = ContinuousClock.now
        guard now - started > .milliseconds(500), last.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        last = now
        let total = counts.count(of: table)
        let share = total > 0 ? min(1, Double(rows) / Double(total)) : 0
        let filled = Int(share * 30)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
        Terminal.show("\r\u{1B}[2K\(bar) \(Int(share * 100)) %  \(table.name.forTerminal.replacing("\n", with: " "))")
        isShown = true
    }

    func clear() {
        if isShown { Terminal.clearLine() }
        isShown = false
    }
}
