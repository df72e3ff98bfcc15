import ZIMDb

/// Rows of values as a table that MySQL makes of JSON, where each stands for what it would be as a parameter.
///
/// ```sql
/// JSON_TABLE(?, '$[*]' COLUMNS (ordinal FOR ORDINALITY, k0 LONGTEXT CHARACTER SET utf8mb4 … PATH '$[0]', k1 BIGINT PATH '$[1]'))
/// ```
///
/// Source: <https://dev.mysql.com/doc/refman/8.0/en/json-table-functions.html>
struct ValueTable {
    let columns: [ListColumn]
    let json: String

    /// nil if a value is of another kind than its column, or has no exact form.
    ///
    /// - Parameter written: how many columns come first that are written; those behind them are compared.
    init?(
        of rows: [[SQLValue]], _ plan: TablePlan, _ positions: [Int], written: Int, in session: Session
    ) throws {
        // What is written stands as the server's own texts, and not as those of the column's character set.
        let texts = Array(repeating: "" as String?, count: written)
        guard let column = try plan.listColumns(of: positions, sources: texts, in: session) else { return nil }
        let held = try plan.comparedColumns(positions, in: session).map(\.held)
        var columns: [ListColumn] = []
        for (index, held) in held.enumerated() {
            // What a character set lacks would become a question mark there.
            guard let held,
                let kind = try Self.kind(of: rows.lazy.map { $0[index] }, in: held, isWritten: index < written),
                let column = column(index, kind), !column.isLossy
            else { return nil }
            columns.append(column)
        }
        let list = KeyList(width: positions.count, rows)
        guard let json = KeyJSON.json(of: list, without: KeyParts(), isTable: true, takesNull: true) else { return nil }
        self.columns = columns
        self.json = json
    }

    /// What all values of a column are; nil where they differ. NULL is of every kind.
    private static func kind(
        of values: some Sequence<SQLValue>, in held: HeldKind, isWritten: Bool
    ) throws -> KeyValues? {
        var all: KeyValues?
        for value in values where !value.isNull {
            guard let kind = try kind(of: value, in: held, isWritten: isWritten),
                let joined = all.map({ $0.joined(kind) }) ?? kind
            else { return nil }
            all = joined
        }
        return all ?? .text
    }

    private static func kind(of value: SQLValue, in held: HeldKind, isWritten: Bool) throws -> KeyValues? {
        switch (held, value) {
        case (_, .integer) where held.isNumber: return try KeyValues(value)
        case (.decimal, .real(let number)), (.double, .real(let number)), (.float, .real(let number)):
            return number.isFinite ? .real : nil
        case (.text, .text): return .text
        case (.bytes, .blob): return .bytes
        // The server reads a date or JSON from a text, as from a parameter.
        case (.typed, .text), (.timestamp, .text), (.day, .text): return isWritten ? .text : nil
        case (_, .typed(let typed)):
            switch (held, typed.type) {
            case (_, "bigint unsigned") where held.isNumber: return .unsigned
            // Written, the text is what the column makes a number or a date of.
            case (.decimal, "decimal"), (.decimal, "numeric"), (.day, "date"):
                return isWritten ? .text : try KeyValues(value)
            case (.timestamp, "datetime"), (.timestamp, "timestamp"):
                // A parameter loses its zone.
                if typed.text.contains(where: { $0 == "Z" || $0 == "+" }) { return nil }
                return isWritten ? .text : .timestamp
            default: return nil
            }
        default: return nil
        }
    }
}
