import Foundation
import TestServer
import Testing
import ZIMOrm

/// Wrong keys and wrong names: the message says what was meant.
@Suite(.eachEngine) struct KeyAndNameTests {
    let database: Database

    init() throws { database = try Theatre.database() }

    @Test func wrongNumbersOfValues() throws {
        try database.read { session in
            let one = #expect(throws: ModelError.self) { try session.find(Theatre.Seat.self, "A") }
            #expect(one?.code == .keyMismatch)
            #expect(one?.message == #""seat" has the key (hall, number), 1 value was given: ('A')"#)
            let three = #expect(throws: ModelError.self) { try session.find(Theatre.Seat.self, "A", 1, 2.5) }
            #expect(three?.message == #""seat" has the key (hall, number), 3 values were given: ('A', 1, 2.5)"#)
            let none = #expect(throws: ModelError.self) { try session.find(Theatre.Booking.self) }
            #expect(none?.message == #""booking" has the key (hall, seat_no, day), 0 values were given: ()"#)
            let single = #expect(throws: ModelError.self) { try session.find(Theatre.Play.self, 1, 2) }
            #expect(single?.message == #""play" has the key (pk), 2 values were given: (1, 2)"#)
        }
    }

    @Test func valuesThatNoKeyCanBe() throws {
        try database.read { session in
            let error = #expect(throws: ModelError.self) { try session.find(Theatre.Seat.self, "A", "first") }
            #expect(error?.code == .value)
            #expect(
                error?.message
                    == #""seat"."number" of the values that were given (hall = 'A', number = 'first'): "#
                    + "text 'first' cannot be read as `Int`")
            #expect(throws: ModelError.self) { try session.find(Theatre.Booking.self, "A", 1, "some day") }
        }
    }

    @Test func missingKeys() throws {
        try database.write { session in
            let play = Theatre.Play()
            for (attempt, what) in [
                (session.load(_:), "loaded"), (session.update(_:), "updated"), (session.delete(_:), "deleted"),
            ] as [((Model) throws -> Void, String)] {
                let error = #expect(throws: ModelError.self) { try attempt(play) }
                #expect(error?.code == .keyMissing)
                #expect(
                    error?.message == #"a row of "play" cannot be \#(what): "pk" is NULL in its key (pk = NULL)"#)
            }
        }
    }

    final class Misspelt: Model {
        var hall = "", numbr = 0
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "numbr"] }
    }
    final class NoTable: Model {
        var hall = "", number = 0
        override class var table: String { "saet" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }
    final class NoSchema: Model {
        var hall = "", number = 0
        override class var table: String { "seat" }
        override class var schema: String? { "elsewhere" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    final class OtherCase: Model {
        var hall = "", number = 0
        override class var table: String { "SEAT" }
        override class var primaryKey: [String] { ["hall", "number"] }
    }

    /// A server says it in its own words. PostgreSQL takes no other statement then, in which the nearest names could be
    /// asked for.
    @Test func unknownNamesToAServer() throws {
        guard !ServedEngine.isSQLite else { return }
        func failure(_ body: @escaping (Session) throws -> Void) -> DatabaseError? {
            #expect(throws: DatabaseError.self) { try database.write { try body($0) } }
        }
        let column = failure { _ = try $0.find(Misspelt.self, "A", 1) }
        let isMariaDB = ServedEngine.isMariaDB
        #expect((column?.code, column?.sqlState) == (.sql, isMariaDB ? "42S22" : "42703"))
        let clause = ServedEngine.isMySQL ? "field list" : "SELECT"
        let noColumn = isMariaDB ? "Unknown column 'numbr' in '\(clause)'" : #"column "numbr" does not exist"#
        #expect(column?.message.contains(noColumn) == true, "\(column as Any)")
        let table = failure { _ = try $0.find(NoTable.self, "A", 1) }
        let noTableState = isMariaDB ? "42S02" : "42P01"
        #expect((table?.code, table?.sqlState) == (.sql, noTableState))
        #expect(
            table?.message.contains(isMariaDB ? ".saet' doesn't exist" : #"relation "saet" does not exist"#) == true)
        #expect(!isMariaDB || column?.hint == #"Did you mean "number"?"#)
        #expect(table?.hint == (isMariaDB ? #"Did you mean "seat"?"# : nil))
        // Names of tables differ in case on MySQL, too.
        #expect(
            failure { _ = try $0.query(OtherCase.self).all() }?.hint == (isMariaDB ? #"Did you mean "seat"?"# : nil))
        let inserted = failure { try $0.insert(NoTable()) }
        #expect(
            inserted?.message.hasPrefix(#"there is no table "saet" in \#(isMariaDB ? "mysql" : "postgresql")://"#)
                == true)
        #expect(inserted?.hint == #"Did you mean "seat"?"#)
        let noSchemaState = ServedEngine.isMySQL ? "42000" : noTableState
        #expect(failure { _ = try $0.find(NoSchema.self, "A", 1) }?.sqlState == noSchemaState)
        #expect(failure { try $0.insert(NoSchema()) } != nil)
    }

    @Test func unknownColumns() throws {
        guard ServedEngine.isSQLite else { return }
        try database.write { session in
            let found = #expect(throws: DatabaseError.self) { try session.find(Misspelt.self, "A", 1) }
            #expect(found?.code == .sql)
            #expect(found?.message.contains(#"no such column: numbr"#) == true)
            #expect(found?.hint == #"Did you mean "number"?"#)
            let inserted = #expect(throws: DatabaseError.self) { try session.insert(Misspelt()) }
            #expect(inserted?.message == #"table seat has no column named numbr in "seat" (class Misspelt)"#)
            #expect(inserted?.hint == #"Did you mean "number"?"#)
        }
    }

    @Test func unknownTables() throws {
        guard ServedEngine.isSQLite else { return }
        try database.write { session in
            let found = #expect(throws: DatabaseError.self) { try session.find(NoTable.self, "A", 1) }
            #expect(found?.message.contains("no such table: saet") == true)
            #expect(found?.hint == #"Did you mean "seat"?"#)
            let inserted = #expect(throws: DatabaseError.self) { try session.insert(NoTable()) }
            #expect(inserted?.message == #"there is no table "saet" in database in memory (class NoTable)"#)
            #expect(inserted?.hint == #"Did you mean "seat"?"#)
            #expect(throws: DatabaseError.self) { try session.find(NoSchema.self, "A", 1) }
            #expect(throws: DatabaseError.self) { try session.insert(NoSchema()) }
        }
    }

    final class Frozen: Model {
        var hall = "", number = 0
        var guest: String?
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }
        override class var isSaveable: Bool { false }
    }

    @Test func whatIsNotSaveable() throws {
        try database.write { session in
            let seat = try #require(try session.find(Frozen.self, "A", 1))
            seat.guest = "no"
            let attempts: [(Model) throws -> Void] = [
                { try session.save($0) }, { try session.insert($0) }, { try session.update($0) },
                { try session.upsert($0) }, { try session.delete($0) }, { try session.save([$0, Frozen()]) },
                { _ in try session.query(Frozen.self).delete() },
            ]
            for attempt in attempts {
                let error = #expect(throws: ModelError.self) { try attempt(seat) }
                #expect(error?.code == .notSaveable)
                #expect(error?.message == "class Frozen says that it is not saveable")
            }
            try session.reload(seat)
            #expect(seat.guest == "Ada")
        }
    }

    @Test func aLockedDatabase() throws {
        let path = NSTemporaryDirectory() + "zim-\(UUID().uuidString).sqlite"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var options = DatabaseOptions()
        options.busyTimeout = .milliseconds(50)
        let mine = try Database(path: path, options: options)
        let theirs = try Database(path: path)
        try mine.execute("CREATE TABLE play (pk INTEGER PRIMARY KEY, title TEXT, acts INTEGER)")
        let play = Theatre.Play()
        try theirs.write { session in
            try session.execute("INSERT INTO play VALUES (8, 'x', 1)")
            let error = #expect(throws: DatabaseError.self) { try mine.write { try $0.save(play) } }
            #expect(error?.code == .busy)
            #expect(error?.message.hasPrefix("\(path) is locked; waited ") == true)
        }
        #expect(!play.isLoaded)
        #expect(play.pk == nil)
        try mine.write { try $0.save(play) }
        #expect(play.pk == 9)
    }
}
