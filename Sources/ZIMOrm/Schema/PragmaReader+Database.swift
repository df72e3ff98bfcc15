import ZIMDb

/// Reads all tables at once: a statement for each table and each of its parts would be thousands for a large schema.
extension PragmaReader {
    /// The whole main schema: SQLite has no search path, and what is attached is not part of the file.
    func database(_ scope: SchemaScope) throws -> DatabaseSchema {
        let lines = try rows("SELECT type, name, sql FROM main.sqlite_schema").map { CatalogLine($0) }
        let isDamaged = session.database.options.readsDamagedCatalog
        var problems = NameMap(lines.compactMap { line in line.problem.map { (line.name, $0) } })
        let definitions = NameMap(lines.compactMap { line in line.sql.map { (line.name, $0) } })
        let list = try entries(in: "main").filter { !$0.name.hasPrefix("sqlite_") }
        let columns = try grouped(
            """
            SELECT l.name, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden FROM \(unsafe: tableList) AS l
            CROSS JOIN pragma_table_xinfo(l.name, l.schema) AS c WHERE l.schema = 'main' AND l.type IN ('table', 'shadow')
            ORDER BY l.name, c.cid
            """
        ).read(noting: &problems) { try $0.map { try Self.column($0, from: 1) } }
        let indexes = try indexes(definitions, &problems)
        if isDamaged { try noteDamagedIndexes(indexes, &problems) }
        let references = try grouped(
            """
            SELECT l.name, f.id, f."table", f."from", f."to", f.on_update, f.on_delete FROM \(unsafe: tableList) AS l
            CROSS JOIN pragma_foreign_key_list(l.name, l.schema) AS f WHERE l.schema = 'main' AND l.type = 'table'
            ORDER BY l.name, f.id, f.seq
            """)
        let keys = columns.mapValues { Self.key(of: $0) }
        let foldedKeys = Dictionary(keys.map { ($0.key.text.foldedName, $0.value) }) {
            first, _ in first
        }
        let foreignKeys = references.read(noting: &problems) { rows in
            try Self.foreignKeys(rows, from: 1) { foldedKeys[$0.foldedName] ?? [] }
        }
        let views = ViewBudget(of: session)
        let tables = try list.map { entry -> TableSchema in
            let (name, kind) = (entry.name, entry.kind)
            guard problems[name] == nil else { return Self.empty(name, kind) }
            guard kind == .table || kind == .shadow else {
                // The engine compiles a view to tell its columns, which fails where what it selects from is gone.
                do {
                    return try views.spend(on: name) { try describe(entry, schema: "main") }
                } catch let error as DatabaseError {
                    problems[name] = error.message
                }
                return Self.empty(name, kind)
            }
            let columns = columns[ExactName(name)] ?? []
            if isDamaged, columns.isEmpty {
                problems[name] = "its definition in the file is damaged"
                return Self.empty(name, kind)
            }
            let key = keys[ExactName(name)] ?? []
            let own = kind == .table ? indexes[ExactName(name)] ?? [] : []
            var rowID: String?
            if kind == .table, !entry.isWithoutRowID, key.count == 1, let only = key.first,
                columns.first(where: { $0.name == only })?.type.isSameName(as: "INTEGER") == true,
                !own.contains(where: { $0.origin == .primaryKey })
            {
                rowID = only
            }
            var table = TableSchema(
                name: name, kind: kind, isWithoutRowID: entry.isWithoutRowID, isStrict: entry.isStrict,
                columns: columns,
                primaryKey: key, uniqueKeys: Self.uniqueKeys(own, primaryKey: key),
                foreignKeys: foreignKeys[ExactName(name)] ?? [], rowIDColumn: rowID)
            table.looseKeys = own.filter { $0.isUnique && isLoose($0, of: name) }.map {
                $0.origin == .primaryKey ? "PRIMARY KEY" : $0.name
            }
            return table
        }
        return DatabaseSchema(
            engine: "sqlite", tables: tables,
            indexes: tables.flatMap { $0.kind == .table ? indexes[ExactName($0.name)] ?? [] : [] },
            definitions: definitions, problems: problems)
    }

    private func indexes(
        _ definitions: NameMap<String>, _ problems: inout NameMap<String>
    ) throws -> [ExactName: [IndexSchema]] {
        let rows = try grouped(
            """
            SELECT l.name, i.name, i."unique", i.origin, i.partial, p.cid, p.name, p."desc", p.coll
            FROM \(unsafe: tableList) AS l CROSS JOIN pragma_index_list(l.name, l.schema) AS i
            CROSS JOIN pragma_index_xinfo(i.name, l.schema) AS p
            WHERE l.schema = 'main' AND l.type = 'table' AND p.key ORDER BY l.name, i.seq DESC, p.seqno
            """)
        return rows.read(noting: &problems) { rows in
            try CatalogRows.parts(of: rows, nameAt: 1).map { name, rows in
                try Self.index(name, rows[0], rows, IndexText(definitions[name] ?? ""))
            }
        }
    }

    /// Those that SQLite could not make of their lines are not there, as if they had never been.
    private func noteDamagedIndexes(
        _ indexes: [ExactName: [IndexSchema]], _ problems: inout NameMap<String>
    ) throws {
        let known = Set(indexes.values.joined().map(\.name.foldedName))
        for row in try rows("SELECT name FROM main.sqlite_schema WHERE type = 'index' AND sql IS NOT NULL") {
            let name = CatalogLine.shown(row[0])
            guard !known.contains(name.foldedName), problems[name] == nil else { continue }
            problems[name] = "its definition in the file is damaged"
        }
    }

    static func index(
        _ name: String, _ first: ResultRow, _ rows: [ResultRow], _ text: IndexText
    ) throws -> IndexSchema {
        let origin: IndexSchema.Origin =
            switch try first.get(3, as: String.self) {
            case "pk": .primaryKey
            case "u": .unique
            default: .index
            }
        let parts = try rows.enumerated().map { index, row in
            let isExpression = try row.get(5, as: Int.self) < 0
            return IndexSchema.Part(
                column: isExpression ? nil : try row.get(6),
                expression: isExpression ? (text.parts.indices.contains(index) ? text.parts[index] : "?") : nil,
                isDescending: try row.get(7, as: Bool.self), collation: try row.get(8))
        }
        return IndexSchema(
            name: name, table: try first.get(0), parts: parts, isUnique: try first.get(2, as: Bool.self),
            condition: text.condition, isPartial: try first.get(4, as: Bool.self), origin: origin)
    }

    private static func uniqueKeys(_ indexes: [IndexSchema], primaryKey: [String]) -> [TableSchema.UniqueKey] {
        var keys = TableSchema.UniqueKey.primary(primaryKey)
        for index in indexes where index.isUnique && index.origin != .primaryKey {
            keys.append(
                TableSchema.UniqueKey(
                    name: index.name, columns: index.parts.compactMap(\.column), isPartial: index.isPartial,
                    hasExpression: index.columns == nil, isPrimaryKey: false))
        }
        return keys
    }

    /// Whether an index tells texts apart that one of its columns takes for equal. Only BINARY takes no two for equal.
    private func isLoose(_ index: IndexSchema, of table: String) -> Bool {
        index.parts.contains { part in
            guard let column = part.column, let collation = part.collation,
                let own = session.connection.engine.declaration(of: column, table: table, schema: "main")?.collation
            else { return false }
            return !own.isSameName(as: "BINARY") && !own.isSameName(as: collation)
        }
    }

    private static func key(of columns: [ColumnSchema]) -> [String] {
        columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
    }

    private static func empty(_ name: String, _ kind: TableSchema.Kind) -> TableSchema {
        TableSchema(
            name: name, kind: kind, isWithoutRowID: false, isStrict: false, columns: [], primaryKey: [],
            uniqueKeys: [], foreignKeys: [], rowIDColumn: nil)
    }

    /// The rows of a question by their first column, which is a table's name: byte by byte, as SQLite compares names.
    private func grouped(_ sql: SQL) throws -> [ExactName: [ResultRow]] {
        Dictionary(grouping: try rows(sql)) { ExactName(CatalogLine.shown($0[0])) }
    }
}

extension [ExactName: [ResultRow]] {
    /// Reads the rows of each table; where one holds what is no text, that is noted, and the others are read.
    fileprivate func read<T>(
        noting problems: inout NameMap<String>, _ body: ([ResultRow]) throws -> T
    ) -> [ExactName: T] {
        var all: [ExactName: T] = [:]
        for (table, rows) in self {
            do { all[table] = try body(rows) } catch {
                problems[table.text] = problems[table.text] ?? "its definition cannot be read: \(error)"
            }
        }
        return all
    }
}
