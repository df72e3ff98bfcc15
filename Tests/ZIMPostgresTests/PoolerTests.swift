#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMPostgres

    /// Behind pgbouncer in transaction mode, where the next transaction may meet another connection of the server.
    @Suite(.server, .pooler) struct PoolerTests {
        /// What one transaction has prepared, the next one does not find: another client holds that connection meanwhile.
        private func meetTwoConnections(_ preparing: ServerOptions.Preparing) throws -> DatabaseError? {
            let pooler = try Pooler("CREATE TABLE a (x integer); INSERT INTO a VALUES (7)")
            var options = DatabaseOptions()
            options.server.preparing = preparing
            let (database, other) = (try pooler.database(options), try pooler.database())
            func ask() throws -> SQLValue? { try database.rows("SELECT x + \(1) FROM a").first?.first }
            #expect(try ask() == 8)
            return try other.read { session -> DatabaseError? in
                _ = try session.rows("SELECT 1")
                do {
                    #expect(try ask() == 8)
                    return nil
                } catch let error as DatabaseError { return error }
            }
        }

        @Test func statementsAreNotKeptWhereAPoolerIsFound() throws {
            #expect(try meetTwoConnections(.automatic) == nil)
            #expect(try meetTwoConnections(.never) == nil)
            // That this is what it is for: whoever insists is told by the server.
            let error = try #require(try meetTwoConnections(.always))
            #expect((error.code, error.sqlState) == (.sql, "26000"))
            let pooler = try Pooler()
            try pooler.database().read { session in
                for number in 0..<5 { _ = try session.rows("SELECT \(number)::integer") }
                #expect(try session.value("SELECT count(*) FROM pg_prepared_statements", as: Int.self) == 0)
            }
        }

        @Test func settingsHoldForTheTransactionAndAreNobodyElses() throws {
            let pooler = try Pooler("CREATE TABLE a (x integer)")
            var options = DatabaseOptions()
            options.server.statementTimeout = .milliseconds(100)
            options.busyTimeout = .milliseconds(70)
            let database = try pooler.database(options)
            let slow = try failure {
                try database.write { session in
                    try session.execute("INSERT INTO a VALUES (1)")
                    _ = try session.rows("SELECT pg_sleep(20)")
                }
            }
            #expect(slow.code == .timedOut)
            try pooler.direct.write { session in
                try session.execute("LOCK TABLE a")
                #expect(try failure { try database.execute("INSERT INTO a VALUES (2)") }.code == .busy)
            }
            #expect(try database.rows("SELECT count(*) FROM a") == [[0]])
            var reading = DatabaseOptions.readOnly
            reading.busyTimeout = .seconds(1)
            #expect(
                try failure { try pooler.database(reading).write { try $0.execute("INSERT INTO a VALUES (3)") } }.code
                    == .readOnly)
            // Outside of a transaction nothing of it is left on the server's connections.
            for setting in ["statement_timeout", "lock_timeout"] {
                let left = try database.withoutTransaction { try $0.rows("SHOW \(unsafe: setting)") }
                #expect(left.map(\.values) == [["0"]])
            }
        }

        /// Everything that the mapper does, by several clients at once, so that the connections change hands.
        @Test func modelsRelationshipsCursorsAndBulksWork() async throws {
            let pooler = try Pooler(Depot.script)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<4 {
                    group.addTask {
                        let database = try pooler.database()
                        for round in 0..<5 { try await Self.work(database, "company \(client)", round) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try pooler.direct.rows("SELECT count(*), sum(load) FROM shelf").first?.first == 400)
        }

        private static func work(_ database: Database, _ company: String, _ round: Int) async throws {
            let checked = Date(timeIntervalSince1970: 1_795_264_623.5)
            try await database.write { session in
                // New models, one statement for all; then COPY; then a pipeline.
                try session.save((0..<4).map { Depot(company, round * 10 + $0) })
                let rows = (0..<4).flatMap { depot in
                    (0..<5).map { index -> [SQLValue] in
                        [
                            .text(company), .integer(Int64(round * 10 + depot)), .integer(Int64(index)), "1.25",
                            checked.sqlValue,
                        ]
                    }
                }
                try session.bulkInsert(
                    into: "shelf", columns: ["company", "depot", "place", "load", "checked"], rows: rows)
                let changes = try session.execute(
                    together: (0..<5).map { place in
                        "UPDATE shelf SET load = load + \(place) WHERE company = \(company) AND depot = \(round * 10) AND place = \(place)"
                    })
                #expect(changes == [1, 1, 1, 1, 1])
            }
            try await database.read { session in
                let depots = try session.query(Depot.self)
                    .filter("company = \(company) AND number >= \(round * 10)").orderBy("number").all()
                #expect(depots.count == 4)
                for depot in depots {
                    let shelves = try depot.shelves().sorted { $0.place < $1.place }
                    #expect(shelves.map(\.place) == [0, 1, 2, 3, 4])
                    #expect(shelves.allSatisfy { $0.checked == checked })
                }
                #expect(try depots.first?.shelves().compactMap(\.load).reduce(0, +) == Decimal(string: "16.25"))
                var sum = 0
                try session.query(Shelf.self).filter("company = \(company)").forEach { shelf in
                    // Another statement while the cursor is open.
                    if shelf.place == 0 { sum += try session.value("SELECT 1", as: Int.self) ?? 0 }
                }
                #expect(sum == (round + 1) * 4)
                let keys = (0..<4).map { [company, round * 10 + $0] as [any SQLValueConvertible] }
                #expect(try session.find(Depot.self, keys: keys).count == 4)
            }
            try await database.write { session in
                let depot = try #require(try session.find(Depot.self, company, round * 10))
                depot.name = "changed"
                try session.save(depot)
                #expect(try session.find(Depot.self, company, round * 10)?.name == "changed")
                let error = try failure {
                    try session.transaction {
                        try $0.execute("INSERT INTO depot VALUES (\(company), \(round * 10), '')")
                    }
                }
                #expect(error.constraint?.columns == ["company", "number"])
            }
        }

        @Test func aSerializationFailureIsRunAgain() throws {
            let pooler = try Pooler("CREATE TABLE t (x integer, n integer); INSERT INTO t VALUES (1, 0), (2, 0)")
            let (database, other) = (try pooler.database(), try pooler.database())
            var runs = 0
            try database.write(retrying: 3, isolation: .serializable) { session in
                runs += 1
                let sum = try session.value("SELECT sum(n) FROM t", as: Int.self) ?? 0
                if runs == 1 {
                    try other.write(isolation: .serializable) { session in
                        let sum = try session.value("SELECT sum(n) FROM t", as: Int.self) ?? 0
                        try session.execute("UPDATE t SET n = \(sum + 1) WHERE x = 1")
                    }
                }
                try session.execute("UPDATE t SET n = \(sum + 1) WHERE x = 2")
            }
            #expect(runs == 2)
            #expect(try pooler.direct.rows("SELECT n FROM t ORDER BY x") == [[1], [2]])
        }

        /// They would be sent to whichever connection of the server has said LISTEN.
        @Test func notificationsAreRefused() throws {
            let database = try Pooler().database()
            let error = try failure { try database.notifications(from: "stock") }
            #expect(error.code == .misuse)
            #expect(error.message.hasPrefix("no notifications come through the pooler of "))
            var options = DatabaseOptions()
            options.server.preparing = .always
            _ = try Pooler().database(options).notifications(from: "stock")
        }

        @Test func aCancelledTaskIsStopped() async throws {
            let pooler = try Pooler("CREATE TABLE t (x integer)")
            let database = try pooler.database()
            let task = Task {
                try await database.write { session in
                    try session.execute("INSERT INTO t VALUES (1)")
                    _ = try session.rows("SELECT pg_sleep(3600)")
                }
            }
            try await Task.sleep(for: .milliseconds(300))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
        }

        /// A pooler of its own stands for the server, since it can be killed without the other tests' knowing.
        @Test func aServerThatIsGoneInMidTransactionLeavesNothing() throws {
            let server = try #require(TestServer.shared)
            let scratch = try Scratch("CREATE TABLE t (x integer)")
            let folder = try #require(try server.start(.pooler))
            let database = try Database(url: server.url(host: folder))
            let table: SQL = "\(identifier: scratch.schema).t"
            let error = try failure {
                try database.write { session in
                    try session.execute("INSERT INTO \(table) VALUES (1)")
                    let text = try String(contentsOfFile: folder + "/pid", encoding: .utf8)
                    let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
                    #expect(kill(process, SIGKILL) == 0)
                    usleep(200_000)
                    try session.execute("INSERT INTO \(table) VALUES (2)")
                }
            }
            #expect((error.code, error.sqlState) == (.connection, nil))
            #expect(error.message.contains("is gone"))
            #expect(
                error.hint
                    == "The statement changed nothing, and a transaction that was open is rolled back: run that again")
            #expect(database.connectionCounts == (0, 0))
            // Whoever comes next is told so, too, and nobody waits.
            #expect(try failure { try database.rows("SELECT 1") }.code == .connection)
            #expect(database.connectionCounts == (0, 0))
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
        }
    }
#endif
