import ZIMDb

extension TablePlan {
    /// The columns that may store another number than a property holds, by their positions.
    private func numberColumns(in session: Session) throws -> [Int: NumberColumn] {
        if let numberColumns { return numberColumns }
        var found: [Int: NumberColumn] = [:]
        for (index, compared) in try comparedColumns(Array(mapping.columns.indices), in: session).enumerated() {
            guard let column = try limit(index, in: session).map({ NumberColumn($0) }) ?? NumberColumn(compared),
                column.mayRound(mapping.columns[index].field.propertyType)
            else { continue }
            found[index] = column
        }
        numberColumns = found
        keepsNumbers = found.isEmpty
        return found
    }

    private func limit(_ index: Int, in session: Session) throws -> ValueLimit? {
        guard let types = session.connection.engine.types,
            let column = try schema(in: session)?.column(mapping.columns[index].name)
        else { return nil }
        return types.limit(declared: column.baseType ?? column.type)
    }

    /// Throws if a row would not hold what a model's properties do.
    ///
    /// - Throws: ``ModelError`` with code value.
    func requireExact(_ positions: [Int], of model: Model, in session: Session) throws {
        let columns = try numberColumns(in: session)
        for index in positions {
            guard let column = columns[index], model.spelledValue(index, in: mapping) == nil else { continue }
            let value: SQLValue
            do { value = try mapping.columns[index].value(of: model) } catch var mismatch as ValueMismatch {
                mismatch.type = mapping.columns[index].field.typeName
                throw mapping.error(mismatch, column: index, key: [])
            }
            try requireExact(value, index, column)
        }
    }

    /// Throws if a column would not hold a value that a statement gives it.
    func requireExact(_ value: SQLValue, at position: Int, in session: Session) throws {
        if let column = try numberColumns(in: session)[position] { try requireExact(value, position, column) }
    }

    private func requireExact(_ value: SQLValue, _ position: Int, _ column: NumberColumn) throws {
        do { try column.requireExact(value) } catch let mismatch as ValueMismatch {
            throw mapping.error(mismatch, column: position, key: [])
        }
    }
}
