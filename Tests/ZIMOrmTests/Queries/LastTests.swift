import TestServer
import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = "", number = 0
    var price: Double?
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

private final class Note: Model {
    var word = ""
    override class var table: String { "note" }
    override class var primaryKey: [String] { [] }
}

/// The last row of a query: that of the order, read from its end.
@Suite(.eachEngine) struct LastTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (hall TEXT, number INTEGER, price REAL, PRIMARY KEY (hall, number));
            CREATE TABLE note (word TEXT);
            INSERT INTO seat VALUES ('A', 1, 2.5), ('A', 2, NULL), ('B', 1, 2.5), ('B', 2, 1.0), ('B', 3, NULL);
            INSERT INTO note VALUES ('b'), ('a');
            """)
    }

    private func names(_ query: Query<Seat>) throws -> [String] { try query.all().map { "\($0.hall)\($0.number)" } }

    @Test func itIsTheLastOfAllByEveryOrder() throws {
        try database.read { session in
            let seats = try session.query(Seat.self)
            let orders = [
                seats.orderByKey(), seats.orderByKey(ascending: false), seats.orderBy(\.price).orderByKey(),
                seats.orderBy(\.price, ascending: false).orderByKey(),
                seats.orderBy("number", ascending: false).orderBy("hall"),
                seats.filter(\.hall == "A").orderByKey(), seats.filter(\.hall == "C").orderByKey(),
                seats.orderByKey().limit(3), seats.orderByKey().limit(2).offset(1), seats.orderByKey().offset(9),
                seats.orderByKey().limit(3).after("A", 2),
            ]
            for query in orders {
                let last = try query.last().map { "\($0.hall)\($0.number)" }
                #expect(try last == names(query).last)
            }
            // Without an order, the largest key.
            #expect(try seats.last().map { [$0.hall, String($0.number)] } == ["B", "3"])
        }
    }

    @Test func itIsOneStatementThatReadsOneRow() throws {
        let log = SQLLog(database)
        try database.read { session in
            _ = try session.query(Seat.self).orderBy(\.number).last()
            let ran = log.take()
            #expect(ran.count == 1 && ran.first?.rows == 1)
            #expect(
                ran.first?.sql.hasSuffix(
                    "ORDER BY \"seat\".\"number\" DESC, \"seat\".\"hall\" DESC LIMIT ?") == true)
            #expect(ran.first?.parameters == [1])
        }
    }

    @Test func rowsWithoutAnOrderHaveNoLast() throws {
        try database.read { session in
            let notes = try session.query(Note.self)
            let error = #expect(throws: ModelError.self) { try notes.last() }
            #expect(error?.message == "the rows of \"note\" have no order, so none is the last")
            #expect(try notes.orderBy(\.word).last()?.word == "b")
        }
    }
}
