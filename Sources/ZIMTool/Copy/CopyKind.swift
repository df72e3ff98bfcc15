import ZIMOrm
import ZIMSql

/// What the values of a column mean, whichever engine holds them and however it was told to store them.
///
/// Both ends are read as this, so that `t`, `true` and `1` are one truth value, and `12.50` and `12.5` one number.
package enum CopyKind: Hashable, Sendable {
    case boolean
    /// In so many bytes: 2, 4 or 8.
    case integer(Int)
    /// Of 64 bits, without a sign.
    case unsigned
    case real
    /// With so many digits at all, and behind the point; nil for as many as there are.
    case decimal(precision: Int, scale: Int)
    case number
    /// With so many characters at most.
    case text(Int?)
    case bytes
    /// Bytes, and text and numbers as the bytes that they are written with.
    case anyBytes
    case date, timestamp, instant, time
    /// A time that may be negative or longer than a day.
    case span
    case uuid, json
    /// A type that only one engine has, kept as the text that it prints.
    case printed
    /// The value as it is: both ends are of one engine.
    case stored
}

/// Why a value does not fit, in words that go on from the value: `is not an integer`.
package struct Unfit: Error, Sendable, Hashable {
    package let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// The meaning of one value: equal on both ends where the copy is right.
enum CopyMeaning: Hashable, Sendable {
    case null
    case truth(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(DecimalNumber)
    /// `NaN` and the infinities of a decimal number.
    case special(Double)
    case text(String)
    case bytes([UInt8])
    case day(Int64)
    case instant(Int64)
    case time(Int64)
    /// `0000-00-00`, which no calendar has.
    case noDay(String)
    case stored(SQLValue)
}

extension CopyKind {
    /// Reads a value of either engine as this kind.
    func meaning(of value: SQLValue) throws(Unfit) -> CopyMeaning {
        if case .stored = self { return .stored(value) }
        if value.isNull { return .null }
        switch self {
        case .boolean: return try truth(value)
        case .integer(let bytes): return try integer(value, bytes)
        case .unsigned: return try unsigned(value)
        case .real: return try real(value)
        case .decimal(let precision, let scale): return try decimal(value, precision, scale)
        case .number: return try number(value)
        case .text(let limit): return try text(value, limit)
        case .bytes:
            guard case .blob = value else { throw Unfit("is not a blob") }
            return bytes(value)
        case .anyBytes: return bytes(value)
        case .date: return try day(value)
        case .timestamp, .instant: return try instant(value)
        case .time: return try time(value)
        case .span: return try span(value)
        case .uuid: return try uuid(value)
        case .json: return try json(value)
        case .printed, .stored: return .text(try Self.plainText(value))
        }
    }

    private func truth(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        switch value {
        case .integer(0), .real(0): return .truth(false)
        case .integer(1), .real(1): return .truth(true)
        case .text(let text):
            switch text.lowercased() {
            case "0", "f", "false", "n", "no", "off": return .truth(false)
            case "1", "t", "true", "y", "yes", "on": return .truth(true)
            default: break
            }
        default: break
        }
        throw Unfit("is not a Boolean")
    }

    private func integer(_ value: SQLValue, _ bytes: Int) throws(Unfit) -> CopyMeaning {
        let number: Int64
        switch value {
        case .integer(let value): number = value
        case .real(let value):
            guard let whole = Int64(exactly: value) else { throw Unfit("is not a 64-bit integer") }
            number = whole
        default:
            guard let whole = value.writtenText.flatMap({ DecimalNumber(copied: $0) })?.integer else {
                throw Unfit("is not an integer")
            }
            number = whole
        }
        switch bytes {
        case 2:
            if Int16(exactly: number) == nil { throw Unfit("is out of range for SMALLINT (-32768 to 32767)") }
        case 4:
            if Int32(exactly: number) == nil { throw Unfit("is out of range for INTEGER (-2147483648 to 2147483647)") }
        default: break
        }
        return .integer(number)
    }

    private func unsigned(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        guard case .decimal(let decimal) = try number(value), decimal.fractionDigits == 0 else {
            throw Unfit("is not an integer")
        }
        guard decimal.wholeDigits <= 20, UInt64(decimal.text) != nil else {
            throw Unfit("is out of range for BIGINT UNSIGNED (0 to 18446744073709551615)")
        }
        return .decimal(decimal)
    }

    private func real(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        switch value {
        // SQLite keeps no minus before a zero.
        case .real(let number): return .real(number == 0 ? 0 : number)
        case .integer(let number):
            guard let real = Double(exactly: number) else { throw Unfit("has more digits than a real number can hold") }
            return .real(real)
        case .text(let text):
            guard let decimal = DecimalNumber(copied: text), let real = Double(decimal.text) else {
                throw Unfit("is not a number")
            }
            guard real.isFinite, real != 0 || decimal.isZero else { throw Unfit("is out of range for a real number") }
            return .real(real)
        case .typed(let typed):
            guard let real = Double(typed.text) else { throw Unfit("is not a number") }
            return .real(real == 0 ? 0 : real)
        case .null, .blob: throw Unfit("is not a number")
        }
    }

    private func number(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        switch value {
        case .integer(let number): return .decimal(DecimalNumber(number))
        case .real(let number):
            return DecimalNumber(number).map { .decimal($0) } ?? .special(number)
        case .text(let text): return try Self.number(text)
        case .typed(let typed): return try Self.number(typed.text)
        case .null, .blob: throw Unfit("is not a number")
        }
    }

    private static func number(_ text: String) throws(Unfit) -> CopyMeaning {
        if let decimal = DecimalNumber(copied: text) { return .decimal(decimal) }
        switch text {
        case "NaN": return .special(.nan)
        case "Infinity": return .special(.infinity)
        case "-Infinity": return .special(-.infinity)
        default: throw Unfit("is not a number")
        }
    }

    private func decimal(_ value: SQLValue, _ precision: Int, _ scale: Int) throws(Unfit) -> CopyMeaning {
        let meaning = try number(value)
        switch meaning {
        case .decimal(let decimal):
            if decimal.fractionDigits > max(0, scale) {
                throw Unfit(
                    "has \(decimal.fractionDigits.counted("digit")) after the decimal point, NUMERIC(\(precision), \(scale)) holds \(scale)"
                )
            }
            if decimal.wholeDigits > precision - scale {
                throw Unfit(
                    "has \(decimal.wholeDigits.counted("digit")) before the decimal point, NUMERIC(\(precision), \(scale)) holds \(precision - scale)"
                )
            }
        case .special(let number) where number.isInfinite:
            throw Unfit("is infinite, NUMERIC(\(precision), \(scale)) is not")
        default: break
        }
        return meaning
    }

    private func text(_ value: SQLValue, _ limit: Int?) throws(Unfit) -> CopyMeaning {
        let text = try Self.plainText(value)
        if let limit, text.utf8.count > limit {
            let count = text.unicodeScalars.count
            if count > limit {
                throw Unfit("has \(count.grouped) characters, VARCHAR(\(limit)) holds \(limit.grouped)")
            }
        }
        return .text(text)
    }

    private static func plainText(_ value: SQLValue) throws(Unfit) -> String {
        switch value {
        case .text(let text): return text
        case .typed(let typed): return typed.text
        case .integer(let number): return String(number)
        case .real(let number):
            if number.isFinite { return number.description }
            return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
        case .null, .blob: throw Unfit("are bytes, not text")
        }
    }

    private func bytes(_ value: SQLValue) -> CopyMeaning {
        switch value {
        case .blob(let bytes): return .bytes(bytes)
        case .text(let text): return .bytes(Array(text.utf8))
        case .typed(let typed): return .bytes(Array(typed.text.utf8))
        case .integer(let number): return .bytes(Array(String(number).utf8))
        case .real(let number): return .bytes(Array(number.description.utf8))
        case .null: return .null
        }
    }

    private func uuid(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        switch value {
        case .blob(let bytes) where bytes.count == 16: return .bytes(bytes)
        default: if let bytes = value.writtenText.flatMap(Self.uuidBytes) { return .bytes(bytes) }
        }
        throw Unfit("is not a UUID")
    }

    private static func uuidBytes(_ text: String) -> [UInt8]? {
        guard [32, 36, 38].contains(text.utf8.count) else { return nil }
        let digits = String(decoding: text.utf8.filter { !"-{}".utf8.contains($0) }, as: UTF8.self)
        let bytes = SQLValue.bytes(hexadecimal: digits)
        return bytes?.count == 16 ? bytes : nil
    }

    private func json(_ value: SQLValue) throws(Unfit) -> CopyMeaning {
        let text = try Self.plainText(value)
        guard JSONCheck.isValid(text) else { throw Unfit("is not valid JSON") }
        return .text(text)
    }
}

extension DecimalNumber {
    /// The number that a text is, with spaces around it; nil where it is none, or one that no engine can hold.
    init?(copied text: String) {
        guard let number = DecimalNumber(text, trimming: .spaces), number.exponent.magnitude < 500_000 else {
            return nil
        }
        self = number
    }
}
