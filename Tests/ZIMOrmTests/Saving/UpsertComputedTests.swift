import TestServer
import Testing
import ZIMOrm

/// An upsert reads back what the database computes, for one model and for a list, whether the rows are new or not.
@Suite(.eachEngine) struct UpsertComputedTests {
    private final class Line: Model {
        var hall = "", number = 0, quantity = 0
        var doubled: Int?
        override class var table: String { "line" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    private final class Ticket: Model {
        var id: Int?, hall = "", code = "", price = 0
        var gross: Int?
        override class var table: String { "ticket" }
        override class var primaryKey: [String] { ["id"] }
    }

    /// The engine computes a part of its key.
    private final class Seat: Model {
        var number = 0, guest = ""
        var code: Int?
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["number", "code"] }
        override class var isAutoIncremented: Bool { false }

        convenience init(_ number: Int, _ guest: String) {
            self.init()
            (self.number, self.guest) = (number, guest)
        }
    }

    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE line (hall VARCHAR(9), number INT, quantity INT, doubled INT GENERATED ALWAYS AS (quantity * 2) STORED,
                PRIMARY KEY (hall, number));
            CREATE TABLE ticket (id INTEGER PRIMARY KEY, hall VARCHAR(9), code VARCHAR(9), price INT,
                gross INT GENERATED ALWAYS AS (price + 1) STORED, UNIQUE (hall, code));
            INSERT INTO line (hall, number, quantity) VALUES ('a', 1, 1), ('a', 2, 2);
            INSERT INTO ticket (id, hall, code, price) VALUES (4, 'a', 'x', 10);
            """)
    }

    private func line(_ hall: String, _ number: Int, _ quantity: Int) -> Line {
        let line = Line()
        (line.hall, line.number, line.quantity) = (hall, number, quantity)
        return line
    }

    private func ticket(_ hall: String, _ code: String, _ price: Int) -> Ticket {
        let ticket = Ticket()
        (ticket.hall, ticket.code, ticket.price) = (hall, code, price)
        return ticket
    }

    @Test(arguments: 1...5) func byThePrimaryKey(_ count: Int) throws {
        try database.write { session in
            let lines = (1...count).map { line($0 % 2 == 0 ? "b" : "a", $0, 10 * $0) }
            try session.upsert(lines)
            #expect(lines.map(\.doubled) == (1...count).map { 20 * $0 })
            #expect(try lines.allSatisfy { try !$0.hasChanges() })
            for line in lines { line.quantity += 1 }
            try session.upsert(lines)
            #expect(lines.map(\.doubled) == (1...count).map { 20 * $0 + 2 })
            let rows = try session.query(Line.self).filter(\.quantity > 10).orderBy(\.number).all()
            #expect(rows.map(\.doubled) == lines.map(\.doubled))
        }
    }

    @Test(arguments: 1...3) func byAUniqueKey(_ count: Int) throws {
        try database.write { session in
            let tickets = (1...count).map { ticket("a", $0 == 1 ? "x" : "y\($0)", 100 * $0) }
            try session.upsert(tickets, on: ["hall", "code"])
            #expect(tickets.map(\.gross) == (1...count).map { 100 * $0 + 1 })
            #expect(tickets.first?.id == 4)
        }
    }

    private static let seats = """
        CREATE TABLE seat (number INT, guest VARCHAR(9), code INT GENERATED ALWAYS AS (number * 2) STORED, UNIQUE (number, code))
        """

    /// A part that is known; MariaDB and MySQL refuse to set it, even to itself.
    @Test func aKnownComputedPartOfTheKey() throws {
        try database.write { session in
            try session.execute(SQL(unsafe: Self.seats))
            try session.execute("INSERT INTO seat (number, guest) VALUES (1, 'Ada'), (9, 'Di')")
            let seats = try session.query(Seat.self).orderBy(\.number).all()
            for seat in seats.prefix(1) { seat.guest = "Bob" }
            try session.upsert(Array(seats.prefix(1)))
            for seat in seats { seat.guest += "!" }
            try session.upsert(seats)
            let new = Seat(5, "Cy")
            new.code = 10
            try session.upsert(new)
            new.guest = "Eve"
            try session.upsert([new], on: ["code", "number"])
            #expect(try session.query(Seat.self).orderBy(\.number).all().map(\.guest) == ["Bob!", "Eve", "Di!"])
        }
    }

    /// MariaDB and MySQL take NULL in a key for one that meets no row.
    @Test func aComputedPartOfTheKey() throws {
        if ServedEngine.isMariaDB { return }
        try database.write { session in
            try session.execute(SQL(unsafe: Self.seats))
            try session.save(Seat(1, "Ada"))
            try session.upsert(Seat(1, "Bob"))
            let seats = [Seat(1, "Cy"), Seat(9, "Di"), Seat(9, "Eve")]
            try session.upsert(seats)
            #expect(seats.map(\.code) == [2, 18, 18])
            let more = [Seat(1, "Flo"), Seat(5, "Gus")]
            try session.upsert(more, on: ["code", "number"])
            #expect(more.map(\.code) == [2, 10])
            let rows = try session.query(Seat.self).orderBy(\.number).all()
            #expect(rows.map(\.guest) == ["Flo", "Gus", "Eve"])
        }
    }

    @Test func aRollbackTakesItBack() throws {
        struct Stop: Error {}
        let lines = [line("a", 1, 7), line("c", 1, 8)]
        #expect(throws: Stop.self) {
            try database.write { session in
                try session.upsert(lines)
                #expect(lines.map(\.doubled) == [14, 16])
                throw Stop()
            }
        }
        try database.write { try $0.upsert(lines) }
        #expect(lines.map(\.doubled) == [14, 16])
    }
}
