import ZIMOrm

extension DatabaseSchema {
    /// The schema that a server must have so that its tables are those that classes were generated from. What classes do
    /// not record, such as indexes, stays as it is.
    ///
    /// - Parameters:
    ///   - classes: the tables as the classes record them.
    ///   - enumerations: those of the classes' columns.
    ///   - notes: what cannot be made of classes.
    func fitting(
        _ classes: [TableSchema], _ enumerations: [TypeSchema], noting notes: inout [String]
    ) -> DatabaseSchema {
        var tables = tables
        var types = types ?? []
        var indexes = indexes
        for table in classes {
            guard table.kind == .table else {
                if exactly(table.name) == nil {
                    notes.append(
                        "the \(table.kind.rawValue) \"\(table.name)\" is missing: a class does not record its SQL")
                }
                continue
            }
            if let position = tables.firstIndex(where: { $0.name.hasSameBytes(as: table.name) }) {
                let gone = tables[position].columns.map(\.name).filter { table.exactly($0) == nil }
                tables[position] = table
                indexes.removeAll { index in
                    guard index.table.hasSameBytes(as: table.name) else { return false }
                    if index.origin == .primaryKey { return index.columns != table.primaryKey }
                    let name = index.parts.compactMap(\.column).first { column in
                        gone.contains { $0.hasSameBytes(as: column) }
                    }
                    if let name { notes.append("the index \"\(index.name)\" is dropped with the column \"\(name)\"") }
                    return name != nil
                }
            } else {
                tables.append(table)
            }
            for key in table.uniqueKeys where !key.isPartial && !key.hasExpression {
                let isThere = indexes.contains {
                    $0.table.hasSameBytes(as: table.name) && $0.isUnique && !$0.isPartial && $0.columns == key.columns
                }
                if isThere { continue }
                indexes.append(
                    IndexSchema(
                        name: key.name, table: table.name,
                        parts: key.columns.map {
                            IndexSchema.Part(column: $0, expression: nil, isDescending: false, collation: nil)
                        }, isUnique: true, condition: nil, isPartial: false,
                        origin: key.isPrimaryKey ? .primaryKey : .unique))
            }
        }
        // A type of another schema is not listed, but a column may have it.
        let known = Set(types.map(\.name) + self.tables.flatMap(\.columns).map(\.type))
        for type in enumerations where !known.contains(type.name) && !types.contains(where: { $0.name == type.name }) {
            types.append(type)
        }
        let domains = classes.filter { $0.kind == .table }.flatMap(\.columns).filter { $0.baseType != nil }.map(\.type)
        for domain in Set(domains).subtracting(known).sorted() {
            notes.append("the domain \(domain) is missing: a class does not record its SQL")
        }
        for table in self.tables where table.kind == .table {
            if !classes.contains(where: { $0.name.hasSameBytes(as: table.name) }) {
                notes.append("the table \"\(table.name)\" has no class, and stays")
            }
        }
        return DatabaseSchema(engine: engine, tables: tables, indexes: indexes, definitions: definitions, types: types)
    }
}
