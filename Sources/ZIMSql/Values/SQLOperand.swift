/// The right operand of a comparison: a Swift value, a list of values, an expression or a subquery.
///
/// ```swift
/// statement.where("age", .greaterThan, 18)                       // a value: bound
/// statement.where("region", .in, ["north", "south"])             // a list
/// statement.where("pk", .in, SelectStatement().column("person_pk").from("phone"))
/// ```
///
/// Every ``SQLValueConvertible`` type is one, and so are arrays and optionals of operands.
public protocol SQLOperand {
    /// The expression of this operand.
    var sqlOperand: SQLExpression { get }
    /// The expression of several of these: a list by default; bytes are a blob.
    static func sqlList(_ items: [Self]) -> SQLExpression
}

extension SQLOperand {
    @inlinable
    public static func sqlList(_ items: [Self]) -> SQLExpression {
        var list: [SQLExpression] = []
        list.reserveCapacity(items.count)
        for item in items { list.append(item.sqlOperand) }
        return SQLExpression(list: list)
    }
}

extension SQLOperand where Self: SQLValueConvertible {
    @inlinable public var sqlOperand: SQLExpression { SQLExpression(value: sqlValue) }
}

extension SQLExpression: SQLOperand {
    @inlinable public var sqlOperand: SQLExpression { self }
}

extension Array: SQLOperand where Element: SQLOperand {
    @inlinable public var sqlOperand: SQLExpression { Element.sqlList(self) }
}

extension ArraySlice: SQLOperand where Element: SQLOperand {
    @inlinable public var sqlOperand: SQLExpression { Element.sqlList(Array(self)) }
}

extension ClosedRange: SQLOperand where Bound: SQLOperand {
    /// The two bounds, for BETWEEN.
    @inlinable public var sqlOperand: SQLExpression {
        SQLExpression(list: [lowerBound.sqlOperand, upperBound.sqlOperand])
    }
}

extension Optional: SQLOperand where Wrapped: SQLOperand {
    /// The wrapped value, or NULL.
    @inlinable public var sqlOperand: SQLExpression {
        switch self {
        case .none: return SQLExpression(value: .null)
        case .some(let operand): return operand.sqlOperand
        }
    }
}

extension UInt8 {
    /// Bytes are a blob, not a list of numbers.
    public static func sqlList(_ items: [UInt8]) -> SQLExpression { SQLExpression(value: .blob(items)) }
}

extension SQLValueConvertible {
    /// The value as it stands in an expression, where a decimal number or a point in time is one and no text.
    @inlinable package var operandValue: SQLValue {
        if case .value(let value) = sqlOperand.node { return value }
        return sqlValue
    }
}
