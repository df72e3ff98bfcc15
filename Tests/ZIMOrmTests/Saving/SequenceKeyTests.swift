import TestServer
import Testing
import ZIMOrm

/// A part of the key is a sequence's next number by the column's default; the sequence does not belong to the column.
@Suite(.eachEngine) struct SequenceKeyTests {
    final class Ticket: Model {
        var shop = 0, year = 0
        var number: Int?
        var text = ""
        override class var table: String { "ticket" }
        override class var primaryKey: [String] { ["shop", "year", "number"] }

        convenience init(_ text: String, number: Int? = nil) {
            self.init()
            (self.shop, self.year, self.number, self.text) = (1, 2026, number, text)
        }
    }

    /// nil for engines without sequences.
    private func makeDatabase() throws -> Database? {
        if ServedEngine.isSQLite || ServedEngine.isMySQL { return nil }
        let database = try ServedEngine.current.makeDatabase("CREATE TABLE shop (id INTEGER NOT NULL)")
        try database.withoutTransaction { session in
            try session.execute("CREATE SEQUENCE numbers START WITH 5")
            let next: SQL = ServedEngine.isMariaDB ? "nextval(numbers)" : "nextval('numbers')"
            try session.execute(
                """
                CREATE TABLE ticket (shop INTEGER NOT NULL, year INTEGER NOT NULL, number INTEGER DEFAULT \(next) NOT NULL,
                    text VARCHAR(20) NOT NULL, PRIMARY KEY (shop, year, number))
                """)
        }
        return database
    }

    @Test func aNewModelGetsTheNumberBack() throws {
        guard let database = try makeDatabase() else { return }
        let tickets = ["a", "b", "c"].map { Ticket($0) }
        let given = Ticket("d", number: 2)
        try database.write { session in
            try session.save(tickets[0])
            try session.upsert(tickets[1])
            try session.saveOrUpdate(tickets[2])
            try session.save(given)
            tickets[0].text = "changed"
            try session.save(tickets[0])
        }
        #expect(tickets.map(\.number) == [5, 6, 7] && given.number == 2)
        #expect(
            try Theatre.rows(database, "SELECT number, text FROM ticket ORDER BY number")
                == [[2, "d"], [5, "changed"], [6, "b"], [7, "c"]])
    }

    @Test(arguments: [true, false]) func lists(_ isUpsert: Bool) throws {
        guard let database = try makeDatabase() else { return }
        let tickets = (10..<50).map { Ticket("\($0)") }
        try database.write { isUpsert ? try $0.upsert(tickets) : try $0.insert(tickets) }
        #expect(Set(tickets.compactMap(\.number)) == Set(5..<45))
        let stored = try database.read { try $0.query(Ticket.self).orderBy(\.number).all() }
        let mine = tickets.sorted { $0.number ?? 0 < $1.number ?? 0 }
        #expect(stored.map(\.number) == mine.map(\.number) && stored.map(\.text) == mine.map(\.text))
    }
}
