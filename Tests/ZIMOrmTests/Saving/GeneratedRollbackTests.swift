import TestServer
import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = "", number = 0
    var price = 0
    var twice: Int?
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

/// A rollback takes back what the database has computed, too.
@Suite(.eachEngine) struct GeneratedRollbackTests {
    private struct Undo: Error {}

    @Test func computedColumnsAreNoChangesAfterARollback() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall VARCHAR(5) NOT NULL, number INTEGER NOT NULL, price INTEGER NOT NULL,
                twice INTEGER GENERATED ALWAYS AS (price * 2) STORED, PRIMARY KEY (hall, number));
            INSERT INTO seat (hall, number, price) VALUES ('A', 1, 10), ('A', 2, 20);
            """)
        try database.write { session in
            let seats = try session.query(Seat.self).orderByKey().all()
            for isList in [false, true] {
                do {
                    try session.transaction { session in
                        for price in [11, 12] {
                            for seat in seats { seat.price = price }
                            try isList ? session.save(seats) : session.save(seats[0])
                        }
                        #expect(seats[0].twice == 24)
                        throw Undo()
                    }
                } catch is Undo {}
                #expect(try seats.map { try $0.changedColumns() } == [["price"], ["price"]])
                #expect(seats.map(\.twice) == [20, 40])
            }
            try session.save(seats)
            #expect(seats.map(\.twice) == [24, 24])
            #expect(try !seats[0].hasChanges() && !seats[1].hasChanges())
        }
    }

    private final class Stock: Model {
        var shop = 0, item = 0, count = 0, version = 0
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["shop", "item"] }
        override class var locking: Locking { .version("version") }
    }

    /// Also what reads the properties alone, before any call of the library, sees the version that rows have.
    @Test func upsertedVersionsAreGivenBack() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE stock (shop INTEGER NOT NULL, item INTEGER NOT NULL, count INTEGER NOT NULL,
                version INTEGER NOT NULL, PRIMARY KEY (shop, item));
            INSERT INTO stock VALUES (1, 1, 1, 5), (1, 2, 1, 5), (1, 3, 1, 5);
            """)
        try database.write { session in
            let loaded = try session.query(Stock.self).orderByKey().all()
            let new = Stock()
            (new.shop, new.item, new.count) = (1, 1, 9)
            do {
                try session.transaction { session in
                    for stock in loaded { stock.count = 2 }
                    try session.upsert(loaded[0])
                    try session.upsert([loaded[1], loaded[2]])
                    try session.upsert(new)
                    #expect(loaded.map(\.version) == [6, 6, 6] && new.version == 7)
                    throw Undo()
                }
            } catch is Undo {}
            #expect(loaded.map(\.version) == [5, 5, 5] && new.version == 0)
        }
    }

    private final class Ticket: Model {
        var day = 0, number = 0
        var state: String?
        override class var table: String { "ticket" }
        override class var primaryKey: [String] { ["day", "number"] }
        override class var databaseDefaults: Set<String> { ["state"] }
    }

    @Test func whatIsEncodedAfterARollback() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE ticket (day INTEGER NOT NULL, number INTEGER NOT NULL, state VARCHAR(9) DEFAULT 'open',
                PRIMARY KEY (day, number));
            """)
        let ticket = Ticket()
        (ticket.day, ticket.number) = (7, 1)
        #expect(throws: Undo.self) {
            try database.write { session in
                try session.save(ticket)
                #expect(ticket.encoded().description == #"{"day":7,"number":1,"state":"open"}"#)
                throw Undo()
            }
        }
        #expect(ticket.encoded().description == #"{"day":7,"number":1,"state":null}"#)
    }
}
