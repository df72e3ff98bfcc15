/// A decimal number of at most 18 digits, held without memory of its own.
package struct SmallDecimal: Hashable, Sendable {
    /// The digits without zeros at the end.
    package let number: Int64
    /// The power of ten of the last digit.
    package let exponent: Int

    private static let limit: UInt64 = 1_000_000_000_000_000_000

    /// nil for a number with more digits, those at the end that are zero not counted.
    ///
    /// - Parameters:
    ///   - magnitude: the digits.
    ///   - exponent: the power of ten of the last one.
    package init?(magnitude: UInt64, isNegative: Bool = false, exponent: Int) {
        var (magnitude, exponent) = (magnitude, magnitude == 0 ? 0 : exponent)
        while magnitude != 0, magnitude % 10 == 0 {
            magnitude /= 10
            exponent += 1
        }
        guard magnitude < Self.limit else { return nil }
        number = isNegative ? -Int64(magnitude) : Int64(magnitude)
        self.exponent = exponent
    }

    /// nil for a number with more digits.
    package init?(_ number: Int64) {
        self.init(magnitude: number.magnitude, isNegative: number < 0, exponent: 0)
    }

    private static let powers: [Double] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

    /// The digits of a number that has at most 15 of them, six behind the point; nil for any other.
    ///
    /// Two different numbers of 15 decimal digits are never read as the same binary number. So the one that is read as
    /// this number, which the division proves, is the one that is printed for it.
    package init?(_ number: Double) {
        for (places, power) in Self.powers.enumerated() {
            let digits = (number * power).rounded()
            guard digits.magnitude < 1e15 else { return nil }
            if digits / power == number {
                self.init(magnitude: UInt64(digits.magnitude), isNegative: digits < 0, exponent: -places)
                return
            }
        }
        return nil
    }

    package var digitCount: Int {
        var (rest, count) = (number.magnitude, 0)
        while rest > 0 {
            rest /= 10
            count += 1
        }
        return count
    }

    /// `-12.5`
    package var text: String {
        var rest = number.magnitude
        guard exponent < 0 else {
            return (number < 0 ? "-" : "") + String(rest) + String(repeating: "0", count: exponent)
        }
        var bytes: [UInt8] = []
        var places = 0
        while rest > 0 || places <= -exponent {
            if places == -exponent { bytes.append(UInt8(ascii: ".")) }
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            places += 1
        }
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }

    /// The number as an integer of 64 bits; nil where it has a fraction or is too large.
    package var integer: Int64? {
        guard (0..<19).contains(exponent) else { return nil }
        var whole = number
        for _ in 0..<exponent {
            let (product, overflows) = whole.multipliedReportingOverflow(by: 10)
            if overflows { return nil }
            whole = product
        }
        return whole
    }
}
