package import ZIMSql

/// Which columns of an INSERT hold points in time, on an engine that does not take a `Date`'s own text for one.
///
/// To all engines a `Date` is a text of ISO 8601. A DATETIME of MySQL and MariaDB refuses its `Z`; a VARCHAR keeps it.
package final class TimeColumns {
    private let session: Session
    private let text: BulkInsertText
    /// Asked for with the first such text: most rows have none.
    private lazy var columns: [Int: Bool]? = askedColumns
    private let isAsked: Bool

    init(_ text: BulkInsertText, _ session: Session) {
        self.session = session
        self.text = text
        isAsked = session.dialect.features.contains(.typedOperands)
    }

    /// - Parameter table: the table's name, with its schema or without.
    package convenience init(of columns: [String], in table: SQLIdentifier, _ session: Session) {
        self.init(BulkInsertText(into: table, columns, for: session.dialect), session)
    }

    /// A value as it is bound.
    ///
    /// - Parameter position: that of the column, from 0.
    func bound(_ value: SQLValue, at position: Int) -> SQLValue {
        guard isAsked, Self.mayBeTime(value), let columns else { return value }
        switch value {
        case .text(let text):
            guard let isDay = columns[position], !isDay || text.hasSuffix("T00:00:00.000Z") else { return value }
            return .typed(SQLTypedText(text, type: "timestamptz"))
        // Of a day and a time of a day the server would cut off the rest without an error.
        case .typed(let typed): return columns[position] == false ? value : .text(typed.plainText)
        default: return value
        }
    }

    private static func mayBeTime(_ value: SQLValue) -> Bool {
        switch value {
        case .text(let text): DateText.isISO8601(text)
        case .typed(let typed): typed.type == "timestamptz"
        case .null, .integer, .real, .blob: false
        }
    }

    /// A row as it is bound.
    package func bound(_ row: [SQLValue]) -> [SQLValue] {
        isAsked && row.contains(where: Self.mayBeTime) ? row.indices.map { bound(row[$0], at: $0) } : row
    }

    private var askedColumns: [Int: Bool]? {
        // Who may not read the table binds texts. A statement that is kept would know the columns as they were once.
        let query = try? session.connection.prepare(text.query(), from: 0)?.statement
        return query?.cursor?.timeColumns
    }
}
