import ZIMOrm

/// A table in a query: its class, its mapping and its name there.
struct QuerySource {
    let type: Reflect.Type
    let mapping: Mapping
    let alias: String
    /// What its objects are put into.
    var home: Home?

    /// A property of the objects of a table.
    struct Home {
        let source: Int
        let reference: Reference
    }

    init(_ type: Reflect.Type, alias: String, in session: Session) throws {
        self.type = type
        mapping = try session.mapping(of: type)
        self.alias = alias
    }

    func has(_ name: String) -> Bool { !mapping.positions(of: name).isEmpty }
}

/// A column of one of a query's tables.
struct QueryColumn {
    let source: Int
    let position: Int
    /// Whether the table was named with it.
    var isQualified = false
}

/// The tables of a query, and what names mean among them.
struct QuerySources {
    /// What knows how the tables hold their values.
    let session: Session
    /// The query's own class.
    let root: QuerySource
    /// All of them, the query's own first.
    private(set) var sources: [QuerySource]

    init(root: Reflect.Type, in session: Session) throws {
        self.session = session
        self.root = try QuerySource(root, alias: root.entityName(), in: session)
        sources = [self.root]
    }

    var hasJoins: Bool { sources.count > 1 }

    /// Adds a joined table.
    ///
    /// - Throws: `ModelError` with code query if its name is taken.
    mutating func add(_ source: QuerySource) throws {
        if sources.contains(where: { $0.alias.lowercased() == source.alias.lowercased() }) {
            throw ModelError(
                .query, "the query of \"\(root.alias)\" has a table \"\(source.alias)\" already", table: root.alias,
                hint: "Give the join an alias: join(\(source.type).self, alias: \"other\")")
        }
        sources.append(source)
    }

    /// The tables up to one of them, which are those that a join's own fields are looked for in.
    func through(_ index: Int) -> QuerySources {
        var some = self
        some.sources.removeSubrange((index + 1)...)
        return some
    }

    /// Has the objects of a joined table put into a property.
    mutating func setHome(of index: Int, to home: QuerySource.Home?) { sources[index].home = home }

    /// Finds what a name means: `age`, `User.age`, `Place.state`, `address.state`.
    ///
    /// - Throws: `ModelError` with code unknownColumn, or query where the name is a column of several joined tables or a
    ///   reference of several columns.
    func column(_ name: String) throws -> QueryColumn {
        let field = try field(name)
        return QueryColumn(
            source: field.source, position: try sources[field.source].mapping.index(of: field.name),
            isQualified: field.isQualified)
    }

    /// Finds the columns of a name; a reference may have several.
    func columns(_ name: String) throws -> [QueryColumn] {
        let field = try field(name)
        return try sources[field.source].mapping.indexes(of: [field.name]).map {
            QueryColumn(source: field.source, position: $0, isQualified: field.isQualified)
        }
    }

    /// The table that a name is about, and the name within it.
    private func field(_ name: String) throws -> (source: Int, name: String, isQualified: Bool) {
        // A table's own name goes before the property that its objects, or those of another, are put into.
        func named(_ name: (QuerySource) -> String?) -> [(source: Int, text: String)] {
            sources.indices.compactMap { index in name(sources[index]).map { (index, $0 + ".") } }
        }
        let prefixes = named { $0.alias } + named { $0.home?.reference.property.name }
        // The longest, as the name of a table may hold dots itself.
        let known = prefixes.filter { name.hasPrefix($0.text) }.max { $0.text.count < $1.text.count }
        if let known { return (known.source, String(name.dropFirst(known.text.count)), true) }
        if root.has(name) { return (0, name, false) }
        let found = sources.indices.dropFirst().filter { sources[$0].has(name) }
        if let only = found.first, found.count == 1 { return (only, name, false) }
        if found.count > 1 {
            throw ModelError(
                .query, "\"\(name)\" is a column of several joined tables", table: root.alias, column: name,
                hint: "Write " + found.map { "\"\(sources[$0].alias).\(name)\"" }.joined(separator: " or "))
        }
        if name.contains(".") { throw unknownTable(name) }
        return (0, name, false)
    }

    private func unknownTable(_ name: String) -> ModelError {
        let table = String(name.prefix { $0 != "." })
        let near = NearestNames.nearest(to: table, among: sources.map(\.alias))
        return ModelError(
            .unknownColumn, "the query of \"\(root.alias)\" has no table \"\(table)\" for the field \"\(name)\"",
            table: root.alias, column: name,
            hint: near.isEmpty
                ? "Join its class" : "Did you mean " + near.map { "\"\($0)\"" }.joined(separator: " or ") + "?")
    }

    func name(_ column: QueryColumn) -> String { sources[column.source].mapping.columns[column.position].name }

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

    /// Whether a column holds truth values.
    func isBool(_ column: QueryColumn) -> Bool {
        let property = sources[column.source].mapping.columns[column.position].property
        let type = ReflectedProperty.all(of: type(column)).first { $0.name == property }?.bareType
        return type.flatMap { PropertyColumnType.of($0) } == .boolean
    }

    /// The class of a column's table.
    func type(_ column: QueryColumn) -> Reflect.Type { sources[column.source].type }
}
