import ZIMDb

extension TablePlan {
    /// The columns that may store another number than a property holds, by their places.
    private func numberColumns(in session: Session) throws -> [Int: NumberColumn] {
        if let numberColumns { return numberColumns }
        var found: [Int: NumberColumn] = [:]
        for (place, compared) in try comparedColumns(Array(mapping.columns.indices), in: session).enumerated() {
            guard let column = try limit(place, in: session).map({ NumberColumn($0) }) ?? NumberColumn(compared),
                column.mayRound(mapping.columns[place].field.propertyType)
            else { continue }
            found[place] = column
        }
        numberColumns = found
        keepsNumbers = found.isEmpty
        return found
    }

    private func limit(_ place: Int, in session: Session) throws -> ValueLimit? {
        guard let types = session.connection.engine.types,
            let column = try schema(in: session)?.column(mapping.columns[place].name)
        else { return nil }
        return types.limit(declared: column.baseType ?? column.type)
    }

    /// Throws if a row would not hold what a model's properties do.
    ///
    /// - Throws: ``ModelError`` with code value.
    func requireExact(_ places: [Int], of model: Model, in session: Session) throws {
        let columns = try numberColumns(in: session)
        for place in places {
            guard let column = columns[place], model.spelledValue(place, in: mapping) == nil else { continue }
            let value: SQLValue
            do { value = try mapping.columns[place].value(of: model) } catch var mismatch as ValueMismatch {
                mismatch.type = mapping.columns[place].field.typeName
                throw mapping.error(mismatch, column: place, key: [])
            }
            try requireExact(value, place, column)
        }
    }

    /// Throws if a column would not hold a value that a statement gives it.
    func requireExact(_ value: SQLValue, at place: Int, in session: Session) throws {
        if let column = try numberColumns(in: session)[place] { try requireExact(value, place, column) }
    }

    private func requireExact(_ value: SQLValue, _ place: Int, _ column: NumberColumn) throws {
        do { try column.requireExact(value) } catch let mismatch as ValueMismatch {
            throw mapping.error(mismatch, column: place, key: [])
        }
    }
}
