import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Upserts of models that were filled by hand find the row whose key reads as theirs, however it is spelled.
@Suite(.eachEngine) struct StoredKeyTests {
    private let upper = "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C"

    private func database(_ type: String, _ rows: String) throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE account (tenant INTEGER NOT NULL, id \(type) NOT NULL, name TEXT, PRIMARY KEY (tenant, id));
            CREATE TABLE entry (pk INTEGER PRIMARY KEY, tenant INTEGER, account \(type) UNIQUE, note TEXT);
            INSERT INTO account VALUES \(rows);
            """)
    }

    private func account(_ name: String) throws -> SpelledAccount<UUID> {
        let account = SpelledAccount<UUID>()
        (account.tenant, account.id, account.name) = (1, try #require(UUID(uuidString: upper)), name)
        return account
    }

    private func rows(_ database: Database) throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT tenant, id, name FROM account ORDER BY tenant, id")
    }

    @Test func anotherSpellingIsUpdated() throws {
        let database = try database("TEXT", "(1, '\(upper)', 'old'), (2, '\(upper)', 'other')")
        try database.write { try $0.upsert(try account("one")) }
        #expect(try rows(database) == [[1, .text(upper), "one"], [2, .text(upper), "other"]])
        let new = try account("new")
        new.tenant = 3
        let again = try account("two")
        try database.write { try $0.upsert([again, new]) }
        #expect(
            try rows(database) == [
                [1, .text(upper), "two"], [2, .text(upper), "other"], [3, .text(upper.lowercased()), "new"],
            ])
        try database.write { try $0.saveOrUpdate(try account("three")) }
        #expect(try rows(database).first == [1, .text(upper), "three"])
        // The model knows its row from then on.
        again.name = "four"
        try database.write { try $0.save(again) }
        #expect(try rows(database).first == [1, .text(upper), "four"])
    }

    @Test func anotherSpellingOfAUniqueValue() throws {
        let database = try database("TEXT", "(1, 'x', 'old')")
        try database.execute("INSERT INTO entry VALUES (1, 1, \(upper), 'old')")
        let entry = SpelledEntry<UUID>()
        (entry.tenant, entry.account, entry.note) = (1, UUID(uuidString: upper), "new")
        try database.write { try $0.upsert(entry, on: ["account"]) }
        #expect(try Theatre.rows(database, "SELECT * FROM entry") == [[1, 1, .text(upper), "new"]])
        #expect(entry.pk == 1)
    }

    @Test func twoSpellings() throws {
        let database = try database("TEXT", "(1, '\(upper)', 'a'), (1, '\(upper.lowercased())', 'b')")
        // The row that holds what the property would be written as is the one.
        try database.write { try $0.upsert(try account("c")) }
        #expect(try Set(rows(database)) == [[1, .text(upper), "a"], [1, .text(upper.lowercased()), "c"]])
        guard ServedEngine.isSQLite else { return }
        try database.execute("UPDATE account SET id = x'9D6F0F0E5B1C4D5B8F430C7F3F1A2B3C' WHERE name = 'c'")
        let error = #expect(throws: ModelError.self) { try database.write { try $0.upsert(try account("d")) } }
        #expect(error?.code == .conflict)
        #expect(
            error?.message.hasPrefix("2 rows of \"account\" hold the key of a model, each in a spelling of its own: ")
                == true)
        #expect(try rows(database).count == 2)
    }

    @Test func aFormThatMustBeDeclared() throws {
        let database = try database("TEXT", "(1, '2024-01-01', 'old')")
        let account = SpelledAccount<Date>()
        (account.tenant, account.id) = (1, try #require(DateFormat.iso8601.date(from: "2024-01-01")))
        for attempt in [
            { try $0.upsert(account) }, { try $0.upsert([account, account]) }, { try $0.saveOrUpdate(account) },
        ] as [(Session) throws -> Void] {
            let error = #expect(throws: ModelError.self) { try database.write { try attempt($0) } }
            #expect(error?.code == .formMissing && error?.column == "id")
        }
        #expect(try rows(database).count == 1)
        // What was loaded knows how its row is spelled.
        try database.write { session in
            let loaded = try #require(try session.query(SpelledAccount<Date>.self).first())
            loaded.name = "new"
            try session.upsert(loaded)
        }
        #expect(try rows(database) == [[1, "2024-01-01", "new"]])
    }

    /// A list looks for its keys together, a hundred with a statement.
    @Test func listsLookForTheirKeysTogether() throws {
        let ids = (0..<250).map { _ in UUID() }
        let stored = ids.enumerated().filter { $0.offset % 2 == 0 }.map { "(1, '\($0.element.uuidString)', 'old')" }
        let database = try database("TEXT", stored.joined(separator: ", "))
        let models = ids.map { id in
            let account = SpelledAccount<UUID>()
            (account.tenant, account.id, account.name) = (1, id, "new")
            return account
        }
        let log = SQLLog(database)
        try database.write { session in
            _ = log.take()
            try session.upsert(models)
            let ran = log.take()
            #expect(ran.filter { $0.sql.hasPrefix("SELECT") }.map(\.rows) == [50, 50, 25])
            #expect(ran.filter { $0.sql.hasPrefix("INSERT") }.count == 6)
        }
        let wanted = ids.enumerated().map { $0.offset % 2 == 0 ? $0.element.uuidString : $0.element.sqlValueText }
        #expect(try Set(rows(database)) == Set(wanted.map { [1, .text($0), "new"] }))
        #expect(models.allSatisfy { $0.isLoaded })
    }

    /// What the caller does not go by needs no form.
    @Test func upsertsByAnotherKeyThanTheOneWithoutAForm() throws {
        final class Visit: Model {
            var station = 0, day = Date(timeIntervalSince1970: 0), code = "", note: String?
            override class var table: String { "visit" }
            override class var primaryKey: [String] { ["station", "day"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (station INTEGER NOT NULL, day TEXT NOT NULL, code TEXT UNIQUE, note TEXT, PRIMARY KEY (station, day));
            INSERT INTO visit VALUES (1, '2024-01-01', 'a', 'old');
            """)
        let visit = Visit()
        (visit.station, visit.day) = (1, try #require(DateFormat.iso8601.date(from: "2024-01-01")))
        (visit.code, visit.note) = ("a", "new")
        try database.write { try $0.upsert(visit, on: ["code"]) }
        #expect(try Theatre.rows(database, "SELECT * FROM visit") == [[1, "2024-01-01", "a", "new"]])
        let other = Visit()
        (other.station, other.day, other.code) = (visit.station, visit.day, "b")
        let error = #expect(throws: ModelError.self) {
            try database.write { try $0.upsert(other, on: ["station", "day"]) }
        }
        #expect(error?.code == .formMissing && error?.column == "day")
        #expect(try Theatre.rows(database, "SELECT 1 FROM visit").count == 1)
    }

    /// A model that was filled by hand updates and deletes the row that holds its key in another spelling.
    @Test func updatesAndDeletions() throws {
        let database = try database("TEXT", "(1, '\(upper)', 'old'), (2, '\(upper)', 'other')")
        let log = SQLLog(database)
        let model = try account("one")
        try database.write { session in
            _ = log.take()
            try session.update(model)
            // In its own spelling, a look for the row's, and in that.
            let ran = log.take()
            #expect(ran.map { String($0.sql.prefix(6)) } == ["UPDATE", "SELECT", "UPDATE"])
            #expect([ran.first, ran.last].map { $0?.parameters.last } == [.text(upper.lowercased()), .text(upper)])
        }
        #expect(try rows(database) == [[1, .text(upper), "one"], [2, .text(upper), "other"]])
        // It knows its row from then on.
        model.name = "two"
        try database.write { session in
            _ = log.take()
            try session.save(model)
            #expect(log.take().map { String($0.sql.prefix(6)) } == ["UPDATE"])
        }
        try database.write { try $0.update(try account("three"), columns: ["name"]) }
        #expect(try rows(database).first == [1, .text(upper), "three"])
        let both = try ["four", "five"].map { try account($0) }
        both[1].tenant = 2
        try database.write { try $0.update(both) }
        #expect(try rows(database) == [[1, .text(upper), "four"], [2, .text(upper), "five"]])
        let gone = try account("")
        try database.write { try $0.delete(gone) }
        #expect(gone.isDeleted)
        #expect(try rows(database) == [[2, .text(upper), "five"]])
        for attempt in [
            { try $0.update(try account("x")) }, { try $0.update(try account("x"), columns: ["name"]) },
            { try $0.delete(try account("x")) },
        ] as [(Session) throws -> Void] {
            let error = #expect(throws: ModelError.self) { try database.write { try attempt($0) } }
            #expect(error?.code == .rowNotFound && error?.key == [1, .text(upper.lowercased())])
        }
    }

    @Test func deletionsByOneColumn() throws {
        final class Tag: Model {
            var id = UUID()
            var isOn = false
            override class var table: String { "tag" }
            override class var primaryKey: [String] { ["id"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE tag (id TEXT PRIMARY KEY, "isOn" TEXT);
            INSERT INTO tag VALUES ('\(upper)', 't'), ('\(upper.lowercased())', 'f');
            """)
        let (id, tag) = (try #require(UUID(uuidString: upper)), Tag())
        tag.id = id
        // Its own spelling first, then the other row's.
        try database.write { try $0.delete(tag) }
        #expect(try Theatre.rows(database, "SELECT id FROM tag") == [[.text(upper)]])
        let again = Tag()
        again.id = id
        try database.write { try $0.delete(again) }
        #expect(try Theatre.rows(database, "SELECT id FROM tag").isEmpty)
    }

    /// Two models of a list have the key of one row, each in its own way: the later one's values stay.
    @Test func oneKeyInTwoWaysInOneList() throws {
        final class Price: Model {
            var tenant = 0, amount: SQLValue = .null
            var name: String?
            override class var table: String { "price" }
            override class var primaryKey: [String] { ["tenant", "amount"] }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE price (tenant INTEGER, amount NUMERIC(8, 2), name TEXT, PRIMARY KEY (tenant, amount));
            INSERT INTO price VALUES (1, 12.5, 'old'), (1, 7, 'seven');
            """)
        let prices = [("12.5", "a"), ("7.00", "b"), ("12.50", "c"), ("12.500", "d")].map { amount, name in
            let price = Price()
            (price.tenant, price.amount, price.name) = (1, .text(amount), name)
            return price
        }
        let loaded = try database.read { try $0.query(Price.self).orderBy(\.name).all() }
        try database.write { session in
            try session.upsert(prices)
            #expect(
                try session.rows("SELECT name FROM price ORDER BY amount").map(\.values) == [["b"], ["d"]])
            loaded[0].name = "e"
            try session.upsert([prices[0]] + loaded)
            #expect(
                try session.rows("SELECT name FROM price ORDER BY amount").map(\.values) == [["seven"], ["e"]])
        }
        #expect(try prices.allSatisfy { try !$0.hasChanges() })
    }

    @Test func whatCannotBeLookedForIsSaid() throws {
        let database = try database("TEXT", "(1, '2024-01-01', 'old')")
        let account = SpelledAccount<Date>()
        (account.tenant, account.id) = (1, try #require(DateFormat.iso8601.date(from: "2024-01-01")))
        for attempt in [
            { try $0.update(account) }, { try $0.update(account, columns: ["name"]) }, { try $0.delete(account) },
        ] as [(Session) throws -> Void] {
            let error = #expect(throws: ModelError.self) { try database.write { try attempt($0) } }
            #expect(error?.code == .formMissing && error?.column == "id")
        }
        #expect(try rows(database) == [[1, "2024-01-01", "old"]])
        // What is stored as the property is written needs no form.
        try database.execute("UPDATE account SET id = \(account.id.sqlValue)")
        try database.write { try $0.delete(account) }
        #expect(try rows(database).isEmpty)
    }

    /// Keys of one spelling cost nothing more.
    @Test func statements() throws {
        let database = try Theatre.database()
        let seat = Theatre.Seat()
        (seat.hall, seat.number) = ("C", 1)
        try database.write { session in
            try session.upsert(seat)
            let log = SQLLog(database)
            let other = Theatre.Seat()
            (other.hall, other.number) = ("C", 2)
            try session.upsert(other)
            #expect(log.take().count == 1)
            let gone = Theatre.Seat()
            (gone.hall, gone.number) = ("C", 3)
            #expect(throws: ModelError.self) { try session.delete(gone) }
            #expect(log.take().count == 1)
        }
    }
}

/// Two columns are compared by what their properties read.
@Suite(.eachEngine) struct ComparedColumnTests {
    final class Pair: Model {
        var id = 0, part = 0
        var a: UUID?, b: UUID?
        var yes: Bool?, no: Bool?
        var first: Date?, last: Date?
        override class var table: String { "pair" }
        override class var primaryKey: [String] { ["id", "part"] }
    }

    final class Loose: Model {
        var id = 0
        var a: Int?, b: Int?
        var one: String?, two: String?
        override class var table: String { "loose" }
        override class var primaryKey: [String] { ["id"] }
    }

    @Test func spellings() throws {
        let upper = "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C"
        let bytes = ServedEngine.isSQLite ? "x'9D6F0F0E5B1C4D5B8F430C7F3F1A2B3C'" : "'\(upper)'"
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE pair (id INTEGER, part INTEGER, a TEXT, b TEXT, yes TEXT, no TEXT, first TEXT, last TEXT,
                PRIMARY KEY (id, part));
            INSERT INTO pair VALUES (1, 1, '\(upper)', '\(upper.lowercased())', 't', 'true', NULL, NULL),
                (2, 1, \(bytes), '\(upper.lowercased())', '1', 'f', NULL, NULL),
                (3, 1, '00000000-0000-0000-0000-00000000000A', '\(upper)', NULL, 't', NULL, NULL);
            """.replacing("'1', 'f'", with: ServedEngine.isSQLite ? "'1', 'f'" : "'t', 'f'"))
        try database.read { session in
            let query = try session.query(Pair.self).orderByKey()
            #expect(try query.filter(\.a == \.b).all().map(\.id) == [1, 2])
            #expect(try query.filter(\.a != \.b).all().map(\.id) == [3])
            #expect(try query.filter(\.yes == \.no).all().map(\.id) == [1])
            #expect(try query.filter(!(\.yes == \.no)).all().map(\.id) == [2])
            #expect(try query.filter("a = b").count() == 2)
            for attempt in [
                { _ = try query.filter(\.first == \.last).all() }, { _ = try query.filter("first < last").all() },
            ] as [() throws -> Void] {
                #expect(throws: ModelError.self) { try attempt() }
            }
        }
    }

    @Test func numbersAndTexts() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE loose (id INTEGER PRIMARY KEY, a, b, one, two);
            INSERT INTO loose VALUES (1, 7, '7', 7, '7'), (2, '7', 8, 7.0, '7.0'), (3, NULL, 7, 'x', 'X');
            """)
        try database.read { session in
            let query = try session.query(Loose.self).orderByKey()
            #expect(try query.filter(\.a == \.b).all().map(\.id) == [1])
            #expect(try query.filter(\.a != \.b).all().map(\.id) == [2])
            #expect(try query.filter(\.one == \.two).all().map(\.id) == [1, 2])
            let error = #expect(throws: ModelError.self) { try query.filter("one < two").all() }
            #expect(error?.code == .formMissing)
            // There is no form of a String that one could declare.
            #expect(
                error?.hint
                    == "Compare and order by an expression, or give the column a type that has one form; find(raw:) takes "
                    + "stored values as they are")
        }
    }
}

extension UUID {
    fileprivate var sqlValueText: String { uuidString.lowercased() }
}
