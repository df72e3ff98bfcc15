/// Breaks generated lines that are longer than 120 characters, as `swift format` would.
enum LineBreaks {
    private static let width = 120

    /// A call with its arguments on lines of their own where it is too long for one.
    ///
    /// - Parameters:
    ///   - call: `name(arguments)`.
    ///   - indent: how many spaces stand before it.
    ///   - head: what stands before it on its line, such as `try `.
    ///   - tail: what stands behind it, such as a comma.
    static func call(_ call: String, indent: Int, head: String = "", tail: String = "") -> [String] {
        let margin = String(repeating: " ", count: indent)
        let line = margin + head + call + tail
        guard line.count > width, let parenthesis = call.firstIndex(of: "("), call.hasSuffix(")") else { return [line] }
        let arguments = arguments(of: call[call.index(after: parenthesis)...].dropLast())
        return [margin + head + call[...parenthesis]]
            + packed(arguments, indent: indent + 4, separator: ", ", last: ")" + tail)
    }

    /// A comment, broken between words.
    ///
    /// - Parameters:
    ///   - text: the text without `///`.
    ///   - head: what its first line begins with, such as `    /// `.
    ///   - next: what the others begin with.
    static func comment(_ text: String, head: String, next: String) -> [String] {
        comment(text.split(separator: " ", omittingEmptySubsequences: false).map(String.init), head: head, next: next)
    }

    /// A comment with a statement, broken before its clauses and conditions.
    static func comment(sql: String, head: String, next: String) -> [String] {
        var text = sql
        for word in ["JOIN", "WHERE", "AND", "ORDER BY", "LIMIT"] {
            text = text.replacing(" \(word) ", with: "\n\(word) ")
        }
        return comment(text.split(separator: "\n").map(String.init), head: head, next: next)
    }

    private static func comment(_ parts: [String], head: String, next: String) -> [String] {
        var lines: [String] = []
        var line = head
        for (index, part) in parts.enumerated() {
            if index == 0 {
                line += part
            } else if line.count + 1 + part.count > width {
                lines.append(line)
                line = next + part
            } else {
                line += " " + part
            }
        }
        return lines + [line]
    }

    /// A raw string literal over several lines that holds the text unchanged.
    static func literal(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let lines = packed(
            text.split(separator: " ", omittingEmptySubsequences: false).map(String.init), indent: indent,
            separator: " ", last: "", ending: " \\#")
        return ["#\"\"\""] + lines + [margin + "\"\"\"#"]
    }

    /// Parts in as few lines as they need.
    private static func packed(
        _ parts: [String], indent: Int, separator: String, last: String, ending: String? = nil
    ) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let ending = ending ?? separator.trimmingEnd
        var lines: [String] = []
        var line = margin
        for (index, part) in parts.enumerated() {
            let behind = index == parts.count - 1 ? last : ending
            if index > 0 {
                if line.count + separator.count + part.count + behind.count > width {
                    lines.append(line + ending)
                    line = margin
                } else {
                    line += separator
                }
            }
            line += part
        }
        return lines + [line + last]
    }

    /// The arguments of a call: commas in literals and brackets separate nothing.
    private static func arguments(of text: Substring) -> [String] {
        var parts: [String] = []
        var part = ""
        var depth = 0
        var isLiteral = false, isEscaped = false
        for character in text {
            if isLiteral {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isLiteral = false
                }
            } else if character == "," && depth == 0 {
                parts.append(part)
                part = ""
                continue
            } else if character == "\"" {
                isLiteral = true
            } else if "([{".contains(character) {
                depth += 1
            } else if ")]}".contains(character) {
                depth -= 1
            }
            if !(part.isEmpty && character == " ") { part.append(character) }
        }
        return parts + [part]
    }
}
