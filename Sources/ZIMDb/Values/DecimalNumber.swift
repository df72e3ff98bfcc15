/// A decimal number with all its digits, whatever engine or spelling it comes from: 1.50 and 15e-1 are equal.
package struct DecimalNumber: Hashable, Sendable {
    package let isNegative: Bool
    /// The digits as characters, without zeros at either end; none for zero.
    package let digits: [UInt8]
    /// The power of ten of the last digit.
    package let exponent: Int

    /// What may stand around a number in a text.
    package enum Blanks { case none, spaces, whitespace }

    /// `-12.50`, `1e-05`, `.5`; nil for text that is no decimal number as a whole.
    package init?(_ text: String, trimming blanks: Blanks = .none) {
        guard let number = text.withUTF8Bytes({ DecimalNumber(Self.trimmed($0, blanks)) }) else { return nil }
        self = number
    }

    package init(_ number: Int64) {
        self.init(isNegative: number < 0, digits: Array(String(number.magnitude).utf8), exponent: 0)
    }

    /// The shortest digits that read back as the same number; nil for one that is not finite.
    package init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self.init(number.description)
    }

    /// The number that a value is, or that its text is as a whole.
    package init?(of value: SQLValue) {
        switch value {
        case .integer(let number): self.init(number)
        case .real(let number): self.init(number)
        case .text(let text): self.init(text, trimming: .whitespace)
        case .typed(let typed): self.init(typed.plainText, trimming: .whitespace)
        case .null, .blob: return nil
        }
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ blanks: Blanks) -> Bytes {
        var rest = bytes[...]
        func isBlank(_ byte: UInt8?) -> Bool {
            guard let byte, blanks != .none else { return false }
            return byte == UInt8(ascii: " ") || blanks == .whitespace && (9...13).contains(byte)
        }
        while isBlank(rest.first) { rest.removeFirst() }
        while isBlank(rest.last) { rest.removeLast() }
        return rest
    }

    /// `[+-] digits [. digits] [e [+-] digits]`, with a digit before or behind the point.
    private init?(_ bytes: Bytes) {
        var rest = bytes
        let sign = Self.takeSign(&rest)
        var digits: [UInt8] = []
        digits.reserveCapacity(rest.count)
        Self.takeDigits(&rest, into: &digits)
        var exponent = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let before = digits.count
            Self.takeDigits(&rest, into: &digits)
            exponent = before - digits.count
        }
        guard !digits.isEmpty else { return nil }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            let sign = Self.takeSign(&rest)
            var power: [UInt8] = []
            Self.takeDigits(&rest, into: &power)
            guard !power.isEmpty else { return nil }
            // No engine has a number with so large an exponent, and no text so many digits.
            let size = min(Int(String(decoding: power, as: UTF8.self)) ?? .max, 1 << 40)
            exponent += sign == UInt8(ascii: "-") ? -size : size
        }
        guard rest.isEmpty else { return nil }
        self.init(isNegative: sign == UInt8(ascii: "-"), digits: digits, exponent: exponent)
    }

    private static func takeSign(_ rest: inout Bytes) -> UInt8? {
        guard let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") else { return nil }
        rest.removeFirst()
        return first
    }

    private static func takeDigits(_ rest: inout Bytes, into digits: inout [UInt8]) {
        while let byte = rest.first, byte &- UInt8(ascii: "0") < 10 {
            digits.append(byte)
            rest.removeFirst()
        }
    }

    private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
        let zero = UInt8(ascii: "0")
        var (digits, exponent) = (digits, exponent)
        while digits.last == zero {
            digits.removeLast()
            exponent += 1
        }
        if digits.first == zero { digits.removeFirst(digits.prefix { $0 == zero }.count) }
        self.isNegative = isNegative && !digits.isEmpty
        self.exponent = digits.isEmpty ? 0 : exponent
        self.digits = digits
    }
}

extension DecimalNumber {
    package var isZero: Bool { digits.isEmpty }
    /// Where the point stands, counted from the first digit that is not 0: 2 of 12.5, -1 of 0.025.
    package var point: Int { exponent + digits.count }
    /// How many digits stand before the point, without leading zeros.
    package var wholeDigits: Int { max(0, point) }
    /// How many digits stand behind the point.
    package var fractionDigits: Int { max(0, -exponent) }

    /// Without an exponent, and with a point only where something stands behind it: `-1200`, `0.025`. All zeros are written,
    /// so the exponent of a text that somebody gave has to be looked at before.
    package var text: String {
        if isZero { return "0" }
        let text = String(decoding: digits, as: UTF8.self)
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + text }
        if exponent >= 0 { return sign + text + String(repeating: "0", count: exponent) }
        return sign + text.prefix(point) + "." + text.dropFirst(point)
    }

    /// Digits and a power of ten, so that zeros cost no room: `-125e-1`.
    package var exponential: String {
        isZero ? "0" : sign + String(decoding: digits, as: UTF8.self) + "e\(exponent)"
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

    /// The number as an integer of 64 bits; nil where it has a fraction or is too large.
    package var integer: Int64? { exponent >= 0 ? whole : nil }

    /// What stands before the point, as an integer of 64 bits; nil where it is too large.
    package var whole: Int64? {
        guard wholeDigits <= 19 else { return nil }
        let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: max(0, wholeDigits - digits.count))
        let text = String(decoding: digits.prefix(wholeDigits) + zeros, as: UTF8.self)
        return text.isEmpty ? 0 : Int64(sign + text)
    }

    /// Whether it is a whole number without a sign, of so many bits at most.
    package func isUnsigned(bits: Int) -> Bool {
        guard !isNegative, exponent >= 0, point <= 20, let number = UInt64(text) else { return false }
        return number <= .max >> (64 - bits)
    }

    /// The binary number whose shortest digits these are; nil where there is none.
    package var exactReal: Double? {
        guard let number = Double(exponential), number.isFinite, DecimalNumber(number) == self else { return nil }
        return number
    }

    private var sign: String { isNegative ? "-" : "" }
}
