/// What SQLite makes of a value before a column stores it, or is compared with it.
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 3.1
package enum ColumnAffinity: Hashable, Sendable {
    /// The types of whole numbers on PostgreSQL, by both their names, and on MySQL.
    package static let wholeNumbers: Set<String> = [
        "smallint", "integer", "bigint", "int2", "int4", "int8", "BIGINT", "BIGINT UNSIGNED",
    ]

    case integer, numeric, real, text, blob

    /// - Parameter type: the declared type; ANY has another meaning in a STRICT table.
    package init(_ type: String) {
        let type = type.uppercased()
        func names(_ words: String...) -> Bool { words.contains { type.contains($0) } }
        self =
            if names("INT") { .integer } else if names("CHAR", "CLOB", "TEXT") {
                .text
            } else if type.isEmpty || names("BLOB") {
                .blob
            } else if names("REAL", "FLOA", "DOUB") { .real } else { .numeric }
    }

    package var isNumeric: Bool { self != .text && self != .blob }
}
