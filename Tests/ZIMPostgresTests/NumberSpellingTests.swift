#if PostgreSQL
    import Foundation
    import Testing
    import ZIMOrm
    @testable import ZIMPostgres

    /// Numbers inside the texts of arrays and rows stand as the server writes them, so that such texts can be compared.
    @Suite(.server) struct NumberSpellingTests {
        @Test func theServerWritesTheSame() throws {
            let scratch = try Scratch("")
            var numbers: [Double] = [0, -0.0, 1, -3, 7.5, 0.1 + 0.2, 123_456_789_012_345.6, 1e14, 1e15, 1e16, 5e-7]
            numbers += [.leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan]
            numbers += (-320...300).map { pow(10, Double($0)) * -1.0375 }
            // Halfway between two of 64 or of 32 bits, or nearly.
            numbers += [1e23, -2e23, 0x1p53 + 2, 0x1p70, 1e15 + 0.5, 0x1p24 + 2, 33_554_434, 8.5e9, 1.7e10]
            for step in 1...300 {
                numbers.append(Double(step) * 1e9 + 5e8)
                numbers.append(Double(step) * 0x1p30 * 1e22)
            }
            try scratch.database.read { session in
                for number in numbers {
                    let text: String? = try session.rows("SELECT CAST(\(number) AS float8)::text").first?.get(0)
                    #expect(text == PostgresText.number(number))
                }
                for number in numbers.map({ Float($0) }) {
                    let text: String? = try session.rows("SELECT CAST(\(Double(number)) AS float4)::text").first?.get(0)
                    #expect(text == PostgresText.number(number))
                }
            }
        }
    }
#endif
