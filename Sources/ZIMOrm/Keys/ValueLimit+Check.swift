import Foundation
import ZIMDb

extension ValueLimit {
    /// What a column of SQLite rounds, or cannot hold of a type; nil where it keeps what it is given.
    init?(_ affinity: ColumnAffinity?, of type: Any.Type?) {
        switch affinity {
        case .integer, .numeric: self = .numeric
        case .real: self = .double
        case .text: self = .text(digits: 15)
        case .blob, nil:
            let stored = Self.stored(type)
            guard stored == UInt64.self || stored == UInt.self else { return nil }
            self = .numeric
        }
    }

    /// Whether no value of a type is altered. A `Double` is as long as it happens to be, and is rounded as the column says.
    func keepsAll(of type: Any.Type?) -> Bool {
        guard let type = Self.stored(type) else { return false }
        let isWhole = type is any FixedWidthInteger.Type
        switch self {
        case .numeric: return isWhole && type != UInt64.self && type != UInt.self || Self.isShort(type)
        case .double: return type == Int32.self || type == UInt32.self || Self.isShort(type)
        case .float: return Self.isShort(type)
        case .single: return type != Double.self && Self.isShort(type)
        case .fixed(let scale): return type == Bool.self || scale >= 0 && isWhole
        case .seconds(let digits): return digits >= 6 && type == Date.self
        case .moment: return type == Date.self || type == String.self
        case .decimal(let scale):
            return type == Double.self || type == Float.self || type == Bool.self || scale >= 0 && isWhole
        case .whole: return type == Bool.self || isWhole
        case .text(_, .some) where Self.isCut(type): return false
        case .text:
            let isText = type == String.self || type == Substring.self || type == Decimal.self
            return isWhole || isText || type != Double.self && type != Float.self && Self.isShort(type)
        case .uuid: return type == UUID.self || type == String.self
        case .address: return type == String.self
        case .unsigned(let isBits):
            guard let number = type as? any FixedWidthInteger.Type else { return type == Bool.self }
            return !number.isSigned && (isBits || number.bitWidth <= 32)
        case .presentMoment, .day, .time, .cut, .byte, .year, .labels, .members, .bytes: return false
        }
    }

    /// The type that a property's values are stored as.
    private static func stored(_ type: Any.Type?) -> Any.Type? { (type as? any RawRepresentable.Type)?.rawType ?? type }

    /// Whether a text, or bytes, may end with blanks.
    private static func isCut(_ type: Any.Type) -> Bool {
        let types: [Any.Type] = [String.self, Substring.self, Data.self, [UInt8].self]
        return types.contains { $0 == type }
    }

    /// Whether values of a type are no numbers, or fit the mantissa of a `Float`.
    private static func isShort(_ type: Any.Type) -> Bool {
        let types: [Any.Type] = [
            Double.self, Float.self, Bool.self, Date.self, UUID.self, URL.self, Data.self, [UInt8].self, Int8.self,
            UInt8.self, Int16.self, UInt16.self,
        ]
        return types.contains { $0 == type }
    }

    /// Throws if the column would hold another value.
    func requireKept(_ value: SQLValue, of field: Field) throws {
        let reason = objection(to: value)
        guard reason != nil || value.isBeyondInt64 else { return }
        // Of whole numbers such a column keeps all but those.
        if self == .numeric, Self.stored(field.keptType) is any FixedWidthInteger.Type {
            throw ValueMismatch.binding(value, as: field.typeName, reason: "is larger than a column's 63 bits")
        }
        guard let reason else { return }
        throw ValueMismatch.binding(value, as: name, reason: reason)
    }

    /// Whether a column can hold a number as it is; true for what is no number.
    func canHold(number value: SQLValue) -> Bool {
        switch value {
        case .integer, .real: objection(to: value) == nil
        case .typed(let typed): DecimalNumber(typed.text, trimming: .whitespace) == nil || objection(to: value) == nil
        case .null, .text, .blob: true
        }
    }

    /// The same for a text, or bytes, of which MySQL takes the beginning for a number: 2.5 of `'2.5 kg'`. A column of times is
    /// asked whether it keeps all of a time.
    func canHold(numberOf value: SQLValue) -> Bool {
        switch (self, value) {
        case (.seconds(let digits), _), (.time(let digits?), _):
            Self.keepsFraction(of: Self.text(of: value), digits: digits)
        case (.day, _): value.isNumber || objection(to: value) == nil
        case (_, .text(let text)): canHold(numberOf: Substring(text))
        case (_, .blob(let bytes)): canHold(numberOf: Substring(String(decoding: bytes, as: UTF8.self)))
        case (_, .null), (_, .integer), (_, .real), (_, .typed): canHold(number: value)
        }
    }

    /// Whether no more digits than those stand behind the point of the seconds, but for zeros.
    private static func keepsFraction(of text: String, digits: Int) -> Bool {
        // A zone behind the seconds has a colon, too.
        let clock = text.firstIndex(of: ":")
        guard let point = text[(clock ?? text.startIndex)...].firstIndex(of: ".") else { return true }
        let behind = text[text.index(after: point)...]
        let fraction = behind.utf8.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        // `1.25 seconds` and `PT1.25S`; the fraction of `1.5 days` is none of a second.
        let unit = behind.dropFirst(fraction.count).drop { $0 == " " }.first
        if clock == nil, unit != "s", unit != "S" { return true }
        return fraction.dropFirst(digits).allSatisfy { $0 == UInt8(ascii: "0") }
    }

    private static func objection(to value: SQLValue, secondDigits digits: Int) -> String? {
        // Columns of times get all digits of a date.
        let text = if case .typed(let typed) = value { typed.text } else { text(of: value) }
        if keepsFraction(of: text, digits: digits) { return nil }
        return digits == 0
            ? "has a fraction of a second, which the column of a key does not keep"
            : "has more than \(digits) digits of a second, which the column of a key does not keep"
    }

    private func canHold(numberOf text: Substring) -> Bool {
        var number = text.prefix(64)
        while !number.isEmpty, DecimalNumber(String(number), trimming: .whitespace) == nil { number.removeLast() }
        return canHold(number: .typed(SQLTypedText(String(number), type: "decimal")))
    }

    /// Why a column would store another value; nil where it keeps this one, or the server says itself what is wrong.
    private func objection(to value: SQLValue) -> String? {
        switch self {
        // A server's own days and points in time go further.
        case .day, .seconds: break
        default: if value.isFarDate { return "is a date in another year than 0 to 9999" }
        }
        switch self {
        case .numeric, .double, .float, .single:
            let isKept =
                switch value {
                case .integer(let number): keeps(number)
                case .text(let text): keeps(text)
                case .typed(let typed): keeps(typed.plainText)
                case .real(let number): self != .single || number.isNaN || Double(Float(number)) == number
                case .null, .blob: true
                }
            let bits = self == .float || self == .single ? 32 : 64
            return isKept ? nil : "has more digits than a number of \(bits) bits keeps"
        case .presentMoment where value.isNull: return "is stored as the present time in a TIMESTAMP that is NOT NULL"
        case .moment, .presentMoment: return value.isNumber ? "is a number, which a DATETIME is not read as" : nil
        case .seconds(let digits):
            if value.isNumber { return "is a number, which a DATETIME is not read as" }
            return Self.objection(to: value, secondDigits: digits)
        case .text(let digits, let length):
            if let length, let reason = Self.objection(to: value, beyond: length) { return reason }
            guard case .real(let number) = value else { return nil }
            guard number.isFinite else { return "is no number that is read back from a column of texts" }
            guard let digits, Double(String(format: "%.\(digits)g", number)) != number else { return nil }
            return "has more than the \(digits) digits that the engine writes of it in a column of texts"
        case .cut(let count):
            let size = Self.text(of: value).utf8.count
            return size > count ? "has \(size) bytes, of which the column keeps \(count)" : nil
        case .byte:
            let text = Self.text(of: value)
            let count = text.utf8.count
            // The server takes other digits, too, prints a character for them, or cuts off their ninth bit.
            if count <= 1 || text.wholeMatch(of: /\\[23][0-7]{2}/) != nil { return nil }
            return "has \(count) bytes, of which the column keeps 1"
        case .day:
            if value.isNumber { return "is a number, which a DATE is not read as" }
            return Self.parts(of: value).time || value.isWithinDay ? "has a time, which a DATE does not keep" : nil
        case .time(let digits):
            if value.isNumber { return "is a number, which a TIME is not read as" }
            if Self.parts(of: value).day { return "has a day, which a TIME does not keep" }
            return digits.flatMap { Self.objection(to: value, secondDigits: $0) }
        case .uuid:
            guard case .blob(let bytes) = value, bytes.count == 16 else { return nil }
            return "is bytes, which are read back as the text of a UUID: make the property a UUID"
        case .address:
            guard case .blob = value else { return nil }
            return "is bytes, which are read back as the text of an address"
        case .decimal(let scale), .fixed(let scale): return Self.objection(to: value, scale: scale)
        case .whole: return Self.objection(to: value, scale: 0, mustBeNumber: true)
        case .unsigned(let isBits): return Self.objection(toUnsigned: value, isBits: isBits)
        case .year:
            if let reason = Self.objection(to: value, scale: 0) { return reason }
            return Self.isWholeYear(value) ? nil : "is another year to the server: write four digits"
        case .labels(let labels):
            guard let text = Self.label(of: value), !labels.contains(where: { $0.hasSameBytes(as: text) }) else {
                return nil
            }
            return "is none of the labels \(Self.list(labels))"
        case .members(let labels):
            guard let text = Self.label(of: value), !text.isEmpty else { return nil }
            return Self.objection(to: text, members: labels)
        case .bytes(let count):
            let size =
                switch value {
                case .blob(let bytes): bytes.count
                case .text(let text): text.utf8.count
                default: count
                }
            return size < count ? "has \(size) bytes, and BINARY(\(count)) fills them up with zeros" : nil
        }
    }

    /// What is too long without its blanks is refused by the server. To MySQL tabs and line ends are blanks, too, but none
    /// beyond ASCII.
    ///
    /// Source: <https://www.postgresql.org/docs/current/datatype-character.html>, `report_data_too_long` in MariaDB's
    /// `sql/field.cc`
    private static func objection(to value: SQLValue, beyond length: ValueLimit.Length) -> String? {
        switch value {
        case .null, .integer, .real: return nil
        case .text, .typed, .blob: break
        }
        let text = text(of: value)
        let (size, most, unit, end): (Int, Int, String, Substring)
        switch length {
        case .characters(let count), .padded(let count):
            if text.utf8.count <= count { return nil }
            // The blanks at the end are no part of a text in CHAR(n).
            let isPadded = if case .padded = length { true } else { false }
            let characters = isPadded ? text.withoutBlanksAtEnd.unicodeScalars : text.unicodeScalars
            (size, most, unit, end) = (characters.count, count, "characters", Substring(characters.dropFirst(count)))
        case .bytes(let count):
            let bytes = text.utf8
            (size, most, unit, end) = (bytes.count, count, "bytes", Substring(bytes.dropFirst(count)))
        }
        guard size > most, end.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }) else {
            return nil
        }
        return "has \(size) \(unit), of which the column keeps \(most): it cuts off the blanks behind them"
    }

    private func keeps(_ number: Int64) -> Bool {
        switch self {
        case .double: Int64(exactly: Double(number)) == number
        case .float, .single: Int64(exactly: Float(number)) == number
        default: true
        }
    }

    private func keeps(_ text: String) -> Bool {
        guard let number = DecimalNumber(text, trimming: .whitespace) else { return true }
        let isWhole = !text.utf8.contains { ".eE".utf8.contains($0) }
        if self == .numeric, isWhole, number.integer != nil { return true }
        let isShort = self == .float || self == .single
        let rounded = isShort ? Float(number.exponential).map { Double($0) } : Double(number.exponential)
        return rounded.flatMap { DecimalNumber($0) } == number
    }

    private static func text(of value: SQLValue) -> String {
        switch value {
        case .null: ""
        case .integer(let number): String(number)
        case .real(let number): number.description
        case .text(let text): text
        case .typed(let typed): typed.plainText
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Whether a text begins with a day, `2026-02-28`, and whether it has a time of a day, `12:00`, that is not midnight.
    private static func parts(of value: SQLValue) -> (day: Bool, time: Bool) {
        let text = Self.text(of: value)
        guard let colon = text.firstIndex(of: ":") else { return (false, false) }
        let hours = text[..<colon].lastIndex { !$0.isNumber }.map { text.index(after: $0) } ?? text.startIndex
        // A zone behind it is none of its digits.
        let clock = text[hours...].prefix { $0.isNumber || $0 == ":" || $0 == "." }
        // MySQL's `1 12:30` is 36 hours and a half.
        let numbers = text[..<hours].split { !$0.isNumber }
        return (numbers.count > 1, clock.contains { ("1"..."9").contains($0) })
    }

    private static func objection(to value: SQLValue, scale: Int, mustBeNumber: Bool = false) -> String? {
        let text: String
        switch value {
        case .integer(let number):
            if scale >= 0 { return nil }
            text = String(number)
        case .real(let number): text = number.description
        case .text(let digits): text = digits
        case .typed(let typed): text = typed.text
        case .null, .blob: return nil
        }
        if text.hasDigitsBehindPoint(atMost: scale) { return nil }
        guard let number = DecimalNumber(text, trimming: .whitespace) else {
            if case .text = value, mustBeNumber { return "is no number" }
            return nil
        }
        guard !number.isZero, number.exponent < -scale else { return nil }
        if scale > 0 { return "has more than \(scale) digits behind the point" }
        return scale == 0 ? "is no whole number" : "does not end with \(-scale) zeros"
    }

    /// Numbers beyond two digits are years or errors, and 0 is one to the server; of a text it is the year 2000.
    private static func isWholeYear(_ value: SQLValue) -> Bool {
        switch value {
        case .integer(let number): number == 0 || number.magnitude > 99
        case .real(let number): number == 0 || number.magnitude > 99
        case .text(let text): text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        case .typed(let typed):
            DecimalNumber(typed.text, trimming: .whitespace).map { $0.isZero || $0.point > 2 } ?? false
        case .null, .blob: true
        }
    }

    private static func objection(to text: String, members labels: [String]) -> String? {
        var last = -1
        for member in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(member)
            guard let index = labels.firstIndex(where: { $0.hasSameBytes(as: name) }) else {
                return "holds \(SQLValue.text(name)), which is none of the members \(list(labels))"
            }
            if index <= last { return "does not have its members in the order \(list(labels))" }
            last = index
        }
        return nil
    }

    /// A server takes the bytes of a text for it.
    private static func label(of value: SQLValue) -> String? {
        switch value {
        case .text(let text): text
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        case .null, .integer, .real, .typed: nil
        }
    }

    private static func objection(toUnsigned value: SQLValue, isBits: Bool) -> String? {
        let bits = isBits ? 64 : 32
        switch value {
        case .integer(let number):
            if number < 0 { return "is below zero" }
            return isBits || number <= UInt32.max ? nil : "has more than \(bits) bits"
        case .text where isBits, .blob where isBits:
            return "is no number, and a column of bits takes its bytes for one"
        case .null, .text, .blob, .real, .typed:
            if let reason = objection(to: value, scale: 0) { return reason }
            guard let number = DecimalNumber(of: value), !number.isUnsigned(bits: bits) else { return nil }
            return number.isNegative ? "is below zero" : "has more than \(bits) bits"
        }
    }

    private static func list(_ labels: [String]) -> String {
        labels.prefix(8).map { SQLValue.text($0).description }.joined(separator: ", ") + (labels.count > 8 ? ", …" : "")
    }
}

extension String {
    /// Whether it is digits, with so many behind the point at most: most numbers are.
    fileprivate func hasDigitsBehindPoint(atMost scale: Int) -> Bool {
        var digits = 0
        var behind: Int?
        for byte in utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...] {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                behind? += 1
            case UInt8(ascii: ".") where behind == nil: behind = 0
            default: return false
            }
        }
        return digits > 0 && behind ?? 0 <= scale
    }
}
