import Foundation
import ZIMDb

/// A type whose originals are kept as they are: text and bytes share their storage with the property.
protocol OriginalValue: ColumnValue {
    /// Whether a column would hold the same bits for both.
    static func isSame(_ left: Self, _ right: Self) -> Bool
}

extension Int: OriginalValue { static func isSame(_ left: Int, _ right: Int) -> Bool { left == right } }
extension Int64: OriginalValue { static func isSame(_ left: Int64, _ right: Int64) -> Bool { left == right } }
extension Bool: OriginalValue { static func isSame(_ left: Bool, _ right: Bool) -> Bool { left == right } }

extension Double: OriginalValue {
    /// NaN is itself, and 0.0 is not -0.0.
    static func isSame(_ left: Double, _ right: Double) -> Bool { left.bitPattern == right.bitPattern }
}

extension Date: OriginalValue {
    static func isSame(_ left: Date, _ right: Date) -> Bool {
        Double.isSame(left.timeIntervalSinceReferenceDate, right.timeIntervalSinceReferenceDate)
    }
}

extension String: OriginalValue {
    /// To Swift "é" equals "e" with an accent behind it; in a column they are two texts.
    static func isSame(_ left: String, _ right: String) -> Bool { left.hasSameBytes(as: right) }
}

extension Data: OriginalValue { static func isSame(_ left: Data, _ right: Data) -> Bool { left == right } }

extension [UInt8]: OriginalValue { static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right } }

extension Optional: OriginalValue where Wrapped: OriginalValue {
    static func isSame(_ left: Wrapped?, _ right: Wrapped?) -> Bool {
        switch (left, right) {
        case (nil, nil): true
        case (let left?, let right?): Wrapped.isSame(left, right)
        default: false
        }
    }
}

extension SQLValue {
    /// Whether an engine would hold the same bits for both.
    func isIdentical(to other: SQLValue) -> Bool {
        if case .real(let left) = self, case .real(let right) = other { return Double.isSame(left, right) }
        return self == other
    }
}

/// What is done with a value whose type is known by its kind alone.
protocol FieldKindVisitor {
    associatedtype Result
    func visit<Value: OriginalValue>(_ type: Value.Type) -> Result
}

extension FieldKind {
    /// Calls a visitor with the kind's type; nil for the kinds that only their field knows.
    @inline(__always)
    func accept<Visitor: FieldKindVisitor>(_ visitor: Visitor) -> Visitor.Result? {
        switch self {
        case .int: visitor.visit(Int.self)
        case .optionalInt: visitor.visit(Int?.self)
        case .int64: visitor.visit(Int64.self)
        case .optionalInt64: visitor.visit(Int64?.self)
        case .string: visitor.visit(String.self)
        case .optionalString: visitor.visit(String?.self)
        case .double: visitor.visit(Double.self)
        case .optionalDouble: visitor.visit(Double?.self)
        case .bool: visitor.visit(Bool.self)
        case .optionalBool: visitor.visit(Bool?.self)
        case .date: visitor.visit(Date.self)
        case .optionalDate: visitor.visit(Date?.self)
        case .data: visitor.visit(Data.self)
        case .optionalData: visitor.visit(Data?.self)
        case .bytes: visitor.visit([UInt8].self)
        case .optionalBytes: visitor.visit([UInt8]?.self)
        case .other: nil
        }
    }
}
