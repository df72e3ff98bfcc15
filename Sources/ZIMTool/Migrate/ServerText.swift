import ZIMOrm
import ZIMSql

/// The SQL of the parts of a schema of PostgreSQL, as its catalogue tells them.
extension DatabaseSchema {
    /// The table of a name, which is case-sensitive on a server.
    func exactly(_ name: String) -> TableSchema? { tables.first { $0.name.hasSameBytes(as: name) } }

    func type(_ name: String) -> TypeSchema? { types?.first { $0.name.hasSameBytes(as: name) } }

    /// A default that the column has itself; that of its domain is the domain's.
    func defaultText(of column: ColumnSchema) -> String? {
        guard column.identity == nil, let value = column.defaultValue else { return nil }
        return type(of: column)?.defaultValue == value ? nil : value
    }

    /// What stands behind the table's name in the text of an index: `USING btree (a, b) WHERE …`
    func tail(of index: IndexSchema) -> String? {
        guard let text = definitions[index.name] else { return nil }
        let tokens = SQLTokenizer(text, rules: .postgreSQL).tokens
        guard let using = tokens.first(where: { $0.text == "USING" }) else { return nil }
        return String(decoding: text.utf8.dropFirst(using.offset), as: UTF8.self)
    }
}

extension TableSchema {
    func alter(_ change: String) -> String { "ALTER TABLE \(sqlName) \(change)" }

    func exactly(_ name: String) -> ColumnSchema? { columns.first { $0.name.hasSameBytes(as: name) } }

    /// The columns that must be dropped and added: those that become computed, computed ones of another expression or type, and
    /// those that are computed of a column whose type changes. One that is no longer computed keeps its values.
    func madeAgain(_ new: TableSchema) -> [ColumnSchema] {
        let changed = columns.filter { column in
            new.exactly(column.name).map { $0.type != column.type || $0.collation != column.collation } ?? true
        }
        return columns.filter { column in
            guard let now = new.exactly(column.name), now.isGenerated else { return false }
            return now.expression != column.expression || now.type != column.type
                || changed.contains { SQLText.names($0.name, in: column.expression ?? "", rules: .postgreSQL) }
        }
    }

    /// Whether a view over this table stands in the way of a change: of a column's type, or of its absence.
    func blocksViews(_ new: TableSchema) -> Bool {
        columns.contains { column in
            guard let now = new.exactly(column.name) else { return true }
            return now.type != column.type || now.collation != column.collation
                || now.isGenerated && now.expression != column.expression
        }
    }
}

extension IndexSchema {
    /// The name without the schema, in which its table is as well.
    func ownName(in table: TableSchema) -> String { QualifiedName.table(of: name, schema: table.schema) }
}

extension TypeSchema {
    var kind: String { labels.isEmpty ? "DOMAIN" : "TYPE" }

    var sql: String {
        guard labels.isEmpty else {
            return "CREATE TYPE \(name) AS ENUM (\(labels.map(SQLText.string).joined(separator: ", ")))"
        }
        var text = "CREATE DOMAIN \(name) AS \(baseType ?? "text")"
        if let value = defaultValue { text += " DEFAULT \(value)" }
        if isNotNull { text += " NOT NULL" }
        for check in checks { text += " CONSTRAINT \(check.name.sqlName) CHECK (\(check.condition))" }
        return text
    }
}
