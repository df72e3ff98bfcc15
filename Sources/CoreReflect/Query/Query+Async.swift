public import ZIMOrm

// Each runs on a thread of the database's own; cancelling the task interrupts the statement.
extension Query {
    /// The objects that the query finds.
    @discardableResult
    public func findObject() async throws -> sending [T] {
        let spec = spec
        return try await T.readingAsync { try spec.objects(of: T.self, in: $0) }
    }

    /// The number of rows that the query finds; with a field, of those in which it is not NULL.
    public func count(_ field: String = "*") async throws -> Int {
        let spec = spec
        return try await T.readingAsync { try QueryAnswer.count(spec, field, in: $0) }
    }

    /// The sum of a field; 0 if there is nothing to add.
    public func sum(_ field: String) async throws -> Double {
        let spec = spec
        return try await T.readingAsync { try QueryAnswer.sum(spec, field, in: $0) }
    }

    /// The mean of a field over the rows in which it is not NULL; nil if there is none.
    public func average(_ field: String) async throws -> Double? {
        let spec = spec
        return try await T.readingAsync { try QueryAnswer.average(spec, field, in: $0) }
    }

    /// The largest value of a field, as its property would hold it; nil if there is none.
    public func max(_ field: String) async throws -> sending (any SQLValueConvertible)? {
        let spec = spec
        return try await T.readingAsync { try QueryAnswer.extreme(spec, "max", field, alias: "maximum", in: $0) }
    }

    /// The smallest value of a field, as its property would hold it; nil if there is none.
    public func min(_ field: String) async throws -> sending (any SQLValueConvertible)? {
        let spec = spec
        return try await T.readingAsync { try QueryAnswer.extreme(spec, "min", field, alias: "minimum", in: $0) }
    }

    /// The largest value of a field whose property holds values of a type; nil if there is none.
    public func max<Value: Sendable>(_ field: String, as type: Value.Type) async throws -> Value? {
        let spec = spec
        return try await T.readingAsync {
            try QueryAnswer.extreme(spec, "max", field, alias: "maximum", as: type, in: $0)
        }
    }

    /// The smallest value of a field whose property holds values of a type; nil if there is none.
    public func min<Value: Sendable>(_ field: String, as type: Value.Type) async throws -> Value? {
        let spec = spec
        return try await T.readingAsync {
            try QueryAnswer.extreme(spec, "min", field, alias: "minimum", as: type, in: $0)
        }
    }
}

extension Reflect {
    /// The rows of raw SQL; interpolated values are bound.
    public class func query(_ sql: SQL) async throws -> [ResultRow] { try await readingAsync { try $0.rows(sql) } }
}
