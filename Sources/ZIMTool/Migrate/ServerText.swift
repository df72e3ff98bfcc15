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

    func sql(of column: ColumnSchema, isNotNull: Bool = true) -> String {
        var text = "\(column.name.sqlName) \(column.type)"
        if let collation = column.collation { text += " COLLATE \(collation.sqlName)" }
        if let expression = column.expression { text += " GENERATED ALWAYS AS (\(expression)) STORED" }
        if let identity = column.identity {
            text += " GENERATED \(identity == .always ? "ALWAYS" : "BY DEFAULT") AS IDENTITY"
        }
        if let value = defaultText(of: column) { text += " DEFAULT " + value }
        if isNotNull, column.isNotNull, column.identity == nil, type(of: column)?.isNotNull != true {
            text += " NOT NULL"
        }
        return text
    }

    /// What an index or key says, without its name and its table's.
    func key(of index: IndexSchema) -> String {
        guard index.origin == .index else {
            return "\(index.origin.rawValue) \(index.columns ?? []) \(index.included)"
        }
        return "\(index.isUnique) " + (tail(of: index) ?? "\(index.parts) \(index.condition ?? "") \(index.included)")
    }

    /// All keys of a table that a foreign key can point to.
    func keys(of table: TableSchema) -> Set<String> {
        Set(indexes.filter { $0.isUnique && $0.table.hasSameBytes(as: table.name) }.map { key(of: $0) })
    }

    func sql(of index: IndexSchema) -> String {
        guard let table = exactly(index.table) else { return "" }
        let name = index.ownName(in: table).sqlName
        guard index.origin == .index else {
            let included = index.included.isEmpty ? "" : " INCLUDE \(index.included.sqlList)"
            let kind = index.origin == .primaryKey ? "PRIMARY KEY" : "UNIQUE"
            let constraint = index.name.isEmpty ? "" : "CONSTRAINT \(name) "
            return table.alter("ADD \(constraint)\(kind) \((index.columns ?? []).sqlList)\(included)")
        }
        let columns = index.parts.map { $0.column.map(\.sqlName) ?? "(\($0.expression ?? ""))" }
        let tail = tail(of: index) ?? "USING \(index.method ?? "btree") (\(columns.joined(separator: ", ")))"
        return "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table.sqlName) \(tail)"
    }

    /// What stands behind the table's name in the text of an index: `USING btree (a, b) WHERE …`
    private func tail(of index: IndexSchema) -> String? {
        guard let text = definitions[index.name] else { return nil }
        let tokens = SQLTokenizer(text, rules: .postgreSQL).tokens
        guard let using = tokens.first(where: { $0.text == "USING" }) else { return nil }
        return String(decoding: text.utf8.dropFirst(using.offset), as: UTF8.self)
    }
}

extension TableSchema {
    func alter(_ change: String) -> String { "ALTER TABLE \(sqlName) \(change)" }

    func exactly(_ name: String) -> ColumnSchema? { columns.first { $0.name.hasSameBytes(as: name) } }

    /// The computed columns that must be dropped and added: those of another expression or type, and those that are computed
    /// of a column whose type changes.
    func computedAgain(_ new: TableSchema) -> [ColumnSchema] {
        let changed = columns.filter { column in new.exactly(column.name).map { $0.type != column.type } ?? true }
        return columns.filter { column in
            guard column.isGenerated, let now = new.exactly(column.name), now.isGenerated else { return false }
            return now.expression != column.expression || now.type != column.type
                || changed.contains { SQLText.names($0.name, in: column.expression ?? "", rules: .postgreSQL) }
        }
    }

    /// Whether a view over this table stands in the way of a change: of a column's type, or of its absence.
    func blocksViews(_ new: TableSchema) -> Bool {
        columns.contains { column in
            guard let now = new.exactly(column.name) else { return true }
            return now.type != column.type || now.collation != column.collation || now.expression != column.expression
        }
    }
}

extension IndexSchema {
    /// The name without the schema, in which its table is as well.
    func ownName(in table: TableSchema) -> String {
        guard let schema = table.schema, name.hasPrefix(schema + ".") else { return name }
        return String(name.dropFirst(schema.count + 1))
    }
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
