import Foundation

/// A text that is a number: its digits without the zeros at both ends, and where its point stands.
struct NumberText: Equatable {
    /// Without the blanks around it.
    let text: String
    /// Whether it has neither a point nor an exponent.
    let isWhole: Bool
    private let isNegative: Bool
    private let digits: ArraySlice<UInt8>
    /// The power of ten of the last digit that is not 0.
    let exponent: Int

    var isZero: Bool { digits.isEmpty }

    /// nil for a text that SQLite does not take for a number.
    init?(_ given: String) {
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

    static func == (one: Self, other: Self) -> Bool {
        one.isNegative == other.isNegative && one.digits == other.digits && one.exponent == other.exponent
    }
}
