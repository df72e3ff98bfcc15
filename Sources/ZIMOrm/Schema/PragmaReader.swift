import ZIMDb

/// Reads the tables of SQLite, which describes them in pragmas, and expressions only in the texts that made them.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_table_xinfo>
struct PragmaReader: SchemaReader {
    let session: Session

    func names(in schema: String?, kinds: [String]) throws -> [String] {
        guard session.database.options.isTrusted else {
            let schemas = schema.map { [$0] } ?? ["main", "temp"]
            let found = try schemas.flatMap { try entries(in: $0) }
            return Set(found.filter { kinds.contains($0.kind.rawValue) && !$0.name.hasPrefix("sqlite_") }.map(\.name))
                .sorted()
        }
        var sql: SQL = "SELECT DISTINCT name, type FROM pragma_table_list WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        if let schema {
            sql += " AND schema = \(schema) COLLATE NOCASE"
        } else {
            sql += " AND schema IN ('main', 'temp')"
        }
        return try rows(sql + " ORDER BY name").filter { kinds.contains(try $0.get(1)) }.map { try $0.get(0) }
    }

    func table(_ name: String, schema: String?) throws -> TableSchema? {
        try entry(name, schema: schema).map { try describe($0, schema: schema) }
    }

    /// The table or view that a name means.
    private func entry(_ name: String, schema: String?) throws -> TableEntry? {
        guard session.database.options.isTrusted else { return try untrustedEntry(name, schema: schema) }
        var sql: SQL = "SELECT l.name, l.type, l.wr, l.strict FROM pragma_table_list AS l "
        sql += "JOIN pragma_database_list AS d ON d.name = l.schema WHERE l.name = \(name) COLLATE NOCASE"
        if let schema { sql += " AND l.schema = \(schema) COLLATE NOCASE" }
        return try rows(sql + " ORDER BY l.schema <> 'temp', d.seq").first.map { try TableEntry($0) }
    }

    /// What the engine says of a table or view that is there.
    func describe(_ entry: TableEntry, schema: String?) throws -> TableSchema {
        let own = entry.name
        let info = try rows(
            "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(\(own), \(schema))")
        let columns = try info.map { try Self.column($0, from: 0) }
        let key = columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }
        let (kind, isWithoutRowID) = (entry.kind, entry.isWithoutRowID)
        var rowID: String?
        // Only a key of one column of exactly this type is the row's identifier, "INT PRIMARY KEY" is not; nor is
        // "INTEGER PRIMARY KEY DESC", which can be told by the index that it has.
        if kind == .table, !isWithoutRowID, let only = key.first, key.count == 1, only.type.isSameName(as: "INTEGER"),
            try rows("SELECT 1 FROM pragma_index_list(\(own), \(schema)) WHERE origin = 'pk'").isEmpty
        {
            rowID = only.name
        }
        return TableSchema(
            name: own, kind: kind, isWithoutRowID: isWithoutRowID, isStrict: entry.isStrict, columns: columns,
            primaryKey: key.map(\.name), uniqueKeys: try uniqueKeys(own, schema, key.map(\.name)),
            foreignKeys: try foreignKeys(own, schema), rowIDColumn: rowID)
    }

    /// What triggers do when a statement inserts into a table: each is a program in the instructions that it compiles to, and what
    /// they write is asked of SQLite itself, which knows it of those that others set off, too.
    ///
    /// Source: <https://www.sqlite.org/opcode.html>, Program; <https://www.sqlite.org/c3ref/set_authorizer.html>
    func insertTriggers(
        of table: TableSchema, in schema: String?, key: [String], insert: () throws -> String,
        update: () throws -> (sql: String, columns: Int)
    ) throws -> (kind: InsertTriggers, columns: Set<String>) {
        // What its module does with a row is not known, nor does RETURNING tell it.
        if table.kind == .virtual { return (.run, []) }
        let sql = try insert()
        // What is wrong with a view is for the INSERT to say.
        let program = try session.ifDeclared { try rows("EXPLAIN \(unsafe: sql)") } ?? []
        guard try program.contains(where: { try $0.get(1, as: String.self) == "Program" }) else { return (.none, []) }
        let writes = try session.connection.engine.rowWrites(of: sql)
        guard let own = writes.first else { return (.run, []) }
        let isView = table.kind == .view
        let inserted = writes.filter { $0.action == .insert }
        // Those of a view are about the tables that they insert into.
        let others = writes.dropFirst().filter { write in
            isView
                ? inserted.contains { $0.table == write.table && $0.schema == write.schema }
                : write.table == own.table && write.schema == own.schema
        }
        var changed = others.updatedColumns
        // So SQLite calls the identifier wherever a statement means it by a name that is no column's.
        if changed.contains("ROWID") { changed.formUnion(table.rowIDNames) }
        func changes(_ columns: [String]) -> Bool {
            columns.contains { column in changed.contains { $0.isSameName(as: column) } }
        }
        // A computed part of the key changes with other columns.
        let isComputed = key.contains { table.column($0)?.isGenerated == true }
        let key = isComputed ? table.columns.map(\.name) : key
        if isView { return (changes(key) ? .moveKeys : .hideKey, changed) }
        // By INSERT a trigger may replace the row; its identifier is that of no other then.
        let isIdentifier = table.rowIDColumn.map { key.count == 1 && $0.isSameName(as: key[0]) } == true
        let isReplaced = others.contains { $0.action == .insert }
        // It may also delete the row, whose identifier the next one gets then.
        let isDeleted = others.contains { $0.action == .delete }
        guard changes(key) || isDeleted || !isIdentifier && isReplaced else { return (.run, changed) }
        let identifier = table.rowIDNames
        let movesRows = identifier.isEmpty || changes(identifier)
        let kind: InsertTriggers = movesRows ? .moveKeys : .changeKey
        if isReplaced { return (kind, Set(table.columns.map(\.name))) }
        // An upsert sets off the triggers of updates as well, behind the columns that it writes itself.
        let change = try update()
        let updates = try session.connection.engine.rowWrites(of: change.sql).dropFirst(change.columns)
        return (kind, changed.union(updates.filter { $0.table == own.table && $0.schema == own.schema }.updatedColumns))
    }

    func indexTexts(of table: TableSchema, in schema: String?) throws -> [String] {
        let catalog = SQLIdentifier(parts: [schema, "sqlite_schema"].compactMap { $0 })
        return try rows(
            """
            SELECT sql FROM (SELECT sql, type, tbl_name FROM \(catalog) UNION ALL
            SELECT sql, type, tbl_name FROM sqlite_temp_schema)
            WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = \(table.ownName) COLLATE NOCASE
            """
        ).map { try $0.get(0) }
    }

    private func uniqueKeys(_ table: String, _ schema: String?, _ primaryKey: [String]) throws -> [TableSchema
        .UniqueKey]
    {
        var keys = TableSchema.UniqueKey.primary(primaryKey)
        for index in try rows(
            "SELECT name, origin, partial FROM pragma_index_list(\(table), \(schema)) WHERE \"unique\"")
        {
            let name = try index.get(0, as: String.self)
            guard try index.get(1, as: String.self) != "pk" else { continue }
            let parts = try rows("SELECT cid, name FROM pragma_index_info(\(name), \(schema)) ORDER BY seqno")
            keys.append(
                TableSchema.UniqueKey(
                    name: name, columns: try parts.compactMap { try $0.get(1, as: String?.self) },
                    isPartial: try index.get(2), hasExpression: try parts.contains { try $0.get(0, as: Int.self) < 0 },
                    isPrimaryKey: false))
        }
        return keys
    }

    private func foreignKeys(_ table: String, _ schema: String?) throws -> [TableSchema.ForeignKey] {
        let list = try rows(
            """
            SELECT id, "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(\(table), \(schema)) ORDER BY id, seq
            """)
        return try Self.foreignKeys(list, from: 0) { try primaryKey(of: $0, schema) }
    }

    /// A column of a row of `pragma_table_xinfo` that holds name, type, notnull, dflt_value, pk and hidden from a position on.
    static func column(_ row: ResultRow, from position: Int) throws -> ColumnSchema {
        let hidden = try row.get(position + 5, as: Int.self)
        return ColumnSchema(
            name: try row.get(position), type: try row.get(position + 1, as: String?.self) ?? "",
            isNotNull: try row.get(position + 2, as: Int.self) != 0, defaultValue: try row.get(position + 3),
            keyPlace: try row.get(position + 4), isGenerated: hidden == 2 || hidden == 3, isHidden: hidden != 0)
    }

    /// The foreign keys of rows of `pragma_foreign_key_list` that hold id, table, from, to, on_update and on_delete from a
    /// position on, in order of id and seq.
    static func foreignKeys(
        _ list: [ResultRow], from position: Int, primaryKey: (_ table: String) throws -> [String]
    ) throws -> [TableSchema.ForeignKey] {
        var order: [Int] = []
        var parts: [Int: [ResultRow]] = [:]
        for row in list {
            let id = try row.get(position, as: Int.self)
            if parts[id] == nil { order.append(id) }
            parts[id, default: []].append(row)
        }
        // SQLite numbers foreign keys from the last declared to the first.
        return try order.reversed().compactMap { id in
            guard let rows = parts[id], let first = rows.first else { return nil }
            let parent = try first.get(position + 1, as: String.self)
            var references = try rows.compactMap { try $0.get(position + 3, as: String?.self) }
            if references.count < rows.count { references = try primaryKey(parent) }
            return TableSchema.ForeignKey(
                columns: try rows.map { try $0.get(position + 2) }, table: parent, references: references,
                onUpdate: try first.get(position + 4), onDelete: try first.get(position + 5))
        }
    }

    private func primaryKey(of table: String, _ schema: String?) throws -> [String] {
        try rows("SELECT name FROM pragma_table_info(\(table), \(schema)) WHERE pk > 0 ORDER BY pk").map {
            try $0.get(0)
        }
    }

    func isWholeNumber(_ column: ColumnSchema) -> Bool { [.integer, .numeric].contains(ColumnAffinity(column.type)) }

    func rows(_ sql: SQL) throws -> [ResultRow] { try session.schemaRows(sql) }
}

extension Sequence<RowWrite> {
    fileprivate var updatedColumns: Set<String> {
        Set(compactMap { if case .update(let column) = $0.action { column } else { String?.none } })
    }
}
