import Foundation
import ZIMDb

/// What a column gives back of the values that its property writes, where its type makes others of some.
///
/// Source: the pages of the types stand with ``ValueLimit`` and with a server's `limit(declared:listType:)`
struct StoredForm {
    private enum Kind {
        /// Texts; those of a fixed length lose the blanks at their end.
        case text, fixedText
        case bytes
        case integer, decimal(scale: Int?)
        /// Numbers of a floating point; those of fewer than 64 bits are rounded.
        case real(isShort: Bool)
        case boolean, time
        /// Points in time, money and the like, which no number is given back as.
        case noNumber(isDate: Bool)
        /// What the server gives back as it was written, with the type's name.
        case other
    }

    private let kind: Kind
    private let type: String
    /// nil for SQLite.
    private let server: (any ServerTypes)?

    init?(_ affinity: ColumnAffinity?) {
        switch affinity {
        case .integer, .numeric: kind = .integer
        case .real: kind = .real(isShort: false)
        case .text: kind = .text
        case .blob, nil: return nil
        }
        (type, server) = ("", nil)
    }

    init(_ held: HeldKind, declared: String, _ server: any ServerTypes) {
        let name = declared.prefix { $0 != "(" && $0 != " " }.lowercased()
        kind =
            switch held {
            case .text:
                name == "char" || name == "character" && !declared.hasPrefix("character varying") ? .fixedText : .text
            case .bytes: .bytes
            case .integer: .integer
            case .decimal(let digits, _): .decimal(scale: digits?.scale)
            case .float: .real(isShort: true)
            case .double: .real(isShort: name == "float" || declared.contains(","))
            case .timestamp, .day: .noNumber(isDate: true)
            case .typed:
                switch name {
                case "boolean": .boolean
                case "time": .time
                case "money", "interval": .noNumber(isDate: false)
                default: .other
                }
            }
        type = declared
        self.server = server
    }

    /// Whether the column may give back what a property does not read as the value that it wrote.
    func mayBeMisread(by field: Field) -> Bool {
        if field is ReferenceField || field.propertyType == SQLValue.self { return false }
        let form = field.form?.kind
        let raw = (field.propertyType as? any RawRepresentable.Type)?.rawType
        // A text may be any number's; these are a few.
        let isWord = form == nil && (raw == String.self || field.propertyType == Character.self)
        switch kind {
        case .bytes:
            let kept: [Any.Type] = [Data.self, [UInt8].self, NSData.self, NSMutableData.self]
            guard let type = raw ?? field.propertyType else { return true }
            return !kept.contains { $0 == type } && (type != UUID.self || form != nil && form != .uuid(.bytes))
        case .text: return form == .bool(.integer) || form == .decimal(.number)
        case .fixedText:
            let type = field.propertyType
            if isWord || type == Data.self || type == [UInt8].self { return true }
            switch form {
            case .bool, .decimal(.number): return true
            case .date(let format): return format.isPattern
            case .decimal(.text), .uuid, nil: return false
            }
        case .integer, .decimal, .real, .other, .boolean:
            switch form {
            case nil: return isWord && !isOther || isShort && field.propertyType == Decimal.self
            case .bool(.words), .decimal(.text): return true
            case .date(let format): return format.isPattern || format.isNumeric && isShort
            case .bool(.integer), .decimal(.number), .uuid: return false
            }
        case .time, .noNumber:
            guard let type = raw ?? field.propertyType else { return false }
            // These are written as such, whatever the class declares.
            if case .noNumber(isDate: true) = kind, type == Date.self { return false }
            return form != nil || isWord || type != String.self && type != Substring.self && type != Date.self
        }
    }

    private var isOther: Bool { if case .other = kind { true } else { false } }

    /// Whether it rounds numbers of 64 bits, of which a date may be one.
    private var isShort: Bool { if case .real(isShort: true) = kind { true } else { false } }

    /// Throws if a property does not read again what it writes.
    ///
    /// - Parameter model: a new one, to read it into; made for values only of which the column makes others.
    func requireReadable(_ value: SQLValue, _ field: Field, in model: @autoclosure () -> Model) throws {
        if case .noNumber = kind {
            // The seconds of a date in a far year are none: the server is sent its day.
            guard !value.isFarDate, DecimalNumber(of: value) != nil else { return }
            let name = type.prefix { $0 != "(" && $0 != " " }.uppercased()
            throw ValueMismatch.binding(
                value, as: field.typeName, reason: "is a number, which a column of type \(name) is not read as")
        }
        guard let stored = converted(value) else { return }
        let model = model()
        // A row's own spelling means what the property holds.
        let written = (try? Self.reading(value, field, model)) ?? value
        if (try? Self.reading(stored, field, model)) == written { return }
        if let padded = padded(stored), (try? Self.reading(padded, field, model)) == written { return }
        throw ValueMismatch.binding(
            value, as: field.typeName, reason: "becomes \(stored.shown) in the column, which is not read as the same")
    }

    /// What a property writes that has read a value.
    private static func reading(_ value: SQLValue, _ field: Field, _ model: Model) throws -> SQLValue {
        try field.assign(value, to: model)
        return try field.value(of: model)
    }

    /// The other value that the column makes of one; nil where it keeps it, or the engine refuses it.
    private func converted(_ value: SQLValue) -> SQLValue? {
        switch (kind, value) {
        case (_, .null): return nil
        case (.bytes, .blob): return nil
        case (.bytes, _): return text(of: value).map { .blob(Array($0.utf8)) }
        case (.text, .integer), (.text, .real): return text(of: value).map { .text($0) }
        case (.fixedText, .blob(let bytes)): return .blob(Array(bytes.prefix(bytes.count - Self.blanks(bytes))))
        case (.fixedText, _): return text(of: value).map { .text($0.withoutBlanksAtEnd) }
        case (.integer, .text), (.integer, .typed):
            guard let number = DecimalNumber(of: value) else { return nil }
            if let whole = number.integer { return .integer(whole) }
            return server == nil ? Double(number.exponential).map { .real($0) } : nil
        case (.real, .text), (.real, .typed), (.real(isShort: true), _):
            guard let number = DecimalNumber(of: value).flatMap({ Double($0.exponential) }) else { return nil }
            return server.map { $0.stored(.real(number), declared: type) } ?? .real(number)
        case (.decimal(let scale), _):
            return DecimalNumber(of: value).map {
                .typed(SQLTypedText(Self.text(of: $0, scale ?? Self.digits(behindPointOf: value)), type: "decimal"))
            }
        case (.boolean, _): return Self.boolean(text(of: value) ?? "").map { .integer($0 ? 1 : 0) }
        case (.time, _): return text(of: value).map { .typed(SQLTypedText(time(of: $0), type: "time")) }
        case (.other, .text(let text)): return .typed(SQLTypedText(text, type: type))
        case (.integer, _), (.real, _), (.text, _), (.other, _), (.noNumber, _): return nil
        }
    }
}

extension StoredForm {
    /// A value as the text that the engine makes of it.
    private func text(of value: SQLValue) -> String? {
        switch value {
        case .null, .blob: nil
        case .text(let text): text
        case .typed(let typed): typed.plainText
        case .integer(let number): String(number)
        case .real(let number):
            server.map { $0.text(of: number) } ?? NumberText.sqlite(of: value)
        }
    }

    /// `12.50`
    private static func text(of number: DecimalNumber, _ scale: Int) -> String {
        let text = number.text
        let missing = scale - number.fractionDigits
        guard missing > 0 else { return text }
        return text + (number.fractionDigits == 0 ? "." : "") + String(repeating: "0", count: missing)
    }

    /// A text as PostgreSQL fills it up, which a property reads that does not read it without the blanks.
    private func padded(_ value: SQLValue) -> SQLValue? {
        guard case .fixedText = kind, case .text(let text) = value, type.hasPrefix("character("),
            let length = Int(type.filter(\.isNumber))
        else { return nil }
        return .text(text + String(repeating: " ", count: max(0, length - text.unicodeScalars.count)))
    }

    private static func digits(behindPointOf value: SQLValue) -> Int {
        guard case .text(let text) = value, let point = text.firstIndex(of: ".") else { return 0 }
        return text[point...].dropFirst().prefix { $0.isNumber }.count
    }

    private static func blanks(_ bytes: [UInt8]) -> Int { bytes.reversed().prefix { $0 == UInt8(ascii: " ") }.count }

    /// Source: <https://www.postgresql.org/docs/current/datatype-boolean.html>
    private static func boolean(_ text: String) -> Bool? {
        let word = text.lowercased()
        guard !word.isEmpty, word != "o" else { return nil }
        if ["true", "yes", "on", "1"].contains(where: { $0.hasPrefix(word) }) { return true }
        return ["false", "no", "off", "0"].contains { $0.hasPrefix(word) } ? false : nil
    }

    /// `12:30:00` of `'12:30'` and of 123000. MySQL shows all digits of a second that the type has, PostgreSQL no zeros at
    /// the end.
    private func time(of text: String) -> String {
        let whole = text.prefix { $0 != "." }
        var fraction = text.dropFirst(whole.count + 1)
        let zone = fraction.drop { $0.isNumber }
        fraction = fraction.prefix { $0.isNumber }
        if server?.fitsValues == true {
            let digits = Int(type.filter(\.isNumber)) ?? 0
            fraction = Substring(
                fraction.prefix(digits) + String(repeating: "0", count: max(0, digits - fraction.count)))
        } else {
            while fraction.hasSuffix("0") { fraction.removeLast() }
        }
        let end =
            (fraction.isEmpty ? "" : "." + fraction) + zone
            + (type.hasSuffix("with time zone") && zone.isEmpty ? "+00" : "")
        if whole.contains(":") { return whole + (whole.utf8.count { $0 == UInt8(ascii: ":") } == 1 ? ":00" : "") + end }
        let number = whole.prefix { $0.isNumber }
        let padded = String(repeating: "0", count: max(0, 6 - number.count)) + number
        return padded.dropLast(4) + ":" + padded.suffix(4).prefix(2) + ":" + padded.suffix(2) + end
    }
}
