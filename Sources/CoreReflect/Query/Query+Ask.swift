public import ZIMOrm

extension Query {
    /// The objects that the query finds.
    ///
    /// ```swift
    /// let users = try User.query().filter("age", .equals, value: 25).findObject()
    /// // SELECT * FROM "User" WHERE "age" = ?
    /// ```
    ///
    /// - Throws: `ModelError` with code unknownColumn, value, query; `DatabaseError`.
    @discardableResult
    public func findObject() throws -> [T] { try T.reading { try spec.objects(of: T.self, in: $0) } }

    /// The number of rows that the query finds; with a field, of those in which it is not NULL.
    ///
    /// ```swift
    /// let count = try User.query().count()         // SELECT count(*) AS "count" FROM "User"
    /// ```
    public func count(_ field: String = "*") throws -> Int {
        try T.reading { try QueryAnswer.count(spec, field, in: $0) }
    }

    /// The sum of a field; 0 if there is nothing to add.
    ///
    /// ```swift
    /// let years = try User.query().sum("age")      // SELECT sum("age") AS "value" FROM "User"
    /// ```
    ///
    /// - Throws: `ModelError` with code query for a field that holds no numbers.
    public func sum(_ field: String) throws -> Double {
        try T.reading { try QueryAnswer.sum(spec, field, in: $0) }
    }

    /// The mean of a field over the rows in which it is not NULL; nil if there is none.
    ///
    /// ```swift
    /// let age = try User.query().average("age")    // SELECT avg("age") AS "average" FROM "User"
    /// ```
    ///
    /// - Throws: `ModelError` with code query for a field that holds no numbers.
    public func average(_ field: String) throws -> Double? {
        try T.reading { try QueryAnswer.average(spec, field, in: $0) }
    }

    /// The largest value of a field, as its property would hold it; a date as the text of its column; nil if there is
    /// none.
    ///
    /// ```swift
    /// let youngest = try User.query().max("birthday") as? String           // Optional("1997-07-07 07:07:07")
    /// let day = try User.query().max("birthday", as: Date.self)
    /// // SELECT max("birthday") AS "maximum" FROM "User"
    /// ```
    public func max(_ field: String) throws -> (any SQLValueConvertible)? {
        try T.reading { try QueryAnswer.extreme(spec, "max", field, alias: "maximum", in: $0) }
    }

    /// The smallest value of a field, as its property would hold it; a date as the text of its column; nil if there is
    /// none.
    ///
    /// ```swift
    /// let oldest = try User.query().min("birthday") as? String
    /// // SELECT min("birthday") AS "minimum" FROM "User"
    /// ```
    public func min(_ field: String) throws -> (any SQLValueConvertible)? {
        try T.reading { try QueryAnswer.extreme(spec, "min", field, alias: "minimum", in: $0) }
    }

    /// The largest value of a field whose property holds values of a type; nil if there is none.
    ///
    /// - Throws: `ModelError` with code query if the property has another type.
    public func max<Value>(_ field: String, as type: Value.Type) throws -> Value? {
        try T.reading { try QueryAnswer.extreme(spec, "max", field, alias: "maximum", as: type, in: $0) }
    }

    /// The smallest value of a field whose property holds values of a type; nil if there is none.
    ///
    /// - Throws: as `max(_:as:)`.
    public func min<Value>(_ field: String, as type: Value.Type) throws -> Value? {
        try T.reading { try QueryAnswer.extreme(spec, "min", field, alias: "minimum", as: type, in: $0) }
    }
}

/// The answers that are one value.
enum QueryAnswer {
    static func count(_ spec: QueryClauses, _ field: String, in session: Session) throws -> Int {
        let value = try spec.aggregate("count", field == "*" ? nil : field, alias: "count", in: session).value
        return try Int(column: value)
    }

    static func sum(_ spec: QueryClauses, _ field: String, in session: Session) throws -> Double {
        let value = try spec.aggregate("sum", field, alias: "value", in: session).value
        return value.isNull ? 0 : try Double(column: value)
    }

    static func average(_ spec: QueryClauses, _ field: String, in session: Session) throws -> Double? {
        let value = try spec.aggregate("avg", field, alias: "average", in: session).value
        return try Double?(column: value)
    }

    static func extreme(
        _ spec: QueryClauses, _ function: String, _ field: String, alias: String, in session: Session
    ) throws -> sending (any SQLValueConvertible)? {
        let (value, source, column) = try spec.aggregate(function, field, alias: alias, in: session)
        guard let column else { return nil }
        // A value's own literal nil would be NULL, which is something.
        guard !value.isNull else { return Optional<any SQLValueConvertible>.none }
        let held = try source.mapping.propertyValue(value, in: column.position)
        if held is Date || held is NSDate { return value.text ?? value }
        // What a property holds that is no value itself, such as an enum of the class's own, is given as it is stored.
        // Made here, and known to nobody else.
        nonisolated(unsafe) let result = held as? any SQLValueConvertible ?? value
        return result
    }
    static func extreme<Value>(
        _ spec: QueryClauses, _ function: String, _ field: String, alias: String, as type: Value.Type,
        in session: Session
    ) throws -> sending Value? {
        let (value, source, column) = try spec.aggregate(function, field, alias: alias, in: session)
        guard let column, !value.isNull else { return nil }
        let held = try source.mapping.propertyValue(value, in: column.position)
        // Made here, and known to nobody else.
        nonisolated(unsafe) let result = held as? Value
        guard result != nil else {
            throw ModelError(
                .query,
                "\"\(field)\" of \"\(source.alias)\" is \(held.map { "\(Swift.type(of: $0))" } ?? "nil"), not \(type)",
                table: source.alias, column: field)
        }
        return result
    }
}

extension SQLValue {
    /// The text that a date's column holds.
    fileprivate var text: String? {
        switch self {
        case .text(let text): text
        case .typed(let typed): typed.text
        default: nil
        }
    }
}
