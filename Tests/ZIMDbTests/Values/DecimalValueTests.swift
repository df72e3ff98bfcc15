import Foundation
import Testing
import ZIMDb

@Suite(.showingValues) struct DecimalValueTests {
    @Test(arguments: [
        "0", "12.34", "-0.01", "99999999999999999999999999999999999999", "0.00000000000000000000000000000000000001",
        "123456789012345678.123456789012345678", "1e10", "-1.5E-3", "+7", ".5", "5.", "1e127",
        "340282366920938463463374607431768211455",
    ])
    func everyDigitIsKept(_ text: String) throws {
        let number = try read("'\(text)'", as: Decimal.self)
        #expect(number == Decimal(string: text))
        try expectRoundTrip(number)
    }

    @Test(arguments: [
        "", "12,5", "1.2.3", "1e", "1e5e3", "abc", "12 ", " 12", "--1", "1-", "e5", ".", "-", "0x10", "NaN", "1e9999",
        "1e128000000000000000000",
    ])
    func whatIsNoDecimalIsAnError(_ text: String) {
        #expect(throws: ValueMismatch.self) { try read("'\(text)'", as: Decimal.self) }
    }

    @Test func whatWouldBeRoundedIsAnError() {
        expectMismatch(
            "'1234567890123456789012345678901234567890.1'", as: Decimal.self,
            "column \"it\": text '1234567890123456789012345678901234567890.1' cannot be read as `Decimal`: it has too many digits"
        )
    }

    @Test func numbersAreReadByTheirShortestDigits() throws {
        #expect(try read("0.1", as: Decimal.self) == Decimal(string: "0.1"))
        #expect(try read("42", as: Decimal.self) == 42)
        #expect(try read("-9223372036854775808", as: Decimal.self) == Decimal(Int64.min))
        #expect(try read("1e22", as: Decimal.self) == Decimal(string: "1e22"))
        expectMismatch("9e999", as: Decimal.self, "column \"it\": real inf cannot be read as `Decimal`")
        expectMismatch("NULL", as: Decimal.self, "column \"it\": NULL cannot be read as `Decimal`")
    }

    @Test func notANumberIsNotStored() throws {
        let database = try Database.holding("CREATE TABLE t (v)")
        #expect(throws: ValueMismatch.self) {
            try database.write { session throws in
                try session.run(try session.connection.statement("INSERT INTO t VALUES (?)")) {
                    try Decimal.nan.bind(to: $0, at: 1)
                }
            }
        }
        #expect(throws: ValueMismatch.self) {
            try database.write { session throws in
                try session.run(try session.connection.statement("INSERT INTO t VALUES (?)")) {
                    try NSDecimalNumber.notANumber.bind(to: $0, at: 1)
                }
            }
        }
        #expect(try database.count("t") == 0)
    }

    @Test func randomDecimalsComeBack() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let digits = (0..<Int.random(in: 1...38, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }.joined()
            let text = "-" + digits + "e\(Int.random(in: -60...60, using: &random))"
            let number = try Decimal(column: .text(text))
            #expect(number == Decimal(string: text), "\(text)")
            #expect(try Decimal(column: number.sqlValue) == number, "\(text)")
        }
    }
}
