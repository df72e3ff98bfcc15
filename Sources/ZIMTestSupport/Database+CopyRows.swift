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
    /// may share their parents; the same are those that this database would hold if the row were copied, so a `numeric` equals
    /// the REAL of a SQLite file, and a `timestamptz` a DATETIME in UTC. Triggers of this database run: drop those that change rows before.
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
            let needed = try session.placed(needed)
            var counts: [String: Int] = [:]
            try session.checkingForeignKeysAtTheEnd(of: needed.compactMap(\.path.last)) {
                for row in needed where try !session.has(row, options.valuesInMessages) {
                    try session.insert(row.columns, row.values, into: row.path, overriding: row.isNumbered)
                    counts[row.table.name, default: 0] += 1
                }
            }
            return counts
        }
    }
}

extension Session {
    /// The rows with the tables that they go into: where none is called as in the source, that of the bare name.
    fileprivate func placed(_ rows: [NeededRow]) throws -> [NeededRow] {
        var targets: [String: TableSchema?] = [:]
        var sources: [[String]: String] = [:]
        return try rows.map { row in
            let target = try targets[row.table.name] ?? describedOnServer(row.table.name)
            targets[row.table.name] = .some(target)
            var row = row
            row.path = target?.path ?? [row.table.ownName]
            row.isNumbered = target?.isNumbered == true
            // SQLite takes names that differ in capitals for one.
            let place = target == nil ? row.path.map { $0.lowercased() } : row.path
            if let other = sources.updateValue(row.table.name, forKey: place), other != row.table.name {
                throw TestSupportError(
                    "the tables \"\(other)\" and \"\(row.table.name)\" would both be \"\(row.path.joined(separator: "."))\""
                )
            }
            return row
        }
    }

    /// Whether a row with the same key and the same values is here.
    ///
    /// - Throws: ``TestSupportError`` for one with the same key and other values.
    fileprivate func has(_ row: NeededRow, _ showsValues: Bool) throws -> Bool {
        guard let key = row.identifyingKey else { return false }
        let columns = SQL.list(row.columns.map { .name([$0]) }, ", ")
        let statement = "SELECT " + columns + " FROM " + .name(row.path) + " WHERE "
        var known = try rows(statement + .equal(key))
        // Another engine's padding is there for a collation that compares blanks.
        if known.isEmpty, let own = try withoutPadding(key, of: row) { known = try rows(statement + .equal(own)) }
        guard let values = known.first?.values else { return false }
        var others = row.values.indices.filter { !row.values[$0].isSame(as: values[$0]) }
        if !others.isEmpty, let written = try written(others.map { row.values[$0] }, to: others, of: row) {
            others = zip(others, written).filter { index, value in !value.isSame(as: values[index]) }.map(\.0)
        }
        guard let index = others.first else { return true }
        throw TestSupportError(
            "\"\(row.table.name)\" has the row \(key.described(showsValues)) already, with another \"\(row.columns[index])\""
        )
    }

    /// A key as its columns hold it; nil where none of its texts ends with a blank, as those of a `char(n)` may.
    private func withoutPadding(_ key: KeyValues, of row: NeededRow) throws -> KeyValues? {
        let isPadded = key.contains { if case .text(let text) = $0.value { text.hasSuffix(" ") } else { false } }
        let positions = key.compactMap { row.columns.firstIndex(of: $0.column) }
        guard isPadded, positions.count == key.count, let own = try written(key.map(\.value), to: positions, of: row)
        else { return nil }
        return zip(key, own).map { ($0.column, $1) }
    }

    /// What some columns hold once values of another engine are written to them: a decimal number has the digits of its column,
    /// a point in time the fraction and the zone, a `char(n)` its padding. A temporary table with the columns' types is asked.
    ///
    /// - Returns: nil if the columns do not take the values, or the user may not create such a table.
    private func written(_ values: [SQLValue], to positions: [Int], of row: NeededRow) throws -> [SQLValue]? {
        let columns = positions.map { row.columns[$0] }
        // One name for each table: a server keeps statements with the types of the columns.
        var name = "zim " + row.table.name
        while name.utf8.count > 60 { name.removeLast() }
        let names = SQL.list(columns.map { .name([$0]) }, ", ")
        struct Undo: Error {}
        var written: [SQLValue]?
        do {
            try transaction { session in
                try session.execute(
                    "CREATE TEMPORARY TABLE \(identifier: name) AS SELECT " + names + " FROM " + .name(row.path)
                        + " WHERE 1 = 0")
                try session.insert(columns, values, into: [name])
                written = try session.rows("SELECT " + names + " FROM \(identifier: name)").first?.values
                throw Undo()
            }
        } catch is Undo {} catch let error as DatabaseError
            where [.value, .constraint, .sql, .privilege].contains(error.code)
        {}
        // There a rollback leaves it.
        if dialect.features.contains(.schemaCommits) {
            try execute("DROP TEMPORARY TABLE IF EXISTS \(identifier: name)")
        }
        return written
    }
}

extension SQLValue {
    /// Whether it is the same value: one that is no number is no other.
    fileprivate func isSame(as other: SQLValue) -> Bool {
        if case .real(let one) = self, case .real(let two) = other, one.isNaN, two.isNaN { return true }
        return self == other
    }
}

extension TableSchema {
    /// The parts of the table's name.
    var path: [String] { [schema, ownName].compactMap { $0 } }
    /// Whether the server numbers a column whatever value it is given, unless that is said.
    var isNumbered: Bool { columns.contains { $0.identity == .always } }
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
