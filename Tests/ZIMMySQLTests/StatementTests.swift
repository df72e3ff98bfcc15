#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMDb
    import ZIMOrm

    @testable import ZIMMySQL

    @Suite(.server) struct StatementTests {
        @Test func scripts() throws {
            let database = try Server.database()
            try database.withoutTransaction { session in
                try session.execute(
                    """
                    -- a comment; # another
                    CREATE TABLE t (a INT AUTO_INCREMENT PRIMARY KEY, b TEXT); # the end; of the line
                    CREATE TABLE log (b TEXT);
                    INSERT INTO t (b) VALUES ('a;b'), ("c\\";d"), ('e''f\\';'); /* ; */
                    CREATE TRIGGER heard AFTER INSERT ON t FOR EACH ROW BEGIN
                        IF NEW.a > 0 THEN INSERT INTO log VALUES (NEW.b); END IF;
                        CASE WHEN NEW.a > 100 THEN INSERT INTO log VALUES ('many'); ELSE BEGIN END; END CASE;
                    END;
                    CREATE PROCEDURE two() BEGIN SELECT a, b FROM t ORDER BY a; SELECT 2; END;
                    INSERT INTO t (b) VALUES (\("last"));
                    """)
                #expect(
                    try session.rows("SELECT b FROM t ORDER BY a").map(\.values) == [
                        ["a;b"], ["c\";d"], ["e'f';"], ["last"],
                    ])
                #expect(try session.rows("SELECT b FROM log").map(\.values) == [["last"]])
                #expect(session.lastInsertedRowID == 4)
                // The first result of a procedure.
                #expect(try session.rows("CALL two()").count == 4)
                #expect(try session.rows("SELECT 5--1").first?.values == [6])
                #expect(try session.rows("SHOW TABLES").count == 2)
                #expect(try session.rows("EXPLAIN SELECT * FROM t").count == 1)
                // MySQL cannot prepare it.
                if MySQLProduct.isMariaDB { #expect(try session.rows("CHECK TABLE t").count == 1) }
            }
        }

        /// MySQL keeps the types that the parameters of a statement have had.
        @Test func aParameterChangesItsType() throws {
            let database = try Server.database(
                "CREATE TABLE t (a BIGINT, b INT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1)")
            try database.read { session in
                for value in [2, 1.25, 9_007_199_254_740_993, "3", 5_000_000_000_000_001, nil, 2] as [SQLValue] {
                    let found = try session.value("SELECT a * \(value) FROM t", as: SQLValue.self)
                    switch value {
                    case .integer: #expect(found == value)
                    case .real, .text: #expect(try found.map { try Double(column: $0) } == Double(column: value))
                    default: #expect(found == .null)
                    }
                }
                let sum = SelectStatement().column(.value(9_007_199_254_740_993) + 2)
                    .column(.maximum(SQLCase().when(.name("a") > 0, then: 9_007_199_254_740_993).else(0).expression))
                    .from("t")
                let large: SQLValue = 9_007_199_254_740_995
                #expect(try session.rows(sum).map(\.values) == [[large, 9_007_199_254_740_993]])
            }
        }

        /// NULL has no type, and does not take that of the real number before it, which would make one of what stands beside it.
        @Test func nilBehindARealNumber() throws {
            let database = try Server.database(
                """
                CREATE TABLE t (a INT, b INT, i BIGINT, d DECIMAL(30, 10), value BIGINT, PRIMARY KEY (a, b));
                INSERT INTO t (a, b, i, d)
                VALUES (1, 1, 9007199254740993, 12345678901234567890.0123456789), (1, 2, NULL, NULL)
                """)
            try database.write { session in
                for (value, b, key) in [(0.5, 2, 1), (nil, 1, 2), (1.5, 2, 3), (nil, 1, 4)] as [(Double?, Int, Int)] {
                    try session.execute(
                        "UPDATE t SET i = coalesce(\(value), i), d = coalesce(\(value), d) WHERE a = 1 AND b = \(b)")
                    // A column of the name of a keyword.
                    try session.execute("UPDATE t SET i = coalesce(value, \(value), i) WHERE a = 1 AND b = \(b)")
                    try session.execute("INSERT INTO t (a, b, i, d) VALUES (2, \(key), \(value), \(value))")
                }
                let row = try session.rows("SELECT i, CAST(d AS CHAR) FROM t WHERE a = 1 AND b = 1").first?.values
                #expect(row == [9_007_199_254_740_993, "12345678901234567890.0123456789"])
            }
        }

        /// What begins behind a label ends with its own END, whether a space stands behind the colon or not.
        @Test(.mariaDB, arguments: [": ", ":", " : "]) func labels(_ colon: String) throws {
            let database = try Server.database("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b));")
            try database.withoutTransaction { session in
                try session.execute(
                    SQL(
                        unsafe: """
                            CREATE PROCEDURE filled()
                            outer_block\(colon)BEGIN
                                DECLARE n INT DEFAULT 0;
                                again\(colon)LOOP
                                    SET n := n + 1;
                                    IF n > 2 THEN LEAVE again; END IF;
                                    INSERT INTO t VALUES (1, n);
                                END LOOP;
                                WHILE n < 5 DO SET n = n + 1; INSERT INTO t VALUES (2, n); END WHILE;
                                twice\(colon)REPEAT SET n = n - 1; UNTIL n = 0 END REPEAT;
                                FOR i IN 1..2 DO INSERT INTO t VALUES (3, i); END FOR;
                                each_of\(colon)FOR i IN 3..4 DO INSERT INTO t VALUES (3, i); END FOR;
                            END;
                            INSERT INTO t VALUES (0, 0); CALL filled(); INSERT INTO t VALUES (9, 9);
                            """))
                #expect(
                    try session.rows("SELECT a, COUNT(*), MAX(b) FROM t GROUP BY a ORDER BY a").map(\.values) == [
                        [0, 1, 0], [1, 2, 2], [2, 2, 5], [3, 4, 4], [9, 1, 9],
                    ])
            }
        }

        /// Many statements commit; few change what is known of tables.
        @Test func whatChangesTheSchema() {
            let changing = [
                "ALTER TABLE t ADD b INT", "RENAME TABLE a TO b", "CREATE INDEX i ON t (a)", "drop view v",
                "SET STATEMENT lock_wait_timeout = 1 FOR ALTER TABLE t ADD b INT",
            ]
            let others = [
                "ANALYZE TABLE t", "LOCK TABLES t READ", "FLUSH TABLES", "TRUNCATE TABLE t", "INSERT INTO t VALUES (1)",
                "SET STATEMENT max_statement_time = 1 FOR SELECT 1", "CREATE TEMPORARY TABLE u (a INT)",
            ]
            #expect(
                changing.map { MySQLScript.statements(of: $0).map(\.changesSchema) } == changing.map { _ in [true] })
            #expect(others.map { MySQLScript.statements(of: $0).map(\.changesSchema) } == others.map { _ in [false] })
        }

        @Test func changesAreCounted() throws {
            let database = try Server.database("CREATE TABLE t (a INT PRIMARY KEY, b INT);")
            try database.write { session in
                let inserted = try session.execute("INSERT INTO t VALUES (1, 1), (2, 2)").changes
                #expect(inserted == 2)
                // Rows that are found, also where they hold the value already.
                #expect(try session.execute("UPDATE t SET b = 1").changes == 2)
                guard MySQLProduct.isMariaDB else { return }
                #expect(try session.rows("DELETE FROM t WHERE a = 1 RETURNING b").map(\.values) == [[1]])
                #expect(try session.execute("DELETE FROM t").changes == 1)
            }
        }

        @Test func limitsThatMeanForEver() throws {
            var options = DatabaseOptions()
            options.busyTimeout = .seconds(Int64.max)
            options.server.statementTimeout = .seconds(Int64.max)
            options.server.idleTimeout = .seconds(Int64.max)
            options.server.rowsPerFetch = .max
            let database = try Server.database(
                "CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1), (2)", options)
            for _ in 0..<2 {
                try database.read { session in
                    var sum = 0
                    try session.forEachRow("SELECT a FROM t") { sum += try $0.get(0, as: Int.self) }
                    #expect(sum == 3)
                    let limits = try session.rows("SELECT @@innodb_lock_wait_timeout, @@lock_wait_timeout")
                    #expect(limits.map(\.values) == [[2_147_484, 2_147_484]])
                }
            }
        }

        @Test func rowsInPiecesWithOtherStatementsBetween() throws {
            var options = DatabaseOptions()
            options.server.rowsPerFetch = 100
            let database = try Server.database("CREATE TABLE t (a INT PRIMARY KEY, b TEXT);", options)
            try database.write { session in
                for start in stride(from: 0, to: 2_000, by: 500) {
                    let insert = (start..<(start + 500)).reduce(InsertStatement(into: "t")) {
                        $0.values([.value($1), .value("row \(String(repeating: "x", count: $1))")])
                    }
                    try session.execute(insert)
                }
                var sum = 0
                try session.forEachRow("SELECT a, b FROM t ORDER BY a") { row in
                    let number = try row.get(0, as: Int.self)
                    #expect(try row.get(1, as: String.self).count == 4 + number)
                    if number % 400 == 0 {
                        #expect(try session.value("SELECT count(*) FROM t WHERE a < \(number)", as: Int.self) == number)
                        try session.execute("UPDATE t SET a = a WHERE a = \(number)")
                    }
                    sum += number
                }
                #expect(sum == 1_999_000)
            }
        }

        /// A statement that is kept must not give what a table was before.
        @Test func aTableThatChanged() throws {
            let database = try Server.database("CREATE TABLE t (a INT, b TEXT); INSERT INTO t VALUES (1, 'x');")
            let other = try Database(url: database.location)
            func row() throws -> ResultRow? { try database.read { try $0.rows("SELECT * FROM t").first } }
            #expect(try row()?.columns == ["a", "b"])
            for (change, columns, values) in [
                ("ALTER TABLE t ADD COLUMN c INT DEFAULT 7" as SQL, ["a", "b", "c"], [1, "x", 7] as [SQLValue]),
                ("ALTER TABLE t CHANGE COLUMN c d VARCHAR(10)", ["a", "b", "d"], [1, "x", "7"]),
                ("ALTER TABLE t DROP COLUMN b", ["a", "d"], [1, "7"]),
            ] {
                try other.withoutTransaction { _ = try $0.execute(change) }
                #expect(try row()?.columns == columns)
                #expect(try row()?.values == values)
            }
            try other.withoutTransaction { _ = try $0.execute("DROP TABLE t") }
            #expect(Server.error { try row() }?.code == .sql)
        }

        @Test func manyAtOnce() async throws {
            let database = try Server.database(
                "CREATE TABLE t (a INT PRIMARY KEY, b INT); INSERT INTO t VALUES (1, 0);")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        _ = try await database.write(retrying: 20) { session in
                            try session.execute("UPDATE t SET b = b + 1 WHERE a = 1")
                        }
                        _ = try await database.read { try $0.value("SELECT b FROM t", as: Int.self) }
                    }
                }
                try await group.waitForAll()
            }
            let count = try await database.read { try $0.value("SELECT b FROM t", as: Int.self) }
            #expect(count == 40)
        }
    }
#endif
