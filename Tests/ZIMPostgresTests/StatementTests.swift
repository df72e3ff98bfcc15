#if PostgreSQL
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    @Suite(.server) struct StatementTests {
        @Test func aScriptRunsStatementByStatement() throws {
            let scratch = try Scratch()
            try scratch.database.write { session in
                try session.execute(
                    """
                    -- one; two
                    CREATE TABLE a (x integer, y text); ;
                    CREATE FUNCTION twice(i integer) RETURNS integer LANGUAGE sql AS $$ SELECT i * 2; $$;
                    CREATE FUNCTION thrice(i integer) RETURNS integer BEGIN ATOMIC SELECT CASE WHEN true THEN i END * 3; END;
                    INSERT INTO a VALUES (\(1), \("a;b")); INSERT INTO a VALUES (twice(\(2)), \("c")), (thrice(\(3)), NULL);
                    """)
                #expect(
                    try session.rows("SELECT * FROM a ORDER BY x").map(\.values) == [[1, "a;b"], [4, "c"], [9, nil]])
                let result = try session.execute("UPDATE a SET y = 'z' WHERE x > \(1)")
                #expect(result.changes == 2)
            }
        }

        /// What is not prepared tells no types of its parameters.
        @Test func parametersOfWhatIsNotPrepared() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer); INSERT INTO a VALUES (1)")
            try scratch.database.write { session in
                #expect(try session.rows("EXPLAIN SELECT * FROM a WHERE x = \(1)").isEmpty == false)
                try session.execute("CREATE PROCEDURE p(i integer) LANGUAGE sql AS $$ INSERT INTO a VALUES (i) $$")
                try session.execute("CALL p(\(2))")
                #expect(try session.value("SELECT sum(x) FROM a", as: Int.self) == 3)
            }
        }

        @Test func statementsAreReadAsWhatTheyAre() throws {
            let kinds = try PostgresScript.statements(
                of: """
                    SELECT 1; WITH a AS (DELETE FROM t RETURNING x) SELECT * FROM a; WITH a AS (SELECT 1) SELECT * FROM a;
                    SELECT * INTO u FROM t; EXPLAIN SELECT 1; EXPLAIN ANALYZE DELETE FROM t; SHOW x; BEGIN; CREATE TABLE t ();
                    VALUES (1); SELECT $2::text, $1; SELECT $3, $3, '$4', "$5"
                    """)
            #expect(
                kinds.map(\.verb) == [
                    .query, .change, .query, .other, .show, .other, .show, .control, .other, .query, .query, .query,
                ])
            #expect(kinds.map(\.parameterCount) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1])
            #expect(kinds.last?.text == "SELECT $1, $1, '$4', \"$5\"")
            #expect(try PostgresScript.statements(of: " -- nothing\n;; ").isEmpty)
        }

        @Test func textIsPreparedOnceOnAConnection() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer PRIMARY KEY, y text)")
            try scratch.database.write { session in
                for number in 1...5 { try session.execute("INSERT INTO a VALUES (\(number), \("n\(number)"))") }
                for number in 1...5 {
                    #expect(try session.value("SELECT y FROM a WHERE x = \(number)", as: String.self) == "n\(number)")
                }
                try session.execute("SELECT 'one of a script'; SELECT 'another'")
                let prepared = try session.rows("SELECT statement FROM pg_prepared_statements ORDER BY 1")
                #expect(!prepared.contains { "\($0[0])".contains("script") })
                #expect(prepared.filter { $0[0] == "INSERT INTO a VALUES ($1, $2)" }.count == 1)
                #expect(prepared.filter { $0[0] == "SELECT y FROM a WHERE x = $1" }.count == 1)
            }
        }

        @Test func whatTheCacheLetsGoIsFreedOnTheServer() throws {
            var options = DatabaseOptions()
            options.statementCacheSize = 4
            let scratch = try Scratch("", options: options)
            try scratch.database.write { session in
                for number in 0..<40 { _ = try session.rows("SELECT \(unsafe: String(number))") }
                let count = try session.value("SELECT count(*) FROM pg_prepared_statements", as: Int.self)
                #expect(try #require(count) <= 8)
            }
        }

        @Test(arguments: [ServerOptions.Preparing.never, .always, .automatic])
        func withAndWithoutNamesTheRowsAreTheSame(_ preparing: ServerOptions.Preparing) throws {
            var options = DatabaseOptions()
            options.server.preparing = preparing
            let scratch = try Scratch("CREATE TABLE a (x integer, y numeric)", options: options)
            try scratch.database.write { session in
                for number in 1...3 { try session.execute("INSERT INTO a VALUES (\(number), \(1.5))") }
                let rows = try session.rows("SELECT x, y FROM a WHERE x < \(3) ORDER BY x")
                #expect(rows.map { $0[0] } == [1, 2])
                #expect(try rows[0].get("y", as: Double.self) == 1.5)
                let count = try session.value("SELECT count(*) FROM pg_prepared_statements", as: Int.self)
                #expect((count == 0) == (preparing == .never))
            }
        }

        @Test func aTableThatChangesUnderAPreparedStatementIsReadAnew() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer); INSERT INTO a VALUES (1)")
            let other = try scratch.another()
            try scratch.database.withoutTransaction { session in
                #expect(try session.rows("SELECT * FROM a").map(\.columns) == [["x"]])
                try other.execute("ALTER TABLE a ADD COLUMN y text DEFAULT 'new'")
                #expect(try session.rows("SELECT * FROM a").map(\.values) == [[1, "new"]])
                try other.execute("DROP TABLE a")
                let error = try failure { try session.rows("SELECT * FROM a") }
                #expect(error.code == .sql)
                #expect(error.sqlState == "42P01")
                try other.execute("CREATE TABLE a (z text); INSERT INTO a VALUES ('third')")
                #expect(try session.rows("SELECT * FROM a").map(\.values) == [["third"]])
                try session.execute("DEALLOCATE ALL")
                #expect(try session.rows("SELECT * FROM a").map(\.values) == [["third"]])
            }
            // In a transaction the server refuses once, and the next one is in order.
            try scratch.database.read { _ = try $0.rows("SELECT * FROM a") }
            try other.execute("ALTER TABLE a ADD COLUMN w integer")
            let error = try failure { try scratch.database.read { _ = try $0.rows("SELECT * FROM a") } }
            #expect(error.sqlState == "0A000")
            #expect(try scratch.database.rows("SELECT * FROM a") == [["third", nil]])
        }

        /// What a statement frees is prepared anew, also inside a transaction, and is not freed again.
        @Test(arguments: ["DEALLOCATE ALL", "DEALLOCATE PREPARE ALL", "deallocate zim_1", "DEALLOCATE own"])
        func statementsThatAreFreedArePreparedAnew(_ sql: String) throws {
            let scratch = try Scratch("CREATE TABLE a (x integer); INSERT INTO a VALUES (1)")
            try scratch.database.withoutTransaction { session in
                func read() throws -> [[SQLValue]] {
                    try session.rows("SELECT x FROM a").map(\.values)
                        + session.rows("SELECT x + 1 FROM a").map(\.values)
                }
                try session.execute("PREPARE own AS SELECT 7")
                #expect(try read() == [[1], [2]])
                try session.execute("BEGIN")
                #expect(try read() == [[1], [2]])
                try session.execute(SQL(unsafe: sql))
                for _ in 0..<2 { #expect(try read() == [[1], [2]]) }
                try session.execute("ROLLBACK")
                for _ in 0..<2 { #expect(try read() == [[1], [2]]) }
            }
            #expect(try scratch.database.read { try $0.value("SELECT x FROM a", as: Int.self) } == 1)
        }

        /// A function that frees them is seen by the error of the next statement only; the transaction after it is in order.
        @Test func statementsThatAFunctionFreesArePreparedAnew() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer); INSERT INTO a VALUES (1)")
            func read(_ session: Session) throws -> [[SQLValue]] {
                try session.rows("SELECT x FROM a").map(\.values) + session.rows("SELECT x + 1 FROM a").map(\.values)
            }
            try scratch.database.withoutTransaction { session in
                #expect(try read(session) == [[1], [2]])
                try session.execute("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$")
                for _ in 0..<2 { #expect(try read(session) == [[1], [2]]) }
                try session.execute("BEGIN")
                #expect(try read(session) == [[1], [2]])
                try session.execute("DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$")
                let error = try failure { try read(session) }
                #expect(error.sqlState == "26000")
                try session.execute("ROLLBACK")
                try session.execute("BEGIN")
                for _ in 0..<2 { #expect(try read(session) == [[1], [2]]) }
                try session.execute("COMMIT")
            }
        }

        @Test func aChangeOfTheSchemaOfOnesOwnIsSeenAtOnce() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer); INSERT INTO a VALUES (1)")
            try scratch.database.write { session in
                #expect(try session.rows("SELECT * FROM a").map(\.values) == [[1]])
                try session.execute("ALTER TABLE a ADD COLUMN y integer DEFAULT 7")
                #expect(try session.rows("SELECT * FROM a").map(\.values) == [[1, 7]])
            }
        }

        @Test func manyRowsAreFetchedInPiecesWhileOthersRun() throws {
            var options = DatabaseOptions()
            options.server.rowsPerFetch = 100
            let scratch = try Scratch(
                "CREATE TABLE big AS SELECT i AS x, 'row ' || i AS y FROM generate_series(1, 1050) AS i",
                options: options)
            try scratch.database.write { session in
                var sum = 0
                var rows = 0
                try session.forEachRow("SELECT x, y FROM big WHERE x > \(50) ORDER BY x") { row in
                    rows += 1
                    sum += try row.get(0, as: Int.self)
                    if rows % 250 == 0 {
                        #expect(
                            try session.value("SELECT count(*) FROM pg_cursors WHERE name LIKE 'zim%'", as: Int.self)
                                == 1)
                        try session.execute("UPDATE big SET y = 'seen' WHERE x = \(rows)")
                    }
                }
                #expect((rows, sum) == (1000, (51...1050).reduce(0, +)))
                #expect(try session.value("SELECT count(*) FROM pg_cursors WHERE name LIKE 'zim%'", as: Int.self) == 0)
                // A loop that is left early closes its cursor.
                struct Enough: Error {}
                #expect(throws: Enough.self) {
                    try session.forEachRow("SELECT x FROM big") { _ in throw Enough() }
                }
                #expect(try session.value("SELECT count(*) FROM pg_cursors WHERE name LIKE 'zim%'", as: Int.self) == 0)
            }
        }

        /// It ends the server's cursor, of which the caller knows nothing.
        @Test func aRollbackInsideOfALoop() throws {
            var options = DatabaseOptions()
            options.server.rowsPerFetch = 100
            let scratch = try Scratch(
                "CREATE TABLE big AS SELECT i AS x FROM generate_series(1, 250) AS i", options: options)
            for (before, inside) in [("SAVEPOINT s", "ROLLBACK TO s"), ("BEGIN", "COMMIT"), ("BEGIN", "ROLLBACK")] {
                var rows = 0
                let error = try failure {
                    try scratch.database.withoutTransaction { session in
                        if before != "BEGIN" { try session.execute("BEGIN") }
                        try session.execute(SQL(unsafe: before))
                        try session.forEachRow("SELECT x FROM big") { _ in
                            rows += 1
                            if rows == 10 { try session.execute(SQL(unsafe: inside)) }
                        }
                    }
                }
                #expect((error.code, error.sqlState) == (.misuse, "34000"))
                #expect(
                    error.message
                        == "the rest of the rows is gone: a ROLLBACK TO, ROLLBACK or COMMIT ran inside of their loop")
                #expect(error.hint == "Use session.transaction { } there, or read all rows first")
                #expect(rows == 100)
            }
        }

        @Test func copyNeedsRowsAndLeavesTheConnectionWhole() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer)")
            let error = try failure { try scratch.database.execute("COPY a FROM STDIN") }
            #expect(error.message.contains("COPY FROM STDIN needs rows"))
            try scratch.database.execute("COPY a TO STDOUT")
            #expect(try scratch.database.rows("SELECT count(*) FROM a") == [[0]])
        }

        @Test func textThatIsNoStatementIsTold() throws {
            let scratch = try Scratch()
            let wrong = try failure { try scratch.database.rows("SELEC 1") }
            #expect(
                wrong.description == "sql (42601): syntax error at or near \"SELEC\" (at character 1) — SQL: SELEC 1")
            #expect(try failure { try scratch.database.rows("SELECT 1; SELECT 2") }.code == .misuse)
            #expect(try failure { try scratch.database.rows(SQL(unsafe: "SELECT 'a\0b'")) }.code == .misuse)
            let missing = try failure { try scratch.database.rows(SQL(unsafe: "SELECT $1::text")) }
            #expect(missing.message == "the statement has 1 parameters, 0 values were given")
        }
    }
#endif
