import Foundation

/// Reads decimal digits without losing one.
///
/// Foundation's own parser stops at the first character that it does not know and keeps what it has read, and rounds
/// what has more than 38 digits.
enum DecimalText {
    /// Digits without leading and trailing zeros, and the power of ten of the last one.
    private struct Parts: Equatable {
        var isNegative: Bool
        var digits: [UInt8]
        var exponent: Int
    }

    /// The number that a text stands for; nil if it stands for none, or for one that a Decimal cannot hold.
    static func parse(_ text: String) -> Decimal? {
        guard let parts = parts(text) else { return nil }
        if parts.digits.isEmpty { return Decimal.zero }
        guard parts.digits.count <= 39, (-128...127).contains(parts.exponent) else { return nil }
        if parts.digits.count <= 18 {
            let digits = parts.digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
            return Decimal(
                sign: parts.isNegative ? .minus : .plus, exponent: parts.exponent, significand: Decimal(digits))
        }
        // Written without a point, as digits and exponent, so that zeros cost no room.
        let plain = (parts.isNegative ? "-" : "") + String(decoding: parts.digits, as: UTF8.self) + "e\(parts.exponent)"
        guard let number = Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX")), !number.isNaN,
            self.parts(number.description) == parts
        else { return nil }
        return number
    }

    /// Whether a number's text is what we would write: `-12.5`, without needless zeros.
    static func isWritten(_ text: String) -> Bool {
        var digits = Substring(text).utf8
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        let isPlain = digits.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") }
        guard isPlain, let first = digits.first, first != UInt8(ascii: "."), digits.count <= 18 else { return false }
        let hasPoint = digits.contains(UInt8(ascii: "."))
        if hasPoint, digits.last == 0x30 || digits.last == UInt8(ascii: ".") { return false }
        // A zero leads only where the point follows.
        return first != 0x30 || (hasPoint ? digits.dropFirst().first == UInt8(ascii: ".") : text == "0")
    }

    /// Whether a text is a decimal number, however long.
    static func isNumber(_ text: String) -> Bool { parts(text) != nil }

    /// `[+-] digits [. digits] [e [+-] digits]`, with a digit before or behind the point.
    private static func parts(_ text: String) -> Parts? {
        var rest = Substring(text).utf8
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        func take(_ accepted: (UInt8) -> Bool) -> UInt8? {
            guard let first = rest.first, accepted(first) else { return nil }
            rest.removeFirst()
            return first
        }
        func run() -> [UInt8] {
            let digits = Array(rest.prefix(while: isDigit))
            rest.removeFirst(digits.count)
            return digits
        }
        let minus = UInt8(ascii: "-")
        let isSign: (UInt8) -> Bool = { $0 == minus || $0 == UInt8(ascii: "+") }
        let isNegative = take(isSign) == minus
        var digits = run()
        var exponent = 0
        if take({ $0 == UInt8(ascii: ".") }) != nil {
            let fraction = run()
            digits += fraction
            exponent = -fraction.count
        }
        guard !digits.isEmpty else { return nil }
        if take({ $0 | 0x20 == UInt8(ascii: "e") }) != nil {
            let isBelow = take(isSign) == minus
            guard let power = Int(String(decoding: run().prefix(9), as: UTF8.self)) else { return nil }
            exponent += isBelow ? -power : power
        }
        guard rest.isEmpty else { return nil }
        digits = Array(digits.drop { $0 == 0x30 })
        while digits.last == 0x30 {
            digits.removeLast()
            exponent += 1
        }
        return Parts(isNegative: isNegative && !digits.isEmpty, digits: digits, exponent: digits.isEmpty ? 0 : exponent)
    }
}
