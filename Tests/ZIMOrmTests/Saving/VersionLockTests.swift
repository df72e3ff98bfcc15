import TestServer
import Testing

@testable import ZIMOrm

/// Rows whose versions are counted: who saves an old one loses.
@Suite(.eachEngine) struct VersionLockTests {
    private typealias Stock = Depot.Stock
    private let database: Database
    private let log: SQLLog

    init() throws {
        database = try Depot.database()
        log = SQLLog(database)
    }

    private func stock() throws -> [[SQLValue]] {
        try Depot.rows(
            database, "SELECT item, quantity, note, lock_version FROM stock WHERE warehouse = 1 ORDER BY item")
    }

    /// Somebody else's change.
    private func elsewhere(_ change: (Stock) -> Void) throws {
        try database.write { session in
            let other = try #require(try session.find(Stock.self, 1, 1))
            change(other)
            try session.save(other)
        }
        _ = log.take()
    }

    private func lost(_ body: () throws -> Void) -> ModelError? {
        let error = #expect(throws: ModelError.self) { try body() }
        #expect(error?.code == .staleRow)
        return error
    }

    @Test func anUpdateComparesAndCountsInOneStatement() throws {
        let stock = try #require(try database.find(Stock.self, 1, 1))
        stock.quantity = 9
        _ = log.take()
        try stock.save()
        #expect(
            log.take().map { "\($0.sql) \($0.parameters)" } == [
                #"UPDATE "stock" SET "quantity" = ?, "lock_version" = "lock_version" + 1 "#
                    + #"WHERE "warehouse" = ? AND "item" = ? AND "lock_version" = ? [9, 1, 1, 3]"#
            ])
        #expect(stock.version == 4)
        #expect(try !stock.hasChanges())
        try stock.save()
        #expect(log.texts() == [])
        (stock.note, stock.quantity) = ("few", 8)
        try stock.save()
        #expect(stock.version == 5)
        #expect(try self.stock().first == [1, 8, "few", 5])
    }

    @Test func aLostRaceSaysWhatIsThereAndChangesNothing() throws {
        let mine = try #require(try database.find(Stock.self, 1, 1))
        try elsewhere { $0.quantity = 5 }
        mine.quantity = 9
        let error = lost { try mine.save() }
        #expect(
            error?.message
                == "the row (warehouse = 1, item = 1) of \"stock\" was not updated: another program changed it, "
                + "\"lock_version\" was 3 and is 4")
        #expect(error?.table == "stock" && error?.key == [1, 1] && error?.column == "lock_version")
        #expect(error?.conflicts == [ColumnConflict(column: "lock_version", expected: 3, found: 4)])
        #expect(error?.hint?.contains("merge()") == true)
        // Still only one statement was asked for by the program.
        #expect(log.texts().count == 1)
        #expect(mine.quantity == 9 && mine.version == 3)
        #expect(try mine.changedColumns() == ["quantity"])
        #expect(try stock().first == [1, 5, nil, 4])
        #expect(lost { try mine.delete() }?.message.contains("was not deleted: another program changed it") == true)
        #expect(mine.isLoaded && !mine.isDeleted)
    }

    @Test func mergeKeepsMyChangesAndReloadTakesTheirs() throws {
        let mine = try #require(try database.find(Stock.self, 1, 1))
        let other = try #require(try database.find(Stock.self, 1, 1))
        try elsewhere { ($0.quantity, $0.note) = (5, "theirs") }
        mine.quantity = 9
        _ = lost { try mine.save() }
        _ = log.take()
        try mine.merge()
        #expect(log.texts().count == 1)
        #expect(mine.quantity == 9 && mine.note == "theirs" && mine.version == 4)
        #expect(try mine.changedColumns() == ["quantity"])
        try mine.save()
        #expect(try stock().first == [1, 9, "theirs", 5])
        other.quantity = 1
        try other.reload()
        #expect(other.quantity == 9 && other.version == 5)
        #expect(try !other.hasChanges())
        // What was changed alike on both sides is no change any more.
        try elsewhere { $0.note = "same" }
        other.note = "same"
        try other.merge()
        #expect(try !other.hasChanges())
        try other.delete()
        #expect(throws: ModelError.self) { try mine.merge() }
        #expect(mine.note == "theirs" && mine.quantity == 9)
    }

    @Test func aRowThatIsGoneIsNotFound() throws {
        let mine = try #require(try database.find(Stock.self, 1, 1))
        try database.execute("DELETE FROM stock WHERE item = 1")
        mine.quantity = 9
        let error = #expect(throws: ModelError.self) { try mine.save() }
        #expect(error?.code == .rowNotFound)
        #expect(error?.message == "no row of \"stock\" was updated: (warehouse = 1, item = 1) is gone")
    }

    @Test func aDeletionCompares() throws {
        let stock = try #require(try database.find(Stock.self, 1, 1))
        _ = log.take()
        try stock.delete()
        #expect(
            log.take().map { "\($0.sql) \($0.parameters)" } == [
                #"DELETE FROM "stock" WHERE "warehouse" = ? AND "item" = ? AND "lock_version" = ? [1, 1, 3]"#
            ])
        let both = try database.read { try $0.query(Stock.self).orderByKey().all() }
        try database.execute("UPDATE stock SET lock_version = 8 WHERE warehouse = 2")
        _ = lost { try database.write { try $0.delete(both) } }
        #expect(both.allSatisfy { $0.isLoaded })
        #expect(try stock2() == 2)
    }

    private func stock2() throws -> Int { try database.read { try $0.query(Stock.self).count() } }

    @Test func listsShareAStatementAndAreLostAsAWhole() throws {
        let all = try database.read { try $0.query(Stock.self).orderByKey().all() }
        for stock in all { stock.quantity += 1 }
        _ = log.take()
        try database.write { try $0.save(all) }
        let texts = log.texts()
        #expect(texts.count == (ServedEngine.isSQLite ? 2 : ServedEngine.updatesOneByOne ? 3 : 1), "\(texts)")
        // A table of values and the table both have columns.
        let isOne = ServedEngine.isMariaDB && (!ServedEngine.isMySQL || ServedEngine.updatesOneByOne)
        let counted = isOne ? #""lock_version""# : #""stock"."lock_version""#
        let written = isOne || !ServedEngine.isMySQL ? #""lock_version""# : counted
        #expect(texts.allSatisfy { $0.contains("\(written) = \(counted) + 1") }, "\(texts)")
        #expect(all.map(\.version) == [4, 1, 8])
        try elsewhere { $0.quantity = 100 }
        for stock in all { stock.quantity += 1 }
        let error = lost { try database.write { try $0.save(all) } }
        #expect(error?.key == [1, 1])
        #expect(error?.conflicts == [ColumnConflict(column: "lock_version", expected: 4, found: 5)])
        #expect(try stock() == [[1, 100, nil, 5], [2, 21, "two", 1]])
        #expect(all.map(\.version) == [4, 1, 8])
        #expect(try all.map { try $0.changedColumns() } == [["quantity"], ["quantity"], ["quantity"]])
        for stock in all { try stock.merge() }
        try database.write { try $0.update(all) }
        #expect(all.map(\.version) == [6, 2, 9])
        // Two models of one row: the second is behind the first.
        let twin = try #require(try database.find(Stock.self, 1, 1))
        (twin.quantity, all[0].quantity) = (1, 2)
        _ = lost { try database.write { try $0.update([all[0], twin]) } }
    }

    @Test func aRollbackGivesTheVersionBack() throws {
        let stock = try #require(try database.find(Stock.self, 1, 1))
        #expect(throws: Undo.self) {
            try database.write { session in
                stock.quantity = 1
                try session.save(stock)
                stock.quantity = 2
                try session.save(stock)
                #expect(stock.version == 5)
                try? session.transaction { _ in
                    stock.quantity = 3
                    try session.update([stock])
                    #expect(stock.version == 6)
                    throw Undo()
                }
                // Nothing of the library is called in between: a form may read the property itself.
                #expect(stock.version == 5)
                #expect(try stock.hasChanges())
                throw Undo()
            }
        }
        #expect(stock.version == 3)
        #expect(try stock.changedColumns() == ["quantity"])
        try stock.save()
        #expect(try self.stock().first == [1, 3, nil, 4])
    }

    /// A form sends back the version that it was filled from.
    @Test func theVersionThatThePropertyHoldsIsExpected() throws {
        let form = Stock()
        (form.warehouse, form.item, form.quantity, form.version) = (1, 1, 50, 2)
        _ = lost { try database.write { try $0.update(form) } }
        #expect(!form.isLoaded && form.version == 2)
        form.version = 3
        try database.write { try $0.update(form) }
        #expect(form.isLoaded && form.version == 4)
        form.version = 3
        form.quantity = 51
        _ = lost { try form.save() }
        form.version = 4
        try form.save()
        #expect(try stock().first == [1, 51, nil, 5])
        let second = Stock()
        (second.warehouse, second.item, second.note) = (1, 2, "new")
        try database.write { try $0.update(second, columns: ["note"]) }
        #expect(second.version == 1)
        #expect(try stock().last == [2, 20, "new", 1])
        let gone = Stock()
        (gone.warehouse, gone.item, gone.version) = (1, 2, 9)
        _ = lost { try database.write { try $0.delete(gone) } }
        try? database.write { session in
            (second.note, second.version) = ("undone", 1)
            try session.saveOrUpdate(second)
            throw Undo()
        }
        #expect(second.version == 1)
    }

    @Test func nullCountsAsZero() throws {
        let crate = try #require(try database.find(Depot.Crate.self, 1))
        crate.content = "green tea"
        _ = log.take()
        try crate.save()
        let null = ServedEngine.isSQLite ? "IS ?" : ServedEngine.isMariaDB ? "<=> ?" : "IS NOT DISTINCT FROM ?"
        #expect(
            log.texts() == [
                #"UPDATE "crate" SET "content" = ?, "version" = coalesce("version", 0) + 1 WHERE "pk" = ? AND "#
                    + "\"version\" \(null)"
            ])
        #expect(crate.version == 1)
        let old = try #require(try database.find(Depot.Crate.self, 2))
        old.content = "tea"
        let error = #expect(throws: ModelError.self) { try old.save() }
        #expect(error?.code == .value && error?.column == "version" && error?.key == [2])
        #expect(error?.message.hasPrefix(#""crate"."version" of the row pk = 2: "#) == true)
        #expect(old.version == 32767)
        let fresh = Depot.Crate()
        (fresh.content, fresh.version) = ("salt", 0)
        try database.write { try $0.save(fresh) }
        fresh.content = "sugar"
        try fresh.save()
        #expect(fresh.version == 1)
    }

    @Test func bulkUpdatesEndWithTheLastVersionOfANarrowProperty() throws {
        final class Bin: Model {
            var aisle = 0, bin = 0, content = ""
            var version: Int8?
            override class var table: String { "bin" }
            override class var primaryKey: [String] { ["aisle", "bin"] }
            override class var locking: Locking { .version("version") }
        }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE bin (aisle INTEGER, bin INTEGER, content VARCHAR(9), version BIGINT, PRIMARY KEY (aisle, bin));
            INSERT INTO bin VALUES (1, 1, 'a', 127), (1, 2, 'b', 126), (1, 3, 'c', NULL);
            """)
        let query = try database.write { session in
            let query = try session.query(Bin.self)
            #expect(try query.filter(\.bin > 1).update(.set(\.content, "z")) == 2)
            return try query.orderByKey().all().map(\.version)
        }
        #expect(query == [127, 127, 1])
        final class Crate: Model {
            var aisle = 0, bin = 0, content = ""
            var version: Int8 = 0
            override class var table: String { "bin" }
            override class var primaryKey: [String] { ["aisle", "bin"] }
            override class var locking: Locking { .version("version") }
        }
        try database.write { session in
            try session.execute("INSERT INTO bin VALUES (2, 4, 'd', NULL)")
            #expect(try session.query(Crate.self).filter(\.aisle == 2).update(.set(\.content, "e")) == 1)
            try session.execute("DELETE FROM bin WHERE aisle = 2")
        }
        let error = #expect(throws: (any Error).self) {
            try database.write { try $0.query(Bin.self).update(.set(\.content, "y")) }
        }
        if ServedEngine.isSQLite {
            let error = error as? ModelError
            #expect(error?.code == .value && error?.column == "version" && error?.key == [1, 1])
            #expect(error?.message.hasSuffix("cannot be bound as `Int8`: it has no next number") == true)
        } else {
            #expect((error as? DatabaseError)?.code == .value)
        }
        #expect(
            try database.read { try $0.query(Bin.self).orderByKey().all().map(\.content) } == ["a", "z", "z"])
    }

    /// SQLite would write a real number that no property holds.
    @Test func theLastVersionIsNotCountedUp() throws {
        guard ServedEngine.isSQLite else { return }
        try database.execute("UPDATE stock SET lock_version = \(Int.max) WHERE warehouse = 1 AND item = 2")
        func expectRefused(_ body: (Session) throws -> Void) {
            let error = #expect(throws: ModelError.self) { try database.write(body) }
            #expect(error?.code == .value && error?.table == "stock" && error?.column == "lock_version")
            #expect(error?.key == [1, 2])
            #expect(error?.message.hasSuffix("it has no next number") == true)
        }
        expectRefused { try $0.query(Stock.self).filter(\.warehouse == 1).update(.set(\.quantity, 0)) }
        expectRefused { session in
            let stock = Stock()
            (stock.warehouse, stock.item) = (1, 2)
            try session.upsert(stock)
        }
        for lock in [Locking.none, .changedColumns, .allColumns] {
            expectRefused { session in
                let stock = try #require(try session.find(Stock.self, 1, 2))
                stock.quantity = 0
                try session.save(stock, locking: lock)
            }
        }
        #expect(try stock() == [[1, 10, .null, 3], [2, 20, "two", .integer(.max)]])
        let changed = try database.write { try $0.query(Stock.self).filter(\.item == 1).update(.set(\.quantity, 0)) }
        #expect(changed == 2)
    }

    @Test func whatWritesWithoutComparingCountsAllTheSame() throws {
        let mine = try #require(try database.find(Stock.self, 1, 1))
        try database.write { session in
            _ = log.take()
            #expect(try session.query(Stock.self).filter(\.item == 1).update(.set(\.quantity, 0)) == 2)
            #expect(
                log.texts() == [
                    #"UPDATE "stock" SET "quantity" = ?, "lock_version" = "lock_version" + 1"#
                        + (ServedEngine.isSQLite ? #" + 0 * abs(-1 - "lock_version")"# : "")
                        + #" WHERE "stock"."item" = ?"#
                ])
            let written = Stock()
            (written.warehouse, written.item, written.quantity) = (1, 2, 5)
            try session.upsert(written)
            #expect(written.version == 1)
            let two = [Stock(), Stock()]
            (two[0].warehouse, two[0].item, two[1].warehouse, two[1].item) = (1, 2, 9, 9)
            try session.upsert(two)
            #expect(two.map(\.version) == [2, 0])
            #expect(try session.query(Stock.self).filter(\.item == 9).update(.set(\.version, 40)) == 1)
        }
        mine.quantity = 9
        _ = lost { try mine.save() }
        _ = log.take()
        try mine.save(locking: .none)
        #expect(mine.version == 5 && log.texts().count == 2)
        #expect(try stock() == [[1, 9, nil, 5], [2, 0, nil, 2]])
        mine.quantity = 10
        try mine.save()
        let other = try #require(try database.find(Stock.self, 1, 1))
        mine.note = "again"
        try mine.save()
        try other.delete(locking: .none)
        #expect(try stock().count == 1)
    }

    @Test func exchangedValuesAreComparedToo() throws {
        try database.execute("CREATE UNIQUE INDEX one_quantity ON stock (quantity)")
        let two = try database.read { try $0.query(Stock.self).filter(\.warehouse == 1).orderByKey().all() }
        (two[0].quantity, two[1].quantity) = (two[1].quantity, two[0].quantity)
        try database.write { try $0.save(two) }
        #expect(try stock().map { $0[1] } == [20, 10])
        #expect(try stock().map { $0[3] } == two.map { .integer(Int64($0.version)) })
        try elsewhere { $0.note = "theirs" }
        (two[0].quantity, two[1].quantity) = (two[1].quantity, two[0].quantity)
        _ = lost { try database.write { try $0.save(two) } }
        #expect(try stock().map { $0[1] } == [20, 10])
    }

    /// Each adds one, in many transactions at once, and none is lost.
    @Test func programsThatRace() async throws {
        try await withThrowingTaskGroup(of: Void.self) { [database] group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<5 {
                        let stock = try #require(try await database.find(Stock.self, 1, 1))
                        while true {
                            stock.quantity += 1
                            do {
                                try await stock.save()
                                break
                            } catch let error as ModelError where error.code == .staleRow {
                                try await stock.reload()
                            }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try stock().first == [1, 30, nil, 23])
    }

    private final class NoVersion: Model {
        var warehouse = 0, item = 0, quantity = 0
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["warehouse", "item"] }
        override class var locking: Locking { .version("quantty") }
    }

    private final class TextVersion: Model {
        var warehouse = 0, item = 0
        var note: String?
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["warehouse", "item"] }
        override class var locking: Locking { .version("note") }
    }

    private final class KeyVersion: Model {
        var warehouse = 0, item = 0
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["warehouse", "item"] }
        override class var locking: Locking { .version("item") }
    }

    private final class UnkeptVersion: Model {
        var warehouse = 0, item = 0, edition = 0
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["warehouse", "item"] }
        override class var locking: Locking { .version("edition") }
    }

    @Test func aVersionThatCannotCountIsRefusedAtOnce() throws {
        func message(_ type: Model.Type) -> String? {
            #expect(throws: ModelError.self) { try MappingRegistry.mapping(of: type) }?.message
        }
        #expect(
            message(NoVersion.self)
                == "class NoVersion: locking names \"quantty\", which is no column or property of it")
        #expect(message(TextVersion.self) == "class TextVersion: the version \"note\" is no whole number")
        #expect(message(KeyVersion.self) == "class KeyVersion: the version \"item\" is a part of the primary key")
        let missing = #expect(throws: DatabaseError.self) {
            try database.read { try $0.query(UnkeptVersion.self).all() }
        }
        #expect(missing?.message.contains("edition") == true)
        let plain = try #require(try database.find(Depot.PlainStock.self, 1, 1))
        plain.quantity = 1
        let unknown = #expect(throws: ModelError.self) { try plain.save(locking: .version("versoin")) }
        #expect(unknown?.code == .mapping && unknown?.column == "versoin")
        let stock = try #require(try database.find(Stock.self, 1, 1))
        stock.note = "x"
        let other = #expect(throws: ModelError.self) { try stock.save(locking: .version("quantity")) }
        #expect(other?.message == "rows of \"stock\" are counted by another version than \"quantity\"")
    }
}
