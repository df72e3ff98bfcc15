import Testing
import ZIMDb

/// One number in many spellings, as texts of all engines have them.
@Suite(.showingValues) struct DecimalNumberTests {
    @Test(arguments: [
        ("12.50", "12.5", "125e-1"), ("+007", "7", "7e0"), ("-.5", "-0.5", "-5e-1"), ("5.", "5", "5e0"),
        ("-0.00", "0", "0"), ("1E+3", "1000", "1e3"), ("120e-1", "12", "12e0"), ("-1e-05", "-0.00001", "-1e-5"),
        ("12345678901234567890.5", "12345678901234567890.5", "123456789012345678905e-1"),
    ])
    func spellings(_ text: String, _ plain: String, _ exponential: String) throws {
        let number = try #require(DecimalNumber(text))
        #expect(number.text == plain)
        #expect(number.exponential == exponential)
        #expect(DecimalNumber(plain) == number && DecimalNumber(exponential) == number)
    }

    @Test(arguments: ["", "-", ".", "e5", "1e", "1e+", "1.2.3", "--1", "0x10", "1 2", "NaN", "inf", "١"])
    func whatIsNoNumber(_ text: String) { #expect(DecimalNumber(text) == nil) }

    /// SQLite passes over white space around a number, others over spaces, and a Decimal over nothing.
    @Test func blanksAroundIt() {
        #expect(DecimalNumber(" 7", trimming: .none) == nil)
        #expect(DecimalNumber(" 7 ", trimming: .spaces) == DecimalNumber(7))
        #expect(DecimalNumber("\t7\n", trimming: .spaces) == nil)
        #expect(DecimalNumber("\t7\r\n", trimming: .whitespace) == DecimalNumber(7))
        #expect(DecimalNumber("  ", trimming: .whitespace) == nil)
    }

    @Test func digitsAroundThePoint() throws {
        let number = try #require(DecimalNumber("-120.025"))
        #expect((number.wholeDigits, number.fractionDigits, number.digits.count, number.point) == (3, 3, 6, 3))
        #expect(number.scientific { "e\($0)" } == "-1.20025e2")
        #expect(number.whole == -120 && DecimalNumber("12e2")?.whole == 1200 && DecimalNumber(-7)?.whole == -7)
        let small = try #require(DecimalNumber("0.0012"))
        #expect((small.wholeDigits, small.fractionDigits, small.point) == (0, 4, -2))
    }

    /// An exponent without end costs no memory, and is beyond all numbers.
    @Test func hugeExponents() throws {
        let huge = try #require(DecimalNumber("1e99999999999999999999"))
        #expect(huge.exactReal == nil && huge.integer == nil && huge.whole == nil)
        #expect(DecimalNumber("1e-99999999999999999999")?.whole == 0)
    }
}
