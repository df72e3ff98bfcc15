import TestServer
import Testing

@testable import ZIMOrm

/// Lists of models whose keys differ by letters that a collation takes for one.
@Suite(.eachEngine) struct CaselessKeyTests {
    private final class Stock: Model {
        var hall = "", number = 0
        var house = "", sku = 0
        var label = ""
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["hall", "number"] }
        convenience init(_ hall: String, _ number: Int, _ house: String, _ sku: Int, _ label: String) {
            self.init()
            (self.hall, self.number, self.house, self.sku, self.label) = (hall, number, house, sku, label)
        }
    }

    private final class Part: Model {
        var kit = "", number = 0
        var home: String?
        var place: Int?
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["kit", "number"] }
        convenience init(_ kit: String, _ number: Int, of parent: (kit: String, number: Int)? = nil) {
            self.init()
            (self.kit, self.number, home, place) = (kit, number, parent?.kit, parent?.number)
        }
    }

    private let database: Database

    init() throws {
        let (before, type) = ServedEngine.caseless
        database = try ServedEngine.current.makeDatabase(
            """
            \(before)
            CREATE TABLE stock (hall \(type), number INT, house \(type) NOT NULL, sku INT NOT NULL, label VARCHAR(9),
                PRIMARY KEY (hall, number), UNIQUE (house, sku));
            CREATE TABLE part (kit \(type) NOT NULL, number INT NOT NULL, home \(type), place INT,
                PRIMARY KEY (kit, number), FOREIGN KEY (home, place) REFERENCES part (kit, number));
            INSERT INTO stock VALUES ('a', 1, 'k', 2, 'old');
            """)
    }

    /// The values of the second belong to a row that was there and to that of the first, by either key.
    @Test func aConflictWithTheRowOfAnotherOfTheList() throws {
        for second in [("a", 1, "H", 1), ("Q", 5, "k", 2)] {
            try database.write { session throws in
                let list = [
                    Stock("q", 5, "h", 1, "first"), Stock(second.0, second.1, second.2, second.3, "second"),
                ]
                if ServedEngine.isMariaDB {
                    let error = #expect(throws: DatabaseError.self) { try session.upsert(list, on: ["house", "sku"]) }
                    #expect(error?.code == .constraint)
                } else {
                    let error = #expect(throws: ModelError.self) { try session.upsert(list, on: ["house", "sku"]) }
                    #expect(error?.code == .conflict)
                }
                #expect(list[1].number == second.1 && !list[1].isLoaded)
                #expect(try session.query(Stock.self).values(\.label) == ["old"])
            }
        }
    }

    @Test func othersOfTheListAreUpserted() throws {
        try database.write { session throws in
            let list = [
                Stock("q", 5, "h", 1, "first"), Stock("r", 6, "H", 1, "second"), Stock("b", 7, "K", 2, "new"),
                Stock("s", 8, "h", 3, "third"),
            ]
            try session.upsert(list, on: ["house", "sku"])
            #expect(list.map(\.hall) == ["q", "q", "a", "s"])
            #expect(try session.query(Stock.self).orderBy(\.number).values(\.label) == ["new", "second", "third"])
        }
    }

    @Test(arguments: [false, true])
    func parentsAreSavedBeforeTheirChildrenAndDeletedBehind(_ isReversed: Bool) throws {
        let parts = [Part("C", 3, of: ("b", 2)), Part("B", 2, of: ("a", 1)), Part("A", 1)]
        try database.write { session throws in
            try session.save(isReversed ? parts.reversed() : parts)
            #expect(try session.query(Part.self).orderByKey().values(\.number) == [1, 2, 3])
        }
        try database.write { session throws in
            let all = try session.query(Part.self).orderByKey().all()
            try session.delete(isReversed ? all.reversed() : all)
            #expect(try session.query(Part.self).count() == 0)
        }
    }
}
