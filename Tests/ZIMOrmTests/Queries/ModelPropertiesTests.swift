import Testing

@testable import ZIMOrm

/// Conditions in closures.
@Suite(.eachEngine) struct ModelPropertiesTests {
    @Test func aClosureIsTheSameFilter() throws {
        let database = try Stay.makeDatabase()
        try database.read { session in
            let stays = try session.query(Stay.self)
            let closure = stays.filter { $0.year == 2024 && ($0.berth > 1 || $0.ship != nil) && !($0.harbor == "Oslo") }
            let paths = stays.filter(\.year == 2024 && (\.berth > 1 || \.ship != nil) && !(\.harbor == "Oslo"))
            #expect(try closure.rendered() == paths.rendered())
            #expect(
                try closure.condition
                    == #"~"year" = ? AND (~"berth" > ? OR ~"ship" IS NOT NULL) AND NOT (~"harbor" = ?)"#)
            #expect(try closure.found == ["24K1", "24K2"])
            #expect(try stays.filter { .beginsWith($0.ship, "A") && .in($0.owner, [10, nil]) }.found == ["24K1"])
            #expect(try stays.filter { RowValue($0.year, $0.berth) > (2025, 1) }.found == ["25O3", "25O4"])
        }
    }

    @Test func errors() throws {
        let database = try Stay.makeDatabase()
        try database.read { session in
            let stays = try session.query(Stay.self)
            expectFailure(
                .unknownColumn,
                "a key path of class Stay leads to a property of type String that is computed, or cannot be told from one, and no column of \"stay\" names it",
                database
            ) { try stays.filter { $0.text == "24K1" }.count() }
        }
    }
}
