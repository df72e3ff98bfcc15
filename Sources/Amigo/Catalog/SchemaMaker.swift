/// The statements that make the tables of a catalogue.
struct SchemaMaker {
    private let catalog: ModelCatalog
    private let dialect: any SQLDialect

    init(_ catalog: ModelCatalog, dialect: any SQLDialect) {
        self.catalog = catalog
        self.dialect = dialect
    }

    /// Makes what is missing; tables and indexes that are there already stay as they are.
    ///
    /// - Parameter joins: the relationships that need a join table.
    func createAll(joins: [JoinPlan], in session: Session) throws {
        let known = Set(try session.tableNames().map { $0.lowercased() })
        for entry in catalog.entries {
            try session.execute(table(of: entry))
            for index in indexes(of: entry) { try session.execute(index) }
        }
        // Foreign keys that lead in a circle, where the engine wants to see what they point to.
        for entry in catalog.entries where !known.contains(entry.table.lowercased()) {
            for link in entry.links where try isLate(link, of: entry) {
                let target = name(try catalog.entry(for: link.target))
                try session.execute(
                    AlterTableStatement(name(entry)).foreignKey(link.columns, references: target, link.referred))
            }
        }
        for join in joins {
            try session.execute(try table(of: join))
            // A table that was there may hold a pair twice, as Amigo let it.
            let isNew = !known.contains(join.table.lowercased())
            for index in indexes(of: join, isNew: isNew) { try session.execute(index) }
        }
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
        for (place, column) in mapping.columns.enumerated() {
            var constraints: [SQLColumnConstraint] = []
            if mapping.key == [place] {
                constraints = entry.isKeyGiven ? countedKey : [.primaryKey, .notNull]
            } else if !column.options.isOptional || isRequired(column.name, of: entry) {
                constraints = [.notNull]
            }
            let isLinked = entry.links.contains { $0.columns.contains(column.name) && $0.columns.count > 1 }
            // An indexed column has a unique index in its place.
            if column.options.isUnique, !column.options.isIndexed, !isLinked { constraints.append(.unique) }
            statement = statement.column(
                column.name, type: entry.types[place].dataType(for: dialect, plainType: column.plainType),
                constraints: constraints)
        }
        if mapping.key.count > 1 { statement = statement.primaryKey(mapping.keyNames) }
        for link in entry.links where try !isLate(link, of: entry) {
            let target = try catalog.entry(for: link.target)
            statement = statement.foreignKey(link.columns, references: name(target), link.referred)
        }
        return statement
    }

    /// Whether a foreign key points to a table that is made later and cannot be named yet.
    private func isLate(_ link: ModelLink, of entry: ModelEntry) throws -> Bool {
        guard !dialect.features.contains(.forwardReferences) else { return false }
        return try catalog.entry(for: link.target).rank > entry.rank
    }

    /// Whether a through model needs the column to say what it ties together.
    private func isRequired(_ column: String, of entry: ModelEntry) -> Bool {
        entry.joins.contains { join in
            [join.left.link, join.right.link].contains { $0?.columns.contains(column) == true }
        }
    }

    private func indexes(of entry: ModelEntry) -> [CreateIndexStatement] {
        func index(_ label: String, _ columns: [String], isUnique: Bool) -> CreateIndexStatement {
            CreateIndexStatement(SQLIdentifier(label), on: name(entry), unique: isUnique).columns(columns)
                .ifNotExists()
        }
        var statements: [CreateIndexStatement] = []
        for declared in entry.model.columns where declared.options.isIndexed {
            if let link = entry.links.first(where: { $0.property == declared.name }) {
                // The primary key's own index serves a foreign key that it begins with.
                guard !entry.mapping.keyNames.starts(with: link.columns) else { continue }
                let label = link.columns.count == 1 ? link.columns[0] : link.property
                statements.append(
                    index("\(entry.table)_\(label)_idx", link.columns, isUnique: declared.options.isUnique))
            } else {
                statements.append(
                    index("\(entry.table)_\(declared.name)_idx", [declared.name], isUnique: declared.options.isUnique))
            }
        }
        for declared in entry.model.indexes {
            let columns = declared.columns.flatMap { name in
                entry.links.first { $0.property == name }?.columns
                    ?? [(try? entry.mapping.index(of: name)).map { entry.mapping.columns[$0].name } ?? name]
            }
            statements.append(index(declared.label, columns, isUnique: declared.isUnique))
        }
        return statements
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
                let place = try entry.mapping.index(of: key)
                statement = statement.column(
                    column,
                    type: entry.types[place].dataType(for: dialect, plainType: entry.mapping.columns[place].plainType),
                    .notNull)
            }
        }
        for end in ends {
            statement = statement.foreignKey(
                end.columns, references: name(try catalog.entry(for: end.type)), end.key, onDelete: .cascade)
        }
        return statement
    }

    private func indexes(of join: JoinPlan, isNew: Bool) -> [CreateIndexStatement] {
        func index(_ columns: [String], _ label: String, isUnique: Bool = false) -> CreateIndexStatement {
            CreateIndexStatement(
                SQLIdentifier("\(join.table)_\(label)_idx"), on: SQLIdentifier(join.table), unique: isUnique
            )
            .columns(columns).ifNotExists()
        }
        func label(_ columns: [String]) -> String { columns.joined(separator: "_") }
        guard let through = join.through else {
            // Two models are tied once; the other direction has an index of its own.
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
