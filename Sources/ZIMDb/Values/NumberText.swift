import Foundation

/// A text that is a number: its digits without the zeros at both ends, and where its point stands.
package struct NumberText: Equatable {
    /// Without the blanks around it.
    package let text: String
    /// Whether it has neither a point nor an exponent.
    package let isWhole: Bool
    private let isNegative: Bool
    private let digits: ArraySlice<UInt8>
    /// The power of ten of the last digit that is not 0.
    package let exponent: Int

    package var isZero: Bool { digits.isEmpty }

    /// nil for a text that SQLite does not take for a number.
    package init?(_ given: String) {
        let text = given.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{b}\u{c}\r"))
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let before = rest.prefix(while: isDigit)
        rest = rest.dropFirst(before.count)
        let hasPoint = rest.first == UInt8(ascii: ".")
        if hasPoint { rest = rest.dropFirst() }
        let after = hasPoint ? rest.prefix(while: isDigit) : rest.prefix(0)
        rest = rest.dropFirst(after.count)
        var power = 0
        let hasPower = rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
        if hasPower {
            let sign = rest.dropFirst().first.flatMap { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") ? $0 : nil }
            let number = rest.dropFirst(sign == nil ? 1 : 2)
            guard !number.isEmpty, number.allSatisfy(isDigit) else { return nil }
            // No number of 64 bits has so large an exponent.
            let size = min(Int(String(decoding: number, as: UTF8.self)) ?? .max, 1_000_000)
            power = sign == UInt8(ascii: "-") ? -size : size
            rest = rest.prefix(0)
        }
        guard rest.isEmpty, before.count + after.count > 0 else { return nil }
        let all = Array(before) + Array(after)
        let end = all.lastIndex { $0 != UInt8(ascii: "0") }.map { $0 + 1 } ?? 0
        self.text = text
        digits = all[..<end].drop { $0 == UInt8(ascii: "0") }
        exponent = digits.isEmpty ? 0 : power - after.count + all.count - end
        self.isNegative = isNegative && !digits.isEmpty
        isWhole = !hasPoint && !hasPower
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.isNegative == other.isNegative && one.digits == other.digits && one.exponent == other.exponent
    }
}

/// Numbers as servers write them in texts.
extension NumberText {
    /// Where the point stands, counted from the first digit that is not 0: 2 of 12.5, -1 of 0.025.
    package var point: Int { exponent + digits.count }
    /// How many digits it has without the zeros at both ends.
    package var digitCount: Int { digits.count }

    /// With all zeros that it takes, and a point only where something stands behind it: `-1200`, `0.025`.
    package var positional: String {
        if isZero { return "0" }
        let text = String(decoding: digits, as: UTF8.self)
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + text }
        if exponent >= 0 { return sign + text + String(repeating: "0", count: exponent) }
        return sign + text.prefix(point) + "." + text.dropFirst(point)
    }

    /// With one digit before the point: `-1.2` and what an engine makes of the power of ten, 3.
    package func scientific(_ power: (Int) -> String) -> String {
        let text = String(decoding: digits, as: UTF8.self)
        return sign + text.prefix(1) + (text.count > 1 ? "." + text.dropFirst() : "") + power(point - 1)
    }

    /// Without its sign, a little less and a little more: by a part in 10²⁰ of its last digit.
    package var neighbors: [String] {
        guard let digits = UInt64(String(decoding: digits, as: UTF8.self)), digits > 0 else { return [] }
        let power = "e\(exponent - 20)"
        return [
            "\(digits - 1)" + String(repeating: "9", count: 20) + power,
            "\(digits)" + String(repeating: "0", count: 19) + "1" + power,
        ]
    }

    private var sign: String { isNegative ? "-" : "" }
}
