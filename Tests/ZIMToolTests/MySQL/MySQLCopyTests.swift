#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Copies to and from MariaDB: what fits, what does not and is said before, and what is left where one ends early.
    @Suite(.mySQLServer) struct MySQLCopyTests {
        private static let keys = """
            CREATE TABLE p (b TEXT, a INT, n VARCHAR(1000) UNIQUE, PRIMARY KEY (b, a));
            INSERT INTO p VALUES ('k', 1, 'short'), ('K', 1, 'SHORT'), ('k ', 1, 'short ');
            CREATE TABLE "o`d" (x INT, y TEXT, z INT, at DATETIME DEFAULT CURRENT_TIMESTAMP, flag BOOLEAN DEFAULT 1,
                q TEXT DEFAULT 'it''s \\ b', CHECK (length(q) > 0 AND z <> 5), CHECK (y > 5), CHECK (y || 'a' <> 'b'),
                PRIMARY KEY (z, y, x), FOREIGN KEY (x, y) REFERENCES p (a, b) ON DELETE CASCADE ON UPDATE CASCADE);
            INSERT INTO "o`d" (x, y, z) VALUES (1, 'K', 1), (1, 'k ', 2);
            CREATE INDEX i ON "o`d" (q DESC, x);
            CREATE TABLE r (id INTEGER PRIMARY KEY AUTOINCREMENT, boss INT REFERENCES r, w INT REFERENCES s DEFERRABLE INITIALLY DEFERRED);
            CREATE TABLE s (id INTEGER PRIMARY KEY, r INT REFERENCES r);
            INSERT INTO r VALUES (1, 2, 1), (2, NULL, NULL), (90, 1, 1); INSERT INTO s VALUES (1, 1); DELETE FROM r WHERE id = 90;
            """

        @Test func keysFromAFile() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(Self.keys)
            let source = try InspectedDatabase(path: path)
            let preview = try DatabaseCopy(from: source.database, to: CopyDestination(place: server.url)).preview()
            let text = "CHARACTER SET utf8mb4 COLLATE \(MySQLProduct.exactCollation)"
            #expect(
                preview.statements == [
                    "CREATE TABLE `p` (`b` VARCHAR(255) \(text), `a` BIGINT, `n` VARCHAR(6) \(text), PRIMARY KEY (`b`, `a`));",
                    "CREATE TABLE `o``d` (`x` BIGINT, `y` VARCHAR(255) \(text), `z` BIGINT, "
                        + "`at` DATETIME(6) DEFAULT (utc_timestamp(6)), `flag` BOOLEAN DEFAULT (1), "
                        + "`q` LONGTEXT \(text) DEFAULT ('it''s \\\\ b'), PRIMARY KEY (`z`, `y`, `x`), "
                        + "CHECK (char_length(`q`) > 0 AND `z` <> 5));",
                    "CREATE TABLE `r` (`id` BIGINT AUTO_INCREMENT PRIMARY KEY, `boss` BIGINT, `w` BIGINT);",
                    "CREATE TABLE `s` (`id` BIGINT AUTO_INCREMENT PRIMARY KEY, `r` BIGINT);",
                    "CREATE INDEX `i` ON `o``d` (`q`(191) DESC, `x`);",
                    "ALTER TABLE `p` ADD UNIQUE (`n`);",
                    "ALTER TABLE `o``d` ADD FOREIGN KEY (`y`, `x`) REFERENCES `p` (`b`, `a`) ON DELETE CASCADE ON UPDATE CASCADE;",
                    "ALTER TABLE `r` ADD FOREIGN KEY (`boss`) REFERENCES `r` (`id`), ADD FOREIGN KEY (`w`) REFERENCES `s` (`id`);",
                    "ALTER TABLE `s` ADD FOREIGN KEY (`r`) REFERENCES `r` (`id`);",
                ])
            #expect(
                preview.plan.notes.map(\.description) == [
                    "o`d: the check (y > 5) is left out: it compares a text with a number",
                    "o`d: the check (y || 'a' <> 'b') is left out: it uses ||",
                    "r: the foreign key (w) → s (id) is checked at once, not at the end of the transaction",
                    "p.n: becomes VARCHAR(6), the length of its longest value: a key holds 3,072 bytes",
                ])
            #expect(try server.contents == [])
            _ = try CopyBench.copy(path, to: server)
            #expect(try server.contents == ["o`d", "p", "r", "s"])
            // Upper case, and spaces at the end, keep rows apart as they do in the file.
            #expect(try server.rows("SELECT n FROM p ORDER BY n") == [["SHORT"], ["short"], ["short "]])
            try server.execute("INSERT INTO r (boss) VALUES (1)")
            #expect(try server.value("SELECT max(id) FROM r", as: Int.self) == 91)
            #expect(throws: DatabaseError.self) {
                try server.execute("INSERT INTO `o``d` (x, y, z) VALUES (1, 'none', 1)")
            }
            #expect(throws: DatabaseError.self) {
                try server.execute("INSERT INTO `o``d` (x, y, z) VALUES (1, 'k', 5)")
            }
            try server.execute("DELETE FROM p WHERE b = 'k '")
            #expect(try server.rows("SELECT z FROM `o``d`") == [[1]])
        }

        /// Each kind of invalid value, by name, before anything is made.
        @Test func whatDoesNotFit() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(
                """
                CREATE TABLE t (a INT, b INT, d DATE, tm TIME, r REAL, n NUMERIC, u BIGINT UNSIGNED, j JSON, PRIMARY KEY (a, b));
                INSERT INTO t (a, b, d) VALUES (1, 1, '0000-00-00'), (1, 2, '2001-13-01'), (1, 3, '10000-01-01');
                INSERT INTO t (a, b, tm) VALUES (2, 1, '100:01:02'), (2, 2, '900:00:00'), (2, 3, 'soon');
                INSERT INTO t (a, b, r) VALUES (3, 1, 9e999);
                INSERT INTO t (a, b, n) VALUES (4, 1, 1e40), (4, 2, 1e-40);
                INSERT INTO t (a, b, u) VALUES (5, 1, -1), (5, 2, 9223372036854775807);
                INSERT INTO t (a, b, j) VALUES (6, 1, '"\\ud800"'), (6, 2, '{"a": [1, 2.50]}');
                INSERT INTO t (a, b) VALUES (NULL, 1);
                CREATE TABLE c (x INT, y INT, FOREIGN KEY (x, y) REFERENCES t (a, b)); INSERT INTO c VALUES (9, 9);
                CREATE TABLE wide (k TEXT, l TEXT, PRIMARY KEY (k, l));
                INSERT INTO wide VALUES (printf('%.*c', 800, 'x'), 'y');
                CREATE TABLE "n😀" ("A" INT, "e " INT);
                CREATE TABLE long (b BLOB); INSERT INTO long VALUES (zeroblob(16000000));
                """)
            let refusal = #expect(throws: CopyRefusal.self) { try CopyBench.copy(path, to: server) }
            #expect(
                refusal?.first.map(\.text)
                    == [
                        "n😀: the table's name n😀 contains U+1F600, which MySQL does not allow in names",
                        "n😀.e : the column's name e  ends with a space, which MySQL does not allow",
                        "t.d: '2001-13-01' is not a date in a known format (a = 1, b = 2)",
                        "t.d: '10000-01-01' is a date out of range (a = 1, b = 3)",
                        "t.tm: '900:00:00' is a time out of range (-838:59:59 to 838:59:59) (a = 2, b = 2)",
                        "t.tm: 'soon' is not a time in a known format (a = 2, b = 3)",
                        "t.r: inf is infinite, which MySQL cannot store (a = 3, b = 1)",
                        "t.n: 1e+40 has 41 digits before the decimal point, NUMERIC(65, 30) holds 35 (a = 4, b = 1)",
                        "t.n: 1e-40 has 40 digits after the decimal point, NUMERIC(65, 30) holds 30 (a = 4, b = 2)",
                        "t.u: -1 is out of range for BIGINT UNSIGNED (0 to 18446744073709551615) (a = 5, b = 1)",
                        "t.j: '\"\\ud800\"' is JSON that is nested deeper than 31 levels or escapes half a character, which MariaDB refuses (a = 6, b = 1)",
                        "t.a: NULL in a NOT NULL column (a = NULL, b = 1)",
                        "c: x = 9, y = 9 references no row of t (a, b) (_rowid_ = 1)",
                        "long.b: \(refusal?.first.first { $0.table == "long" }?.value.prefix(80) ?? "")… makes a row of 16,000,009 bytes, the max_allowed_packet of the server has room for 15,728,640 (_rowid_ = 1)",
                        "wide: the key (k, l) needs 3,204 bytes, MySQL's keys hold 3,072",
                    ].sorted { one, other in
                        let order = refusal?.first.map(\.text) ?? []
                        return (order.firstIndex(of: one) ?? .max) < (order.firstIndex(of: other) ?? .max)
                    })
            #expect(refusal?.count == 15)
            #expect(try server.contents == [])
        }

        /// What other engines cannot hold is named; what they can is the same there.
        @Test func fromMySQLToAFile() throws {
            let (scratch, target) = (try ToolScratch(), "file.sqlite")
            let source = try MySQLTraps.open()
            let refusal = #expect(throws: CopyRefusal.self) {
                try CopyBench.copy(source, to: scratch.path(target))
            }
            #expect(
                refusal?.first.map(\.text) == [
                    "wide.big: '18446744073709551615' has more digits than a number in SQLite can hold (big = '18446744073709551615')"
                ])
            #expect(scratch.text(target) == nil)
            let report = try CopyBench.copy(source, to: scratch.path(target)) { $0.invalidValues = .widen }
            #expect(
                report.notes.map(\.description) == [
                    "line: the computed column total is left out", "line: the computed column low is left out",
                    "line: the key (label, w) is case-sensitive in SQLite",
                    "line: the index line_low is left out: it is on the column low, which is left out",
                    "broken: is a view, which is left out", "cheap: is a view, which is left out",
                    "measure: is copied as one table, without its 2 partitions",
                    "wide.big: becomes TEXT, which can hold all its values",
                ])
            let file = try InspectedDatabase(path: scratch.path(target))
            let rows = try file.database.read { try $0.rows("SELECT * FROM wide ORDER BY born").map(\.values) }
            #expect(
                rows == [
                    [
                        "1", 5, 1, 1999, "100:01:02", .blob(Array(0...15)), "{\"a\": 1}", 0.5, 0.25, .blob([0, 255]),
                        "2001-02-03", "long",
                    ],
                    ["18446744073709551615", 0, 0, 2155, "-01:00:00"] + Array(repeating: .null, count: 7),
                ])
            #expect(
                CopyBench.foreignKeys(try file.schema()) == [
                    "group [\"there\"] → 2B; DROP TABLE `x` -- [\"id\"] NO ACTION NO ACTION",
                    "line [\"w\", \"d\", \"o\"] → orders [\"w\", \"d\", \"id\"] NO ACTION NO ACTION",
                    "orders [\"w\", \"d\"] → warehouse [\"w\", \"d\"] CASCADE NO ACTION",
                ])
        }

        /// A foreign key that holds by a collation holds nowhere else.
        @Test(.mariaDBServer) func keysThatOnlyACollationMakesEqual() throws {
            let (server, scratch) = (
                try MySQLScratch(
                    """
                    CREATE TABLE p (a VARCHAR(10), b INT, PRIMARY KEY (a, b)); CREATE TABLE c (x VARCHAR(10), y INT, n INT, m INT,
                        PRIMARY KEY (n, m), FOREIGN KEY (x, y) REFERENCES p (a, b));
                    INSERT INTO p VALUES ('ABC', 1), ('d', 2); INSERT INTO c VALUES ('abc', 1, 1, 2), ('d', 2, 2, 2), (NULL, 1, 3, 2);
                    CREATE TABLE q (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, flag TINYINT(1), t VARCHAR(20), n INT,
                        CHECK (t = 'x' OR n > 3), UNIQUE KEY pre (t(5)), KEY same (n));
                    CREATE TABLE k (q BIGINT UNSIGNED REFERENCES q (id), n INT, at DATETIME ON UPDATE CURRENT_TIMESTAMP, KEY same (n));
                    INSERT INTO q (flag, t, n) VALUES (7, 'X', 1);
                    """), try ToolScratch()
            )
            let path = scratch.path("file.sqlite")
            let refusal = #expect(throws: CopyRefusal.self) { try CopyBench.copy(server, to: path) }
            #expect(refusal?.first.map(\.text) == ["c: x = 'abc', y = 1 references no row of p (a, b) (n = 1, m = 2)"])
            #expect(scratch.text("file.sqlite") == nil)
            let report = try CopyBench.copy(server, to: path) { $0.invalidValues = .skip }
            #expect(report.skippedRows == 1)
            #expect(
                report.notes.map(\.description).sorted() == [
                    "k: at is set by each UPDATE in MySQL only", "p: the key (a, b) is case-sensitive in SQLite",
                    "q.flag: holds other numbers than 0 and 1, so it is no Boolean",
                    "q: the check CONSTRAINT_1 (`t` = 'x' or `n` > 3) is left out: it compares texts by the collation utf8mb4_general_ci",
                    "q: the unique key pre is left out: it is not of whole columns",
                ])
            let schema = try CopyBench.schema(path)
            #expect(schema.indexes.filter { $0.origin == .index }.map(\.name).sorted().contains("k_same"))
            #expect(schema.table("k")?.column("q")?.type == "BIGINT")
        }

        /// Between two servers the tables are what the first says of them, and dates that no calendar has stay.
        @Test(.mariaDBServer) func fromServerToServer() throws {
            let target = try MySQLScratch()
            let source = try MySQLTraps.open()
            let report = try CopyBench.copy(source, to: target.url)
            #expect(
                report.notes.map(\.description) == [
                    "broken: is a view, which is left out", "cheap: is a view, which is left out",
                ])
            for table in try target.contents {
                let show: SQL = "SHOW CREATE TABLE \(identifier: table)"
                let before = try source.database.read { try $0.rows(show)[0].get(1, as: String.self) }
                #expect(try target.definition(table) == before)
                let all: SQL = "SELECT * FROM \(identifier: table) ORDER BY 1, 2, 3"
                #expect(
                    try target.database.read { try $0.rows(all).map(\.values) }
                        == source.database.read { try $0.rows(all).map(\.values) })
            }
            #expect(try target.contents.count == 11)
            let zeros = try MySQLScratch(
                """
                SET sql_mode = ''; CREATE TABLE z (a INT, b INT, d DATE, t DATETIME(3), m TIME(2), e ENUM ('a', 'b'), f SET ('x', 'y'),
                    g GEOMETRY, u UUID, h BIT(64), k FLOAT, l VARCHAR(20) CHARACTER SET latin1, n DECIMAL(65, 30), PRIMARY KEY (b, a));
                INSERT INTO z VALUES (1, 1, '0000-00-00', '0000-00-00 00:00:00', '-838:59:59.5', 'b', 'x,y', POINT(1, 2),
                    '463a53fe-e724-11f1-b0a6-02fc00000001', x'ffffffffffffffff', 0.1, 'é€',
                    12345678901234567890123456789012345.123456789012345678901234567890),
                    (2, 1, '2001-02-00', '2001-00-00 12:00:00.125', '838:59:59', NULL, '', NULL, NULL, 0, NULL, '', NULL);
                """)
            let (second, scratch) = (try MySQLScratch(), try ToolScratch())
            _ = try CopyBench.copy(zeros, to: second.url)
            let text = """
                SELECT CAST(d AS CHAR), CAST(t AS CHAR), CAST(m AS CHAR), e, f, HEX(g), u, HEX(h), k, l, CAST(n AS CHAR) FROM z ORDER BY a
                """
            #expect(try second.rows(text) == zeros.rows(text))
            _ = try CopyBench.copy(zeros, to: scratch.path("z.sqlite")) { $0.invalidValues = .widen }
            let file = try InspectedDatabase(path: scratch.path("z.sqlite"))
            #expect(
                try file.database.read { try $0.rows("SELECT d, t, m, h, n FROM z ORDER BY a").map(\.values) } == [
                    [
                        "0000-00-00", "0000-00-00 00:00:00", "-838:59:59.5", "18446744073709551615",
                        "12345678901234567890123456789012345.123456789012345678901234567890",
                    ], ["2001-02-00", "2001-00-00 12:00:00.125", "838:59:59", "0", .null],
                ])
        }

        @Test(arguments: [
            ("CREATE TABLE `t` (`a` int); DROP TABLE kept", "goes on behind its statement"),
            ("CREATE TABLE `t` (`a` int) AS SELECT 1", "uses SELECT"),
            ("CREATE TABLE `u` (`a` int)", "is none: CREATE TABLE `u` (`a` int)"),
            ("CREATE TABLE `t` (`a` int /* b */)", "holds /* b */"),
            ("CREATE TABLE `t` (`a` int) /*!50100 DATA DIRECTORY='/tmp' */", "uses DIRECTORY"),
            ("CREATE TABLE `t` (`a` int) /*!50100 ; DROP TABLE kept */", "goes on behind its statement"),
            ("CREATE TABLE `t` (`a` int /*M!100301 ; DROP TABLE kept */)", "goes on behind its statement"),
            ("CREATE TABLE `t` (`a` int) ENGINE=CONNECT", "has the storage engine CONNECT"),
            ("CREATE TABLE `t` (`a` int) DATA DIRECTORY='/tmp'", "uses DIRECTORY"),
            ("CREATE TABLE `t` (`a` int CHECK (sleep(9)))", "uses sleep"),
            ("CREATE TABLE `t` ( like `u`)", "uses like"),
            ("CREATE TABLE `t` LIKE `u`", "is none: CREATE TABLE `t` LIKE `u`"),
        ])
        func aDefinitionThatIsMore(_ sql: String, _ what: String) throws {
            let error = #expect(throws: ToolError.self) { try MySQLDefinition(sql, of: "t") }
            #expect(error?.message == "nothing was copied: the definition of the table \"t\" \(what)")
        }

        /// Texts are compared with patterns in checks, defaults and computed columns.
        @Test func likeInADefinition() throws {
            let source = try MySQLScratch(
                """
                CREATE TABLE t (a VARCHAR(9) CHECK (a LIKE 'x%'), b BOOLEAN AS (a NOT LIKE '%y') STORED,
                    c INT DEFAULT ('a' LIKE 'b'), `like` INT COMMENT 'like this');
                INSERT INTO t (a) VALUES ('xy');
                """)
            let target = try MySQLScratch()
            _ = try CopyBench.copy(source, to: target.url)
            #expect(try target.definition("t") == source.definition("t"))
            #expect(throws: DatabaseError.self) { try target.execute("INSERT INTO t (a) VALUES ('y')") }
        }

        private struct Over: Error {}

        /// A copy that ends early leaves nothing, and a resumable one goes on where it was.
        @Test func endsEarly() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch("CREATE TABLE there (a INT);"))
            let path = try scratch.database(
                """
                CREATE TABLE a (x INT, y TEXT, PRIMARY KEY (x, y));
                WITH RECURSIVE n (v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 3000) INSERT INTO a SELECT v, 'v' || v FROM n;
                CREATE TABLE b (x INT, y TEXT, FOREIGN KEY (x, y) REFERENCES a);
                INSERT INTO b SELECT x, y FROM a;
                """)
            let taken = #expect(throws: ToolError.self) { try CopyBench.copy(path, to: server) }
            #expect(taken?.message.hasSuffix(" is not empty: it has \"there\"") == true)
            for isResumable in [false, true] {
                #expect(throws: Over.self) {
                    try CopyBench.copy(path, to: server) { options in
                        options.intoExisting = true
                        options.isResumable = isResumable
                        options.rowsPerTransaction = 1_000
                        options.onProgress = { if $0.phase == .copying, $0.rows > 4_000 { throw Over() } }
                    }
                }
                #expect(try server.contents.filter { !$0.hasPrefix("zim_copy_") } == ["there"])
                #expect(try server.contents.count == (isResumable ? 4 : 1))
            }
            let report = try CopyBench.copy(path, to: server) { options in
                options.intoExisting = true
                options.isResumable = true
                options.rowsPerTransaction = 1_000
            }
            #expect(report.resumedRows == 4_000 && report.loadedRows == 2_000)
            #expect(try server.contents == ["a", "b", "there"])
            #expect(try server.value("SELECT count(*) FROM b JOIN a ON a.x = b.x AND a.y = b.y", as: Int.self) == 3_000)
        }

        #if PostgreSQL
            /// All three, in a circle.
            @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func throughPostgreSQL() throws {
                let (postgres, back) = (try ServerScratch(), try MySQLScratch())
                let source = try MySQLTraps.open()
                let refusal = #expect(throws: CopyRefusal.self) { try CopyBench.copy(source, to: postgres.url) }
                #expect(
                    refusal?.first.map(\.text) == [
                        "wide.span: '100:01:02' is not a time of day in a known format (big = 1)",
                        "wide.span: '-01:00:00' is not a time of day in a known format (big = '18446744073709551615')",
                    ])
                #expect(try postgres.contents == [])
                _ = try CopyBench.copy(source, to: postgres.url) { $0.types = [try .init("wide.span=interval")] }
                #expect(
                    try postgres.rows(
                        "SELECT big::text, bits, flag::text, born, span::text, code, doc::text FROM wide ORDER BY born")
                        == [
                            ["1", 5, "true", 1999, "100:01:02", .blob(Array(0...15)), "{\"a\": 1}"],
                            ["18446744073709551615", 0, "false", 2155, "-01:00:00", .null, .null],
                        ])
                let again = try InspectedDatabase(place: postgres.url)
                _ = try CopyBench.copy(again, to: back.url)
                for table in ["orders", "line", "group", "measure"] {
                    let names: [String] = try CopyBench.schema(postgres).table(table)?.columns.map(\.name) ?? []
                    let list = names.map { "CAST(`\($0)` AS CHAR)" }.joined(separator: ", ")
                    let all = SQL(unsafe: "SELECT \(list) FROM `\(table)` ORDER BY 1, 2, 3")
                    let digits: (SQLValue) -> String = { value in
                        var text = value.description
                        while text.contains("."), text.hasSuffix("0'") { text = text.dropLast(2) + "'" }
                        return text.hasSuffix(".'") ? text.dropLast(2) + "'" : text
                    }
                    #expect(
                        try back.database.read { try $0.rows(all).map { $0.values.map(digits) } }
                            == source.database.read { try $0.rows(all).map { $0.values.map(digits) } }, "\(table)")
                }
                #expect(try CopyBench.columnPairs(back.schema) == CopyBench.columnPairs(source.schema()))
            }
        #endif
    }
#endif
