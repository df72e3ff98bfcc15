import Foundation
import ZIMDb

/// Conditions over numbers that a property need not be able to have: no `Int` is 2.5, but rows lie above and below it.
extension TablePlan {
    func condition(
        _ column: SQLExpression, _ operation: SQLOperator, anyNumber value: SQLValue, at position: Int,
        in session: Session
    ) throws -> SQLExpression {
        mapping.isBeside(value, at: position)
            ? try condition(column, operation, beside: value, at: position, in: session)
            : try condition(column, operation, value, at: position, in: session)
    }

    func isIn(
        _ column: SQLExpression, anyNumbers values: [SQLValue], negated: Bool, at position: Int, in session: Session
    ) throws -> SQLExpression {
        let read = values.filter { !mapping.isBeside($0, at: position) }
        // A number that no row holds adds nothing to the others.
        if !read.isEmpty || values.isEmpty {
            return try isIn(column, read, negated: negated, at: position, in: session)
        }
        let equal = try values.map { try condition(column, .equalTo, beside: $0, at: position, in: session) }
        return negated ? !SQLExpression.any(equal) : .any(equal)
    }

    func between(
        _ column: SQLExpression, anyNumbers low: SQLValue, _ high: SQLValue, at position: Int, in session: Session
    ) throws -> SQLExpression {
        guard mapping.isBeside(low, at: position) || mapping.isBeside(high, at: position) else {
            return try between(column, low, high, at: position, in: session)
        }
        return try condition(column, .greaterThanOrEqualTo, anyNumber: low, at: position, in: session)
            && condition(column, .lessThanOrEqualTo, anyNumber: high, at: position, in: session)
    }
}

extension Mapping {
    /// Whether a value is a number among those that a property can have, and none of them.
    func isBeside(_ value: SQLValue, at position: Int) -> Bool {
        (value.isNumber || value.isBeyondInt64) && columns[position].field.holdsNumbers
            && (try? stored(value, in: position)) == nil
    }
}

extension Field {
    fileprivate var holdsNumbers: Bool {
        guard let type = swiftType else { return false }
        let raw = (type as? any RawRepresentable.Type)?.rawType ?? type
        return raw is any FixedWidthInteger.Type || raw is any BinaryFloatingPoint.Type || raw == Decimal.self
    }
}

extension SQLValue {
    var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }

    /// Whether it is a whole number that no signed one of 64 bits is, which is given as its digits.
    var isBeyondInt64: Bool {
        guard case .text(let digits) = self else { return false }
        return Int64(digits) == nil && UInt64(digits) != nil
    }
}
