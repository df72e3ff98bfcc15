import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Models under their keys.
@Suite(.eachEngine) struct FindByKeysTests {
    @Test func eachKeyHasItsModel() throws {
        let database = try Stay.makeDatabase()
        try database.read { session in
            let keys: [[any SQLValueConvertible]] = [
                [2025, "Kiel", 1], [2024, "Oslo", 1], [2025, "Kiel", 1], ["2024", "Kiel", "2"], [9, "x", 9],
                [2024, nil as String?, 1],
            ]
            let log = StatementLog(database)
            let found = try session.find(Stay.self, keys: keys, as: .dictionary)
            #expect(log.count == 1)
            #expect(found.count == 3)
            #expect(found[[2025, "Kiel", 1]]?.text == "25K1")
            #expect(found[[2024, "Oslo", 1]]?.text == "24O1")
            // Under the key as it was given.
            #expect(found[["2024", "Kiel", "2"]]?.text == "24K2")
            #expect(found[[2024, "Kiel", 2]] == nil)
            #expect(found[[9, "x", 9]] == nil)
            let (year, place) = (2024, "Oslo")
            #expect(found[[year, place, 1]]?.text == "24O1")
            #expect(keys.compactMap { found[ModelKey($0.map(\.sqlValue))]?.text } == ["25K1", "24O1", "25K1", "24K2"])
            #expect(try session.find(Stay.self, keys: [], as: .dictionary).isEmpty)
        }
    }

    @Test func aKeyThatIsGivenTwice() throws {
        let database = try Stay.makeDatabase()
        try database.read { session in
            let keys: [[any SQLValueConvertible]] = [
                [2025, "Kiel", 1], [2024, "Oslo", 1], [9, "x", 9], [2025, "Kiel", 1],
            ]
            let found = try expectStatements(1, database) { try session.find(Stay.self, keys: keys) }
            #expect(found.map(\.text) == ["25K1", "24O1", "25K1"])
            #expect(found.first !== found.last)
        }
    }

    @Test func badInput() throws {
        let database = try Stay.makeDatabase()
        try database.read { session in
            expectFailure(
                .keyMismatch, "\"stay\" has the key (year, harbor, berth), 1 value was given: (2024)", database
            ) { try session.find(Stay.self, keys: [[2024]], as: .dictionary).count }
            expectFailure(
                .value,
                "\"stay\".\"berth\" of the values that were given (year = 1, harbor = 'a', berth = 'b'): text 'b' cannot be read as `Int`",
                database
            ) { try session.find(Stay.self, keys: [[1, "a", "b"]], as: .dictionary).count }
        }
    }

    @Test func keysOfTwoColumnsInSeveralForms() throws {
        guard ServedEngine.isSQLite else { return }
        final class Item: Model {
            var id = UUID(), number = 0
            override class var table: String { "item" }
            override class var primaryKey: [String] { ["id", "number"] }
        }
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE item (id TEXT, number INTEGER, PRIMARY KEY (id, number));
            INSERT INTO item VALUES ('6F9619FF-8B86-D011-B42D-00CF4FC964FF', 1), ('6f9619ff-8b86-d011-b42d-00cf4fc964ff', 2),
                ('6F9619FF-8B86-D011-B42D-00CF4FC964FF', 2);
            """)
        let id = try #require(UUID(uuidString: "6f9619ff-8b86-d011-b42d-00cf4fc964ff"))
        try database.read { session in
            let found = try session.find(Item.self, keys: [[id, 1], [id, 7]], as: .dictionary)
            #expect(found.count == 1 && found[[id.sqlValue, 1]]?.number == 1)
            let error = #expect(throws: ModelError.self) {
                try session.find(Item.self, keys: [[id, 1], [id, 2]], as: .dictionary)
            }
            #expect(error?.code == .conflict)
            #expect(
                error?.message
                    == "two rows of \"item\" hold the key (id = '6f9619ff-8b86-d011-b42d-00cf4fc964ff', number = 2) in two forms"
            )
        }
    }

    /// What the database takes for one number are three keys here, each with its own place.
    @Test func textsOfNumbersKeepTheOrderOfTheirKeys() throws {
        guard ServedEngine.isSQLite else { return }
        final class Part: Model {
            var lot = 0, mark = ""
            var number = 0
            override class var table: String { "part" }
            override class var primaryKey: [String] { ["lot", "mark"] }
        }
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE part (lot INTEGER, mark, number INTEGER, PRIMARY KEY (lot, mark));
            INSERT INTO part VALUES (1, '7', 2), (1, 1, 5), (1, 7.0, 8);
            """)
        try database.read { session in
            for marks in [["7", "1", "7.0"], ["7.0", "1", "7"], ["1", "7", "7.0", "1"]] {
                let found = try session.find(Part.self, keys: marks.map { [1, $0] })
                let numbers = ["7": 2, "1": 5, "7.0": 8]
                #expect(found.map(\.number) == marks.prefix(3).map { numbers[$0] })
            }
        }
    }

    @Test func aKeyOfOneColumn() throws {
        let database = try Shop.makeDatabase()
        try database.read { session in
            let found = try session.find(Buyer.self, keys: [[3], [1], [8]], as: .dictionary)
            #expect(found.mapValues(\.name) == [[3]: "Cid", [1]: "Ann"])
        }
    }
}
