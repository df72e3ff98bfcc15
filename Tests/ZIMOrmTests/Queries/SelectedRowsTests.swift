import Testing

@testable import ZIMOrm

/// Some values of each row: as structs, as rows of expressions, and grouped in steps.
@Suite(.eachEngine) struct SelectedRowsTests {
    private struct Call: Equatable {
        var harbor: String
        var berth: Int
        var ship: String?
    }

    let database: Database

    init() throws { database = try Stay.makeDatabase() }

    private func text(_ rows: [ResultRow]) -> [String] {
        rows.map { $0.values.map { "\($0)" }.joined(separator: " ") }
    }

    @Test func structs() throws {
        try database.read { session in
            let stays = try session.query(Stay.self).filter(\.year == 2024).orderByKey()
            let log = StatementLog(database)
            let calls = try stays.values(\.harbor, \.berth, \.ship, as: Call.init)
            #expect(
                log.take() == [
                    #"SELECT "stay"."harbor", "stay"."berth", "stay"."ship" FROM "stay" WHERE "stay"."year" = ? "#
                        + #"ORDER BY "stay"."year", "stay"."harbor", "stay"."berth""#
                ])
            #expect(
                calls == [
                    Call(harbor: "Kiel", berth: 1, ship: "Ada"), Call(harbor: "Kiel", berth: 2, ship: nil),
                    Call(harbor: "Oslo", berth: 1, ship: "Bob"),
                ])
            #expect(try stays.values(\.berth, as: { $0 * 2 }) == [2, 4, 2])
            struct Stop: Error {}
            #expect(throws: Stop.self) { try stays.values(\.harbor, \.berth, as: { _, _ in throw Stop() }) }
            #expect(throws: ModelError.self) { try stays.values(\.text, \.berth, as: { "\($0)\($1)" }) }
        }
    }

    @Test func groupsInSteps() throws {
        try database.read { session in
            let stays = try session.query(Stay.self)
            let years = stays.groupBy(\.year)
            #expect(text(try years.orderBy("year").rows(.count())) == ["2024 3", "2025 3"])
            let harbors = years.groupBy("harbor").orderBy("year").orderBy("harbor")
            #expect(
                text(try harbors.rows(.count())) == [
                    "2024 'Kiel' 2", "2024 'Oslo' 1", "2025 'Kiel' 1", "2025 'Oslo' 2",
                ])
            #expect(try harbors.count() == 4)
            let some = harbors.having(.count() > 1).groupBy(\.berth)
            #expect(try some.count() == 0)
            #expect(
                text(try harbors.having(.count() > 1).rows(.maximum(.column("berth")))) == [
                    "2024 'Kiel' 2", "2025 'Oslo' 4",
                ])
        }
    }

    @Test func rowsWithoutGroups() throws {
        try database.read { session in
            let stays = try session.query(Stay.self)
            let log = StatementLog(database)
            let rows = try stays.filter(\.year == 2024).orderByKey().rows(.count(), .maximum(.column("berth")))
            #expect(log.take() == [#"SELECT count(*), max("berth") FROM "stay" WHERE "stay"."year" = ?"#])
            #expect(text(rows) == ["3 2"])
            let page = try stays.orderByKey().limit(2).offset(1).rows(.column("berth"), .column("ship"))
            #expect(text(page) == ["2 NULL", "1 'Bob'"])
            #expect(page.first?.columns == ["berth", "ship"])
            #expect(try stays.filter(\.year == 9).rows(.column("ship")).isEmpty)
        }
    }

    @Test func badInput() throws {
        try database.read { session in
            let stays = try session.query(Stay.self)
            for query in [stays.limit(2), stays.offset(1), stays.distinct()] {
                expectFailure(
                    .query, "rows of \"stay\" are aggregated, and the query has a limit, an offset or distinct",
                    hint: "Group the rows, or ask count(), sum(…) and the like", database
                ) { try query.rows(.column("year"), .count()) }
            }
            expectFailure(.query, "rows of \"stay\" names no expression", database) { try stays.rows() }
            expectFailure(.unknownColumn, "\"stay\" (class Stay) has no column or property \"harbour\"", database) {
                try stays.groupBy(\.year).groupBy("harbour").rows(.count())
            }
        }
    }
}
