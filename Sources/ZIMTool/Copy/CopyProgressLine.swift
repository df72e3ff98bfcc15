/// What a terminal shows of a copy while it runs.
///
/// ```
/// ██████████░░░░░░░░░░░░░░ 42 %  copying order_line  420,000 rows, 52,000 a second, about 11 s left
/// ```
package struct CopyProgressLine {
    private static let width = 24
    private let progress: CopyProgress
    private let seconds: Double
    private let rowsBefore: Int

    /// - Parameters:
    ///   - seconds: since the phase began.
    ///   - rowsBefore: the rows that were done when it began: those of an earlier run.
    package init(_ progress: CopyProgress, seconds: Double, rowsBefore: Int = 0) {
        self.progress = progress
        self.seconds = seconds
        self.rowsBefore = rowsBefore
    }

    package var text: String {
        var text = ""
        if progress.total > 0 {
            let share = min(1, Double(progress.rows) / Double(progress.total))
            let filled = Int(share * Double(Self.width))
            text += String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
            text += " \(Int(share * 100)) %  "
        }
        text += "\(progress.phase.rawValue) \(name)"
        if progress.phase == .indexing { return text }
        text += "  \(progress.rows.counted("row"))"
        if let rate { text += ", \(Int(rate).grouped) a second" }
        if let left { text += ", about \(Self.words(left)) left" }
        return text
    }

    /// What is longer would break the line, which could not be taken back then.
    private var name: String {
        let name = progress.table.forTerminal.replacing("\n", with: " ")
        return name.count > 24 ? name.prefix(23) + "…" : name
    }

    /// Rows a second in this phase; nil as long as nobody can say.
    private var rate: Double? {
        let rows = progress.rows - rowsBefore
        guard seconds > 0.2, rows > 0 else { return nil }
        let rate = Double(rows) / seconds
        return rate >= 1 ? rate : nil
    }

    /// The seconds until this phase ends, if it goes on like this. What a second or two says is no forecast.
    private var left: Double? {
        guard let rate, seconds >= 2, progress.total > progress.rows else { return nil }
        return Double(progress.total - progress.rows) / rate
    }

    /// `11 s`, `3 min 20 s`, `2 h 5 min`
    private static func words(_ seconds: Double) -> String {
        guard seconds < 360_000 else { return "days" }
        let whole = max(1, Int(seconds.rounded(.up)))
        if whole < 60 { return "\(whole) s" }
        // Seconds of an hour are nobody's business.
        if whole < 600 { return "\(whole / 60) min \(whole % 60) s" }
        if whole < 3_600 { return "\(whole / 60) min" }
        return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
    }
}
