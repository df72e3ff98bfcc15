#if MySQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMDb
    @testable import ZIMMySQL

    /// Models are inserted, found, changed and deleted, by keys of one, two and three columns.
    @Suite(.server) struct ModelTests {
        private final class Log: Sendable {
            private let texts = Mutex<[String]>([])
            func add(_ trace: StatementTrace) {
                if !trace.isTransactionControl { texts.withLock { $0.append(trace.sql) } }
            }
            func take() -> [String] {
                texts.withLock { texts in
                    defer { texts = [] }
                    return texts
                }
            }
        }

        /// The statements that a closure sends.
        private func sent(_ database: Database, _ body: (Session) throws -> Void) throws -> [String] {
            let log = Log()
            let subscription = database.trace { log.add($0) }
            defer { subscription.cancel() }
            try database.write(body)
            return log.take()
        }

        @Test(.mariaDB) func theKeyThatTheServerCountsComesBack() throws {
            let database = try Server.database(StockTables.script)
            let one = Movement(nil, nil, 1, "one")
            var texts = try sent(database) { try $0.save(one) }
            #expect(one.id == 1)
            #expect(
                texts == [
                    "INSERT INTO `movement` (`warehouse`, `item`, `amount`, `label`) VALUES (?, ?, ?, ?) RETURNING `id`"
                ])
            let many = (2...6).map { Movement(nil, nil, $0, "m\($0)") }
            texts = try sent(database) { try $0.save(many) }
            #expect(many.map(\.id) == [2, 3, 4, 5, 6])
            #expect(texts.count == 2)
            one.label = "uno"
            texts = try sent(database) { try $0.save(one) }
            #expect(texts == ["UPDATE `movement` SET `label` = ? WHERE `id` = ?"])
            #expect(try sent(database) { try $0.save(one) } == [])
            #expect(try database.read { try $0.find(Movement.self, 1)?.label } == "uno")
            try database.write { try $0.delete(one) }
            #expect(try database.read { try $0.find(Movement.self, 1) } == nil)
        }

        /// MySQL gives nothing back: the key is asked for, then the row.
        @Test func withoutReturningTheRowIsLookedUp() throws {
            let url = try Server.url(StockTables.script)
            // MariaDB takes what the older servers are sent.
            let dialect = MySQLDialect(.mySQL, makesTables: MySQLProduct.current == .mySQL8)
            let database = try Server.database(url, dialect)
            let many = (1...3).map { Movement(nil, nil, $0, "m\($0)") }
            let texts = try sent(database) { try $0.save(many) }
            #expect(many.map(\.id) == [1, 2, 3])
            #expect(texts.allSatisfy { !$0.contains("RETURNING") })
            let again = Movement(nil, nil, 9, "m2")
            try database.write { try $0.upsert(again, on: ["label"]) }
            #expect(again.id == 2)
            #expect(try database.read { try $0.find(Movement.self, 2)?.amount } == 9)
            try database.write { session in
                try session.execute("CREATE TABLE noted (id INT PRIMARY KEY, note VARCHAR(9) NOT NULL DEFAULT 'none')")
                let noted = Noted()
                noted.id = 4
                try session.insert(noted)
                #expect(noted.note == "none")
            }
        }

        final class Noted: Model {
            var id = 0
            var note: String?
            override class var table: String { "noted" }
            override class var primaryKey: [String] { ["id"] }
            override class var isAutoIncremented: Bool { false }
        }

        /// The server would take 0 for "the next number".
        @Test func zeroIsAKey() throws {
            let database = try Server.database(StockTables.script)
            let zero = Movement(nil, nil, 1, "zero")
            zero.id = 0
            try database.write { try $0.insert(zero) }
            #expect(try database.read { try $0.find(Movement.self, 0)?.label } == "zero")
        }

        @Test func keysOfTwoAndThreeColumns() throws {
            let database = try StockTables.filled()
            try database.write { session in
                let bolt = try #require(try session.find(Stock.self, 1, "Bolt"))
                bolt.quantity = 50
                try session.save(bolt)
                #expect(try session.find(Stock.self, 1, "bolt")?.quantity == 50)
                #expect(try session.find(Stock.self, 3, "Bolt") == nil)
                try session.save([Seat("A", 1, 1, "Ada"), Seat("A", 1, 2), Seat("B", 1, 1)])
                let seat = try #require(try session.find(Seat.self, "A", 1, 1))
                seat.number = 7
                try session.save(seat)
                #expect(try session.find(Seat.self, "A", 1, 7)?.guest == "Ada")
                #expect(
                    try session.find(Seat.self, keys: [["A", 1, 2], ["A", 9, 9], ["A", 1, 7]]).map(\.number) == [2, 7])
                try session.delete(seat)
                #expect(try session.query(Seat.self).count() == 2)
            }
        }

        @Test func upsertsGoByTheKeyThatIsNamed() throws {
            let database = try StockTables.filled()
            try database.write { session in
                try session.upsert([Stock(1, "Bolt", 70), Stock(9, "New", 1)])
                #expect(try session.find(Stock.self, 1, "Bolt")?.quantity == 70)
                #expect(try session.query(Stock.self).count() == 4)
                let named = Movement(1, "Nut", 33, "a")
                try session.upsert(named, on: ["label"])
                #expect(named.id == 1)
                #expect(try session.find(Movement.self, 1)?.amount == 33)
                let some = Movement(nil, nil, 44, "a")
                try session.upsert(some, on: ["label"], updating: ["amount"])
                #expect(some.item == "Nut" && some.amount == 44)
            }
            // Met by the label, which is not the key that it goes by.
            let other = Movement(nil, nil, 1, "a")
            other.id = 99
            let error = Server.error { try database.write { try $0.upsert(other) } }
            #expect(
                error?.code == .constraint && error?.constraint?.kind == .unique
                    && error?.constraint?.table == "movement")
            #expect(try database.read { try $0.find(Movement.self, 1)?.amount } == 44)
        }

        @Test func violatedConstraintsAreNamed() throws {
            let database = try StockTables.filled()
            func error(_ body: @escaping (Session) throws -> Void) -> DatabaseError? {
                Server.error { try database.write { try body($0) } }
            }
            let twice = error { try $0.insert(Stock(1, "BOLT")) }
            #expect(twice?.constraint?.kind == .primaryKey && twice?.constraint?.columns == ["warehouse", "item"])
            #expect(twice?.hint == "upsert() writes over the row that has the key")
            let label = error { try $0.insert(Movement(nil, nil, 1, "a")) }
            #expect(label?.constraint?.kind == .unique && label?.constraint?.columns == ["label"])
            let orphan = error { try $0.insert(Movement(7, "Bolt", 1, "x")) }
            #expect(orphan?.constraint?.kind == .foreignKey && orphan?.constraint?.columns == ["warehouse", "item"])
            let parent = error { try $0.delete(try #require(try $0.find(Stock.self, 1, "Nut"))) }
            #expect(parent?.constraint?.kind == .foreignKey && parent?.constraint?.table == "movement")
            let negative = error { try $0.insert(Stock(5, "Bolt", -1)) }
            #expect(negative?.constraint?.kind == .check)
            let long = error { try $0.insert(Stock(5, String(repeating: "x", count: 21))) }
            #expect(long?.code == .value)
            // Nothing of it was written.
            #expect(try database.read { try $0.query(Stock.self).count() } == 3)
        }

        @Test func whatWasRolledBackIsKnown() throws {
            let database = try StockTables.filled()
            let nut = try #require(try database.read { try $0.find(Stock.self, 1, "Nut") })
            #expect(throws: CancellationError.self) {
                try database.write { session in
                    nut.quantity = 99
                    try session.save(nut)
                    throw CancellationError()
                }
            }
            #expect(nut.quantity == 99)
            try database.write { session in
                try session.save(nut)
                _ = try? session.transaction { inner in
                    nut.quantity = 100
                    try inner.save(nut)
                    throw CancellationError()
                }
                #expect(try session.find(Stock.self, 1, "Nut")?.quantity == 99)
            }
        }

        @Test func deadlocksAreRetried() async throws {
            let database = try StockTables.filled()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for turn in 0..<2 {
                    group.addTask {
                        try database.write(retrying: 20) { session in
                            let items = turn == 0 ? ["Bolt", "Nut"] : ["Nut", "Bolt"]
                            for item in items {
                                guard let stock = try session.find(Stock.self, 1, item) else { continue }
                                try session.query(Stock.self).filter(\.warehouse == 1 && \.item == item).update(
                                    .set(\.quantity, to: .column("quantity") + 1))
                                _ = stock
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let sum = try await database.read { try $0.query(Stock.self).filter(\.warehouse == 1).sum(\.quantity) }
            #expect(sum == 15)
        }

        @Test func changesByQuery() throws {
            let database = try StockTables.filled()
            try database.write { (session: Session) throws -> Void in
                #expect(try session.query(Movement.self).orderBy(\.id, ascending: false).limit(1).delete() == 1)
                #expect(try session.query(Movement.self).filter("stock.quantity > 5").update(.set(\.amount, 0)) == 1)
                #expect(try session.delete(Movement.self, keys: [[1], [2], [77]]) == 2)
                #expect(try session.query(Movement.self).all().map(\.amount) == [0])
            }
        }

        @Test func versionsAreCounted() throws {
            let database = try Server.database(
                "CREATE TABLE page (site INT, path VARCHAR(20), text TEXT, version INT NOT NULL, PRIMARY KEY (site, path))"
            )
            try database.write { session in
                let page = Page()
                (page.site, page.path, page.text) = (1, "a", "first")
                try session.save(page)
                let other = try #require(try session.find(Page.self, 1, "a"))
                other.text = "second"
                try session.save(other)
                #expect(other.version == page.version + 1)
                page.text = "third"
                let error = #expect(throws: ModelError.self) { try session.save(page) }
                #expect(error?.code == .staleRow)
                try session.upsert(other)
                #expect(try session.find(Page.self, 1, "a")?.version == other.version)
            }
        }

        final class Page: Model {
            var site = 0
            var path = ""
            var text: String?
            var version = 0
            override class var table: String { "page" }
            override class var primaryKey: [String] { ["site", "path"] }
            override class var locking: Locking { .version("version") }
        }

        @Test func savepointsOfOnesOwnUndoModels() throws {
            let database = try StockTables.filled()
            try database.write { session in
                let nut = try #require(try session.find(Stock.self, 1, "Nut"))
                try session.execute("SAVEPOINT `Mine`")
                nut.quantity = 77
                try session.save(nut)
                try session.execute("ROLLBACK TO SAVEPOINT mine")
                try session.save(nut)
                #expect(try session.find(Stock.self, 1, "Nut")?.quantity == 77)
            }
        }

        @Test func locksByNameThrow() throws {
            let database = try StockTables.filled()
            #expect(throws: (any Error).self) { try database.write { try $0.lock("nightly") } }
        }

        @Test func rowsAreLocked() throws {
            let database = try StockTables.filled()
            let texts = try sent(database) { session in
                _ = try session.query(Stock.self).filter(\.warehouse == 1).locked(waiting: .skipLocked).all()
            }
            // MySQL 8 locks the rows of one of several tables.
            let hasTables = MySQLProduct.current == .mySQL8
            let lock = hasTables ? "FOR UPDATE OF `stock` SKIP LOCKED" : "FOR UPDATE SKIP LOCKED"
            #expect(texts.first?.hasSuffix("WHERE `stock`.`warehouse` = ? \(lock)") == true)
            try database.write { session in
                let joined = try session.query(Movement.self).filter("stock.quantity > 5").locked()
                if hasTables {
                    #expect(try !joined.all().isEmpty)
                } else {
                    let error = #expect(throws: ModelError.self) { try joined.all() }
                    #expect(error?.code == .query)
                }
                #expect(throws: (any Error).self) { try session.query(Stock.self).locked(.forKeyShare).all() }
            }
        }
    }
#endif
