import ZIMDb

extension TablePlan {
    /// How an engine compares the values of some columns; what it does not tell is nil.
    func comparedColumns(_ positions: [Int], in session: Session) throws -> [ComparedColumn] {
        try positions.map { index in
            if let known = comparedColumns[index] { return known }
            let column = try comparedColumn(mapping.columns[index].name, in: session)
            // A table that is not there yet may be made.
            if column != ComparedColumn() { comparedColumns[index] = column }
            return column
        }
    }

    private func comparedColumn(_ name: String, in session: Session) throws -> ComparedColumn {
        let engine = session.connection.engine
        if let found = engine.declaration(of: name, table: mapping.table, schema: mapping.schema) {
            let isAny = found.type.lowercased() == "any"
            let isUntyped = try isAny && schema(in: session)?.isStrict == true
            return ComparedColumn(
                affinity: isUntyped ? .blob : ColumnAffinity(found.type), collation: found.collation)
        }
        guard let column = try schema(in: session)?.column(name) else { return ComparedColumn() }
        if let types = engine.types {
            let listType = column.listType ?? ""
            let declared = column.baseType ?? column.type
            return ComparedColumn(
                collation: types.collation(listType: listType), type: types.castType(listType: listType),
                held: types.held(listType: listType, declared: declared), mergingCollation: column.mergingCollation,
                server: types.fitsValues ? ServerColumn(listType: listType, declared: declared) : nil)
        }
        return ComparedColumn(affinity: column.type.isEmpty ? nil : ColumnAffinity(column.type))
    }

    /// What is wrong with the table is for the statement that reads it to say.
    func schema(in session: Session) throws -> TableSchema? {
        try session.ifDeclared { try tableSchema(in: session) }
    }

    /// How the parts of many keys stand in a table that is made for a statement, of JSON where the server can; nil if the
    /// engine takes keys in another form.
    ///
    /// - Parameter sources: the types of the columns that the keys come from, where texts are compared as theirs.
    func listColumns(
        of positions: [Int], sources: [String?] = [], in session: Session
    ) throws -> ((_ part: Int, _ values: KeyValues) -> ListColumn?)? {
        guard let types = session.connection.engine.types, types.fitsValues else { return nil }
        let schema = try tableSchema(in: session)
        let listTypes = positions.enumerated().map { part, position in
            sources.dropFirst(part).first.flatMap { $0 } ?? schema.column(mapping.columns[position].name)?.listType
                ?? ""
        }
        let isJSON = dialect.features.contains(.jsonTable)
        let isShort = positions.map { position in
            let declared = schema.column(mapping.columns[position].name)?.type ?? ""
            return DecimalDigits(declared).map { $0.precision <= ListColumn.indexedLength } ?? false
        }
        let limits = positions.map { position in
            schema.column(mapping.columns[position].name).flatMap {
                types.keyLimit(declared: $0.baseType ?? $0.type, listType: $0.listType ?? "")
            }
        }
        return { part, values in
            var column = types.listColumn(values, listType: listTypes[part])
            if limits[part]?.isOfTime == true { column?.limit = limits[part] }
            if isJSON { column?.cast = nil }
            if column?.mayDifferInLength == true, !isShort[part] { column?.indexedType = nil }
            return column
        }
    }

    /// The types that lists of some columns' values have, as the database says; nil if the engine has no lists.
    func listTypes(of positions: [Int], in session: Session) throws -> [String]? {
        guard dialect.features.contains(.unnest) else { return nil }
        let schema = try tableSchema(in: session)
        // A column that the table lacks fails when the statement that names it is compiled.
        return positions.map { schema.column(mapping.columns[$0].name)?.listType ?? "text" }
    }
}
