import Foundation
import TestServer
import Testing
import ZIMOrm

/// Lists of new rows in which the database fills in more than a key: on servers one statement inserts them, and one reads them.
@Suite(.eachEngine) struct FilledListTests {
    final class Memo: Model {
        var tenant = 0, year = 0, number = 0
        var status: String?
        var level: Int?
        var doubled: Int?
        var calls: [String] = []
        override class var table: String { "memo" }
        override class var primaryKey: [String] { ["tenant", "year", "number"] }
        override class var ignoredProperties: Set<String> { ["calls"] }
        override class var databaseDefaults: Set<String> { ["status", "level"] }
        override func willSave() { calls.append("willSave") }
        override func didSave() { calls.append("didSave \(status ?? "nil") \(doubled ?? -1)") }
    }

    /// A key that is counted up, which is not the first column that is left out.
    final class Note: Model {
        var created: String?
        var id: Int?
        var text = ""
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["id"] }
    }

    /// A key that is a default: nothing tells which row got which.
    final class Token: Model {
        var code: Int?
        var text = ""
        override class var table: String { "token" }
        override class var primaryKey: [String] { ["code"] }
    }

    /// A key that several rows of the table may have, and that may be NULL.
    final class Entry: Model {
        var year: Int?
        var number: Int?
        var stamp: Int?
        override class var table: String { "entry" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var databaseDefaults: Set<String> { ["stamp"] }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE memo (tenant INTEGER NOT NULL, year INTEGER NOT NULL, number INTEGER NOT NULL,
                status VARCHAR(20) DEFAULT 'open', level INTEGER DEFAULT 7,
                doubled INTEGER GENERATED ALWAYS AS (number * 2) STORED, PRIMARY KEY (tenant, year, number));
            CREATE TABLE note (created VARCHAR(20) DEFAULT 'today' NOT NULL, id INTEGER PRIMARY KEY, text VARCHAR(20) NOT NULL);
            """)
    }

    /// A database of one table whose default differs from row to row; MySQL 5.7 has no such defaults, and MySQL no RETURNING
    /// that would tell them.
    private func randomDefaults(_ table: (_ random: String) -> String) throws -> Database? {
        guard ServedEngine.returnsInserted else { return nil }
        let random =
            switch ServedEngine.current {
            case .sqlite: "(abs(random()) % 1000000000)"
            case .postgreSQL: "floor(random() * 1000000000)"
            case .mariaDB: "(floor(rand() * 1000000000))"
            }
        return try ServedEngine.current.makeDatabase(table(random))
    }

    private func memos(_ count: Int) -> [Memo] {
        (0..<count).map { index in
            let memo = Memo()
            (memo.tenant, memo.year, memo.number) = (1 + index % 3, 1998, index)
            return memo
        }
    }

    private func rows(_ sql: SQL) throws -> [[SQLValue]] { try database.read { try $0.rows(sql).map(\.values) } }

    /// How many statements inserts and looks of so many rows are.
    private func isSent(_ log: StatementLog, _ inserts: Int, _ looks: Int, of rows: Int) -> Bool {
        let sent = log.take()
        let counts = (
            sent.count { $0.hasPrefix("INSERT") }, sent.count { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") }
        )
        return counts == (ServedEngine.isSQLite ? (rows, 0) : (inserts, looks))
    }

    @Test func defaultsAndComputedColumns() throws {
        let log = StatementLog(database)
        let all = memos(40)
        try database.write { session in
            _ = log.take()
            try session.insert(all)
            // MySQL takes 32 rows and 8.
            #expect(isSent(log, ServedEngine.isMySQL ? 2 : 1, ServedEngine.isMySQL ? 2 : 1, of: 40))
            #expect(all.allSatisfy { $0.status == "open" && $0.level == 7 && $0.doubled == $0.number * 2 })
            #expect(all.allSatisfy { $0.calls == ["willSave", "didSave open \($0.number * 2)"] })
            // What was read back is no change, and what the row holds is known.
            _ = log.take()
            try session.save(all)
            #expect(log.take().filter { $0.hasPrefix("UPDATE") } == [])
            all[7].status = nil
            all[8].level = 8
            try session.save(all)
            #expect(log.take().filter { $0.hasPrefix("UPDATE") }.count == 2)
        }
        #expect(
            try rows("SELECT number, status, level, doubled FROM memo WHERE number BETWEEN 6 AND 9 ORDER BY number")
                == [[6, "open", 7, 12], [7, .null, 7, 14], [8, "open", 8, 16], [9, "open", 7, 18]])
    }

    /// Models that leave other columns out stand in other statements, in the order of the list.
    @Test func severalForms() throws {
        let all = memos(30)
        for memo in all[10..<20] { (memo.status, memo.level) = ("done", memo.number) }
        for memo in all[20...] { memo.level = 0 }
        try database.write { try $0.save(all) }
        #expect(all.map(\.status) == (0..<30).map { 10..<20 ~= $0 ? "done" : "open" })
        #expect(all.map(\.level) == (0..<30).map { $0 < 10 ? 7 : $0 < 20 ? $0 : 0 })
        #expect(all.map(\.doubled) == (0..<30).map { $0 * 2 })
        #expect(try rows("SELECT count(*) FROM memo") == [[30]])
    }

    @Test(arguments: [1, 2, 3]) func fewRows(_ count: Int) throws {
        let log = StatementLog(database)
        let all = memos(count)
        try database.write { session in
            _ = log.take()
            try session.insert(all)
            #expect(isSent(log, count, ServedEngine.isMySQL ? count : 0, of: count))
        }
        #expect(all.allSatisfy { $0.status == "open" && $0.level == 7 && $0.doubled == $0.number * 2 })
    }

    @Test func beyondACountedKey() throws {
        let log = StatementLog(database)
        let notes = (0..<20).map { index in
            let note = Note()
            note.text = "\(100 + index)"
            if index == 9 { note.created = "yesterday" }
            return note
        }
        try database.write { session in
            _ = log.take()
            try session.insert(notes)
            let sent = log.sql.count { $0.hasPrefix("INSERT") }
            // 9, 1, and 10 rows; but for PostgreSQL 8 and 1, 1, 8, 1 and 1.
            let parts = ServedEngine.isPostgreSQL ? 3 : 6
            #expect(ServedEngine.isSQLite || sent == parts, "\(sent): \(log.sql)")
        }
        #expect(notes.map(\.id) == Array(1...20))
        #expect(notes.map(\.created) == (0..<20).map { $0 == 9 ? "yesterday" : "today" })
        let values: [[SQLValue]] = notes.map { note in
            let id: SQLValue = note.id.map { .integer(Int64($0)) } ?? .null
            return [.text(note.created ?? ""), id, .text(note.text)]
        }
        #expect(try rows("SELECT created, id, text FROM note ORDER BY id") == values)
    }

    /// Nothing of the list stays where a row fails, in the database or in the models.
    @Test func aFailureLeavesNothing() throws {
        let all = memos(12)
        all[11].number = 5
        (all[11].tenant, all[5].tenant) = (1, 1)
        #expect(throws: DatabaseError.self) { try database.write { try $0.insert(all) } }
        #expect(try rows("SELECT count(*) FROM memo") == [[0]])
        all[11].number = 11
        try database.write { try $0.save(all) }
        #expect(all.allSatisfy { $0.status == "open" && $0.level == 7 && $0.doubled == $0.number * 2 })
        #expect(try rows("SELECT count(*), min(level), max(level) FROM memo") == [[12, 7, 7]])
        struct Stop: Error {}
        let notes = (0..<8).map { _ in Note() }
        #expect(throws: Stop.self) {
            try database.write { session in
                try session.insert(notes)
                throw Stop()
            }
        }
        #expect(try rows("SELECT count(*) FROM note") == [[0]])
        notes[3].created = "later"
        try database.write { try $0.save(notes) }
        #expect(notes.map(\.created) == (0..<8).map { $0 == 3 ? "later" : "today" })
        #expect(Set(notes.compactMap(\.id)).count == 8)
        #expect(try rows("SELECT count(*), count(DISTINCT created) FROM note") == [[8, 2]])
    }

    /// A trigger may delete the row, or give it another key: each row stands alone then, as ever.
    @Test func triggers() throws {
        guard ServedEngine.isPostgreSQL else { return }
        try database.execute(
            """
            CREATE FUNCTION moved() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN DELETE FROM memo WHERE number = NEW.number AND number > 3; RETURN NULL; END $$;
            CREATE TRIGGER moved AFTER INSERT ON memo FOR EACH ROW EXECUTE FUNCTION moved();
            """)
        let all = memos(8)
        try database.write { try $0.insert(all) }
        #expect(all.allSatisfy { $0.isLoaded && $0.status == "open" && $0.doubled == $0.number * 2 })
        #expect(try rows("SELECT count(*) FROM memo") == [[4]])
    }

    /// A row that is found by such a key may be another one: what RETURNING gives is its own.
    @Test func keysOfSeveralRows() throws {
        let made = try randomDefaults {
            "CREATE TABLE entry (id INTEGER PRIMARY KEY, year INTEGER, number INTEGER, stamp INTEGER DEFAULT \($0))"
        }
        guard let database = made else { return }
        let entries = (0..<12).map { index in
            let entry = Entry()
            (entry.year, entry.number) = (1998, index / 4)
            return entry
        }
        try database.write { try $0.insert(entries) }
        let stamps = try database.read { try $0.rows("SELECT stamp FROM entry ORDER BY id").map(\.values) }
        #expect(Set(stamps).count == 12)
        #expect(entries.map(\.stamp).map { SQLValue.integer(Int64($0 ?? -1)) } == stamps.compactMap(\.first))
    }

    @Test func keysThatAreDefaults() throws {
        let made = try randomDefaults {
            "CREATE TABLE token (code INTEGER DEFAULT \($0) NOT NULL, text VARCHAR(20) NOT NULL, PRIMARY KEY (code))"
        }
        guard let database = made else { return }
        let tokens = (0..<8).map { index in
            let token = Token()
            token.text = "\(index)"
            return token
        }
        try database.write { try $0.insert(tokens) }
        let stored = try database.read { try $0.rows("SELECT code, text FROM token ORDER BY text").map(\.values) }
        let values: [[SQLValue]] = tokens.map { [.integer(Int64($0.code ?? -1)), .text($0.text)] }
        #expect(Set(stored).count == 8 && stored == values)
    }

    final class Event: Model {
        var year = 0, number = 0
        var made: Date?
        var text = ""
        override class var table: String { "event" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var databaseDefaults: Set<String> { ["made"] }
        override class var locking: Locking { .allColumns }
    }

    /// A date that the database writes in its own way is the row's, and what an optimistic lock expects.
    @Test func datesInTheWordsOfTheDatabase() throws {
        let (type, now) =
            switch ServedEngine.current {
            case .sqlite: ("TEXT", "'2026-11-28 07:20:00'")
            case .postgreSQL: ("TIMESTAMP(0)", "CURRENT_TIMESTAMP")
            case .mariaDB: ("DATETIME", "CURRENT_TIMESTAMP")
            }
        try database.execute(
            """
            CREATE TABLE event (year INT NOT NULL, number INT NOT NULL, made \(unsafe: type) DEFAULT \(unsafe: now),
                text VARCHAR(20) NOT NULL, PRIMARY KEY (year, number))
            """)
        let events = (0..<9).map { index in
            let event = Event()
            (event.year, event.number) = (2026, index)
            return event
        }
        try database.write { session in
            try session.insert(events)
            for event in events { #expect(try event.made != nil && !event.hasChanges()) }
            #expect(try session.query(Event.self).orderByKey().all().map(\.made) == events.map(\.made))
            for event in events { event.text = "new" }
            try session.save(events)
            #expect(try session.query(Event.self).filter(\.text == "new").count() == 9)
        }
    }
}
