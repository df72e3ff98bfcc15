/// The statements that make the tables of a catalogue.
struct SchemaMaker {
    let catalog: ModelCatalog
    let dialect: any SQLDialect

    /// Makes what is missing; tables and indexes that are there already stay as they are.
    ///
    /// - Parameter joins: the relationships that need a join table.
    func createAll(joins: [JoinPlan], in session: Session) throws {
        let names = try session.tableNames()
        let known = Set(names.map { $0.lowercased() })
        // Statements that would change nothing are not sent where they commit.
        let present = session.commitsSchemaChanges ? Set(names) : []
        for entry in catalog.entries where !known.contains(entry.table.lowercased()) {
            try requireUnique(entry, known)
        }
        for entry in catalog.entries {
            if entry.mapping.schema != nil || !present.contains(entry.table) { try session.execute(table(of: entry)) }
            for index in indexes(of: entry) { try make(index, on: name(entry), in: session) }
        }
        // Foreign keys that lead in a circle, where the engine wants to see what they point to.
        for entry in catalog.entries {
            let isNew = !known.contains(entry.table.lowercased())
            for link in entry.links where try isLate(link, of: entry) {
                let target = try catalog.entry(for: link.target)
                // A call that failed midway may have made one of the two, where its statements commit.
                let isMissed = session.commitsSchemaChanges && !known.contains(target.table.lowercased())
                guard isNew || isMissed else { continue }
                let pairs = try pairs(of: link)
                // A table of another schema is not among those that are known.
                if [entry, target].contains(where: { $0.mapping.schema != nil }),
                    try has(pairs.columns, entry, in: session)
                {
                    continue
                }
                try session.execute(
                    AlterTableStatement(name(entry)).foreignKey(
                        pairs.columns, references: name(target), pairs.referred))
            }
        }
        for join in joins {
            if !present.contains(join.table) { try session.execute(try table(of: join)) }
            // A table that was there may hold a pair twice, as Amigo let it.
            let isNew = !known.contains(join.table.lowercased())
            for index in indexes(of: join, isNew: isNew) {
                try make(index, on: SQLIdentifier(join.table), orUnique: !isNew, in: session)
            }
        }
    }

    /// Checks that foreign keys point to columns that are unique: SQLite would only refuse the rows. InnoDB needs an index
    /// alone. A table that is there may have a key that its model does not declare.
    private func requireUnique(_ entry: ModelEntry, _ known: Set<String>) throws {
        guard !dialect.features.contains(.orderedReferences) else { return }
        for link in entry.links {
            let target = try catalog.entry(for: link.target)
            guard !known.contains(target.table.lowercased()) else { continue }
            let unique =
                [target.mapping.keyNames] + target.mapping.columns.filter(\.options.isUnique).map { [$0.name] }
                + indexes(of: target).filter(\.isUnique).map(\.columns)
            guard !unique.contains(where: { Set($0) == Set(link.referred) }) else { continue }
            throw ModelError(
                .mapping,
                "the foreign key \"\(link.property)\" of \"\(entry.table)\" points to (\(link.referred.joined(separator: ", "))) of \"\(target.table)\", which is neither its key nor unique",
                table: entry.table, column: link.property,
                hint: "Declare it with unique: true, or several columns by Index(…, unique: true, …)")
        }
    }

    private func make(_ index: Index, on table: SQLIdentifier, orUnique: Bool = false, in session: Session) throws {
        try session.createIndex(
            SQLIdentifier(index.label), on: table, index.columns, isUnique: index.isUnique, orUnique: orUnique)
    }

    /// Whether a table has a foreign key of some columns.
    private func has(_ columns: [String], _ entry: ModelEntry, in session: Session) throws -> Bool {
        let table = try session.schemaReader.table(entry.table, schema: entry.mapping.schema)
        return table?.foreignKeys.contains { $0.columns == columns } == true
    }

    private func name(_ entry: ModelEntry) -> SQLIdentifier {
        SQLIdentifier(parts: (entry.mapping.schema.map { [$0] } ?? []) + [entry.table])
    }

    /// A key that the engine counts up by itself.
    private var countedKey: [SQLColumnConstraint] {
        dialect.features.contains(.rowidTables) ? [.primaryKey, .notNull] : [.primaryKey(autoIncremented: true)]
    }

    private func table(of entry: ModelEntry) throws -> CreateTableStatement {
        let mapping = entry.mapping
        var statement = CreateTableStatement(name(entry)).ifNotExists()
        let keys = keyColumns(of: entry)
        for (position, column) in mapping.columns.enumerated() {
            var constraints: [SQLColumnConstraint] = []
            if mapping.key == [position] {
                constraints = entry.isKeyGiven ? countedKey : [.primaryKey, .notNull]
            } else if !column.options.isOptional || isRequired(column.name, of: entry) {
                constraints = [.notNull]
            }
            let isLinked = entry.links.contains { $0.columns.contains(column.name) && $0.columns.count > 1 }
            // An indexed column has a unique index in its place.
            if column.options.isUnique, !column.options.isIndexed, !isLinked { constraints.append(.unique) }
            var type = entry.types[position].dataType(
                for: dialect, plainType: column.plainType, isKey: keys.contains(column.name))
            // SQLite counts up what is an INTEGER PRIMARY KEY.
            if mapping.key == [position], entry.type.countsNoKeys, type == .integer { type = "INT" }
            statement = statement.column(column.name, type: type, constraints: constraints)
        }
        if mapping.key.count > 1 { statement = statement.primaryKey(mapping.keyNames) }
        for link in entry.links where try !isLate(link, of: entry) {
            let target = try catalog.entry(for: link.target)
            let pairs = try pairs(of: link)
            statement = statement.foreignKey(pairs.columns, references: name(target), pairs.referred)
        }
        return statement
    }

    /// The columns of a foreign key in the order in which it is declared: InnoDB wants that of the referenced key.
    private func pairs(of link: ModelLink) throws -> (columns: [String], referred: [String]) {
        let key = try catalog.entry(for: link.target).mapping.keyNames
        guard dialect.features.contains(.orderedReferences), link.referred != key, Set(link.referred) == Set(key) else {
            return (link.columns, link.referred)
        }
        let columns = Dictionary(zip(link.referred, link.columns)) { first, _ in first }
        return (key.compactMap { columns[$0] }, key)
    }

    /// Whether a foreign key points to a table that is made later and cannot be named yet.
    private func isLate(_ link: ModelLink, of entry: ModelEntry) throws -> Bool {
        guard !dialect.features.contains(.forwardReferences) else { return false }
        return try catalog.entry(for: link.target).rank > entry.rank
    }

    /// Whether a through model needs the column to say what it joins.
    private func isRequired(_ column: String, of entry: ModelEntry) -> Bool {
        entry.joins.contains { join in
            [join.left.link, join.right.link].contains { $0?.columns.contains(column) == true }
        }
    }

    /// The columns that a key or an index has, or a foreign key of another table points to.
    private func keyColumns(of entry: ModelEntry) -> Set<String> {
        let pointed = catalog.entries.flatMap(\.links).filter { $0.target == entry.type }.flatMap(\.referred)
        let unique = entry.mapping.columns.filter(\.options.isUnique).map(\.name)
        return Set(
            entry.mapping.keyNames + entry.links.flatMap(\.columns) + pointed + unique
                + indexes(of: entry).flatMap(\.columns))
    }

    private func indexes(of entry: ModelEntry) -> [Index] {
        var indexes: [Index] = []
        for declared in entry.model.columns where declared.options.isIndexed {
            let link = entry.links.first { $0.property == declared.name }
            // The primary key's own index serves a foreign key that it begins with.
            if let link, entry.mapping.keyNames.starts(with: link.columns) { continue }
            let columns = link?.columns ?? [declared.name]
            let label = columns.count == 1 ? columns[0] : declared.name
            indexes.append(Index("\(entry.table)_\(label)_idx", unique: declared.options.isUnique, columns: columns))
        }
        for declared in entry.model.indexes {
            let columns = declared.columns.flatMap { name in
                entry.links.first { $0.property == name }?.columns
                    ?? [(try? entry.mapping.index(of: name)).map { entry.mapping.columns[$0].name } ?? name]
            }
            indexes.append(Index(declared.label, unique: declared.isUnique, columns: columns))
        }
        return indexes
    }

    /// `CREATE TABLE "app_child_app_parent" ("id" …, "child_id" …, "parent_id" …)`
    private func table(of join: JoinPlan) throws -> CreateTableStatement {
        var statement = CreateTableStatement(SQLIdentifier(join.table)).ifNotExists()
            .column("id", type: AttributeType.integer64AttributeType.dataType(for: dialect), constraints: countedKey)
        var ends: [(type: Model.Type, columns: [String], key: [String])] = [
            (join.left.type, join.left.columns, join.left.key), (join.right.type, join.right.columns, join.right.key),
        ]
        if let through = join.through { ends.append((through.type, through.columns, through.key)) }
        for end in ends {
            let entry = try catalog.entry(for: end.type)
            for (column, key) in zip(end.columns, end.key) {
                let position = try entry.mapping.index(of: key)
                statement = statement.column(
                    column,
                    type: entry.types[position].dataType(
                        for: dialect, plainType: entry.mapping.columns[position].plainType, isKey: true),
                    .notNull)
            }
        }
        for end in ends {
            statement = statement.foreignKey(
                end.columns, references: name(try catalog.entry(for: end.type)), end.key, onDelete: .cascade)
        }
        return statement
    }

    private func indexes(of join: JoinPlan, isNew: Bool) -> [Index] {
        func index(_ columns: [String], _ label: String, isUnique: Bool = false) -> Index {
            Index("\(join.table)_\(label)_idx", unique: isUnique, columns: columns)
        }
        func label(_ columns: [String]) -> String { columns.joined(separator: "_") }
        guard let through = join.through else {
            // Two models are joined once; the other direction has an index of its own.
            return [
                index(join.left.columns + join.right.columns, "pair", isUnique: isNew),
                index(join.right.columns, label(join.right.columns)),
            ]
        }
        return [
            index(join.left.columns, label(join.left.columns)), index(join.right.columns, label(join.right.columns)),
            index(through.columns, label(through.columns), isUnique: isNew),
        ]
    }
}
