import Foundation
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
    /// column of texts. A `UUID` is 16 bytes in a server's column of bytes. A table outside the search path is called
    /// `sales.orders`.
    ///
    /// - Throws: `DatabaseError` for a missing table or column or a violated constraint, ``TestSupportError`` for a row
    ///   without its parent; then nothing is inserted.
    public func fill(_ fixture: TestFixture) throws {
        try write { session in
            try session.checkingForeignKeysAtTheEnd(of: fixture.tables.map(\.name)) {
                for table in fixture.tables {
                    let schema = try session.describedOnServer(table.name)
                    let path = schema?.path ?? [table.name]
                    var times: [[String]: TimeColumns] = [:]
                    for row in table.rows {
                        let known =
                            times[row.columns]
                            ?? TimeColumns(of: row.columns, in: SQLIdentifier(parts: path), session)
                        times[row.columns] = known
                        var values = known.bound(row.values)
                        for (index, uuid) in row.uuids where session.holdsBytes(row.columns[index], of: schema) {
                            values[index] = .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
                        }
                        try session.insert(row.columns, values, into: path, overriding: schema?.isNumbered == true)
                    }
                }
            }
        }
    }
}

extension Session {
    /// A server's table, also one outside the search path; nil on SQLite, and for one that is not there.
    func describedOnServer(_ table: String) throws -> TableSchema? {
        guard connection.engine.types != nil else { return nil }
        return try schemaReader.table(table) ?? (table.contains(".") ? schema(.all).table(table) : nil)
    }

    fileprivate func holdsBytes(_ column: String, of table: TableSchema?) -> Bool {
        guard let column = table?.column(column), let type = column.listType else { return false }
        let declared = column.baseType ?? column.type
        return connection.engine.types?.held(listType: type, declared: declared) == .bytes
    }

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
