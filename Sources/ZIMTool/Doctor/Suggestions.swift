import ZIMOrm

extension Examination {
    /// What the findings come to as SQL: the indexes that foreign keys lack, the relationships that all rows agree with.
    /// It is for review; nothing runs it.
    package func suggestions() -> String {
        let wanted = findings.compactMap { finding in finding.sql.map { (finding, $0) } }
        guard !wanted.isEmpty else { return "-- \(name.commented): nothing to suggest\n" }
        var lines = ["-- \(name.commented): review each statement before you run it."]
        for (finding, sql) in wanted {
            lines += ["", "-- \(finding.table.commented): \(finding.message.commented)", sql]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension String {
    /// On one line, so that it stays in its comment.
    fileprivate var commented: String { split(whereSeparator: \.isNewline).joined(separator: " ").printable }
}
