import Foundation
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
        /// The UUIDs among them by their positions: as values they are texts like others.
        let uuids: [Int: UUID]

        /// Takes the columns in the order of the literal.
        public init(dictionaryLiteral elements: (String, (any SQLValueConvertible)?)...) {
            columns = elements.map(\.0)
            values = elements.map { $0.1?.sqlValue ?? .null }
            uuids = Dictionary(
                uniqueKeysWithValues: elements.enumerated().compactMap { index, element in
                    (element.1 as? UUID).map { (index, $0) }
                })
        }
    }

    let tables: [(name: String, rows: [Row])]

    /// Takes the tables in the order of the literal.
    public init(dictionaryLiteral elements: (String, [Row])...) {
        tables = elements.map { (name: $0.0, rows: $0.1) }
    }
}
