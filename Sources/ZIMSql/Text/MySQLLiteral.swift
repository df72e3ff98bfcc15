/// Reads the string literals of MySQL and MariaDB.
///
/// Source: <https://mariadb.com/kb/en/string-literals/>
package enum MySQLLiteral {
    /// The text that a literal stands for.
    package static func text(of token: SQLToken) -> String {
        let quote = token.text.unicodeScalars.first
        var text = String.UnicodeScalarView()
        var rest = token.text.unicodeScalars.dropFirst().dropLast()
        while let scalar = rest.popFirst() {
            if scalar == quote { _ = rest.popFirst() }
            guard scalar == "\\", let escaped = rest.popFirst() else {
                text.append(scalar)
                continue
            }
            switch escaped {
            case "0": text.append("\0")
            case "b": text.append("\u{8}")
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "Z": text.append("\u{1A}")
            default: text.append(escaped)
            }
        }
        return String(text)
    }

    /// `'it''s'`
    package static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "''") + "'"
    }

    /// The labels of a type: new and it's of `enum('new','it''s')`.
    package static func labels(of type: String) -> [String] {
        SQLTokenizer(type, rules: .mySQL).tokens.filter { $0.kind == .string }.map { text(of: $0) }
    }
}
