import ZIMOrm

/// Reads the objects of a query's rows.
private struct ObjectReader {
    private let root: NamedRowLoader
    private let joined: [(loader: NamedRowLoader, home: QuerySource.Home?)]
    /// The references of each table whose columns are not read.
    private let unread: [[Reference]]

    init(_ query: ResolvedQuery, names: [String], in session: Session) throws {
        func loader(_ index: Int, _ source: QuerySource) throws -> NamedRowLoader {
            try NamedRowLoader(
                source.type, names: names, prefix: query.prefix(index), isPartial: query.isPartial, in: session)
        }
        root = try loader(0, query.sources.root)
        joined = try query.sources.sources.enumerated().dropFirst().map { (try loader($0, $1), $1.home) }
        unread = try query.sources.sources.enumerated().map { index, source in
            guard query.isPartial else { return [] }
            return try TableLayout.of(source.type).references.filter { reference in
                !reference.columns.allSatisfy { names.contains(query.prefix(index) + $0) }
            }
        }
    }

    /// The object of a row with those that were joined, not yet counting as loaded.
    private func read(_ row: Row) throws -> (object: Model, isThere: Bool) {
        // Where a join keeps rows without an object of the query's own class, it is one as its init makes it.
        let isThere = joined.isEmpty || root.readsNothing || !root.isAbsent(from: row)
        let object = isThere ? try make(root, 0, row) : root.mapping.type.init()
        var objects: [Model?] = [object]
        var inner: [(loader: NamedRowLoader, object: Model)] = []
        for (index, (loader, home)) in joined.enumerated() {
            guard !loader.isAbsent(from: row) else {
                objects.append(nil)
                continue
            }
            let made = try make(loader, index + 1, row)
            if !loader.readsKey {
                try (made as? Reflect)?.beginPlaceholder(parts: loader.mapping.key.count, isUnread: true)
            }
            objects.append(made)
            inner.append((loader, made))
            if let home, let owner = objects[home.source] { home.reference.property.setObject(made, in: owner) }
        }
        // Only now: an object counts as it is when those that it refers to are in it.
        for (loader, object) in inner { try loader.keep(object, from: row) }
        return (object, isThere)
    }

    /// The object of one table. One that it refers to, whose key was not asked for, stands for an unknown row, as does a
    /// joined one without its key: saving what refers to it does not make a new row.
    private func make(_ loader: NamedRowLoader, _ source: Int, _ row: Row) throws -> Model {
        let object = try loader.make(row)
        for reference in unread[source] {
            try reference.object(in: object)?.beginPlaceholder(parts: reference.columns.count, isUnread: true)
        }
        return object
    }

    func object(_ row: Row) throws -> Model {
        let (object, isThere) = try read(row)
        if isThere { try root.keep(object, from: row) }
        return object
    }

    func fill(_ object: Model, from row: Row) throws { try root.give(read(row).object, to: object, from: row) }
}

extension QueryClauses {
    /// The objects that the query finds.
    func objects<T: Reflect>(of type: T.Type, in session: Session) throws -> sending [T] {
        let query = try ResolvedQuery(self, in: session)
        var reader: ObjectReader?
        // Made here, and known to nobody else.
        nonisolated(unsafe) var objects: [T] = []
        try session.withLoadHooksBehind {
            try session.forEachRow(query.select()) { row in
                let known = try reader ?? ObjectReader(query, names: row.columnNames, in: session)
                reader = known
                if let object = try known.object(row) as? T { objects.append(object) }
            }
        }
        // Made here, and known to nobody else.
        nonisolated(unsafe) let result = objects
        return result
    }

    /// Reads the first row into an object; tells whether there was one.
    func fetch(into object: Reflect, in session: Session) throws -> Bool {
        let query = try ResolvedQuery(self, in: session)
        var isFound = false
        try session.withLoadHooksBehind {
            try session.forEachRow(query.select()) { row in
                if isFound { return }
                try object.willLoad()
                try ObjectReader(query, names: row.columnNames, in: session).fill(object, from: row)
                isFound = true
            }
        }
        if isFound { try object.finishReload() }
        return isFound
    }

    /// The value of an aggregate, and the column that it is about.
    func aggregate(
        _ function: String, _ field: String?, alias: String, in session: Session
    ) throws -> (value: SQLValue, source: QuerySource, column: QueryColumn?) {
        let query = try ResolvedQuery(self, in: session)
        let column = try field.map { try query.sources.column($0) }
        if let column, function == "sum" || function == "avg" { try requireNumber(column, function, in: query) }
        if let column, function == "max" || function == "min" {
            try session.requireSortable(column.position, of: query.sources.type(column))
        }
        let statement = try query.aggregate(function, column, alias: alias)
        let value = try session.rows(statement).first?[0] ?? .null
        let source = column.map { query.sources.sources[$0.source] } ?? query.sources.root
        return (value, source, column)
    }

    /// The engine makes 0 of a text that it cannot reckon with; here that is an error.
    private func requireNumber(_ column: QueryColumn, _ function: String, in query: ResolvedQuery) throws {
        let source = query.sources.sources[column.source]
        let name = query.sources.name(column)
        let item = try TableLayout.of(source.type).items.first { $0.name == name }
        guard let type = item?.type, !PropertyColumnType.isNumber(type) else { return }
        throw ModelError(
            .query, "\"\(source.alias)\".\"\(name)\" holds \(type.name), which \(function) cannot reckon with",
            table: source.alias, column: name)
    }
}
