import Testing

@testable import ZIMOrm

/// The middle between two numbers of 64 bits, to the last decimal digit.
@Suite struct DecimalMiddleTests {
    @Test func digits() {
        #expect(DecimalMiddle.above(1) == "1.00000000000000011102230246251565404236316680908203125")
        #expect(DecimalMiddle.below(1) == "0.999999999999999944488848768742172978818416595458984375")
        #expect(DecimalMiddle.above(9_007_199_254_740_992) == "9007199254740993")
        #expect(DecimalMiddle.below(9_007_199_254_740_992) == "9007199254740991.5")
        #expect(DecimalMiddle.above(Double.greatestFiniteMagnitude).count == 309)
        #expect(DecimalMiddle.below(Double.leastNonzeroMagnitude).hasPrefix("0.0000"))
    }

    /// The middle is read as the even one of both, what lies beyond it as the neighbour.
    @Test func theyAreWhereNumbersAreRounded() throws {
        var generator = SystemRandomNumberGenerator()
        var numbers = (0..<300).map { _ in Double(bitPattern: generator.next() & 0x7FEF_FFFF_FFFF_FFFF) }
        numbers += [
            0.1, 1, 2, 4, 0.5, 1e-308, .leastNonzeroMagnitude, 2.2250738585072014e-308, 1e300, 9_007_199_254_740_991,
        ]
        for number in numbers where number > 0 && number.nextUp.isFinite {
            for (text, neighbour) in [
                (DecimalMiddle.above(number), number.nextUp), (DecimalMiddle.below(number), number.nextDown),
            ] {
                let isEven = number.significandBitPattern % 2 == 0
                // What is read as 0 must be 0.
                if neighbour > 0 {
                    #expect(try Double(column: .text(text)) == (isEven ? number : neighbour), "\(number)")
                }
                let longer = text + (text.contains(".") ? "" : ".0") + "1"
                let beyond = neighbour > number ? neighbour : number
                #expect(Double(longer) == beyond, "\(number) \(text)")
            }
        }
    }
}
