/// The exact middle between a number of 64 bits and its neighbour, as decimal digits: beyond it decimal numbers are rounded
/// to the neighbour.
///
/// ```swift
/// DecimalMiddle.above(0.1)    // "0.10000000000000001248…", 57 digits
/// ```
enum DecimalMiddle {
    /// - Parameter number: finite and larger than 0.
    static func above(_ number: Double) -> String {
        let (significand, exponent) = parts(number)
        return text(2 * significand + 1, exponent - 1)
    }

    /// - Parameter number: finite and larger than 0.
    static func below(_ number: Double) -> String {
        let (significand, exponent) = parts(number)
        // Below a power of two the neighbours are half as far away.
        if number.significandBitPattern == 0, number.exponentBitPattern > 1 {
            return text(4 * significand - 1, exponent - 2)
        }
        return text(2 * significand - 1, exponent - 1)
    }

    /// The number as a whole one, times a power of two.
    private static func parts(_ number: Double) -> (significand: UInt64, exponent: Int) {
        let exponent = Int(number.exponentBitPattern)
        if exponent == 0 { return (number.significandBitPattern, -1074) }
        return (number.significandBitPattern | 1 << 52, exponent - 1075)
    }

    /// `significand * 2^exponent`: below 0 it is the significand times a power of five, with the point moved.
    private static func text(_ significand: UInt64, _ exponent: Int) -> String {
        // Nine digits each, the last first.
        var groups = [significand % 1_000_000_000, significand / 1_000_000_000]
        for _ in 0..<abs(exponent) {
            var carry: UInt64 = 0
            for index in groups.indices {
                carry += groups[index] * (exponent < 0 ? 5 : 2)
                groups[index] = carry % 1_000_000_000
                carry /= 1_000_000_000
            }
            if carry > 0 { groups.append(carry) }
        }
        let digits = groups.reversed().map { group in
            let digits = String(group)
            return String(repeating: "0", count: 9 - digits.count) + digits
        }.joined().drop { $0 == "0" }
        guard exponent < 0 else { return String(digits) }
        let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
        return padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
    }
}
