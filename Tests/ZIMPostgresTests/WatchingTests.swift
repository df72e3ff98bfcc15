#if PostgreSQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMDb
    @testable import ZIMPostgres

    @Suite(.server, .timeLimit(.minutes(25))) struct WatchingTests {
        private static let tables = """
            CREATE TABLE orders (w integer, o integer, state text, PRIMARY KEY (w, o));
            CREATE TABLE line (w integer, o integer, n integer, amount numeric(10, 2), PRIMARY KEY (w, o, n),
                FOREIGN KEY (w, o) REFERENCES orders ON DELETE CASCADE ON UPDATE CASCADE);
            CREATE TABLE note (id integer PRIMARY KEY, text text);
            INSERT INTO orders VALUES (1, 1, 'open'), (1, 2, 'open'), (2, 1, 'sent');
            INSERT INTO line VALUES (1, 1, 1, 2.5), (1, 1, 2, 3.5), (2, 1, 1, 1);
            """
        private static let orders = "SELECT w, o, state FROM orders ORDER BY w, o"

        private struct Stop: Error {}

        private func scratch(
            triggers: [String] = ["orders", "line", "note"], interval: Duration = .seconds(600), more: String = ""
        ) throws -> Scratch {
            var options = DatabaseOptions()
            // Where triggers tell, nothing may come by asking.
            options.server.watchInterval = interval
            let scratch = try Scratch(Self.tables, options: options, more: more)
            try scratch.database.write { try WatchTriggers(on: triggers).install(in: $0) }
            return scratch
        }

        private func observed(_ database: Database, _ sql: String) -> DatabaseObservation<[[SQLValue]]>.AsyncIterator {
            database.observe { try $0.rows(SQL(unsafe: sql)).map(\.values) }.makeAsyncIterator()
        }

        private func exact(_ tables: String...) -> DatabaseChange? {
            DatabaseChange(tables: Set(tables), isExact: true)
        }

        @Test func everyKindOfChangeOfAnybodyIsSeen() async throws {
            let scratch = try scratch()
            let other = try scratch.another()
            var values = observed(scratch.database, Self.orders)
            var lines = observed(scratch.database, "SELECT count(*) FROM line")
            #expect(try await values.next() == [[1, 1, "open"], [1, 2, "open"], [2, 1, "sent"]])
            #expect(try await lines.next() == [[3]])
            try await scratch.database.write { try $0.execute("UPDATE orders SET state = 'late' WHERE o = 2") }
            #expect(try await values.next() == [[1, 1, "open"], [1, 2, "late"], [2, 1, "sent"]])
            try await other.write { try $0.execute("DELETE FROM orders WHERE o = 1 AND w = 1") }
            #expect(try await values.next() == [[1, 2, "late"], [2, 1, "sent"]])
            #expect(try await lines.next() == [[1]])  // cascade
            try await other.write {
                try $0.execute("INSERT INTO orders VALUES (2, 1, 'x') ON CONFLICT (w, o) DO UPDATE SET state = 'y'")
            }
            #expect(try await values.next() == [[1, 2, "late"], [2, 1, "y"]])
            try await other.write { try $0.execute("TRUNCATE orders CASCADE") }
            #expect(try await values.next() == [])
            #expect(try await lines.next() == [[0]])
        }

        @Test func aTransactionIsOneEventAndARollbackNone() async throws {
            let scratch = try scratch()
            let other = try scratch.another()
            var changes = try await scratch.database.changes(in: "orders", "line", "note").makeAsyncIterator()
            for _ in 0..<20 {
                try? await other.write { session throws in
                    try session.execute("TRUNCATE line")
                    throw Stop()
                }
                try await other.write { session throws in
                    try? session.transaction {
                        try $0.execute("INSERT INTO note VALUES (1, 'never')")
                        throw Stop()
                    }
                    try session.execute("UPDATE line SET amount = amount + 1")
                    try session.execute("UPDATE orders SET state = state || 'x'")
                }
                #expect(try await changes.next() == exact("orders", "line"))
            }
            try await other.write { try $0.execute("TRUNCATE orders CASCADE") }
            #expect(try await changes.next() == exact("orders", "line"))
            try await other.write {
                try $0.execute("INSERT INTO note SELECT i, 'x' FROM generate_series(1, 1000) AS i")
            }
            #expect(try await changes.next() == exact("note"))
        }

        @Test func whatIsNotReadIsNotAskedFor() async throws {
            let scratch = try scratch()
            let count = Sent()
            let trace = scratch.database.trace { if $0.sql == Self.orders { count.add() } }
            defer { trace.cancel() }
            var values = observed(scratch.database, Self.orders)
            _ = try await values.next()
            let other = try scratch.another()
            for number in 0..<20 {
                try await other.write { try $0.execute("INSERT INTO note VALUES (\(number), 'x')") }
                try await other.write { try $0.execute("UPDATE line SET amount = amount + 1") }
            }
            try await other.write { try $0.execute("DELETE FROM orders WHERE w = 2") }
            #expect(try await values.next() == [[1, 1, "open"], [1, 2, "open"]])
            #expect(count.value == 2)
        }

        @Test func aValueThatStayedTheSameIsNotRepeated() async throws {
            let scratch = try scratch()
            var values = observed(scratch.database, Self.orders)
            _ = try await values.next()
            for _ in 0..<5 { try await scratch.database.write { try $0.execute("UPDATE orders SET state = state") } }
            try await scratch.database.write { try $0.execute("DELETE FROM orders WHERE w = 1") }
            #expect(try await values.next() == [[2, 1, "sent"]])
        }

        @Test func aSlowReaderGetsTheNewest() async throws {
            let scratch = try scratch()
            var values = observed(scratch.database, "SELECT max(id) FROM note")
            #expect(try await values.next() == [[.null]])
            for number in 1...1_000 {
                try await scratch.database.write { try $0.execute("INSERT INTO note VALUES (\(number), 'x')") }
            }
            // The last notification may still be on its way, but not those before the last read.
            var seen: [[[SQLValue]]] = []
            repeat { try await seen.append(#require(values.next())) } while seen.last != [[1_000]]
            #expect(seen.count < 100)
        }

        @Test func tablesWithoutTriggersAreAskedForAtIntervals() async throws {
            let scratch = try scratch(triggers: ["line"], interval: .milliseconds(20))
            let other = try scratch.another()
            var values = observed(scratch.database, Self.orders)
            #expect(try await values.next()?.count == 3)
            try await other.write { try $0.execute("UPDATE orders SET state = 'late' WHERE w = 2") }
            #expect(try await values.next()?.last == [2, 1, "late"])
            var changes = try await scratch.database.changes(in: "orders", "line").makeAsyncIterator()
            try await other.write { try $0.execute("UPDATE orders SET state = 'none' WHERE o = 2") }
            // Other tests' transactions count, too: it is not known what changed.
            let change = try #require(try await changes.next())
            #expect(change == DatabaseChange(tables: ["orders"], isExact: false))
            #expect(try await values.next()?[1] == [1, 2, "none"])
            // A definition is a transaction as well.
            try await other.write { try $0.execute("ALTER TABLE orders ALTER COLUMN state TYPE varchar(2) USING 'xy'") }
            #expect(try await values.next() == [[1, 1, "xy"], [1, 2, "xy"], [2, 1, "xy"]])
        }

        @Test func whatStandsBehindViewsFunctionsAndPartitionsIsKnown() async throws {
            let scratch = try scratch()
            try await scratch.database.write { session throws in
                try session.execute(
                    """
                    CREATE VIEW few AS SELECT o FROM orders WHERE w = 1;
                    CREATE FUNCTION notes() RETURNS bigint LANGUAGE plpgsql STABLE AS
                        $$ BEGIN RETURN (SELECT count(*) FROM note); END $$;
                    CREATE TABLE part (k integer, v integer, PRIMARY KEY (k, v)) PARTITION BY RANGE (k);
                    CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10);
                    CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (10) TO (20);
                    """)
                try WatchTriggers(on: "part", "part_1", "part_2").install(in: session)
            }
            let database = scratch.database
            var few = observed(database, "SELECT count(*) FROM few")
            var notes = observed(database, "SELECT notes()")
            var whole = observed(database, "SELECT count(*) FROM part")
            var one = observed(database, "SELECT count(*) FROM part_2")
            for start in [try await few.next(), try await notes.next(), try await whole.next(), try await one.next()] {
                #expect(start == [[0]] || start == [[2]])
            }
            try await database.write { try $0.execute("DELETE FROM orders WHERE w = 1 AND o = 2") }
            #expect(try await few.next() == [[1]])
            try await database.write { try $0.execute("INSERT INTO note VALUES (1, 'x')") }
            #expect(try await notes.next() == [[1]])
            // Through the whole table only that one's trigger hears of it, and the other way round.
            try await database.write { try $0.execute("INSERT INTO part VALUES (11, 1)") }
            #expect(try await one.next() == [[1]])
            #expect(try await whole.next() == [[1]])
            try await database.write { try $0.execute("INSERT INTO part_1 VALUES (1, 1)") }
            #expect(try await whole.next() == [[2]])
        }

        /// The connection that watches is known by its last question; where another test notified, that is SELECT 1.
        @Test func aLostConnectionIsMadeAnewAndAskedAgain() async throws {
            let name = try #require(TestServer.shared).newName()
            let scratch = try scratch(more: "&application_name=\(name)")
            let other = try scratch.another()
            var values = observed(scratch.database, Self.orders)
            #expect(try await values.next()?.count == 3)
            for round in 0..<5 {
                // Nobody hears of the change that comes while there is no connection.
                try await other.write { session throws in
                    let ended = try session.value(
                        """
                        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                        WHERE application_name = \(name) AND pid <> pg_backend_pid()
                            AND (query LIKE '%txid_current_snapshot%' OR query = 'SELECT 1')
                        """, as: Int.self)
                    #expect(ended == 1)
                    try session.execute("UPDATE orders SET state = \("round \(round)") WHERE w = 2")
                }
                #expect(try await values.next()?.last == [2, 1, .text("round \(round)")])
            }
        }

        /// The read itself loses its connection: it is done again on another.
        @Test func aReadThatLosesItsConnectionIsDoneAgain() async throws {
            let scratch = try scratch()
            let other = try scratch.another()
            let reads = Mutex(0)
            let values = scratch.database.observe { session in
                let read = reads.withLock { count in
                    count += 1
                    return count
                }
                if read == 1, let pid = try session.value("SELECT pg_backend_pid()", as: Int.self) {
                    _ = try other.read { try $0.value("SELECT pg_terminate_backend(\(pid))::int", as: Int.self) }
                }
                return try session.value("SELECT count(*) FROM orders", as: Int.self)
            }
            var iterator = values.makeAsyncIterator()
            #expect(try await iterator.next() == 3)
            #expect(reads.withLock { $0 } == 2)
        }

        @Test func aServerThatWasAwayIsAskedAgain() async throws {
            let server = try TestServer.separate()
            let database = try Database(url: server.url())
            try await database.write { session throws in
                try session.execute(SQL(unsafe: Self.tables))
                try WatchTriggers(on: "orders").install(in: session)
            }
            var values = observed(database, Self.orders)
            #expect(try await values.next()?.count == 3)
            try server.crash()
            try server.restart()
            try await Database(url: server.url()).write { try $0.execute("DELETE FROM orders WHERE w = 1") }
            #expect(try await values.next() == [[2, 1, "sent"]])
            database.close()
        }

        @Test func cancellationEndsItsConnection() async throws {
            let name = try #require(TestServer.shared).newName()
            let scratch = try scratch(more: "&application_name=\(name)")
            let other = try scratch.another()
            func lines() throws -> Int? {
                try other.read {
                    try $0.value(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE application_name = \(name) AND pid <> pg_backend_pid()
                            AND (query LIKE '%txid_current_snapshot%' OR query = 'SELECT 1')
                        """, as: Int.self)
                }
            }
            for _ in 0..<10 {
                let seen = Sent()
                let task = Task {
                    for try await _ in scratch.database.observe({ try $0.rows(SQL(unsafe: Self.orders)) }) {
                        seen.add()
                    }
                    return seen.value
                }
                while seen.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
                #expect(try lines() != 0)
                task.cancel()
                #expect(try await task.value == 1)
            }
            while try lines() != 0 { try await Task.sleep(for: .milliseconds(5)) }
        }

        @Test func failuresEndIt() async throws {
            let scratch = try scratch()
            var values = observed(scratch.database, "SELECT nothing FROM orders")
            do {
                _ = try await values.next()
                Issue.record("nothing was thrown")
            } catch let error as DatabaseError { #expect(error.sqlState == "42703") }
            #expect(try await values.next() == nil)
            do {
                _ = try await scratch.database.changes(in: "nowhere")
                Issue.record("nothing was thrown")
            } catch let error as DatabaseError { #expect(error.missingTable == "nowhere") }
        }

        @Test func triggersAreShownMadeAndRemoved() throws {
            let scratch = try Scratch(Self.tables)
            let triggers = WatchTriggers(on: "orders", "li\"ne", schema: scratch.schema)
            #expect(
                WatchTriggers(on: "orders").installation == """
                    CREATE OR REPLACE FUNCTION "zim_watch"() RETURNS trigger LANGUAGE plpgsql AS $zim$
                    BEGIN
                        PERFORM pg_catalog.pg_notify('zim_watch', TG_RELID::text);
                        RETURN NULL;
                    END $zim$;
                    DROP TRIGGER IF EXISTS zim_watch ON "orders";
                    CREATE TRIGGER zim_watch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "orders"
                        FOR EACH STATEMENT EXECUTE FUNCTION "zim_watch"();
                    """)
            let error = try failure { try scratch.database.write { try triggers.install(in: $0) } }
            #expect(error.sqlState == "42P01")
            let count: SQL = """
                SELECT (SELECT count(*) FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
                    WHERE t.tgname = 'zim_watch' AND c.relnamespace = current_schema()::regnamespace),
                    (SELECT count(*) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace)
                """
            try scratch.database.execute("ALTER TABLE line RENAME TO \(identifier: "li\"ne")")
            for _ in 0..<2 { try scratch.database.write { try triggers.install(in: $0) } }
            #expect(try scratch.database.rows(count) == [[2, 1]])
            try scratch.database.write { try WatchTriggers(on: "orders", schema: scratch.schema).remove(in: $0) }
            #expect(try scratch.database.rows(count) == [[1, 1]])
            for _ in 0..<2 { try scratch.database.write { try triggers.remove(in: $0) } }
            #expect(try scratch.database.rows(count) == [[0, 0]])
        }
    }

    @Suite(.server, .timeLimit(.minutes(5))) struct ClosedWatchingTests {
        /// Neither loop waits for what can never come, and no connection is left.
        @Test func aClosedDatabaseEndsWatchingAndListening() async throws {
            let server = try #require(TestServer.shared)
            let url = try server.makeDatabase(Depot.script)
            let database = try Database(url: url)
            try await database.write { try WatchTriggers(on: "depot").install(in: $0) }
            var depots = database.observe(Depot.self) { try $0.count() }.makeAsyncIterator()
            #expect(try await depots.next() == 0)
            var messages = try await database.notifications(from: "depot").makeAsyncIterator()
            database.close()
            let ended = await #expect(throws: DatabaseError.self) { _ = try await depots.next() }
            #expect(ended?.code == .misuse)
            let silent = await #expect(throws: DatabaseError.self) { _ = try await messages.next() }
            #expect(silent?.code == .misuse)
            let name = url.split(separator: "?")[0].split(separator: "/").last.map(String.init) ?? ""
            let (other, end) = (try Database(url: server.url()), ContinuousClock.now + .seconds(60))
            func connections() throws -> Int? {
                try other.read { try $0.value("SELECT count(*) FROM pg_stat_activity WHERE datname = \(name)") }
            }
            while try connections() != 0, .now < end { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try connections() == 0)
        }
    }

    /// Where nobody can listen: behind a pooler in transaction mode, and on a replica.
    @Suite(.server, .timeLimit(.minutes(25))) struct AskedWatchingTests {
        @Test(.pooler) func behindAPoolerTheServerIsAskedAtIntervals() async throws {
            let pooler = try Pooler(Depot.script)
            try await pooler.direct.write { try WatchTriggers(on: "depot").install(in: $0) }
            var options = DatabaseOptions()
            options.server.watchInterval = .milliseconds(20)
            let database = try pooler.database(options)
            var depots = database.observe(Depot.self) { try $0.count() }.makeAsyncIterator()
            #expect(try await depots.next() == 0)
            for number in 1...3 {
                try await pooler.direct.write { try $0.execute("INSERT INTO depot VALUES ('a', \(number), 'x')") }
                #expect(try await depots.next() == number)
            }
        }

        @Test(.replica) func aReplicaIsAskedAtIntervals() async throws {
            let server = try #require(TestServer.shared)
            let folder = try #require(try Replica.folder)
            let schema = server.newName()
            try Database(url: server.url()).execute("CREATE SCHEMA \(identifier: schema)")
            let primary = try Database(url: server.url(schema: schema))
            try await primary.write { session throws in
                try session.execute(SQL(unsafe: Depot.script))
                try WatchTriggers(on: "depot").install(in: session)
            }
            var options = DatabaseOptions()
            options.server.watchInterval = .milliseconds(20)
            let replica = try Database(url: server.url(schema: schema, host: folder), options: options)
            func isMissing() throws -> Bool? {
                try replica.read { try $0.value("SELECT to_regclass('depot') IS NULL", as: Bool.self) }
            }
            while try isMissing() == true {
                try await Task.sleep(for: .milliseconds(5))
            }
            var depots = replica.observe(Depot.self) { try $0.count() }.makeAsyncIterator()
            #expect(try await depots.next() == 0)
            try await primary.write { try $0.execute("INSERT INTO depot VALUES ('a', 1, 'x')") }
            #expect(try await depots.next() == 1)
        }
    }

    /// Counts on any thread.
    private final class Sent: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }
#endif
