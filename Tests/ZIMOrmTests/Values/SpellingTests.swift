import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A row that was loaded is found again by what it holds, however that is spelled.
@Suite(.eachEngine) struct SpellingTests {
    /// Two accounts or three, each with two entries.
    private func makeDatabase(_ column: SpelledColumn) throws -> Database? {
        guard let type = column.type else { return nil }
        var script = """
            CREATE TABLE account (tenant INTEGER NOT NULL, id \(type) NOT NULL, name TEXT, PRIMARY KEY (tenant, id));
            CREATE TABLE entry (pk INTEGER PRIMARY KEY, tenant INTEGER, account \(type), note TEXT,
                FOREIGN KEY (tenant, account) REFERENCES account (tenant, id));
            """
        for (index, value) in column.rows.enumerated() {
            script += "INSERT INTO account VALUES (1, \(value), 'a\(index)');"
            for _ in 0..<2 { script += "INSERT INTO entry (tenant, account) VALUES (1, \(value));" }
        }
        return try ServedEngine.current.makeDatabase(script)
    }

    /// The rows bit for bit, with their types where these are the values' own.
    private func bytes(_ table: String, _ session: Session) throws -> [[SQLValue]] {
        let sql =
            ServedEngine.isMariaDB
            ? (table == "account"
                ? "SELECT tenant, HEX(CAST(id AS BINARY)), name FROM account ORDER BY 1, 2"
                : "SELECT pk, tenant, HEX(CAST(account AS BINARY)), note FROM entry ORDER BY 1")
            : ServedEngine.isSQLite
                ? (table == "account"
                    ? "SELECT tenant, typeof(id), hex(CAST(id AS BLOB)), name FROM account ORDER BY 1, 3"
                    : "SELECT pk, tenant, typeof(account), hex(CAST(account AS BLOB)), note FROM entry ORDER BY 1")
                : (table == "account"
                    ? "SELECT tenant, id::text, name FROM account ORDER BY 1, 2"
                    : "SELECT pk, tenant, account::text, note FROM entry ORDER BY 1")
        return try session.rows(SQL(unsafe: sql)).map(\.values)
    }

    private func check<Key: SpelledKey>(_ type: Key.Type, _ column: SpelledColumn) throws {
        guard let database = try makeDatabase(column) else { return }
        let count = column.values.count
        let names = (0..<count).map { "a\($0)" }
        try database.read { session in
            // Both ways, alone and for all that were loaded together.
            let entries = try session.query(SpelledEntry<Key>.self).orderByKey().all()
            #expect(try entries.map { try $0.parent()?.name } == names.flatMap { [$0, $0] }, "\(column)")
            for entry in try session.query(SpelledEntry<Key>.self).relationships(.single).orderByKey().all() {
                #expect(try entry.parent()?.name == "a\(((entry.pk ?? 0) - 1) / 2)", "\(column)")
            }
            for loading in [RelationshipLoading.batched, .single] {
                let accounts = try session.query(SpelledAccount<Key>.self).relationships(loading).all()
                #expect(
                    try accounts.map { try $0.related("entries", as: SpelledEntry<Key>.self).count }
                        == names.map { _ in 2 }, "\(column)")
                #expect(
                    try accounts.map { try $0.related("twins", as: SpelledAccount<Key>.self).map(\.name) }
                        == accounts.map { [$0.name, $0.name] }, "\(column)")
            }
            let eager = try session.query(SpelledAccount<Key>.self).with("entries.parent").all()
            for account in eager {
                let own = try account.related("entries", as: SpelledEntry<Key>.self)
                #expect(try own.map { try $0.parent()?.name } == [account.name, account.name], "\(column)")
            }
            let joined = try session.query(SpelledEntry<Key>.self).with(joined: "parent").orderByKey().all()
            #expect(try joined.map { try $0.parent()?.name } == names.flatMap { [$0, $0] }, "\(column)")
            // Pages end and lose nothing.
            let query = try session.query(SpelledAccount<Key>.self).orderByKey().limit(1)
            var seen: [String] = []
            var page = try query.all()
            while let last = page.last, seen.count < 9 {
                seen.append(last.name ?? "")
                page = try query.after(last).all()
            }
            #expect(seen.sorted() == names, "\(column)")
        }
        try database.write { session in
            let before = (try bytes("account", session), try bytes("entry", session))
            // What was not changed is written back as it was.
            for account in try session.query(SpelledAccount<Key>.self).all() {
                #expect(try !account.hasChanges())
                try session.upsert(account)
                #expect(try account.related("entries", as: SpelledEntry<Key>.self).count == 2)
                try session.reload(account)
            }
            try session.upsert(session.query(SpelledAccount<Key>.self).all())
            try session.upsert(session.query(SpelledEntry<Key>.self).all())
            #expect(try bytes("account", session) == before.0, "\(column)")
            #expect(try bytes("entry", session) == before.1, "\(column)")
            // Another column leaves it alone.
            let accounts = try session.query(SpelledAccount<Key>.self).orderBy("name").all()
            for account in accounts { account.name = (account.name ?? "") + "!" }
            try session.save(accounts[0])
            try session.update(accounts)
            #expect(try bytes("account", session).map { $0.dropLast() } == before.0.map { $0.dropLast() }, "\(column)")
            #expect(
                try session.query(SpelledAccount<Key>.self).orderBy("name").all().map(\.name) == names.map { $0 + "!" })
            // A child takes the key over as its parent's row holds it.
            let first = try #require(accounts.first)
            let new = SpelledEntry<Key>()
            try new.set(first, foreignKey: ["tenant", "account"])
            try session.save(new)
            let moved = try #require(
                try session.query(SpelledEntry<Key>.self).orderByKey(ascending: false).offset(1).first())
            try moved.set(first, foreignKey: ["tenant", "account"])
            try session.save(moved)
            #expect(try new.parent()?.name == "a0!" && moved.parent()?.name == "a0!")
            #expect(try first.related("entries", as: SpelledEntry<Key>.self).count == 4, "\(column)")
            let copy = SpelledEntry<Key>()
            try copy.set(moved.parent(), foreignKey: ["tenant", "account"])
            try session.insert([copy])
            try session.reload(copy)
            #expect(try copy.parent()?.name == "a0!")
            for entry in try session.query(SpelledEntry<Key>.self).all() { try session.delete(entry) }
            for account in accounts { try session.delete(account) }
            #expect(try session.query(SpelledAccount<Key>.self).count() == 0)
        }
    }

    @Test(arguments: SpelledColumn.forUUID) func uuids(_ column: SpelledColumn) throws { try check(UUID.self, column) }
    @Test(arguments: SpelledColumn.forDate) func dates(_ column: SpelledColumn) throws { try check(Date.self, column) }
    @Test(arguments: SpelledColumn.forDecimal) func decimals(_ column: SpelledColumn) throws {
        try check(Decimal.self, column)
    }
    @Test(arguments: SpelledColumn.forBool) func booleans(_ column: SpelledColumn) throws {
        try check(Bool.self, column)
    }
    @Test(arguments: SpelledColumn.forDouble) func doubles(_ column: SpelledColumn) throws {
        try check(Double.self, column)
    }
    @Test(arguments: SpelledColumn.forFloat) func floats(_ column: SpelledColumn) throws {
        try check(Float.self, column)
    }
    @Test(arguments: SpelledColumn.forInt) func integers(_ column: SpelledColumn) throws { try check(Int.self, column) }

    /// A class that tracks itself is found again too, through changes of its key and rollbacks.
    @Test func classesThatTrackThemselves() throws {
        let database = try #require(try makeDatabase(SpelledColumn.forUUID[0]))
        try database.write { session in
            let all = try session.query(TrackedAccount.self).orderByKey().all()
            #expect(try all.map { try $0.entries().count } == [2, 2, 2])
            let first = all[0]
            first.name = "x"
            try session.save(first)
            try session.upsert(first)
            #expect(try session.query(TrackedAccount.self).count() == 3)
            try session.reload(first)
            #expect(try first.name == "x" && first.entries().count == 2)
            let key = try #require(UUID(uuidString: "4D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C"))
            let second = all[1]
            #expect(second.id == key)
            try session.execute("DELETE FROM entry WHERE account = '4D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C'")
            #expect(throws: Undo.self) {
                try session.transaction { _ in
                    second.id = UUID()
                    try session.save(second)
                    throw Undo()
                }
            }
            // The row has its old key again, in its own spelling; the model still holds the new one.
            try session.save(second)
            #expect(try session.value("SELECT count(*) FROM account WHERE id = \(second.id)", as: Int.self) == 1)
            second.name = "y"
            try session.save(second)
            try session.delete(second)
            #expect(try session.query(TrackedAccount.self).count() == 2)
        }
    }

    /// A change that is written the same is a change all the same; a rollback brings the spelling back.
    @Test func changesAndRollbacks() throws {
        let database = try #require(try makeDatabase(SpelledColumn.forUUID[0]))
        try database.write { session in
            let entry = try #require(try session.query(SpelledEntry<UUID>.self).orderByKey().first())
            let account = try #require(try entry.parent())
            #expect(throws: Undo.self) {
                try session.transaction { _ in
                    entry.account = nil
                    try session.save(entry)
                    entry.account = account.id
                    // Ours now, which no parent has.
                    #expect(try entry.parent() == nil)
                    throw Undo()
                }
            }
            #expect(try !entry.changedColumns().contains("account"))
            #expect(try entry.parent()?.name == "a0")
            entry.note = "n"
            try session.save(entry)
            #expect(
                try session.value("SELECT account FROM entry WHERE pk = 1", as: String.self) == account.id.uuidString)
        }
    }

    /// What the database fills in is known as it holds it.
    @Test func defaults() throws {
        final class Event: Model {
            var tenant = 0
            var at: Date?
            var note: String?
            override class var table: String { "event" }
            override class var primaryKey: [String] { ["tenant", "at"] }
        }
        let type =
            switch ServedEngine.current {
            case .sqlite: "TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP"
            case .postgreSQL: "TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()"
            case .mariaDB: "DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6)"
            }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE event (tenant INTEGER, at \(type), note TEXT, PRIMARY KEY (tenant, at))")
        try database.write { session in
            let event = Event()
            guard ServedEngine.returnsInserted else {
                let error = #expect(throws: ModelError.self) { try session.insert(event) }
                #expect(error?.code == .keyMissing && error?.column == "at")
                return
            }
            try session.insert(event)
            event.note = "x"
            try session.save(event)
            try session.upsert(event)
            try session.reload(event)
            #expect(try event.note == "x" && session.query(Event.self).count() == 1)
            try session.delete(event)
        }
    }
}
