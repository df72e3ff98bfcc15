import Foundation

/// The statements of a block of SQL, as they are looked for in what a program printed.
enum StatementText {
    /// One statement begins with each line that begins with a keyword; comments are left out.
    static func statements(in block: String) -> [String] {
        var found: [String] = []
        for line in block.split(separator: "\n") {
            let text = line.replacing(/(^|\s+)-- .*$/, with: "")
            if text.firstMatch(of: /^(SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|SAVEPOINT|CREATE|PRAGMA|COPY)\b/)
                != nil
                || found.isEmpty
            {
                found.append(String(text))
            } else {
                found[found.count - 1] += " " + text
            }
        }
        return found.map { CompiledSource.folded($0).trimmingCharacters(in: [";", " "]) }.filter { !$0.isEmpty }
    }

    /// A statement as a pattern, in which `…` stands for anything, and a placeholder for a value too, as some logs have it.
    static func pattern(for statement: String) -> Regex<Substring>? {
        let parts = statement.split(separator: "…", omittingEmptySubsequences: false).map {
            NSRegularExpression.escapedPattern(for: $0.trimmingCharacters(in: .whitespaces))
                .replacingOccurrences(of: "\\?", with: "(?:\\?|'[^'\\n]*'|-?[0-9.]+)")
        }
        return try? Regex(parts.joined(separator: "[^\\n]*?"), as: Substring.self)
    }
}
