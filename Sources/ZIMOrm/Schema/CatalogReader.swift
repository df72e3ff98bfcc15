import ZIMDb

/// Reads the tables of an engine that answers questions about its catalogue.
struct CatalogReader: SchemaReader {
    let session: Session
    let catalog: any SchemaQueries

    func names(in schema: String?, kinds: [String]) throws -> [String] {
        try session.silentRows(catalog.tables(CatalogScope(home: schema))).filter { kinds.contains(try $0.get(2)) }
            .map { try $0.get(1) }
    }

    /// Four statements.
    func table(_ name: String, schema: String?) throws -> TableSchema? {
        let found = try tables(CatalogScope(table: name, schema: schema)).tables
        // MariaDB's catalogue compares names as if their case did not matter, where it does.
        return found.first { $0.ownName.hasSameBytes(as: name) } ?? found.first
    }

    /// Eight statements at most.
    func database(_ scope: SchemaScope) throws -> DatabaseSchema {
        let scope = CatalogScope(others: scope.others)
        let (tables, indexes, texts, problems) = try tables(scope)
        var definitions = texts
        let taken = Self.dotted(tables.filter { $0.schema == nil }.map(\.name))
        // By their bytes: to Swift, "é" and "e" with an accent behind it are one text.
        let byName = Dictionary(tables.map { (Array($0.name.utf8), $0) }) { first, _ in first }
        for row in try session.silentRows(catalog.views(scope)) {
            let place = Place(schema: try row.get(0), table: try row.get(1))
            guard let view = byName[Array(place.name(besides: taken).utf8)] else { continue }
            let quote = String(UnicodeScalar(session.dialect.identifierQuote))
            let name = view.identifier.parts.map { quote + $0.replacing(quote, with: quote + quote) + quote }
                .joined(separator: ".")
            var query = try row.get(2, as: String?.self) ?? ""
            if query.hasSuffix(";") { query.removeLast() }
            let options = try row.get(3, as: String?.self).map { " WITH (\($0))" } ?? ""
            definitions[view.name] =
                "CREATE \(view.isMaterialized ? "MATERIALIZED " : "")VIEW \(name)\(options) AS\n\(query)"
        }
        let sorted = tables.sorted { $0.name < $1.name }
        let places = Dictionary(sorted.enumerated().map { (Array($1.name.utf8), $0) }) { first, _ in first }
        return DatabaseSchema(
            engine: catalog.engine, tables: sorted,
            indexes: indexes.enumerated().sorted {
                (places[Array($0.element.table.utf8)] ?? 0, $0.offset)
                    < (places[Array($1.element.table.utf8)] ?? 0, $1.offset)
            }.map(\.element), definitions: definitions, problems: problems, types: try types(scope))
    }

    func isWholeNumber(_ column: ColumnSchema) -> Bool {
        guard let type = column.listType else { return false }
        return ColumnAffinity.wholeNumbers.contains(type) && !Self.otherNumbers.contains(column.type.word)
    }

    /// Types of MySQL that are compared otherwise: 70 is the year 1970.
    private static let otherNumbers: Set<String> = ["year", "bit"]

    func insertTriggers(
        of table: TableSchema, in schema: String?, key: [String], insert: () throws -> String,
        update: () throws -> (sql: String, columns: Int)
    ) throws -> (kind: InsertTriggers, columns: Set<String>) {
        let scope = CatalogScope(table: table.ownName, schema: schema)
        let row = try session.silentRows(catalog.insertTriggers(scope, ofView: table.kind == .view)).first
        let kinds: [InsertTriggers] = [.run, .changeKey, .hideKey]
        return (try row.map { kinds[try $0.get(2, as: Int.self)] } ?? .none, [])
    }

    func indexTexts(of table: TableSchema, in schema: String?) throws -> [String] {
        try session.silentRows(catalog.indexes(CatalogScope(table: table.ownName, schema: schema))).flatMap { row in
            [try row.get(6, as: String?.self), try row.get(8, as: String?.self)].compactMap { $0 }
        }
    }

    func isAscending(_ column: String, of table: String, schema: String?) throws -> Bool {
        let rows = try session.silentRows(catalog.isAscending(column, CatalogScope(table: table, schema: schema)))
        return try rows.first?.get(0, as: Bool?.self) ?? false
    }

    /// Where a table is: its schema, nil for one that its bare name finds, and its own name.
    private struct Place: Hashable {
        let schema: String?
        let table: String

        /// By their bytes, as the server compares names.
        static func == (left: Place, right: Place) -> Bool {
            left.table.hasSameBytes(as: right.table)
                && left.schema.map(ExactName.init) == right.schema.map(ExactName.init)
        }

        func name(besides taken: Set<String>) -> String {
            QualifiedName.text(schema: schema, table: table, besides: taken)
        }
    }

    /// The names of tables that could be taken for a schema's and a table's.
    private static func dotted(_ bareNames: [String]) -> Set<String> { Set(bareNames.filter { $0.contains(".") }) }

    /// A table's definition, where the catalogue does not tell this user what foreign keys do, or has no more than the beginning of
    /// a default.
    private func definition(
        of place: Place, _ columns: [ResultRow], _ constraints: [ResultRow]
    ) throws -> String? {
        let isNeeded =
            try columns.contains(where: CatalogRows.hidesDefault)
            || constraints.contains {
                try $0.get(6, as: String?.self) != nil && $0.get(9, as: String?.self) == nil
            }
        guard isNeeded,
            let statement = catalog.shown(SQLIdentifier(parts: [place.schema, place.table].compactMap(\.self)))
        else { return nil }
        do { return try session.silentRows(statement).first?.get(1) } catch let error as DatabaseError
            where [.sql, .readOnly, .privilege].contains(error.code)
        {
            // Who may read only some columns is not shown the table.
            return nil
        }
    }

    private func tables(
        _ scope: CatalogScope
    ) throws -> (
        tables: [TableSchema], indexes: [IndexSchema], definitions: NameMap<String>, problems: NameMap<String>
    ) {
        let rows = try session.silentRows(catalog.tables(scope))
        guard !rows.isEmpty else { return ([], [], [:], [:]) }
        let columns = try grouped(catalog.columns(scope))
        let indexRows = try grouped(catalog.indexes(scope))
        let constraints = try grouped(catalog.constraints(scope))
        let isPartitioned = try rows.contains { try $0.get(4, as: String?.self) != nil }
        let partitions = isPartitioned ? try grouped(catalog.partitions(scope)) : [:]
        let taken = Self.dotted(
            try rows.filter { try $0.get(0, as: String?.self) == nil }.map { try $0.get(1, as: String.self) })
        var indexes: [IndexSchema] = []
        var definitions: NameMap<String> = [:]
        var problems: NameMap<String> = [:]
        let tables = try rows.map { row in
            let place = Place(schema: try row.get(0), table: try row.get(1))
            let name = place.name(besides: taken)
            let parts = try CatalogRows.parts(of: constraints[place] ?? [])
            let columnRows = columns[place] ?? []
            let definition = try definition(of: place, columnRows, parts.flatMap(\.rows))
            let defaults = definition.map(catalog.defaults) ?? []
            let columns = try columnRows.map { try CatalogRows.column($0, defaults) }
            let seen = SeenKeys(columns)
            let indexParts = try CatalogRows.parts(of: indexRows[place] ?? [])
            let wholeIndexes = try indexParts.filter { try seen.holds($0.rows) }
            let own = try wholeIndexes.map { part in
                let index = try CatalogRows.index(part.rows, name: part.name, table: name, schema: place.schema)
                if let text = try part.rows.first?.get(13, as: String?.self) { definitions[index.name] = text }
                return index
            }
            indexes += own
            let hidden = definition.map(catalog.actions) ?? []
            var table = TableSchema(
                name: name, kind: TableSchema.Kind(rawValue: try row.get(2)) ?? .table,
                // No row has an identifier that could be asked for by one of SQLite's names.
                isWithoutRowID: true, isStrict: true, columns: columns,
                primaryKey: try seen.primaryKey(indexParts.map(\.rows)),
                uniqueKeys: try wholeIndexes.compactMap {
                    try CatalogRows.uniqueKey($0.rows, name: $0.name)
                },
                foreignKeys: try parts.compactMap { part in
                    try CatalogRows.foreignKey(part.rows, name: part.name, hidden: hidden) {
                        Place(schema: $0, table: $1).name(besides: taken)
                    }
                }.filter { try seen.isWhole($0, indexParts.map(\.rows)) }, rowIDColumn: nil)
            table.schema = place.schema
            table.isMaterialized = try row.get(3)
            table.partitionKey = try row.get(4)
            table.comment = try row.get(5)
            table.storageEngine = try row.get(6)
            table.isInherited = try row.get(8)
            // An index has a collation of its own where that is not the column's, which matters to one that merges texts.
            let merging = Set(columns.filter { $0.mergingCollation != nil }.map(\.name))
            table.looseKeys = zip(table.uniqueKeys, own.filter(\.isUnique)).filter { _, index in
                index.parts.contains { $0.collation != nil && merging.contains($0.column ?? "") }
            }.map(\.0.name)
            if let problem = try row.get(7, as: String?.self) { problems[name] = problem }
            table.checks = try parts.compactMap { try CatalogRows.check($0.rows, name: $0.name) }
            table.partitions = try (partitions[place] ?? []).map {
                Place(schema: try $0.get(2), table: try $0.get(3)).name(besides: taken)
            }.sorted()
            return table
        }
        return (tables, indexes, definitions, problems)
    }

    private func types(_ scope: CatalogScope) throws -> [TypeSchema] {
        var labels: NameMap<[String]> = [:]
        for row in try session.silentRows(catalog.labels(scope)) {
            labels[try row.get(0), default: []].append(try row.get(1))
        }
        var types = labels.map { TypeSchema(name: $0.name, labels: $0.value) }
        for row in try session.silentRows(catalog.domains(scope)) {
            let name = try row.get(0, as: String.self)
            if types.last?.name.hasSameBytes(as: name) != true {
                types.append(
                    TypeSchema(
                        name: name, baseType: try row.get(1), isNotNull: try row.get(2), defaultValue: try row.get(3)))
            }
            if let check = try row.get(4, as: String?.self) {
                types[types.count - 1].checks.append(
                    TableSchema.Check(name: check, condition: try row.get(5, as: String?.self) ?? ""))
            }
        }
        return types.sorted { $0.name < $1.name }
    }

    private func grouped(_ sql: SQL) throws -> [Place: [ResultRow]] {
        var groups: [Place: [ResultRow]] = [:]
        for row in try session.silentRows(sql) {
            groups[Place(schema: try row.get(0), table: try row.get(1)), default: []].append(row)
        }
        return groups
    }
}

extension String {
    /// `bit` of `bit(8)`
    fileprivate var word: String { prefix { $0.isLetter }.lowercased() }
}
