/// Texts as fields of a CSV file.
package enum CSVText {
    /// Source: <https://www.rfc-editor.org/rfc/rfc4180>
    package static func field(_ text: String) -> String {
        let needsQuotes =
            text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } || text.hasPrefix(" ") || text.hasSuffix(" ")
        return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }

    /// A text that a spreadsheet would take for a formula, and run, with an apostrophe before it.
    ///
    /// Source: <https://owasp.org/www-community/attacks/CSV_Injection>
    package static func harmless(_ text: String) -> String {
        let start = text.unicodeScalars.first { $0 != " " }
        guard let start, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(start) else { return text }
        return "'" + text
    }
}
