import ZIMDb

extension TablePlan {
    private func valueLimits(in session: Session) throws -> [(position: Int, limit: ValueLimit, keepsAll: Bool)] {
        if let valueLimits { return valueLimits }
        var found: [(position: Int, limit: ValueLimit, keepsAll: Bool)] = []
        for index in mapping.columns.indices {
            guard let limit = try limit(index, in: session) else { continue }
            found.append((index, limit, limit.keepsAll(of: mapping.columns[index].field.propertyType)))
        }
        valueLimits = found
        keepsValues = found.allSatisfy(\.keepsAll)
        return found
    }

    private func limit(_ index: Int, in session: Session) throws -> ValueLimit? {
        guard let types = session.connection.engine.types else {
            return ValueLimit(try comparedColumns([index], in: session).first?.affinity)
        }
        let column = try schema(in: session)?.column(mapping.columns[index].name)
        return column.flatMap { types.limit(declared: $0.baseType ?? $0.type) }
    }

    /// Whether the key's columns can hold some values: a server that rounds what it compares would find others by them.
    func canHold(raw key: [SQLValue], in session: Session) throws -> Bool {
        guard session.connection.engine.types?.fitsValues == true else { return true }
        let limits = try valueLimits(in: session)
        let columns = try comparedColumns(mapping.key, in: session)
        return zip(mapping.key, zip(columns, key)).allSatisfy { position, part in
            guard part.0.held?.isRounded == true else { return true }
            return limits.first { $0.position == position }?.limit.canHold(numberOf: part.1) ?? true
        }
    }

    /// Throws if a row would not hold what a model's properties do.
    ///
    /// - Throws: ``ModelError`` with code value.
    func requireKept(_ positions: [Int], of model: Model, in session: Session) throws {
        for (index, limit, keepsAll) in try valueLimits(in: session) where !keepsAll && positions.contains(index) {
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
    ///
    /// - Parameter areProperties: whether they are of the type that the property has.
    func requireKept(
        _ values: some Sequence<SQLValue>, at position: Int, areProperties: Bool = true, in session: Session
    ) throws {
        if areProperties, keepsValues { return }
        guard let (_, limit, keepsAll) = try valueLimits(in: session).first(where: { $0.position == position }),
            !keepsAll || !areProperties
        else { return }
        for value in values { try requireKept(value, position, limit) }
    }

    private func requireKept(_ value: SQLValue, _ position: Int, _ limit: ValueLimit) throws {
        do { try limit.requireKept(value) } catch let mismatch as ValueMismatch {
            throw mapping.error(mismatch, column: position, key: [])
        }
    }
}
