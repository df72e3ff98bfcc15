public import Foundation

/// A class of Foundation that a property may have in place of a Swift value.
public protocol FoundationClassColumn: ColumnValue {
    /// The object for a stored value.
    static func object(for value: SQLValue) throws -> AnyObject
}

extension FoundationClassColumn {
    public init(column value: SQLValue) throws {
        // Of another subclass there is no object to give.
        guard let object = try Self.object(for: value) as? Self else {
            throw ValueMismatch(value: value, type: "\(Self.self)")
        }
        self = object
    }
}

extension NSString: FoundationClassColumn {
    public var sqlValue: SQLValue { .text(String(describing: self)) }
    public static func object(for value: SQLValue) throws -> AnyObject {
        let text = try String(column: value)
        return self == NSMutableString.self ? NSMutableString(string: text) : NSString(string: text)
    }
}

extension NSDate: FoundationClassColumn {
    public var sqlValue: SQLValue { Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate).sqlValue }
    public var sqlOperand: SQLExpression {
        Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate).sqlOperand
    }
    public static func object(for value: SQLValue) throws -> AnyObject {
        NSDate(timeIntervalSinceReferenceDate: try Date(column: value).timeIntervalSinceReferenceDate)
    }
}

extension NSData: FoundationClassColumn {
    public var sqlValue: SQLValue { .blob([UInt8](Data(referencing: self))) }
    public static func object(for value: SQLValue) throws -> AnyObject {
        let data = try Data(column: value)
        return self == NSMutableData.self ? NSMutableData(data: data) : NSData(data: data)
    }
}

extension NSNumber: FoundationClassColumn {
    public var sqlValue: SQLValue {
        if let decimal = self as? NSDecimalNumber { return decimal.decimalValue.sqlValue }
        switch UInt8(bitPattern: objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): return .real(doubleValue)
        case UInt8(ascii: "Q"): return uint64Value.sqlValue
        default: return .integer(int64Value)
        }
    }

    public var sqlOperand: SQLExpression {
        (self as? NSDecimalNumber)?.decimalValue.sqlOperand ?? SQLExpression(value: sqlValue)
    }

    public func bind(to statement: Statement, at index: Int) throws {
        // NaN is no number of a column: Decimal refuses it.
        if let decimal = self as? NSDecimalNumber { return try decimal.decimalValue.bind(to: statement, at: index) }
        try statement.bind(sqlValue, at: index)
    }

    public static func object(for value: SQLValue) throws -> AnyObject {
        if self == NSDecimalNumber.self { return NSDecimalNumber(decimal: try Decimal(column: value)) }
        if case .real(let number) = value { return NSNumber(value: number) }
        if let number = try? Int64(column: value) { return NSNumber(value: number) }
        do { return NSNumber(value: try Double(column: value)) } catch let mismatch as ValueMismatch {
            throw ValueMismatch(value: value, type: "NSNumber", reason: mismatch.reason)
        }
    }
}
