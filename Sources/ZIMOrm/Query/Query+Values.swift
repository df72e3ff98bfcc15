import ZIMDb

extension Query {
    /// Some properties of each row, as tuples: no models are made, and only these columns are read.
    ///
    /// ```swift
    /// for (number, day) in try session.query(Order.self).filter(\.customer == 7).values(\.number, \.day) { … }
    /// // SELECT "orders"."o_id", "orders"."o_day" FROM "orders" WHERE "orders"."o_c_id" = ?
    /// ```
    ///
    /// Each value is what the property would be: a date in its column's form, an enum, a computed property that is a column.
    ///
    /// - Parameter paths: properties that columns hold.
    /// - Throws: ``ModelError`` with code value if a value is invalid for its property, unknownColumn for a property that no
    ///   column holds; `DatabaseError`.
    public func values<each Value: ColumnValue>(
        _ paths: repeat KeyPath<M, each Value>
    ) throws -> [(repeat each Value)] {
        var positions: [Int] = []
        for path in repeat each paths { positions.append(try plan.mapping.index(of: path)) }
        return try values(at: positions) { model in (repeat model[keyPath: each paths]) }
    }

    /// Some properties of each row, as what a closure or an initializer makes of them.
    ///
    /// ```swift
    /// struct Summary { var number: Int, day: Date }
    /// let summaries = try session.query(Order.self).values(\.number, \.day, as: Summary.init)
    /// // SELECT "orders"."o_id", "orders"."o_day" FROM "orders"
    /// ```
    ///
    /// - Throws: as for tuples, and what the closure throws.
    public func values<each Value: ColumnValue, Result>(
        _ paths: repeat KeyPath<M, each Value>, as make: (repeat each Value) throws -> Result
    ) throws -> [Result] {
        var positions: [Int] = []
        for path in repeat each paths { positions.append(try plan.mapping.index(of: path)) }
        return try values(at: positions) { model in try make(repeat model[keyPath: each paths]) }
    }

    /// One property of each row.
    ///
    /// ```swift
    /// let regions = try session.query(Order.self).distinct().values(\.region).sorted()
    /// // SELECT DISTINCT "orders"."o_region" FROM "orders"
    /// ```
    ///
    /// - Throws: as for several properties.
    public func values<Value: ColumnValue>(_ path: KeyPath<M, Value>) throws -> [Value] {
        try values(at: [plan.mapping.index(of: path)]) { $0[keyPath: path] }
    }

    private func values<T>(at positions: [Int], _ value: (M) throws -> T) throws -> [T] {
        let mapping = plan.mapping
        let columns = positions.map(mapping.column)
        return try run(checked(selecting: columns).select(columns)) { statement in
            let row = Row(statement)
            // Properties say how their columns are read, so one model takes in each row.
            let model = M()
            var values: [T] = []
            while try statement.step() {
                for (index, position) in positions.enumerated() {
                    try mapping.read(position, from: row, at: index, into: model)
                }
                values.append(try value(model))
            }
            return values
        }
    }
}
