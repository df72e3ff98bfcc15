#if PostgreSQL
    import Foundation
    import Synchronization
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// COPY, pipelines and notifications.
    @Suite(.server) struct BulkTests {
        private let texts = [
            "plain", "tab\there", "line\nbreak\r", "back\\slash \\N", "", "é 漢字 🙂", "\\.", "'quote' \"double\"",
        ]

        @Test func copyBringsEveryValueAsItIs() throws {
            let scratch = try Scratch(
                "CREATE TABLE \"odd table\" (a integer, \"b c\" text, d bytea, e numeric(10, 3), f float8, g timestamptz, h boolean, PRIMARY KEY (a, \"b c\"))"
            )
            let date = Date(timeIntervalSince1970: 1_795_264_623.25)
            let rows: [[SQLValue]] = texts.enumerated().map { index, text in
                [
                    .integer(Int64(index)), .text(text), index == 0 ? .null : .blob([0, UInt8(index), 92]),
                    .text("\(index).125"), .real(0.1), date.sqlValue, .integer(Int64(index % 2)),
                ]
            }
            try scratch.database.write { session in
                let count = try session.bulkInsert(
                    into: "odd table", columns: ["a", "b c", "d", "e", "f", "g", "h"], rows: rows)
                #expect(count == texts.count)
                #expect(session.changes == texts.count)
            }
            try scratch.database.read { session in
                let found = try session.rows("SELECT * FROM \"odd table\" ORDER BY a")
                #expect(try found.map { try $0.get(1, as: String.self) } == texts)
                #expect(found.map { $0[2] } == rows.map { $0[2] })
                #expect(
                    try found.map { try $0.get(3, as: Decimal.self) }
                        == texts.indices.map { Decimal($0) + Decimal(0.125) })
                #expect(found.allSatisfy { $0[4] == 0.1 })
                #expect(try found.allSatisfy { try $0.get(5, as: Date.self) == date })
                #expect(found.map { $0[6] } == rows.map { $0[6] })
            }
        }

        /// Rows that are filled in value by value are those of arrays, with the dates' microseconds, in years of any length.
        @Test func filledRowsAreThoseOfArrays() throws {
            let columns = "a integer, b text, c timestamptz, d timestamp, e text, f bytea, PRIMARY KEY (a, b)"
            let scratch = try Scratch("CREATE TABLE t (\(columns)); CREATE TABLE u (\(columns))")
            var dates = [
                0, -0.001, 1e-6, 951_782_400, -62_135_596_800, 253_402_300_799, 8_589_934_592.5, -7_611_627_393.25,
            ]
            .map { Date(timeIntervalSince1970: $0) }
            var random = SystemRandomNumberGenerator()
            for _ in 0..<400 {
                dates.append(
                    Date(timeIntervalSince1970: .random(in: -62_000_000_000...253_000_000_000, using: &random)))
                dates.append(Date(timeIntervalSince1970: .random(in: -9_000_000_000...9_000_000_000, using: &random)))
            }
            let names = ["a", "b", "c", "d", "e", "f"]
            try scratch.database.write { session in
                var place = 0
                let count = try session.bulkInsert(into: "t", columns: names) { row in
                    guard place < dates.count else { return false }
                    row.append(place)
                    row.append("x\(place)")
                    row.append(dates[place])
                    row.append(Optional(dates[place]))
                    row.append(dates[place])
                    row.append(place % 2 == 0 ? nil : Data([1, 0, 92]))
                    place += 1
                    return true
                }
                #expect(count == dates.count)
                try session.bulkInsert(
                    into: "u", columns: names,
                    rows: dates.enumerated().map { index, date in
                        [
                            .integer(Int64(index)), .text("x\(index)"), date.sqlValue, date.sqlValue, date.sqlValue,
                            index % 2 == 0 ? .null : .blob([1, 0, 92]),
                        ]
                    })
            }
            let differing: SQL = "SELECT * FROM t EXCEPT SELECT * FROM u"
            #expect(try scratch.database.read { try $0.rows(differing) } == [])
            #expect(try scratch.database.read { try $0.value("SELECT count(*) FROM u", as: Int.self) } == dates.count)
        }

        @Test func textInAColumnOfBytesIsItsBytes() throws {
            let scratch = try Scratch("CREATE TABLE t (a integer, b bytea)")
            try scratch.database.write { session in
                let none = try session.bulkInsert(into: "t", columns: ["b", "a"], rows: [])
                let two = try session.bulkInsert(into: "t", columns: ["b", "a"], rows: [["\\x41", 1], ["\\", 2]])
                #expect((none, two) == (0, 2))
            }
            #expect(
                try scratch.database.rows("SELECT a, b FROM t ORDER BY a") == [
                    [1, .blob(Array("\\x41".utf8))], [2, .blob(Array("\\".utf8))],
                ])
        }

        @Test func aRowThatDoesNotFitLeavesNone() throws {
            let scratch = try Scratch("CREATE TABLE t (a integer, b text, PRIMARY KEY (a, b))")
            let many = (0..<20_000).map { [SQLValue.integer(Int64($0)), .text("x")] }
            let twice = try failure {
                try scratch.database.write {
                    try $0.bulkInsert(into: "t", columns: ["a", "b"], rows: many + [[5, "x"]])
                }
            }
            #expect(twice.constraint?.kind == .primaryKey)
            #expect(twice.constraint?.columns == ["a", "b"])
            #expect(twice.sql == "COPY \"t\" (\"a\", \"b\") FROM STDIN (FORMAT binary)")
            let wrong = try failure {
                try scratch.database.write {
                    try $0.bulkInsert(into: "t", columns: ["a", "b"], rows: many + [["y", "x"]])
                }
            }
            #expect(wrong.code == .value)
            let short = try failure {
                try scratch.database.write { try $0.bulkInsert(into: "t", columns: ["a", "b"], rows: many + [[1]]) }
            }
            #expect(short.message == "row 20001 for \"t\" has 1 values for 2 columns")
            #expect(throws: DatabaseError.self) {
                try scratch.database.write { try $0.bulkInsert(into: "t", columns: ["a", "b"], rows: [[1, "a\0b"]]) }
            }
            #expect(throws: DatabaseError.self) {
                try scratch.database.write { try $0.bulkInsert(into: "missing", columns: ["a"], rows: [[1]]) }
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
            // In a savepoint the rest of the transaction goes on.
            try scratch.database.write { session in
                try session.execute("INSERT INTO t VALUES (1, 'kept')")
                _ = try failure {
                    try session.transaction {
                        try $0.bulkInsert(into: "t", columns: ["a", "b"], rows: [[2, "x"], [2, "x"]])
                    }
                }
                #expect(try session.bulkInsert(into: "t", columns: ["a", "b"], rows: many) == 20_000)
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[20_001]])
            #expect(
                try failure {
                    try scratch.database.read { try $0.bulkInsert(into: "t", columns: ["a"], rows: [[1]]) }
                }.code == .readOnly)
        }

        @Test func aPipelineRunsAllInTheirOrder() throws {
            let scratch = try Scratch("CREATE TABLE t (a integer PRIMARY KEY, n integer)")
            try scratch.database.write { session in
                let inserts = (0..<1_000).map { SQL("INSERT INTO t VALUES (\($0), \(0))") }
                let inserted = try session.execute(together: inserts)
                #expect(inserted == Array(repeating: 1, count: 1_000))
                let mixed: [SQL] = [
                    "UPDATE t SET n = n + 1 WHERE a < \(10)", "DELETE FROM t WHERE a >= \(990)",
                    "UPDATE t SET n = n * \(5) WHERE n = \(1)",
                    "INSERT INTO t VALUES (\(5_000), \(1)), (\(5_001), \(1))",
                ]
                #expect(try session.execute(together: mixed) == [10, 10, 10, 2])
                #expect(session.changes == 2)
            }
            #expect(try scratch.database.rows("SELECT count(*), CAST(sum(n) AS integer) FROM t") == [[992, 52]])
        }

        @Test func aPipelineStopsAtTheFirstFailure() throws {
            let scratch = try Scratch("CREATE TABLE t (a integer PRIMARY KEY); INSERT INTO t VALUES (3)")
            let traces = Mutex<[String]>([])
            let subscription = scratch.database.trace { trace in
                traces.withLock { $0.append(trace.error == nil ? "ok" : "failed") }
            }
            let error = try failure {
                try scratch.database.write { session in
                    try session.execute(together: (1...5).map { "INSERT INTO t VALUES (\($0))" })
                }
            }
            subscription.cancel()
            #expect(error.constraint?.kind == .primaryKey)
            #expect(error.parameters == [3])
            #expect(error.sql == "INSERT INTO t VALUES ($1)")
            #expect(traces.withLock { $0 } == ["ok", "ok", "ok", "failed", "ok"])  // BEGIN, two, the third, ROLLBACK
            #expect(try scratch.database.rows("SELECT a FROM t") == [[3]])
            // And the connection is as good as before.
            try scratch.database.write { session in
                _ = try failure {
                    try session.transaction { try $0.execute(together: (1...5).map { "INSERT INTO t VALUES (\($0))" }) }
                }
                #expect(try session.execute(together: (4...6).map { "INSERT INTO t VALUES (\($0))" }) == [1, 1, 1])
            }
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[4]])
        }

        /// Answers are read while later statements are written: those behind the one that failed change nothing all the same.
        @Test(arguments: [1, 2, 99, 100, 101, 150, 200, 201, 999, 1_000, 1_001, 1_150, 2_500])
        func aPipelineStopsWhereverItFails(_ position: Int) throws {
            let scratch = try Scratch(
                "CREATE TABLE t (a integer, b text, PRIMARY KEY (a, b)); INSERT INTO t VALUES (\(position), 'x')")
            let inserts = (1...2_500).map { SQL("INSERT INTO t VALUES (\($0), \("x"))") }
            for number in 1...2 {
                let error = try failure { try scratch.database.write { try $0.execute(together: inserts) } }
                #expect(error.constraint?.kind == .primaryKey && error.parameters == [.integer(Int64(position)), "x"])
                #expect(try scratch.database.rows("SELECT a, b FROM t") == [[.integer(Int64(position)), "x"]])
                if position == 1 { continue }
                // A value that cannot be sent, behind statements that the server has.
                var broken = inserts
                broken[position - 1] = "INSERT INTO t VALUES (\(position), \("\0"))"
                let unsent = try failure { try scratch.database.write { try $0.execute(together: broken) } }
                #expect(unsent.code == .value, "\(unsent), \(number)")
                #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[1]])
            }
            try scratch.database.write { session in
                try session.execute("DELETE FROM t")
                #expect(try session.execute(together: inserts).reduce(0, +) == 2_500)
            }
            #expect(try scratch.database.rows("SELECT count(*), sum(a)::int FROM t") == [[2_500, 3_126_250]])
        }

        /// Answers that do not fit into the system's buffers.
        @Test func answersOfAnySize() throws {
            let scratch = try Scratch("CREATE TABLE t (a integer, b text, PRIMARY KEY (a, b))")
            let inserts = (1...1_200).map {
                SQL("INSERT INTO t VALUES (\($0), repeat('x', 2000)) RETURNING a, repeat(b, 100)")
            }
            #expect(try scratch.database.write { try $0.execute(together: inserts) }.reduce(0, +) == 1_200)
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[1_200]])
        }

        /// More texts than the connection keeps statements for, each sent twice.
        @Test func statementsOfManyTexts() throws {
            let scratch = try Scratch(
                "CREATE TABLE t (a integer, b integer, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 0)")
            let updates = (1...3_000).map {
                SQL("UPDATE t SET b = b + \(1) WHERE a = 1 AND \(unsafe: String($0 % 1_500)) >= 0")
            }
            #expect(try scratch.database.write { try $0.execute(together: updates) }.reduce(0, +) == 3_000)
            #expect(try scratch.database.rows("SELECT a, b FROM t") == [[1, 3_000]])
        }

        /// What is kept until it is sent is bounded.
        @Test func largeValuesAreSentInSmallerNumbers() throws {
            let scratch = try Scratch("CREATE TABLE t (a integer, b bytea, PRIMARY KEY (a))")
            try scratch.database.write { session in
                var known: [Int] = []
                let inserts = (0..<40).lazy.map { number -> SQL in
                    let count = try? session.rows("SELECT count(*)::int FROM t").first?.get(0, as: Int.self)
                    if known.last != count { known.append(count ?? -1) }
                    return "INSERT INTO t VALUES (\(number), \(Data(repeating: 7, count: 1 << 19)))"
                }
                try session.execute(together: inserts)
                #expect(known == [0, 8, 16, 24, 32])
            }
        }

        /// Whoever loses patience does not wait for the statements that were sent ahead.
        @Test func aPipelineIsCancelled() async throws {
            let scratch = try Scratch("CREATE TABLE t (a integer, b bigint, PRIMARY KEY (a, b)); CREATE SEQUENCE seen")
            let inserts = (1...900).map { SQL("INSERT INTO t SELECT \($0), nextval('seen') FROM pg_sleep(0.05)") }
            let task = Task { try await scratch.database.write { try $0.execute(together: inserts) } }
            // It is cancelled while the server works at the first ones.
            while try scratch.database.rows("SELECT is_called FROM seen") == [[0]] { await Task.yield() }
            task.cancel()
            let error = await #expect(throws: (any Error).self) { _ = try await task.value }
            #expect(
                error is CancellationError || (error as? DatabaseError)?.code == .interrupted,
                "\(String(describing: error))")
            #expect(try scratch.database.rows("SELECT last_value < 900 FROM seen") == [[1]])
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
            let after = try await scratch.database.write {
                try $0.execute(together: ["DELETE FROM t", "DELETE FROM t"])
            }
            #expect(after == [0, 0])
        }

        @Test(arguments: [1, 100, 150, 450]) func aConnectionIsLostInAPipeline(_ position: Int) throws {
            let scratch = try Scratch("CREATE TABLE t (a integer, b integer, PRIMARY KEY (a, b))")
            var inserts = (1...500).map { SQL("INSERT INTO t VALUES (\($0), \(1))") }
            inserts[position] = "DELETE FROM t WHERE pg_terminate_backend(pg_backend_pid())"
            let error = try failure { try scratch.database.write { try $0.execute(together: inserts) } }
            #expect(error.code == .connection, "\(error)")
            #expect(try scratch.database.rows("SELECT count(*) FROM t") == [[0]])
        }

        /// What makes the statements may use the session: none is on its way then.
        @Test func statementsAreMadeAsTheyAreNeeded() throws {
            let scratch = try Scratch("CREATE TABLE t (a integer, b integer, PRIMARY KEY (a, b))")
            try scratch.database.write { session in
                var known: [Int] = []
                let inserts = (0..<2_100).lazy.map { number -> SQL in
                    if number % 500 == 1 {
                        let count = try? session.rows("SELECT count(*)::int FROM t").first?.get(0, as: Int.self)
                        known.append(count ?? -1)
                    }
                    return "INSERT INTO t VALUES (\(number), \(1))"
                }
                try session.execute(together: inserts)
                #expect(known == [0, 0, 1_000, 1_000, 2_000])
            }
        }

        @Test func notificationsArriveInOrder() async throws {
            let scratch = try Scratch()
            let channel = scratch.schema + " odd \" name"
            let messages = try await scratch.database.notifications(from: channel, "other")
            try await scratch.database.write { session in
                try session.notify(channel, "first")
                try session.notify("elsewhere", "not for us")
                try session.notify(channel)
            }
            try? await scratch.database.write { session in
                try session.notify(channel, "rolled back")
                throw CancellationError()
            }
            try await scratch.database.write { try $0.notify(channel, "last") }
            var found: [String] = []
            for try await message in messages {
                #expect(message.channel == channel)
                found.append(message.payload)
                if message.payload == "last" { break }
            }
            #expect(found == ["first", "", "last"])
        }

        @Test func whoListensLearnsThatTheConnectionIsGone() async throws {
            let scratch = try Scratch()
            let messages = try await scratch.database.notifications(from: scratch.schema)
            try await scratch.database.write { session in
                _ = try session.rows(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = \("LISTEN \"\(scratch.schema)\"")"
                )
            }
            do {
                for try await _ in messages {}
                Issue.record("the sequence ended without an error")
            } catch let error as DatabaseError {
                #expect(error.code == .connection)
                #expect(error.hint == "Listen again; what was sent meanwhile does not come any more")
            }
            #expect(throws: DatabaseError.self) { try Database.inMemory().notifications(from: "x") }
        }
    }
#endif
