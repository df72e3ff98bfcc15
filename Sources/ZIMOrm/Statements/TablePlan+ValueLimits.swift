import ZIMDb

extension TablePlan {
    /// The columns that may store another value than a property holds.
    private func valueLimits(in session: Session) throws -> [(position: Int, limit: ValueLimit)] {
        if let valueLimits { return valueLimits }
        var found: [(position: Int, limit: ValueLimit)] = []
        for index in mapping.columns.indices {
            guard let limit = try limit(index, in: session),
                !limit.keepsAll(of: mapping.columns[index].field.propertyType)
            else { continue }
            found.append((index, limit))
        }
        valueLimits = found
        keepsValues = found.isEmpty
        return found
    }

    private func limit(_ index: Int, in session: Session) throws -> ValueLimit? {
        guard let types = session.connection.engine.types else {
            return ValueLimit(try comparedColumns([index], in: session).first?.affinity)
        }
        let column = try schema(in: session)?.column(mapping.columns[index].name)
        return column.flatMap { types.limit(declared: $0.baseType ?? $0.type) }
    }

    /// Throws if a row would not hold what a model's properties do.
    ///
    /// - Throws: ``ModelError`` with code value.
    func requireKept(_ positions: [Int], of model: Model, in session: Session) throws {
        for (index, limit) in try valueLimits(in: session) where positions.contains(index) {
            let value: SQLValue
            do {
                value = try model.spelledValue(index, in: mapping) ?? mapping.columns[index].value(of: model)
            } catch var mismatch as ValueMismatch {
                mismatch.type = mapping.columns[index].field.typeName
                throw mapping.error(mismatch, column: index, key: [])
            }
            try requireKept(value, index, limit)
        }
    }

    /// Throws if a column would not hold the values that a statement gives it.
    func requireKept(_ values: some Sequence<SQLValue>, at position: Int, in session: Session) throws {
        guard !keepsValues, let limit = try valueLimits(in: session).first(where: { $0.position == position })?.limit
        else { return }
        for value in values { try requireKept(value, position, limit) }
    }

    private func requireKept(_ value: SQLValue, _ position: Int, _ limit: ValueLimit) throws {
        do { try limit.requireKept(value) } catch let mismatch as ValueMismatch {
            throw mapping.error(mismatch, column: position, key: [])
        }
    }
}
