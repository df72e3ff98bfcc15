/// A decimal number with all its digits, whatever engine or spelling it comes from.
struct CopyDecimal: Hashable, Sendable {
    enum Sign: Hashable, Sendable { case plus, minus }

    let sign: Sign
    /// The digits as numbers, without zeros at either end; none for zero.
    let digits: [UInt8]
    /// The power of ten of the last digit.
    let exponent: Int

    init(_ number: Int64) {
        self.init(sign: number < 0 ? .minus : .plus, digits: Array(String(number.magnitude).utf8), exponent: 0)
    }

    /// The shortest digits that read back as the same number; nil for one that is not finite.
    init?(_ number: Double) {
        guard number.isFinite else { return nil }
        self.init(text: number.description)
    }

    /// `-12.50`, `1e-05`, `.5`; nil for text that is no decimal number as a whole. Spaces around it count for nothing.
    init?(text: String) {
        guard let decimal = text.withUTF8Bytes({ CopyDecimal($0) }) else { return nil }
        self = decimal
    }

    private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while rest.first == 0x20 { rest.removeFirst() }
        while rest.last == 0x20 { rest.removeLast() }
        var sign = Sign.plus
        if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            if first == UInt8(ascii: "-") { sign = .minus }
            rest.removeFirst()
        }
        var digits: [UInt8] = []
        digits.reserveCapacity(rest.count)
        var exponent = 0
        var isFraction = false
        while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
            rest.removeFirst()
            if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if (0x30...0x39).contains(byte) {
                digits.append(byte)
                if isFraction { exponent -= 1 }
            } else {
                return nil
            }
        }
        guard !digits.isEmpty else { return nil }
        if !rest.isEmpty {
            guard rest.count <= 8, let power = Int(String(decoding: rest.dropFirst(), as: UTF8.self)) else {
                return nil
            }
            exponent += power
        }
        self.init(sign: sign, digits: digits, exponent: exponent)
    }

    private init(sign: Sign, digits: [UInt8], exponent: Int) {
        var digits = digits
        var exponent = exponent
        while digits.last == 0x30 {
            digits.removeLast()
            exponent += 1
        }
        let zeros = digits.prefix { $0 == 0x30 }.count
        digits.removeFirst(zeros)
        self.digits = digits
        self.exponent = digits.isEmpty ? 0 : exponent
        self.sign = digits.isEmpty ? .plus : sign
    }

    /// How many digits stand before the point, without leading zeros.
    var wholeDigits: Int { max(0, digits.count + exponent) }
    /// How many digits stand behind the point.
    var fractionDigits: Int { max(0, -exponent) }

    /// The number without an exponent: `-12.5`.
    var text: String {
        guard !digits.isEmpty else { return "0" }
        var text: [UInt8] = sign == .minus ? [UInt8(ascii: "-")] : []
        if exponent >= 0 {
            text += digits + Array(repeating: 0x30, count: exponent)
        } else if wholeDigits > 0 {
            text += digits[..<wholeDigits] + [UInt8(ascii: ".")] + digits[wholeDigits...]
        } else {
            text += [0x30, UInt8(ascii: ".")] + Array(repeating: 0x30, count: -exponent - digits.count) + digits
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The number as an integer of 64 bits; nil where it has a fraction or is too large.
    var integer: Int64? { exponent >= 0 && wholeDigits <= 19 ? Int64(text) : nil }

    /// The binary number whose shortest digits these are; nil where there is none.
    var exactReal: Double? {
        guard let number = Double(text), number.isFinite, CopyDecimal(number) == self else { return nil }
        return number
    }
}
