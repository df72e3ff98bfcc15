import ZIMOrm

/// A table in a query: its class, its mapping and its name there.
struct QuerySource {
    let type: Reflect.Type
    let mapping: Mapping
    let alias: String
    /// The source and property that its objects are put into.
    var home: (source: Int, reference: Reference)?

    init(_ type: Reflect.Type, alias: String) throws {
        self.type = type
        mapping = try MappingRegistry.mapping(of: type)
        self.alias = alias
    }

    /// The place of a field.
    ///
    /// - Throws: `ModelError` with code unknownColumn, or query for a reference of several columns.
    func place(of name: String) throws -> Int {
        let place = try mapping.index(of: name)
        let reference = try TableLayout.of(type).references.first { $0.property.name == name }
        guard let reference, reference.columns.count > 1 else { return place }
        throw ModelError(
            .query, "\"\(name)\" of \"\(alias)\" is a reference of \(reference.columns.count) columns", table: alias,
            column: name, hint: "Name one of (\(reference.columns.joined(separator: ", ")))")
    }
}

/// A column of one of a query's tables.
struct QueryColumn {
    let source: Int
    let place: Int
    /// Whether the table was named with it.
    var isQualified = false
}

/// The tables of a query, and what names mean among them.
struct QuerySources {
    /// The query's own class.
    let root: QuerySource
    /// All of them, the query's own first.
    private(set) var sources: [QuerySource]

    init(root: Reflect.Type) throws {
        self.root = try QuerySource(root, alias: root.entityName())
        sources = [self.root]
    }

    var hasJoins: Bool { sources.count > 1 }

    /// Adds a joined table.
    ///
    /// - Throws: `ModelError` with code query where its name is taken.
    mutating func add(_ source: QuerySource) throws {
        if sources.contains(where: { $0.alias.lowercased() == source.alias.lowercased() }) {
            throw ModelError(
                .query, "the query of \"\(root.alias)\" has a table \"\(source.alias)\" already", table: root.alias,
                hint: "Give the join an alias: join(\(source.type).self, alias: \"other\")")
        }
        sources.append(source)
    }

    /// Finds what a name means: `age`, `User.age`, `Place.state`, `address.state`.
    ///
    /// - Throws: `ModelError` with code unknownColumn, or query where the name is a column of several joined tables.
    func column(_ name: String) throws -> QueryColumn {
        for (index, source) in sources.enumerated() {
            for prefix in [source.alias, source.home?.reference.property.name].compactMap(\.self)
            where name.hasPrefix(prefix + ".") {
                let rest = String(name.dropFirst(prefix.count + 1))
                return QueryColumn(source: index, place: try source.place(of: rest), isQualified: true)
            }
        }
        if root.mapping.firstIndex(of: name) != nil { return QueryColumn(source: 0, place: try root.place(of: name)) }
        let found = sources.indices.dropFirst().compactMap { index in
            sources[index].mapping.firstIndex(of: name).map { QueryColumn(source: index, place: $0) }
        }
        if let only = found.first, found.count == 1 { return only }
        if found.count > 1 {
            throw ModelError(
                .query, "\"\(name)\" is a column of several joined tables", table: root.alias, column: name,
                hint: "Write " + found.map { "\"\(sources[$0.source].alias).\(name)\"" }.joined(separator: " or "))
        }
        if name.contains(".") { throw unknownTable(name) }
        return QueryColumn(source: 0, place: try root.mapping.index(of: name))
    }

    private func unknownTable(_ name: String) -> ModelError {
        let table = String(name.prefix { $0 != "." })
        return ModelError(
            .unknownColumn, "the query of \"\(root.alias)\" has no table \"\(table)\" for the field \"\(name)\"",
            table: root.alias, column: name,
            hint: NearestNames.hint(for: table, among: sources.map(\.alias)) ?? "Join its class")
    }

    func name(_ column: QueryColumn) -> String { sources[column.source].mapping.columns[column.place].name }

    /// A column with its table's name, or without where no other table has one of its name.
    func expression(_ column: QueryColumn) -> SQLExpression {
        .column(name(column), of: column.isQualified || isShared(column) ? sources[column.source].alias : nil)
    }

    private func isShared(_ column: QueryColumn) -> Bool {
        let wanted = name(column).lowercased()
        return sources.enumerated().contains { index, source in
            index != column.source && source.mapping.columns.contains { $0.name.lowercased() == wanted }
        }
    }

    /// The value as the column holds it.
    func stored(_ value: SQLValue, _ column: QueryColumn) throws -> SQLValue {
        try sources[column.source].mapping.stored(value, in: column.place)
    }
}
