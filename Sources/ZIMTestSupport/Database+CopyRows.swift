public import ZIMDb
import ZIMOrm
public import ZIMSql

extension Database {
    /// Copies some rows of another database into this one, with all rows that they reference.
    ///
    /// ```swift
    /// let test = try Database.inMemory(schemaOf: "legacy.sqlite")
    /// let copied = try test.copyRows(of: "order_line", where: "o_year = \(1998) AND o_number = \(7)", from: legacy)
    /// // ["order_line": 2, "orders": 1, "employee": 2, "article": 2]
    /// ```
    ///
    /// It copies the parents of each row by all its foreign keys, with any number of columns, and the parents of those.
    /// Both databases must have the same tables. A row that already exists with the same values is kept, so two copies
    /// may share their parents. Triggers of this database run: drop those that change rows before.
    ///
    /// - Parameters:
    ///   - table: the table of the rows.
    ///   - condition: which rows to copy; nil copies the whole table.
    ///   - source: the database to read from, in one snapshot.
    /// - Returns: the number of rows that were inserted into each table.
    /// - Throws: ``TestSupportError`` if a parent is missing in the source or a row exists with other values;
    ///   `DatabaseError`. Then nothing is inserted.
    @discardableResult
    public func copyRows(
        of table: String, where condition: SQL? = nil, from source: Database
    ) throws -> [String: Int] {
        let needed = try source.read { session in
            var rows = NeededRows(session, schema: try session.schema(), showsValues: options.valuesInMessages)
            rows.acceptsOrphans = !options.enforcesForeignKeys
            try rows.add(of: table, where: condition)
            return rows.parentsFirst
        }
        return try write { session in
            var counts: [String: Int] = [:]
            try session.checkingForeignKeysAtTheEnd(of: needed.map(\.table.name)) {
                for row in needed where try !session.has(row, options.valuesInMessages) {
                    let isNumbered = row.table.columns.contains { $0.identity == .always }
                    try session.insert(row.columns, row.values, into: row.table.path, overriding: isNumbered)
                    counts[row.table.name, default: 0] += 1
                }
            }
            return counts
        }
    }
}

extension Session {
    /// Whether a row with the same key and the same values is here.
    ///
    /// - Throws: ``TestSupportError`` for one with the same key and other values.
    fileprivate func has(_ row: NeededRow, _ showsValues: Bool) throws -> Bool {
        guard let key = row.identifyingKey else { return false }
        let columns = SQL.list(row.columns.map { .name([$0]) }, ", ")
        let known = try rows("SELECT " + columns + " FROM " + .name(row.table.path) + " WHERE " + .equal(key))
        guard let values = known.first?.values else { return false }
        guard let index = row.values.indices.first(where: { !row.values[$0].isSame(as: values[$0]) }) else {
            return true
        }
        throw TestSupportError(
            "\"\(row.table.name)\" has the row \(key.described(showsValues)) already, with another \"\(row.columns[index])\""
        )
    }
}

extension SQLValue {
    /// Whether two engines mean the same by them: a server's decimal number is a text, `12.5000`, SQLite's is 12.5 or whole.
    fileprivate func isSame(as other: SQLValue) -> Bool {
        if self == other { return true }
        switch (self, other) {
        case (.typed(let typed), .real(let number)), (.real(let number), .typed(let typed)):
            // SQLite keeps of 0.1234567890123456789 what a number of 64 bits holds.
            return Double(typed.plainText) == number
        case (.typed, .integer), (.integer, .typed), (.typed, .typed), (.integer, .real), (.real, .integer):
            guard let one = number, let two = other.number else { return false }
            return one == two
        case (.typed(let typed), .text(let text)), (.text(let text), .typed(let typed)):
            return typed.plainText == text
        default: return false
        }
    }

    private var number: DecimalNumber? {
        if case .typed(let typed) = self, !["decimal", "numeric"].contains(typed.type) { return nil }
        return DecimalNumber(of: self)
    }
}

extension TableSchema {
    /// The parts of the table's name.
    var path: [String] { [schema, ownName].compactMap { $0 } }
}

/// Some columns and their values.
typealias KeyValues = [(column: String, value: SQLValue)]

extension KeyValues {
    /// `(year = 1998, number = 7)`
    func described(_ showsValues: Bool) -> String {
        "(" + map { "\($0.column) = \(showsValues ? $0.value.description : "…")" }.joined(separator: ", ") + ")"
    }
}

extension SQL {
    /// Each column has its value.
    static func equal(_ values: KeyValues) -> SQL {
        .list(values.map { .name([$0.column]) + " = \($0.value)" }, " AND ")
    }
}
