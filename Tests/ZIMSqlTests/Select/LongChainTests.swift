import Testing
import ZIMSql

/// A loop that adds conditions takes time by their number, not by its square.
@Suite struct LongChainTests {
    @Test func twentyThousandConditions() throws {
        let clock = ContinuousClock()
        func time(_ count: Int) throws -> Duration {
            try clock.measure {
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
        }
        // Some pieces of a chain, whole and not.
        for count in [2, 63, 64, 65, 128, 129] { _ = try time(count) }
        let (small, large) = (try time(2_000), try time(20_000))
        #expect(large < small * 40, "\(small) for 2,000, \(large) for 20,000")
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
