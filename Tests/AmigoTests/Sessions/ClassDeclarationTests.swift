import Amigo
import Foundation
import TestServer
import Testing
import ZIMOrm

private class Account: AmigoModel {
    var bank = "", number = 0
    var balance = 0
    var version = 0
    override class var locking: Locking { .version("version") }
}
private class Entry: AmigoModel {
    var year = 0, number = 0
    var text: String?, note: String?
    var account: Account?
    override class var locking: Locking { .allColumns }
}
private class Ticket: AmigoModel {
    var line = "", number = 0
    var isUsed = false
    var day: Date?, seen: Date?
    override class var forms: [String: ColumnForm] { ["isUsed": .bool(.words("Y", "N")), "day": .date(.dateTime)] }
    override class var dateFormat: DateFormat? { .unixSeconds }
}
private class Coin: AmigoModel {
    var id: Int?
    var value: Int?
    override class var isAutoIncremented: Bool { false }
}

/// What a class says of itself holds in Amigo as it does in the core.
@Suite(.eachEngine) struct ClassDeclarationTests {
    private let session: AmigoSession

    init() throws {
        let account = ORMModel(
            Account.self, CharField("bank", primaryKey: true), IntegerField("number", primaryKey: true),
            IntegerField("balance"), IntegerField("version"))
        let entry = ORMModel(
            Entry.self, IntegerField("year", primaryKey: true), IntegerField("number", primaryKey: true),
            CharField("text"), CharField("note"), Column("account", type: ForeignKey(account)))
        let ticket = ORMModel(
            Ticket.self, table: "ticket", CharField("line", primaryKey: true), IntegerField("number", primaryKey: true),
            BooleanField("isUsed"), DateTimeField("day"), Column("seen_at", type: Date.self, property: "seen"))
        let coin = ORMModel(Coin.self, IntegerField("id", primaryKey: true), IntegerField("value"))
        let amigo = try Amigo([account, entry, ticket, coin], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
    }

    private func isLocked(_ body: () throws -> Void, location: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: ModelError.self, sourceLocation: location) { try body() }
        #expect(error?.code == .staleRow, sourceLocation: location)
    }

    @Test func aStaleModelIsNeitherSavedNorDeleted() throws {
        let first = Account()
        (first.bank, first.number, first.balance) = ("north", 7, 100)
        try session.add(first)
        let mine = try #require(try session.query(Account.self).get("north", 7))
        let stale = try #require(try session.query(Account.self).get("north", 7))
        mine.balance = 50
        try session.add(mine)
        #expect(mine.version == 1)
        stale.balance = 70
        isLocked { try session.add(stale) }
        isLocked { try session.batch { try $0.add(stale) } }
        isLocked { try session.delete(stale) }
        isLocked { try session.batch { try $0.delete(stale) } }
        #expect(try session.query(Account.self).all().map { [$0.balance, $0.version] } == [[50, 1]])
        try session.batch { try $0.delete(mine) }
        #expect(try session.query(Account.self).count() == 0)
        // Gone is what it was to be.
        try session.batch { batch in
            try batch.delete(stale)
            try batch.delete(stale)
        }
    }

    /// The keys of references that were not loaded are compared, too.
    @Test func allColumnsAreCompared() throws {
        let (account, entry) = (Account(), Entry())
        (account.bank, account.number) = ("north", 7)
        (entry.year, entry.number, entry.account) = (2026, 1, account)
        try session.add(entry)
        let mine = try #require(try session.query(Entry.self).get(2026, 1))
        let stale = try #require(try session.query(Entry.self).get(2026, 1))
        mine.text = "a"
        try session.add(mine)
        mine.text = "b"
        try session.add(mine)
        stale.note = "c"
        isLocked { try session.add(stale) }
        isLocked { try session.batch { try $0.delete(stale) } }
        mine.account = nil
        try mine.clear(foreignKey: ["account_bank", "account_number"])
        try session.add(mine)
        try session.delete(mine)
        #expect(try session.query(Entry.self).count() == 0)
    }

    @Test func columnsHaveTheFormsOfTheClass() throws {
        let date = Date(timeIntervalSince1970: 1_772_280_000.25)
        let ticket = Ticket()
        (ticket.line, ticket.number, ticket.isUsed) = ("U", 1, true)
        (ticket.day, ticket.seen) = (Date(timeIntervalSince1970: 1_772_280_000), date)
        let other = Ticket()
        (other.line, other.number) = ("U", 2)
        try session.add(ticket, other)
        let rows = try session.run {
            try $0.rows(ServedEngine.own(#"SELECT "isUsed", "day", "seen_at" FROM "ticket" ORDER BY "number""#))
        }
        #expect(try rows.map { try $0.get(0, as: String.self) } == ["Y", "N"])
        #expect(try rows.first?.get(1, as: String.self) == "2026-02-28 12:00:00")
        #expect(try rows.first?.get(2, as: Double.self) == 1_772_280_000.25)
        let loaded = try #require(try session.query(Ticket.self).get("U", 1))
        #expect(loaded.isUsed && loaded.day == ticket.day && loaded.seen == date)
        #expect(try session.query(Ticket.self).filter("isUsed = \(false)").all().map(\.number) == [2])
        #expect(try session.query(Ticket.self).filter("seen = \(date)").count() == 1)
        (loaded.isUsed, loaded.seen) = (false, Date(timeIntervalSince1970: 60))
        try session.add(loaded)
        #expect(try session.query(Ticket.self).filter("isUsed = \(false) AND seen < \(date)").count() == 1)
    }

    @Test func aKeyThatTheDatabaseDoesNotGive() throws {
        let coin = Coin()
        coin.value = 5
        let error = #expect(throws: ModelError.self) { try session.add(coin) }
        #expect(error?.code == .keyMissing)
        coin.id = 7
        try session.add(coin)
        #expect(try session.query(Coin.self).get(7)?.value == 5)
    }
}
