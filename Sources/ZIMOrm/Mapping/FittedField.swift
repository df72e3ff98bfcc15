import Foundation
import ZIMDb

/// A property whose values are made the kind of its column, on a server that would compare another kind otherwise: the
/// number 7 as the text `'7'`, a date as `'2026-02-28 12:00:00'`, a UUID as 16 bytes.
final class FittedField: WrappingField {
    private let held: HeldKind
    private let server: any ServerTypes
    /// What the property is; to ask the field each time takes longer than to bind the value.
    private let type: Any.Type?
    private let isDate: Bool
    /// The property of a column that holds points in time; nil for others, which are bound by their value.
    private let timestamp: ((Model) -> Date?)?
    /// The property of a column of real numbers; nil for others.
    private let real: ((Model) -> Double?)?

    init(_ base: Field, _ held: HeldKind, _ server: any ServerTypes) {
        switch base {
        case let field as ValueField<Date> where held == .timestamp: timestamp = { field.access.get($0) }
        case let field as ValueField<Date?> where held == .timestamp: timestamp = { field.access.get($0) }
        default: timestamp = nil
        }
        switch base {
        case let field as ValueField<Double> where held == .double || held == .float: real = { field.access.get($0) }
        case let field as ValueField<Double?> where held == .double || held == .float: real = { field.access.get($0) }
        default: real = nil
        }
        self.held = held
        self.server = server
        type = base.propertyType
        isDate = (held == .timestamp || held == .day) && type.isDate
        super.init(base)
    }

    override var offset: Int? { base.offset }
    override var form: ColumnForm? { base.form }
    override var kind: FieldKind { base.kind }
    override var storedKind: FieldKind { .other }

    override func read(_ row: Row, _ index: Int, into model: Model) throws { try base.read(row, index, into: model) }
    override func value(of model: Model) throws -> SQLValue {
        let value = try held.fitted(base.value(of: model), of: type, by: server)
        try requireTaken(value)
        try requireNumber(value)
        guard held == .day, case .typed(let typed) = value, typed.type != "date" else { return value }
        throw ValueMismatch.binding(
            .text(typed.text), as: "date", reason: "has a time, which a DATE does not keep"
        )
    }
    override func bind(_ model: Model, to statement: Statement, at index: Int) throws {
        if let date = timestamp?(model), try statement.bind(timestamp: date, at: index) { return }
        if let number = real?(model), number.isFinite { return try statement.bind(number, at: index) }
        try super.bind(model, to: statement, at: index)
    }
    override func normalized(_ value: SQLValue) throws -> SQLValue {
        let value = held.fitted(try base.normalized(value), of: type, by: server)
        // Points in time have a range to be found by.
        if isDate, held == .day { try requireYear(value) }
        return value
    }

    /// A value that the property does not write, as one of the column's kind.
    func fitted(_ value: SQLValue) -> SQLValue { held.fitted(value, of: type, by: server) }

    /// The server takes the days of the year 0, which its columns do not promise: to it `0000-12-30` is a date, but none that a
    /// filter's range reaches. A zero date, which a form may write, has no month.
    override func requireTaken(_ value: SQLValue) throws {
        guard isDate else { return }
        try requireYear(value)
        guard case .typed(let typed) = value, typed.text.hasPrefix("0000-"), !typed.text.hasPrefix("0000-00") else {
            return
        }
        throw yearMismatch(.text(typed.text))
    }

    /// The server has no number that is none and none without end.
    private func requireNumber(_ value: SQLValue) throws {
        switch (held, value) {
        case (.float, .real(let number)), (.double, .real(let number)), (.decimal, .real(let number)),
            (.integer, .real(let number)):
            if !number.isFinite { throw ValueMismatch.binding(value, as: typeName) }
        case (.double, .integer(let number)) where type == NSNumber.self:
            if Int64(exactly: Double(number)) != number { throw Self.tooLong(value) }
        // A decimal, or a number above 63 bits: fifteen digits go through a double and back.
        case (.double, .text(let text)) where type == NSNumber.self:
            if text.significantDigits > 15 { throw Self.tooLong(value) }
        case (.double, .typed(let typed)) where type == NSNumber.self:
            if typed.text.significantDigits > 15 { throw Self.tooLong(value) }
        case (.decimal, .text) where type == Decimal.self || type == NSDecimalNumber.self:
            throw ValueMismatch.binding(value, as: typeName)
        default: break
        }
    }

    /// The server would round it.
    private static func tooLong(_ value: SQLValue) -> ValueMismatch {
        ValueMismatch.binding(value, as: "NSNumber", reason: "has more digits than a DOUBLE column keeps")
    }

    /// A date of another year than 0 to 9999 has no text.
    private func requireYear(_ value: SQLValue) throws {
        if case .real = value { throw ValueMismatch.binding(value, as: typeName) }
        if value.isFarDate { throw yearMismatch(value) }
    }

    private func yearMismatch(_ value: SQLValue) -> ValueMismatch {
        .binding(
            value, as: held == .day ? "date" : "datetime", reason: "is a date in a year that the column cannot hold")
    }
}

extension String {
    /// The digits of a number without the zeros around them.
    fileprivate var significantDigits: Int {
        let digits = prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
        return digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
    }
}

extension Optional where Wrapped == Any.Type {
    /// Whether values of the type are points in time.
    var isDate: Bool { self == Date.self || self == NSDate.self }
}

extension HeldKind {
    /// A value as one of this kind; as it is where there is no such, for the server to judge.
    fileprivate func fitted(_ value: SQLValue, of type: Any.Type?, by server: any ServerTypes) -> SQLValue {
        switch (self, value) {
        case (.text, .integer(let number)): .text(String(number))
        case (.text, .real(let number)) where number.isFinite: .text(server.text(of: number))
        // A form has milliseconds.
        case (.text, .typed(let typed)) where type.isDate: .text(typed.plainText)
        case (.bytes, .text(let text)) where type == UUID.self:
            UUID(uuidString: text).map { uuid in .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) }) } ?? value
        case (.integer, .text(let text)): Self.whole(text) ?? value
        // A table of DOUBLEs finds nothing from 2⁶³ on by the index of a BIGINT UNSIGNED.
        case (.integer, .real(let number)): Self.whole(number) ?? value
        case (.decimal, .text(let text)) where Self.isDecimal(text):
            .typed(SQLTypedText(text, type: "decimal"))
        case (.timestamp, _) where type.isDate: Self.timestamp(value)
        case (.day, _) where type.isDate: Self.day(value)
        default: value
        }
    }

    private static func whole(_ number: Double) -> SQLValue? {
        Int64(exactly: number).map { .integer($0) } ?? UInt64(exactly: number).flatMap { whole(String($0)) }
    }

    /// The number that prints as a text.
    private static func whole(_ text: String) -> SQLValue? {
        if let number = Int64(text), String(number) == text { return .integer(number) }
        guard let number = UInt64(text), String(number) == text else { return nil }
        return .typed(SQLTypedText(text, type: "bigint unsigned"))
    }

    private static func isDecimal(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        return digits.utf8.contains { $0 != 0x2E } && digits.utf8.count { $0 == 0x2E } <= 1
            && digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
    }

    private static func timestamp(_ value: SQLValue) -> SQLValue {
        switch value {
        case .text(let text): .typed(SQLTypedText(serverText(text), type: "datetime"))
        // What a Date makes of the last microseconds that the column can hold.
        case Date(timeIntervalSince1970: 253_402_300_800).sqlValue:
            .typed(SQLTypedText("9999-12-31 23:59:59.999999", type: "datetime"))
        case _ where value.isFarDate: value
        case .typed(let typed): .typed(SQLTypedText(serverText(typed.text), type: "datetime"))
        default: value
        }
    }

    /// `2026-02-28 12:00:00.500` for `2026-02-28T12:00:00.500Z`: a text property that takes it over is written as it is.
    private static func serverText(_ text: String) -> String {
        var bytes = Array(text.utf8)
        guard bytes.count > 19, bytes[10] == UInt8(ascii: "T"), bytes.last == UInt8(ascii: "Z") else { return text }
        bytes[10] = UInt8(ascii: " ")
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }

    /// A day; with a time it equals no day.
    private static func day(_ value: SQLValue) -> SQLValue {
        guard case .typed(let typed) = timestamp(value), !value.isFarDate else { return value }
        let text = typed.text
        guard text.utf8.count > 10, !DateText.isWithinDay(text),
            text.dropFirst(10).allSatisfy({ !$0.isNumber || $0 == "0" })
        else { return text.utf8.count == 10 ? .typed(SQLTypedText(text, type: "date")) : .typed(typed) }
        return .typed(SQLTypedText(String(text.prefix(10)), type: "date"))
    }
}

extension Field {
    /// Whether it writes dates in a declared form.
    private var isFormedDate: Bool { if case .date? = form?.kind { true } else { false } }

    /// The field for a column of a server that compares values of another kind than its own in a way of its own; nil if this
    /// one writes the column's kind.
    func fitted(to held: HeldKind, by server: any ServerTypes) -> Field? {
        if let reference = self as? ReferenceField { return reference.fitted { $0.fitted(to: held, by: server) } }
        let type = propertyType
        switch held {
        case .text:
            let kinds: [Any.Type] = [
                String.self, Substring.self, Data.self, [UInt8].self, Date.self, UUID.self, URL.self, NSString.self,
                NSData.self, NSDate.self,
            ]
            if !isFormedDate, let type, kinds.contains(where: { $0 == type }) { return nil }
        case .bytes: guard type == UUID.self, form == nil else { return nil }
        case .integer:
            let kinds: [Any.Type] = [Int.self, Int64.self, Int32.self, Int16.self, Int8.self, Bool.self, Date.self]
            if let type, kinds.contains(where: { $0 == type }) { return nil }
        case .decimal:
            if type is any FixedWidthInteger.Type || type == Bool.self { return nil }
        case .timestamp, .day: guard type.isDate else { return nil }
        case .float, .double:
            let kinds: [Any.Type] = [Double.self, Float.self, NSNumber.self]
            guard let type, kinds.contains(where: { $0 == type }) else { return nil }
        case .typed: return nil
        }
        return FittedField(self, held, server)
    }
}
