import ZIMDb

extension ModelError.Code {
    /// The database no longer matches the classes: see ``SchemaDifference``.
    public static let schemaChanged = ModelError.Code(rawValue: "schemaChanged")
}

extension Session {
    /// The differences between classes and their tables; empty if they match.
    ///
    /// ```swift
    /// for difference in try session.differences(from: [Order.self, OrderLine.self]) { print(difference) }
    /// ```
    ///
    /// - Parameters:
    ///   - models: the classes.
    ///   - allTables: whether a table without a class is a difference too.
    ///   - data: whether to read every row and compare the columns that declare a ``ColumnForm`` with it.
    /// - Throws: `DatabaseError`. A class that contradicts itself is a difference, not an error.
    public func differences(
        from models: [Model.Type], allTables: Bool = false, data: Bool = false
    ) throws -> [SchemaDifference] {
        let schemas = Set(models.compactMap { $0.schema })
        let schema = try schema(schemas.isEmpty ? .searchPath : .searchPath(and: schemas.sorted()))
        var found: [SchemaDifference] = []
        var mapped: Set<[UInt8]> = []
        for model in models {
            mapped.insert((schema.table(of: model)?.name ?? model.table).foldedName)
            let mapping: Mapping
            do { mapping = try MappingRegistry.mapping(of: model) } catch let error as ModelError {
                found.append(SchemaDifference(.mapping, table: model.table, error.message))
                continue
            }
            guard let table = try schema.table(of: model) ?? schemaReader.table(model.table, schema: model.schema)
            else {
                found.append(
                    SchemaDifference(.missingTable, table: model.table, "there is no such table (class \(model))"))
                continue
            }
            let differences = try ModelCheck(mapping: mapping, table: table, schema: schema, session: self)
                .differences
            found += differences
            if differences.contains(where: { $0.kind == .missingColumn }) { continue }
            let plan = try plan(for: mapping)
            for (index, column) in plan.mapping.columns.enumerated() {
                guard let problem = try plan.misreading(index, in: self) else { continue }
                let form = column.field.form.map { "the form \($0) is not for this column: " } ?? ""
                found.append(SchemaDifference(.type, table: table.name, column: column.name, form + problem))
            }
            if data { found += try plan.mapping.formDifferences(in: self) }
        }
        if allTables {
            for table in schema.tables where table.kind != .shadow && !mapped.contains(table.name.foldedName) {
                found.append(SchemaDifference(.newTable, table: table.name, "a \(table.kind.rawValue) without a class"))
            }
        }
        return found
    }
}

extension Database {
    /// Checks that classes still match their tables. Call it when the program starts.
    ///
    /// ```swift
    /// try database.check([Order.self, OrderLine.self])
    /// ```
    ///
    /// - Throws: ``ModelError`` with code schemaChanged that lists what differs, `DatabaseError`.
    ///
    /// With `data`, it also reads every row of the columns that declare a form, and takes as long as that.
    public func check(_ models: [Model.Type], allTables: Bool = false, data: Bool = false) throws {
        let found = try read { try $0.differences(from: models, allTables: allTables, data: data) }
        guard let first = found.first else { return }
        throw ModelError(
            .schemaChanged,
            "\(location) does not match its classes:\n" + found.map { "    \($0)" }.joined(separator: "\n"),
            table: first.table, column: first.column)
    }
}

/// Compares one class with its table.
private struct ModelCheck {
    let mapping: Mapping
    let table: TableSchema
    let schema: DatabaseSchema
    let session: Session

    var differences: [SchemaDifference] {
        get throws { columns + key + foreignKeys + (try relationships) }
    }

    /// What is wrong with relationships, other than with foreign keys.
    private var relationships: [SchemaDifference] {
        get throws {
            let check = RelationshipCheck(mapping: mapping, table: table, session: session)
            return try mapping.relationships.compactMap { relationship in
                // A column that is missing is told already, and so is a foreign key that leads nowhere.
                if relationship.kind == .belongsTo, link(of: relationship) == nil { return nil }
                return try check.problem(of: relationship).map {
                    difference(.relationship, nil, "\(relationship.name): \($0)")
                }
            }
        }
    }

    /// The foreign key that a relationship follows; nil if its columns are not there, or are not as many.
    private func link(of relationship: Relationship) -> LinkSchema? {
        guard let parent = schema.table(of: relationship.target) else { return nil }
        return LinkSchema(
            child: table, columns: columnNames(of: relationship), parent: parent,
            references: relationship.references ?? relationship.target.keyColumns)
    }

    private func columnNames(of relationship: Relationship) -> [String] {
        relationship.foreignKey.flatMap { name in
            let positions = mapping.positions(of: name)
            return positions.isEmpty ? [name] : positions.map { mapping.columns[$0].name }
        }
    }

    private var columns: [SchemaDifference] {
        var found: [SchemaDifference] = []
        for column in mapping.columns {
            guard let now = table.column(column.name) else {
                // A query can give what no column holds, but the row's identifier has a name without being one.
                if !table.isRowID(column.name) {
                    found.append(difference(.missingColumn, column.name, "the table has no such column"))
                }
                continue
            }
            let type = column.field.typeName
            let form = column.field.form
            let isText = form?.isText == true || form == .decimal(.number)
            if !DeclaredType(now).fits(swift: type), !isText || !DeclaredType(now).fits(swift: "String") {
                found.append(difference(.type, column.name, "the property is \(type), the column \(now.type)"))
            }
            if table.kind == .table, table.isNullable(now.name), !column.field.acceptsNull {
                found.append(difference(.nullability, column.name, "the column can be NULL, \(type) cannot"))
            }
        }
        for column in table.columns where !column.isHidden {
            if !mapping.columns.contains(where: { $0.name.isSameName(as: column.name) }) {
                found.append(difference(.newColumn, column.name, "class \(mapping.type) has no property for it"))
            }
        }
        return found
    }

    private var key: [SchemaDifference] {
        let own = mapping.key.map { mapping.columns[$0].name }
        guard !own.isEmpty else {
            return table.primaryKey.isEmpty ? [] : [keyDifference(own)]
        }
        if table.primaryKey.isEmpty
            || table.uniqueKeys.contains(where: { !$0.isPrimaryKey && Set($0.columns) == Set(own) })
        {
            return []
        }
        let same = zip(own, table.primaryKey).allSatisfy { $0.isSameName(as: $1) }
        return same && own.count == table.primaryKey.count ? [] : [keyDifference(own)]
    }

    private func keyDifference(_ own: [String]) -> SchemaDifference {
        difference(
            .key, nil,
            "the class has the key (\(own.joined(separator: ", "))), the table (\(table.primaryKey.joined(separator: ", ")))"
        )
    }

    /// Only for classes that name relationships: others follow what they like.
    private var foreignKeys: [SchemaDifference] {
        let parents = mapping.relationships.filter { $0.kind == .belongsTo }
        guard !mapping.relationships.isEmpty else { return [] }
        var found: [SchemaDifference] = []
        let links = schema.links().filter { $0.child.name == table.name }
        var known: Set<LinkSchema> = []
        for relationship in parents {
            let target = relationship.target.table
            let columns = columnNames(of: relationship)
            guard let link = link(of: relationship) else {
                found.append(
                    difference(
                        .missingForeignKey, nil,
                        "\(relationship.name) follows (\(columns.joined(separator: ", "))) to \(target), which is not there"
                    ))
                continue
            }
            known.insert(link)
        }
        for link in links where !known.contains(link) {
            found.append(
                difference(
                    .newForeignKey, nil,
                    "class \(mapping.type) has no relationship for (\(link.columns.joined(separator: ", "))) to \(link.parent.name)"
                ))
        }
        return found
    }

    private func difference(_ kind: SchemaDifference.Kind, _ column: String?, _ message: String) -> SchemaDifference {
        SchemaDifference(kind, table: table.name, column: column, message)
    }
}

extension DatabaseSchema {
    /// The table of a class; nil if it is not told.
    fileprivate func table(of model: Model.Type) -> TableSchema? {
        guard let schema = model.schema else { return table(model.table) }
        return tables.first { $0.schema == schema && $0.ownName.isSameName(as: model.table) }
    }
}

extension Model {
    /// The names of the key's columns, as the mapping found them.
    fileprivate static var keyColumns: [String] {
        guard let mapping = try? MappingRegistry.mapping(of: self) else { return primaryKey }
        return mapping.key.map { mapping.columns[$0].name }
    }
}
