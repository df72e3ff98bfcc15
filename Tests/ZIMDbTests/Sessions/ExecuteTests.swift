import Foundation
import Testing
import ZIMDb

@Suite struct ExecuteTests {
    let database: Database

    init() throws { database = try Database.holding("CREATE TABLE t (id INTEGER PRIMARY KEY, v)") }

    @Test func aScriptTakesItsValuesInOrder() throws {
        let result = try database.execute(
            """
            -- A comment; with a semicolon and a ?
            INSERT INTO t (v) VALUES (\("a;b")), (\(2)); /* ; ? */
            ; UPDATE t SET v = \("c") WHERE v = \(2);
            CREATE TRIGGER r AFTER DELETE ON t BEGIN INSERT INTO t (v) VALUES ('gone'); END;
            DELETE FROM t WHERE v = \("a;b"); -- the end
            """)
        #expect(result.changes == 1)
        let rows = try database.read { try $0.rows("SELECT v FROM t ORDER BY id").map { $0[0] } }
        #expect(rows == ["c", "gone"])
    }

    @Test func wrongCountsOfValuesAreErrors() throws {
        let text = SQL(unsafe: "INSERT INTO t (v) VALUES (?), (?)")
        let missing = #expect(throws: DatabaseError.self) { try database.execute(text) }
        #expect(missing?.code == .misuse)
        #expect(missing?.message == "the statement has 2 parameters, 0 values were given")
        #expect(missing?.sql == "INSERT INTO t (v) VALUES (?), (?)")
        let extra = #expect(throws: DatabaseError.self) {
            try database.execute(SQL(unsafe: "INSERT INTO t (v) VALUES (1) -- ") + "\(1)")
        }
        #expect(extra?.message == "1 values were given, 1 of them without a placeholder")
        #expect(throws: DatabaseError.self) { try database.read { try $0.rows(SQL(unsafe: "SELECT ?")) } }
        let more = #expect(throws: DatabaseError.self) {
            try database.read { try $0.rows(SQL(unsafe: "SELECT 1 -- ") + "\(1)") }
        }
        #expect(more?.message == "the statement has 0 parameters, more values were given")
        #expect(try database.count("t") == 0)
    }

    @Test func textWithoutAStatementRunsNothing() throws {
        for text in ["", "  ", ";", "-- only a comment", "/* open", ";;\n;"] {
            #expect(try database.execute(SQL(unsafe: text)).changes == 0)
            let error = #expect(throws: DatabaseError.self) { try database.read { try $0.rows(SQL(unsafe: text)) } }
            #expect(error?.message == "the text holds no statement")
        }
    }

    @Test func aQueryIsOneStatementWhateverCommentFollows() throws {
        try database.read { session throws in
            for text in ["SELECT 1;", "SELECT 1; -- done", "SELECT 1 /* one */;\n/* end */ ;", "SELECT 1 -- ;"] {
                #expect(try session.value(SQL(unsafe: text), as: Int.self) == 1)
            }
            let error = #expect(throws: DatabaseError.self) { try session.rows("SELECT 1; DROP TABLE t") }
            #expect(error?.message == "the text holds more than one statement; the second begins with \"DROP TABLE t\"")
        }
    }

    @Test func aNULCharacterEndsNothingInSilence() throws {
        for text in ["SELECT 1\u{0}; DROP TABLE t", "SELECT 1;\u{0}", "SELECT \"a\u{0}b\"", "\u{0}"] {
            let error = #expect(throws: DatabaseError.self) { try database.execute(SQL(unsafe: text)) }
            #expect(error?.code == .misuse)
            #expect(error?.message.hasPrefix("the text holds a NUL character") == true)
        }
    }

    @Test func changesAreThoseOfTheStatement() throws {
        try database.write { session throws in
            #expect(try session.execute("INSERT INTO t (v) VALUES (1), (2), (3)").changes == 3)
            #expect(session.changes == 3)
            #expect(try session.execute("CREATE TABLE u (v)").changes == 0)
            #expect(try session.execute("DROP TABLE u").changes == 0)
            #expect(try session.execute("UPDATE t SET v = 0 WHERE v > 1").changes == 2)
            #expect(try session.execute("UPDATE t SET v = 0 WHERE v > 1").changes == 0)
            #expect(try session.execute("SELECT * FROM t").changes == 0)
            #expect(try session.execute("DELETE FROM t").changes == 3)
            #expect(try session.execute("PRAGMA user_version = 4").changes == 0)
        }
    }

    @Test func theLastRowIDIsTheInsertedOne() throws {
        try database.write { session throws in
            #expect(try session.execute("INSERT INTO t (id, v) VALUES (41, 'x')").lastInsertedRowID == 41)
            #expect(try session.execute("INSERT INTO t (v) VALUES ('y')").lastInsertedRowID == 42)
            #expect(session.lastInsertedRowID == 42)
        }
    }

    @Test func returningGivesRowsAndWrites() throws {
        let rows = try database.write { session throws in
            try session.rows("INSERT INTO t (v) VALUES (\("a")), (\("b")) RETURNING id, v")
        }
        #expect(rows.map { $0.values } == [[1, "a"], [2, "b"]])
        let first = try database.write { try $0.value("UPDATE t SET v = 'c' RETURNING id", as: Int.self) }
        #expect(first == 1)
        // The first row was enough for the caller, and still all were changed.
        #expect(try database.read { try $0.value("SELECT count(*) FROM t WHERE v = 'c'", as: Int.self) } == 2)
    }

    private func workedSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func aLongScriptTakesTimeInProportionToItsLength() throws {
        // What this thread alone worked: other tests run beside it.
        func time(lines: Int) throws -> Double {
            let line = "INSERT INTO t (v) VALUES ('0123456789012345678901234567890123456789');\n"
            let script = SQL(unsafe: String(repeating: line, count: lines))
            let start = workedSeconds()
            try database.execute(script)
            return workedSeconds() - start
        }
        _ = try time(lines: 100)
        let short = try time(lines: 1000)
        let long = try time(lines: 16_000)
        #expect(try database.count("t") == 17_100)
        // In proportion it is 16 times, by the square 256 times.
        #expect(long / short < 100)
    }

    @Test func whatFailsCarriesItsSQLAndValues() throws {
        try database.execute("INSERT INTO t VALUES (1, 'x')")
        let error = #expect(throws: DatabaseError.self) {
            try database.execute("INSERT INTO t VALUES (\(1), \("secret"))")
        }
        #expect(error?.sql == "INSERT INTO t VALUES (?, ?)")
        #expect(error?.parameters == [1, "secret"])
        #expect(error?.description.contains("secret") == false)
        let syntax = #expect(throws: DatabaseError.self) { try database.execute("SELEC 1") }
        #expect(syntax?.description == "sql (1): near \"SELEC\": syntax error (at byte 0) — SQL: SELEC 1")
        let script = #expect(throws: DatabaseError.self) { try database.execute("SELECT 1; SELECT nope FROM t") }
        #expect(script?.sql == "SELECT nope FROM t")
        #expect(script?.message == "no such column: nope (at byte 7)")
    }

    @Test(arguments: [
        ("SELECT 1; SELEC 2; SELECT 3", "SELEC 2;"), ("SELEC 1; SELECT 2", "SELEC 1;"), ("SELEC 1", "SELEC 1"),
        ("SELECT 1; SELEC ';' -- a;b\n, 2; SELECT 3", "SELEC ';' -- a;b\n, 2;"),
        (
            "SELECT 1; CREATE TRIGGER x AFTER INSERT ON nope BEGIN SELECT 1; SELECT 2; END; SELECT 3",
            "CREATE TRIGGER x AFTER INSERT ON nope BEGIN SELECT 1; SELECT 2; END;"
        ),
        ("SELECT 1; SELEC 'x; SELECT 3", "SELEC 'x; SELECT 3"),
    ])
    func onlyTheStatementThatFailsIsShown(_ script: String, _ statement: String) throws {
        let error = #expect(throws: DatabaseError.self) { try database.execute(SQL(unsafe: script)) }
        #expect(error?.sql == statement)
    }

    /// Compiled with warnings as errors: a result that nobody needs may be left where it is.
    @Test func resultsMayBeIgnored() async throws {
        func blocking() throws {
            try database.write { try $0.execute("INSERT INTO t VALUES (1, 'a')") }
            try database.write { session in try session.execute("INSERT INTO t VALUES (2, 'b')") }
            try database.withoutTransaction { try $0.execute("INSERT INTO t VALUES (3, 'c')") }
            try database.write { try $0.transaction { try $0.execute("INSERT INTO t VALUES (4, 'd')") } }
            try database.execute("INSERT INTO t VALUES (5, 'e')")
        }
        try blocking()
        try await database.write { try $0.execute("INSERT INTO t VALUES (6, 'f')") }
        try await database.write { session in try session.execute("INSERT INTO t VALUES (7, 'g')") }
        try database.withoutTransaction { try $0.execute("INSERT INTO t VALUES (8, 'h')") }
        let count = try await database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
        #expect(count == 8)
    }
}

extension Duration {
    fileprivate var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
