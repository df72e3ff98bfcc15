public import ZIMDb
import ZIMOrm
import ZIMSql

extension Database {
    /// Inserts the rows of a fixture in one transaction.
    ///
    /// ```swift
    /// try database.fill([
    ///     "orders": [["year": 1998, "number": 7, "seller": 1]],
    ///     "employee": [["id": 1, "name": "Ada"]],
    /// ])
    /// // INSERT INTO "orders" ("year", "number", "seller") VALUES (?, ?, ?); INSERT INTO "employee" …
    /// ```
    ///
    /// On SQLite the order of the tables does not matter: foreign keys are checked after the last row, and the error
    /// names a row without its parent. On a server, list parents before their children.
    ///
    /// A `Date` becomes a point in time in UTC where the column holds such, also on MariaDB and MySQL, and ISO 8601 text in a
    /// column of texts.
    ///
    /// - Throws: `DatabaseError` for a missing table or column or a violated constraint, ``TestSupportError`` for a row
    ///   without its parent; then nothing is inserted.
    public func fill(_ fixture: TestFixture) throws {
        try write { session in
            try session.checkingForeignKeysAtTheEnd(of: fixture.tables.map(\.name)) {
                for table in fixture.tables {
                    var times: [[String]: TimeColumns] = [:]
                    for row in table.rows {
                        let known =
                            times[row.columns]
                            ?? TimeColumns(of: row.columns, in: SQLIdentifier(parts: [table.name]), session)
                        times[row.columns] = known
                        try session.insert(row.columns, known.bound(row.values), into: [table.name])
                    }
                }
            }
        }
    }
}

extension Session {
    /// - Parameters:
    ///   - table: the parts of the table's name.
    ///   - isOverriding: whether a column that the server numbers itself takes the value all the same.
    func insert(
        _ columns: [String], _ values: [SQLValue], into table: [String], overriding isOverriding: Bool = false
    ) throws {
        guard !columns.isEmpty else {
            try execute(InsertStatement(into: SQLIdentifier(parts: table)).defaultValues())
            return
        }
        var sql: SQL = "INSERT INTO " + .name(table) + " (" + .list(columns.map { .name([$0]) }, ", ") + ")"
        if isOverriding { sql += " OVERRIDING SYSTEM VALUE" }
        sql += " VALUES (" + .list(values.map { "\($0)" }, ", ") + ")"
        try execute(sql)
    }

    /// Runs a closure in which rows may come before their parents.
    func checkingForeignKeysAtTheEnd(of tables: [String], _ body: () throws -> Void) throws {
        guard dialect.features.contains(.pragma), database.options.enforcesForeignKeys else { return try body() }
        try execute("PRAGMA defer_foreign_keys = ON")
        defer { _ = try? execute("PRAGMA defer_foreign_keys = OFF") }
        try body()
        var seen: Set<String> = []
        for table in tables where seen.insert(table).inserted {
            guard
                let row = try rows("SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check(\(table))")
                    .first
            else { continue }
            throw TestSupportError(try orphan(in: table, rowID: row[1], parent: row[2], key: row[3]))
        }
    }

    private func orphan(in table: String, rowID: SQLValue, parent: SQLValue, key: SQLValue) throws -> String {
        let columns = try rows("SELECT \"from\" FROM pragma_foreign_key_list(\(table)) WHERE id = \(key) ORDER BY seq")
            .map { try $0.get(0, as: String.self) }
        var text = "a row of \"\(table)\" points by (\(columns.joined(separator: ", "))) to no row of "
        text += "\"\((try? String(column: parent)) ?? "?")\""
        guard database.options.valuesInMessages, rowID != .null else { return text }
        let values = try rows(
            "SELECT " + .list(columns.map { .name([$0]) }, ", ") + " FROM " + .name([table]) + " WHERE rowid = \(rowID)"
        )
        return text + (values.first.map { ": \($0)" } ?? "")
    }
}

extension SQL {
    /// A quoted name of one or several parts.
    static func name(_ parts: [String]) -> SQL { list(parts.map { "\(identifier: $0)" }, ".") }

    static func list(_ parts: [SQL], _ separator: SQL) -> SQL {
        parts.enumerated().reduce("") { $1.offset == 0 ? $1.element : $0 + separator + $1.element }
    }
}
