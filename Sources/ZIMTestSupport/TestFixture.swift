public import ZIMSql

/// Rows for some tables, as a literal.
///
/// ```swift
/// let fixture: TestFixture = [
///     "employee": [["id": 1, "name": "Ada"]],
///     "orders": [["year": 1998, "number": 7, "seller": 1], ["year": 1998, "number": 8, "seller": nil]],
/// ]
/// ```
///
/// Columns that a row leaves out get their defaults.
public struct TestFixture: ExpressibleByDictionaryLiteral, Sendable {
    /// One row: its columns and their values.
    public struct Row: ExpressibleByDictionaryLiteral, Sendable {
        let columns: [String]
        let values: [SQLValue]

        /// Takes the columns in the order of the literal.
        public init(dictionaryLiteral elements: (String, (any SQLValueConvertible)?)...) {
            columns = elements.map(\.0)
            values = elements.map { $0.1?.sqlValue ?? .null }
        }
    }

    let tables: [(name: String, rows: [Row])]

    /// Takes the tables in the order of the literal.
    public init(dictionaryLiteral elements: (String, [Row])...) {
        tables = elements.map { (name: $0.0, rows: $0.1) }
    }
}
