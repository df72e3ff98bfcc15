import Testing

@testable import ZIMDb

/// What texts were parsed into, for all connections.
@Suite struct ParsedTextsTests {
    @Test func textsAreToldApartByTheirBytes() {
        let texts = ParsedTexts<Int>()
        texts["SELECT 'e\u{301}'"] = 1
        #expect(texts["SELECT 'e\u{301}'"] == 1)
        #expect(texts["SELECT '\u{e9}'"] == nil)
        #expect(texts["select 'e\u{301}'"] == nil)
    }

    @Test func longOnesAreNotKept() {
        let texts = ParsedTexts<Int>()
        let long = "SELECT '" + String(repeating: "x", count: 16_384) + "'"
        texts[long] = 1
        #expect(texts[long] == nil)
    }

    @Test func theyDoNotGrowWithoutEnd() {
        let texts = ParsedTexts<Int>()
        for number in 0..<2_000 { texts["SELECT \(number)"] = number }
        #expect((0..<2_000).count { texts["SELECT \($0)"] != nil } <= 512)
        #expect(texts["SELECT 1999"] == 1999)
    }
}
