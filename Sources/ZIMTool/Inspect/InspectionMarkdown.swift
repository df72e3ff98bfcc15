import ZIMOrm

extension Inspection {
    /// The inspection as a Markdown page, to be kept beside the program.
    package var markdown: String {
        var lines = ["# \(name.markdown)", "", summary + ".", ""]
        for table in tables {
            lines += ["## \(table.name.markdown)", ""]
            let headline = headline(of: table)
            if !headline.isEmpty { lines += [headline.prefix(1).uppercased() + headline.dropFirst() + ".", ""] }
            if let failure = failures[table.name] { lines += ["Cannot be read: \(failure.markdown)", ""] }
            if !table.columns.isEmpty {
                lines += ["| column | type | | | holds |", "|---|---|---|---|---|"]
                for column in visibleColumns(of: table) {
                    lines.append("| " + cells(for: column, of: table).map(\.markdown).joined(separator: " | ") + " |")
                }
                lines.append("")
            }
            let details = details(of: table)
            if !details.isEmpty { lines += details.map { "- " + $0.markdown } + [""] }
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The text with the characters that Markdown reads as its own escaped.
    var markdown: String {
        printable.reduce(into: "") { text, character in
            if "\\`*_[]<>|#~".contains(character) { text.append("\\") }
            text.append(character)
        }
    }
}
