import Foundation

/// Reads decimal digits without losing one.
///
/// Foundation's own parser stops at the first character that it does not know and keeps what it has read, and rounds
/// what has more than 38 digits.
enum DecimalText {
    /// The number that a text stands for; nil if it stands for none, or for one that a Decimal cannot hold.
    static func parse(_ text: String) -> Decimal? {
        guard let decimal = DecimalNumber(text) else { return nil }
        guard decimal.digits.count <= 39, (-128...127).contains(decimal.exponent) else { return nil }
        if decimal.digits.count <= 18 {
            let digits = decimal.digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
            return Decimal(
                sign: decimal.isNegative ? .minus : .plus, exponent: decimal.exponent, significand: Decimal(digits))
        }
        guard let number = Decimal(string: decimal.exponential, locale: Locale(identifier: "en_US_POSIX")),
            !number.isNaN, DecimalNumber(number.description) == decimal
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
}
