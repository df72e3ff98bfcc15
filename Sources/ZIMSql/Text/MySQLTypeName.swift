/// What a type of MySQL is called.
package enum MySQLTypeName {
    /// `int unsigned` for `int(11) unsigned`: how many digits are shown says nothing of the values, and MySQL has left it out
    /// since 8.0.19. `tinyint(1)` is BOOLEAN, and ZEROFILL fills up to the width.
    ///
    /// Source: <https://dev.mysql.com/doc/refman/8.0/en/numeric-type-attributes.html>
    ///
    /// - Parameter text: a type, or a type and what stands behind it.
    package static func withoutWidth(_ text: String) -> String {
        guard let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") else { return text }
        let (word, width) = (text[..<open].lowercased(), text[text.index(after: open)..<close])
        let behind = text[text.index(after: close)...].split(separator: " ").prefix(2).map { $0.lowercased() }
        let isBoolean = word == "tinyint" && width == "1" && behind.first != "unsigned"
        guard whole.contains(word), !width.isEmpty, width.allSatisfy(\.isNumber), !isBoolean,
            !behind.contains("zerofill")
        else { return text }
        return String(text[..<open] + text[text.index(after: close)...])
    }

    private static let whole: Set<String> = ["tinyint", "smallint", "mediumint", "int", "integer", "bigint", "year"]
}
