/// A Swift value that can be bound to a statement's parameter.
///
/// ```swift
/// enum Status: String, SQLValueConvertible { case open, closed }      // bound as its raw value
/// let query = SQL("SELECT * FROM task WHERE status = \(Status.open)")
/// ```
public protocol SQLValueConvertible: SQLOperand {
    /// The value that an engine stores for this one.
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLValueConvertible {
    @inlinable public var sqlValue: SQLValue { self }
}

extension Int: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int8: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int16: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int32: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) } }
extension Int64: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(self) } }
extension UInt8: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) } }
extension UInt16: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) } }
extension UInt32: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) } }

extension UInt: SQLValueConvertible {
    /// An integer where it fits 63 bits; its decimal digits as text above, since no engine has a larger integer.
    public var sqlValue: SQLValue { UInt64(self).sqlValue }
    public var sqlOperand: SQLExpression { UInt64(self).sqlOperand }
}

extension UInt64: SQLValueConvertible {
    /// An integer where it fits 63 bits; its decimal digits as text above, since no engine has a larger integer.
    public var sqlValue: SQLValue {
        if let value = Int64(exactly: self) { return .integer(value) }
        return .text(String(self))
    }

    /// The digits as a number, whatever they are compared with.
    public var sqlOperand: SQLExpression {
        if let value = Int64(exactly: self) { return SQLExpression(value: .integer(value)) }
        return SQLExpression(value: .decimal(String(self)))
    }
}

extension Bool: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .integer(self ? 1 : 0) } }
extension Double: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .real(self) } }
extension Float: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .real(Double(self)) } }
extension String: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .text(self) } }
extension Substring: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .text(String(self)) } }
extension Character: SQLValueConvertible { @inlinable public var sqlValue: SQLValue { .text(String(self)) } }

extension Optional: SQLValueConvertible where Wrapped: SQLValueConvertible {
    @inlinable public var sqlValue: SQLValue {
        switch self {
        case .none: return .null
        case .some(let value): return value.sqlValue
        }
    }
}

extension RawRepresentable where Self: SQLValueConvertible, RawValue: SQLValueConvertible {
    /// The raw value, as it is bound.
    public var sqlValue: SQLValue { rawValue.sqlValue }
}
