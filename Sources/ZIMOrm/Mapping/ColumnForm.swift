import Foundation
public import ZIMDb

/// The form in which a column stores its property's values, if several are possible.
///
/// ```swift
/// override class var columns: [Column] {
///     [ Column("id", \Visit.id, as: .uuid(.upperText)), Column("day", \Visit.day, as: .date(.dateTime)) ]
/// }
/// override class var forms: [String: ColumnForm] { ["day": .date(.dateTime)] }     // of a class without columns
/// ```
///
/// Without a declared form, every form is read, and a lookup matches each of them. If there are too many, or if they
/// sort differently from the values, the call throws ``ModelError`` with code formMissing. With a declared form, values
/// are written and looked up in it, so the column's index is used, and reading a row that holds another form throws.
///
/// ## Topics
/// - ``date(_:)``
/// - ``uuid(_:)``
/// - ``bool(_:)``
/// - ``decimal(_:)``
public struct ColumnForm: Sendable, Hashable, CustomStringConvertible {
    /// How a column stores UUIDs.
    public enum UUIDForm: Sendable, Hashable {
        /// `'9d6f0f0e-5b1c-4d5b-8f43-0c7f3f1a2b3c'`
        case lowerText
        /// `'9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C'`
        case upperText
        /// 16 bytes.
        case bytes
    }

    /// How a column stores Booleans.
    public enum BoolForm: Sendable, Hashable {
        /// `1` and `0`.
        case integer
        /// Two texts, the one for true first: `.words("t", "f")`.
        case words(String, String)
    }

    /// How a column stores decimal numbers.
    public enum DecimalForm: Sendable, Hashable {
        /// As integers and real numbers.
        case number
        /// As text with that many digits after the decimal point; nil writes no trailing zeros.
        case text(scale: Int?)
    }

    enum Kind: Sendable, Hashable {
        case date(DateFormat)
        case uuid(UUIDForm)
        case bool(BoolForm)
        case decimal(DecimalForm)
    }

    let kind: Kind

    /// The form of a property of type `Date` or `NSDate`.
    public static func date(_ format: DateFormat) -> ColumnForm { ColumnForm(kind: .date(format)) }
    /// The form of a property of type `UUID`.
    public static func uuid(_ form: UUIDForm) -> ColumnForm { ColumnForm(kind: .uuid(form)) }
    /// The form of a property of type `Bool`.
    public static func bool(_ form: BoolForm) -> ColumnForm { ColumnForm(kind: .bool(form)) }
    /// The form of a property of type `Decimal`, `Double`, `Float`, `NSDecimalNumber`, `NSNumber` or an integer.
    public static func decimal(_ form: DecimalForm) -> ColumnForm { ColumnForm(kind: .decimal(form)) }

    /// That of dates; nil for the form of another type.
    package var dateFormat: DateFormat? { if case .date(let format) = kind { format } else { nil } }

    /// Whether a column of text holds it, whatever the type of the property.
    var isText: Bool {
        switch kind {
        case .decimal(.text), .bool(.words): true
        default: false
        }
    }

    public var description: String {
        switch kind {
        case .date(let format): ".date(\(format))"
        case .uuid(let form): ".uuid(.\(form))"
        case .bool(.integer): ".bool(.integer)"
        case .bool(.words(let yes, let no)): ".bool(.words(\"\(yes)\", \"\(no)\"))"
        case .decimal(.number): ".decimal(.number)"
        case .decimal(.text(let scale)): ".decimal(.text(scale: \(scale.map { String($0) } ?? "nil")))"
        }
    }
}

extension ColumnForm {
    /// The stored value of a property's.
    ///
    /// - Parameter value: what the property's type itself would store.
    /// - Throws: `ValueMismatch` if the form has none.
    func encode(_ value: SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        switch kind {
        case .date(let format): return try format.wholeValue(of: Date(column: value))
        case .uuid(let form):
            let uuid = try UUID(column: value)
            switch form {
            case .lowerText: return uuid.sqlValue
            case .upperText: return .text(uuid.uuidString)
            case .bytes: return .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
            }
        case .bool(.integer): return value
        case .bool(.words(let yes, let no)): return .text(try Bool(column: value) ? yes : no)
        case .decimal(.number):
            guard case .text = value else { return value }
            return try Self.number(of: Decimal(column: value), value)
        case .decimal(.text(let scale)): return .text(try Self.text(of: Decimal(column: value), scale))
        }
    }

    private static func number(of decimal: Decimal, _ value: SQLValue) throws -> SQLValue {
        if let whole = try? Int64(column: value) { return .integer(whole) }
        let real = try Double(column: value)
        guard try Decimal(column: .real(real)) == decimal else {
            throw ValueMismatch.binding(value, as: "Decimal", reason: "has more digits than a number keeps")
        }
        return .real(real)
    }

    /// `-12.50`
    static func text(of decimal: Decimal, _ scale: Int?) throws -> String {
        let text = decimal.description
        guard let scale else { return text }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.count > 1 ? parts[1].count : 0
        guard digits <= scale else {
            throw ValueMismatch.binding(
                .text(text), as: "Decimal", reason: "has more than \(scale) digits behind the point")
        }
        if scale == 0 { return text }
        return (parts.first ?? "") + "." + (parts.count > 1 ? parts[1] : "")
            + String(repeating: "0", count: scale - digits)
    }

    /// The stored value as the property's type itself would store it.
    ///
    /// - Parameter read: makes that of any stored value that the type reads.
    func decode(_ value: SQLValue, _ read: (SQLValue) throws -> SQLValue) throws -> SQLValue {
        if value.isNull { return value }
        if case .bool(.words(let yes, let no)) = kind {
            switch value {
            case .text(let text) where text.hasSameBytes(as: yes): return .integer(1)
            case .text(let text) where text.hasSameBytes(as: no): return .integer(0)
            case .text: throw otherForm(value)
            // The labels of a server's own type.
            case .typed(let typed) where typed.text.hasSameBytes(as: yes): return .integer(1)
            case .typed(let typed) where typed.text.hasSameBytes(as: no): return .integer(0)
            default: break
            }
        }
        let plain = try read(withoutZeros(value))
        // A server's own type has one form.
        if case .typed = value { return plain }
        guard try isSame(encode(plain), value) else { throw otherForm(value) }
        return plain
    }

    /// '7.00' as '7', which an integer reads.
    private func withoutZeros(_ value: SQLValue) -> SQLValue {
        guard case .decimal(.text) = kind, case .text = value, let number = try? Decimal(column: value) else {
            return value
        }
        return .text(number.description)
    }

    /// Whether a column that holds the one would be found by the other; the number 3.0 by 3.
    private func isSame(_ written: SQLValue, _ stored: SQLValue) throws -> Bool {
        switch (written, stored) {
        case (.integer, .real), (.real, .integer): return try Double(column: written) == Double(column: stored)
        default: return written == stored
        }
    }

    func otherForm(_ value: SQLValue) -> ValueMismatch {
        ValueMismatch(value: value, type: typeName, reason: "is not in the declared form \(self)")
    }

    /// The field of a column with this form.
    ///
    /// - Throws: ``ModelError`` with code mapping if the property is of a type that the form is not for.
    func field(of base: Field, column: String, in type: Model.Type) throws -> Field {
        if case .date(let format) = kind {
            if let field = base as? any DateField { return field.formed { format } }
        } else if let property = base.swiftType, fits(property) {
            return FormedField(base, self)
        }
        throw ModelError(
            .mapping,
            "class \(type): the column \"\(column)\" has the form \(self), which is not for a property of type "
                + "\(base.typeName)",
            table: type.table, column: column)
    }

    /// The type that the form is for in the first place.
    private var typeName: String {
        switch kind {
        case .date: "Date"
        case .uuid: "UUID"
        case .bool: "Bool"
        case .decimal: "Decimal"
        }
    }

    private func fits(_ type: Any.Type) -> Bool {
        switch kind {
        case .date: type == Date.self
        case .uuid: type == UUID.self
        case .bool: type == Bool.self
        case .decimal:
            type == Decimal.self || type == Double.self || type == Float.self || type is any FixedWidthInteger.Type
        }
    }
}

extension Row {
    /// The value of a column in a declared form; NULL is nil if the type is optional.
    ///
    /// ```swift
    /// id = try row.get(0, as: .uuid(.upperText))
    /// ```
    ///
    /// - Throws: `ValueMismatch` if the column holds another form or does not exist.
    public func get<Value: ColumnValue>(_ index: Int, as form: ColumnForm) throws -> Value {
        if case .date(let format) = form.kind, let type = Value.self as? any DateProperty.Type {
            let date = try Value.acceptsNull ? get(index, date: format) as Date? : get(index, date: format) as Date
            if let value = try type.init(date: date) as? Value { return value }
        }
        noteSpelling(index)
        let stored = unpadded(index)
        func read(_ value: SQLValue) throws -> Value {
            try Value(column: form.decode(value) { try Value(column: $0).sqlValue })
        }
        do { return try read(stored) } catch let mismatch as ValueMismatch {
            if convertsKinds(index) {
                let conversion: FormConversion =
                    isText(index) ? .texts(isServer: isOnServer) : isBool(index) ? .booleans : .numbers
                let written = conversion.written(stored, in: form) { try form.encode(Value(column: $0).sqlValue) }
                if let written, let value = try? read(written) { return value }
            }
            throw self.mismatch(index, Value.self, mismatch.reason)
        }
    }
}
