import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Several columns that are compared at once.
@Suite(.eachEngine) struct RowValueTests {
    let database: Database

    init() throws { database = try Stay.makeDatabase() }

    private func expect(
        _ filter: Filter<Stay>, _ condition: String, _ parameters: [SQLValue], _ found: [String],
        location: SourceLocation = #_sourceLocation
    ) throws {
        try database.read { session in
            let query = try session.query(Stay.self).filter(filter)
            #expect(try query.condition == condition, sourceLocation: location)
            #expect(try query.rendered().parameters == parameters, sourceLocation: location)
            let log = StatementLog(database)
            #expect(try query.found == found, sourceLocation: location)
            #expect(log.count == 1, sourceLocation: location)
            #expect(try query.count() == found.count, sourceLocation: location)
        }
    }

    @Test func threeColumns() throws {
        let stay = RowValue(\Stay.year, \Stay.harbor, \Stay.berth)
        let columns = #"(~"year", ~"harbor", ~"berth")"#
        let given: [SQLValue] = [2024, "Oslo", 1]
        try expect(stay > (2024, "Oslo", 1), "\(columns) > (?, ?, ?)", given, ["25K1", "25O3", "25O4"])
        try expect(stay >= (2024, "Oslo", 1), "\(columns) >= (?, ?, ?)", given, ["24O1", "25K1", "25O3", "25O4"])
        try expect(stay < (2024, "Oslo", 1), "\(columns) < (?, ?, ?)", given, ["24K1", "24K2"])
        try expect(stay <= (2024, "Oslo", 1), "\(columns) <= (?, ?, ?)", given, ["24K1", "24K2", "24O1"])
        try expect(stay == (2024, "Oslo", 1), "\(columns) = (?, ?, ?)", given, ["24O1"])
        try expect(
            stay != (2024, "Oslo", 1), "\(columns) <> (?, ?, ?)", given, ["24K1", "24K2", "25K1", "25O3", "25O4"])
    }

    @Test func twoColumnsAndOne() throws {
        try expect(
            RowValue(\.year, \.berth) > (2024, 1) && \.harbor == "Kiel",
            #"(~"year", ~"berth") > (?, ?) AND ~"harbor" = ?"#, [2024, 1, "Kiel"], ["24K2", "25K1"])
        try expect(!(RowValue(\.year) == 2024), #"NOT (~"year" = ?)"#, [2024], ["25K1", "25O3", "25O4"])
        try expect(RowValue(\.year) <= 2024, #"~"year" <= ?"#, [2024], ["24K1", "24K2", "24O1"])
    }

    /// A row is only left out where no NULL leaves the comparison open.
    @Test func columnsThatAreNull() throws {
        let ship = RowValue(\Stay.ship, \Stay.owner)
        let columns = #"(~"ship", ~"owner")"#
        try expect(ship == ("Ada", 10), "\(columns) = (?, ?)", ["Ada", 10], ["24K1"])
        try expect(ship != ("Ada", 10), "\(columns) <> (?, ?)", ["Ada", 10], ["24O1", "25K1", "25O3", "25O4"])
        try expect(ship > ("Ada", 10), "\(columns) > (?, ?)", ["Ada", 10], ["24O1", "25K1", "25O3"])
        try expect(!(ship > ("Ada", 10)), "NOT (\(columns) > (?, ?))", ["Ada", 10], ["24K1"])
    }

    /// The stored text of a date is what is compared; a date between two of them equals none.
    @Test func columnsWithAForm() throws {
        let second = Date(timeIntervalSince1970: 1_704_189_600)
        try expect(
            RowValue(\.day, \.berth) >= (second, 2), #"(~"day", ~"berth") >= (?, ?)"#, ["2024-01-02 10:00:00", 2],
            ["24K2", "25K1", "25O3", "25O4"])
        try expect(
            RowValue(\.day, \.berth) >= (second.addingTimeInterval(0.5), 2), #"~"day" > ?"#, ["2024-01-02 10:00:00"],
            ["25K1", "25O3", "25O4"])
        try expect(
            RowValue(\.day, \.berth) < (second.addingTimeInterval(0.5), 2), #"~"day" <= ?"#, ["2024-01-02 10:00:00"],
            ["24K1", "24K2", "24O1"])
        try expect(
            RowValue(\.year, \.day, \.berth) < (2024, second.addingTimeInterval(0.5), 2),
            #"~"year" < ? OR (~"year" = ? AND ~"day" <= ?)"#, [2024, 2024, "2024-01-02 10:00:00"],
            ["24K1", "24K2", "24O1"])
    }

    @Test func badInput() throws {
        try database.read { session in
            let stays = try session.query(Stay.self)
            expectFailure(
                .query,
                "(ship, owner) of \"stay\" is compared with a row that holds NULL, and no row is known to equal or to differ from NULL",
                hint: "Compare the columns one by one: == nil finds NULL", database
            ) { try stays.filter(RowValue(\.ship, \.owner) == (nil, 10)).all() }
            expectFailure(.query, "a row value of \"stay\" names no property", database) {
                try stays.filter(RowValue() == ()).count()
            }
            expectFailure(
                .unknownColumn,
                "a key path of class Stay leads to a property of type String that is computed, or cannot be told from one, and no column of \"stay\" names it",
                database
            ) { try stays.filter(RowValue(\.year, \.text) > (2024, "a")).count() }
        }
    }

    /// A column whose stored values have another order is compared by itself, as it would be alone.
    @Test func columnsWithSpellings() throws {
        final class Item: Model {
            var id = UUID(), number = 0
            override class var table: String { "item" }
            override class var primaryKey: [String] { ["id", "number"] }
        }
        guard ServedEngine.isSQLite else { return }
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE item (id TEXT, number INTEGER, PRIMARY KEY (id, number));
            INSERT INTO item VALUES ('6F9619FF-8B86-D011-B42D-00CF4FC964FF', 1), ('6f9619ff-8b86-d011-b42d-00cf4fc964ff', 2);
            """)
        let id = try #require(UUID(uuidString: "6f9619ff-8b86-d011-b42d-00cf4fc964ff"))
        try database.read { session in
            let items = try session.query(Item.self)
            let row = RowValue(\Item.id, \Item.number)
            #expect(try items.filter(row == (id, 1)).values(\.number) == [1])
            #expect(try items.filter(row != (id, 1)).values(\.number) == [2])
            #expect(try items.filter(row.in([(id, 1), (id, 2), (id, 3)])).count() == 2)
            #expect(try items.filter(row.notIn([(id, 2)])).values(\.number) == [1])
            let error = #expect(throws: ModelError.self) { try items.filter(row > (id, 1)).count() }
            #expect(error?.code == .formMissing && error?.column == "id")
        }
    }
}
