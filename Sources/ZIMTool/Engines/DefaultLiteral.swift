import Foundation
import ZIMOrm

/// The value of a new model for a column that declares a default, where it is a plain one.
enum DefaultLiteral {
    /// Swift text; nil where the default is none, or an expression that only the database computes.
    static func swift(_ sql: String?, for type: SwiftType, rules: SQLLexicalRules) -> String? {
        guard let value = sql.flatMap({ ConstantDefault($0, rules: rules) }), value != .null else { return nil }
        switch type.name {
        case "Int", "Int64": return whole(value, Int64.self)
        case "UInt", "UInt64": return whole(value, UInt64.self)
        case "Int8": return whole(value, Int8.self)
        case "Int16": return whole(value, Int16.self)
        case "Int32": return whole(value, Int32.self)
        case "UInt8": return whole(value, UInt8.self)
        case "UInt16": return whole(value, UInt16.self)
        case "UInt32": return whole(value, UInt32.self)
        case "Double", "Float": return value.digits.flatMap { number($0) }.map { String($0) }
        case "Decimal": return decimal(value, type)
        case "Bool": return truth(value)
        case "String": return text(value).map { SwiftName.literal($0) }
        case "Data": return bytes(value, rules).map { data($0) }
        case "Date": return date(value, type)
        case "UUID":
            guard case .text(let text) = value, UUID(uuidString: text) != nil else { return nil }
            return "UUID(uuidString: \(SwiftName.literal(text)))" + (type.isOptional ? "" : " ?? UUID()")
        case "SQLValue":
            if case .text(let text) = value { return ".text(\(SwiftName.literal(text)))" }
            return whole(value, Int64.self).map { ".integer(\($0))" }
        default: return nil
        }
    }

    /// Whether a default is the same value for each row.
    static func isPlain(_ sql: String, rules: SQLLexicalRules) -> Bool {
        ConstantDefault(sql, rules: rules).map { $0 != .now } ?? false
    }

    /// Whether a default is no date, such as `'0000-00-00'`.
    static func isInvalidDate(_ sql: String) -> Bool {
        guard case .text(let text)? = ConstantDefault(sql, rules: .postgreSQL) else { return false }
        return text.first?.isNumber == true && DateParser.parse(text) == nil
    }

    private static func whole<T: FixedWidthInteger>(_ value: ConstantDefault, _: T.Type) -> String? {
        let number: T?
        switch value {
        case .bits(let digits): number = T(digits, radix: 2)
        case .truth(let isTrue): number = isTrue ? 1 : 0
        default:
            guard let digits = value.digits else { return nil }
            number = digits.lowercased().hasPrefix("0x") ? T(digits.dropFirst(2), radix: 16) : T(digits)
        }
        guard let number else { return nil }
        return String(number)
    }

    /// A fraction as text: Swift would make a `Double` of the digits first.
    private static func decimal(_ value: ConstantDefault, _ type: SwiftType) -> String? {
        guard let digits = value.digits, number(digits) != nil, let decimal = Decimal(string: digits) else {
            return nil
        }
        if let whole = Int("\(decimal)") { return String(whole) }
        return "Decimal(string: \(SwiftName.literal(digits)))" + (type.isOptional ? "" : " ?? 0")
    }

    private static func truth(_ value: ConstantDefault) -> String? {
        switch value {
        case .truth(let isTrue): return isTrue ? "true" : "false"
        case .bits(let digits): return Int(digits, radix: 2).map { $0 == 0 ? "false" : "true" }
        default:
            switch value.digits?.lowercased() {
            case "1", "true", "t": return "true"
            case "0", "false", "f": return "false"
            default: return nil
            }
        }
    }

    private static func text(_ value: ConstantDefault) -> String? {
        switch value {
        case .text(let text), .number(let text), .bits(let text): return text
        case .bytes(let bytes): return String(validating: bytes, as: UTF8.self)
        case .truth, .null, .now: return nil
        }
    }

    private static func bytes(_ value: ConstantDefault, _ rules: SQLLexicalRules) -> [UInt8]? {
        switch value {
        case .bytes(let bytes): return bytes
        // '\x00ff' of a bytea.
        case .text(let text) where rules == .postgreSQL && text.hasPrefix("\\x"):
            guard case .bytes(let bytes)? = ConstantDefault("x'\(text.dropFirst(2))'", rules: rules) else { return nil }
            return bytes
        // MariaDB prints it for each byte that is no text, too.
        case .text(let text) where rules == .mySQL && text.contains("?"): return nil
        case .text(let text): return Array(text.utf8)
        default: return nil
        }
    }

    private static func data(_ bytes: [UInt8]) -> String {
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return bytes.isEmpty ? "Data()" : "Data(\(SwiftName.literal(String(decoding: bytes, as: UTF8.self))).utf8)"
        }
        let list = bytes.map { "0x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "Data([\(list.joined(separator: ", "))])"
    }

    /// The seconds of a day, with the day as a comment. A column of days takes no time.
    private static func date(_ value: ConstantDefault, _ type: SwiftType) -> String? {
        if value == .now {
            return type.dateFormat == ".date"
                ? "Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)"
                : "Date()"
        }
        let formats = [nil, ".date", ".dateTime", ".isoDateTime", ".iso8601"]
        guard formats.contains(type.dateFormat), case .text(let text) = value, let date = DateParser.parse(text) else {
            return nil
        }
        let seconds = date.timeIntervalSince1970
        let digits = Int(exactly: seconds).map { String($0) } ?? String(seconds)
        return "Date(timeIntervalSince1970: \(digits))  // \(text.printable)"
    }

    private static func number(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension ConstantDefault {
    /// The number that is written, with or without quotes.
    fileprivate var digits: String? {
        switch self {
        case .number(let text): text
        case .text(let text): text.trimmingSpaces
        default: nil
        }
    }
}

extension StringProtocol {
    var trimmingSpaces: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
