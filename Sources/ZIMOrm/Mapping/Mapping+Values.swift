import ZIMDb

/// What a facade asks of one column.
extension Mapping {
    /// A value as a column would hold it: "10" becomes 10, a date the text of the column's format.
    ///
    /// - Throws: ``ModelError`` with code value if it does not fit.
    package func stored(_ value: SQLValue, in position: Int) throws -> SQLValue {
        try naming(position) { try columns[position].field.normalized(value) }
    }

    /// A value that a caller gives of a property, as closures write it to the column; else as it is.
    ///
    /// - Throws: ``ModelError`` with code value if it does not fit.
    func encoded(_ value: SQLValue, at position: Int) throws -> SQLValue {
        try naming(position) { try columns[position].field.encoded(value) }
    }

    /// The same for a list of values.
    func encoded(_ values: [SQLValue], at position: Int) throws -> [SQLValue] {
        guard columns[position].field.encodesGiven else { return values }
        return try values.map { try encoded($0, at: position) }
    }

    /// The same for rows of values.
    func encoded(_ rows: [[SQLValue]], at positions: [Int]) throws -> [[SQLValue]] {
        guard positions.contains(where: { columns[$0].field.encodesGiven }) else { return rows }
        return try rows.map { row in try zip(row, positions).map { try encoded($0, at: $1) } }
    }

    /// A column's value of a model.
    package func storedValue(_ position: Int, of model: Model) throws -> SQLValue { try value(position, of: model) }

    /// The columns' values of a model.
    package func storedValues(of model: Model) throws -> [SQLValue] { try values(Array(columns.indices), of: model) }

    /// Sets a column's property of a model.
    package func assign(_ value: SQLValue, to position: Int, of model: Model) throws {
        try naming(position) { try columns[position].field.assign(value, to: model) }
    }

    /// A column's value as its property would hold it: a date for a date. What is no stored property's is given as the
    /// engine has it.
    ///
    /// - Throws: ``ModelError`` with code value if it does not fit.
    package func propertyValue(_ value: SQLValue, in position: Int) throws -> Any? {
        if value.isNull { return nil }
        let offset = columns[position].field.offset
        guard let property = ReflectedProperty.all(of: type).first(where: { $0.offset == offset }) else {
            return value.plain
        }
        let model = type.init()
        try assign(value, to: position, of: model)
        let held = property.value(in: model)
        return (held as? any AnyOptional).map(\.wrappedValue) ?? held
    }
}

extension SQLValue {
    /// The Swift value that is nearest to what the engine holds.
    package var plain: Any? {
        switch self {
        case .null: nil
        case .integer(let number): Int(exactly: number) ?? number
        case .real(let number): number
        case .text(let text): text
        case .blob(let bytes): Data(bytes)
        case .typed(let typed): typed.text
        }
    }
}
