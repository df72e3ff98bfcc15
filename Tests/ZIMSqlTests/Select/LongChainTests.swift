import Testing
import ZIMSql

/// A loop that adds conditions takes time by their number, not by its square.
@Suite struct LongChainTests {
    /// Pieces of a chain, whole and not; the largest would take minutes by the square of its number.
    @Test(arguments: [2, 63, 64, 65, 128, 129, 20_000]) func manyConditions(_ count: Int) throws {
        var select = SelectStatement().all().from("t")
        var delete = DeleteStatement(from: "t")
        for number in 0..<count {
            select = select.where("a", .equalTo, number)
            delete = delete.where("b", .equalTo, number)
        }
        let text = try select.text(for: .sqlite)
        #expect(text.hasPrefix("SELECT * FROM \"t\" WHERE \"a\" = 0 AND \"a\" = 1"))
        #expect(text.hasSuffix(" AND \"a\" = \(count - 1)"))
        #expect(try delete.text(for: .sqlite).hasSuffix(" AND \"b\" = \(count - 1)"))
    }

    @Test func copiesDoNotShareWhatIsAdded() throws {
        var common = SelectStatement().all().from("t")
        for number in 0..<64 { common = common.where("a", .equalTo, number) }
        let (one, two) = (common.where("x", .equalTo, 1), common.where("y", .equalTo, 2))
        #expect(try one.text(for: .sqlite).hasSuffix("\"a\" = 63 AND \"x\" = 1"))
        #expect(try two.text(for: .sqlite).hasSuffix("\"a\" = 63 AND \"y\" = 2"))
        #expect(one != two)
        #expect(common.where("x", .equalTo, 1) == one)
    }
}
