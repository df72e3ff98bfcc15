#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// `zim copy --definitions` between two servers of MariaDB.
    @Suite(.mariaDBServer) struct MySQLCopyDefinitionTests {
        /// A key of three columns, views that read views that come later in the alphabet, two triggers of one event.
        private static let script = [
            "CREATE SEQUENCE numbers START WITH 100 INCREMENT BY 5 CACHE 10",
            """
            CREATE TABLE sale (region VARCHAR(5), shop INT, number INT NOT NULL DEFAULT nextval(numbers), quantity INT,
                PRIMARY KEY (region, shop, number))
            """,
            "CREATE TABLE log (id INT AUTO_INCREMENT PRIMARY KEY, line VARCHAR(50))",
            "CREATE FUNCTION twice(x INT) RETURNS INT DETERMINISTIC RETURN x * 2",
            """
            CREATE PROCEDURE restock(IN wanted VARCHAR(5))
            BEGIN
                -- A body of several statements; it holds a semicolon in 'a;b'.
                UPDATE sale SET quantity = quantity + 1 WHERE region = wanted;
                INSERT INTO log (line) VALUES ('a;b');
            END
            """,
            "CREATE VIEW totals AS SELECT region, SUM(quantity) AS quantity FROM sale GROUP BY region",
            "CREATE VIEW large AS SELECT region, twice(quantity) AS doubled FROM totals WHERE quantity > 5",
            "CREATE TRIGGER second BEFORE INSERT ON sale FOR EACH ROW SET NEW.quantity = twice(NEW.quantity)",
            """
            CREATE TRIGGER first BEFORE INSERT ON sale FOR EACH ROW PRECEDES second
            BEGIN
                IF NEW.quantity IS NULL THEN SET NEW.quantity = 1; END IF;
                INSERT INTO log (line) VALUES (CONCAT('sold ', NEW.quantity));
            END
            """,
            "CREATE EVENT nightly ON SCHEDULE EVERY 1 DAY STARTS '2031-01-01 03:00:00' DO DELETE FROM log",
            "INSERT INTO sale (region, shop, quantity) VALUES ('n', 1, 3), ('n', 2, 4), ('s', 1, 1)",
        ]

        private func source(_ more: [String] = []) throws -> MySQLScratch {
            let server = try MySQLScratch()
            for statement in Self.script + more { try server.execute(statement) }
            return server
        }

        private func texts(_ report: CopyReport) -> [String] {
            report.notes.map { "\($0.object): \($0.text)" }.sorted()
        }

        private func name(_ server: MySQLScratch) throws -> String {
            try server.value("SELECT DATABASE()", as: String.self) ?? ""
        }

        private static let notRunning = "nightly: the event does not run at the target until ALTER EVENT … ENABLE"

        @Test func everythingWorksAsAtTheSource() throws {
            let (source, target) = (try source(), try MySQLScratch())
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            #expect(texts(report) == [Self.notRunning])
            let rows = "SELECT region, shop, number, quantity FROM sale ORDER BY 3"
            #expect(try target.rows(rows) == [["n", 1, 100, 6], ["n", 2, 105, 8], ["s", 1, 110, 2]])
            // No trigger ran for the rows.
            #expect(try target.rows("SELECT COUNT(*) FROM log") == [[3]])
            #expect(try target.rows("SELECT * FROM large") == [["n", 28]])
            // The sequence goes on behind what the source has given and kept; the triggers fire in their order.
            try target.execute("INSERT INTO sale (region, shop) VALUES ('s', 9)")
            #expect(try target.rows("SELECT number, quantity FROM sale WHERE shop = 9") == [[150, 2]])
            #expect(try target.rows("SELECT line FROM log WHERE id > 3") == [["sold 1"]])
            try target.execute("CALL restock('s')")
            #expect(
                try target.rows("SELECT CAST(SUM(quantity) AS SIGNED) FROM sale WHERE region = 's'") == [[6]])
            // Nothing was asked of the source.
            try source.execute("INSERT INTO sale (region, shop, quantity) VALUES ('s', 9, 1)")
            // It has lost the numbers that it kept, where the server has closed it.
            #expect([[[115]], [[150]]].contains(try source.rows("SELECT number FROM sale WHERE shop = 9")))
            #expect(try target.definition("sale").contains("DEFAULT nextval(`\(name(target))`.`numbers`)"))
            #expect(
                try target.rows(
                    "SELECT EVENT_NAME, STATUS, STARTS FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()")
                    == source.rows(
                        "SELECT EVENT_NAME, 'DISABLED', STARTS FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()"
                    ))
        }

        /// What an object was made with belongs to it, and the session is as it was.
        @Test func settingsAreThoseOfTheSource() throws {
            let source = try source()
            try source.database.withoutTransaction { session in
                try session.execute(
                    """
                    SET @mode = @@sql_mode, SESSION sql_mode = 'PIPES_AS_CONCAT,ANSI_QUOTES,EMPTY_STRING_IS_NULL'
                    """)
                try session.execute("SET SESSION collation_connection = utf8mb4_bin")
                try session.execute(
                    SQL(
                        unsafe:
                            "CREATE FUNCTION joined(a VARCHAR(5)) RETURNS VARCHAR(20) DETERMINISTIC RETURN a || '-' || a"
                    ))
                try session.execute("SET SESSION sql_mode = @mode")
            }
            try source.execute("CREATE VIEW blank AS SELECT '' AS text")
            let target = try MySQLScratch()
            _ = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            #expect(try target.rows("SELECT joined('x'), '1' || '0'") == [["x-x", 1]])
            // A view has no mode of its own, and not that of the function in front of it.
            #expect(try target.rows("SELECT text FROM blank") == [[""]])
            let settings = """
                SELECT ROUTINE_NAME, SQL_MODE, COLLATION_CONNECTION FROM information_schema.ROUTINES
                WHERE ROUTINE_SCHEMA = DATABASE() ORDER BY 1
                """
            #expect(try target.rows(settings) == source.rows(settings))
        }

        @Test func whatNamesTheDatabaseIsLeftOut() throws {
            let source = try MySQLScratch()
            let database = try name(source)
            for statement in Self.script { try source.execute(statement) }
            try source.execute("CREATE PROCEDURE other() DELETE FROM `\(database)`.log")
            try source.execute(
                "CREATE TRIGGER third AFTER DELETE ON log FOR EACH ROW UPDATE \(database) . sale SET quantity = 0")
            let target = try MySQLScratch()
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            #expect(
                texts(report) == [
                    "log: the trigger third is left out: it names the database \(database)", Self.notRunning,
                    "other: the procedure other is left out: it names the database \(database)",
                ])
        }

        /// What reads a table that is not copied stays behind, and what reads that.
        @Test func someTables() throws {
            let (source, target) = (try source(), try MySQLScratch())
            let report = try CopyBench.copy(source, to: target.url) {
                $0.copiesDefinitions = true
                $0.except = ["log"]
            }
            #expect(
                texts(report) == [
                    "first: the trigger is left out: it mentions log, which is not in the copy",
                    "nightly: the event is left out: it mentions log, which is not in the copy",
                    "restock: the procedure is left out: it mentions log, which is not in the copy",
                ])
            #expect(try target.rows("SELECT * FROM large") == [["n", 28]])
            let only = try MySQLScratch()
            let second = try CopyBench.copy(source, to: only.url) {
                $0.copiesDefinitions = true
                $0.only = ["sale"]
            }
            #expect(second.notes.map(\.object).sorted() == ["first", "restock"])
            try only.execute("INSERT INTO sale (region, shop, quantity) VALUES ('s', 9, 4)")
            #expect(try only.rows("SELECT number, quantity FROM sale WHERE shop = 9") == [[150, 8]])
            #expect(try only.database.read { try $0.tableNames() } == ["sale"])
        }

        /// The tables are there; what the target refuses is said.
        @Test func whatTheTargetRefuses() throws {
            let (source, target) = (try source(), try MySQLScratch())
            for statement in [
                "CREATE TABLE other (a INT)", "CREATE VIEW totals AS SELECT a FROM other",
                "CREATE FUNCTION twice(x INT) RETURNS INT RETURN 7",
            ] { try target.execute(statement) }
            let report = try CopyBench.copy(source, to: target.url) {
                $0.copiesDefinitions = true
                $0.intoExisting = true
            }
            let place = target.database.location
            #expect(
                texts(report) == [
                    "large: the view is left out: it mentions totals, which is left out", Self.notRunning,
                    "second: the trigger is left out: it mentions twice, which is left out",
                    "totals: the view is left out: \(place) has one of this name",
                    "twice: the function is left out: \(place) has one of this name",
                ])
            #expect(try target.rows("SELECT twice(1)") == [[7]])
            #expect(try target.rows("SELECT COUNT(*) FROM sale") == [[3]])
        }

        @Test func whatExcludesIt() throws {
            let (source, target) = (try source(), try MySQLScratch())
            #expect(
                throws: ToolError(
                    "--definitions and --rename exclude each other: views and functions name tables by their own names")
            ) {
                try CopyBench.copy(source, to: target.url) {
                    $0.copiesDefinitions = true
                    $0.renames = [try CopyOptions.Rename("sale=sales")]
                }
            }
            #expect(throws: ToolError("--definitions and --resumable exclude each other")) {
                try CopyBench.copy(source, to: target.url) {
                    $0.copiesDefinitions = true
                    $0.isResumable = true
                }
            }
            #expect(try target.database.read { try $0.tableNames() } == [])
            #expect(throws: ToolError("--definitions needs two servers of PostgreSQL, or two of MariaDB or MySQL")) {
                try CopyBench.copy(source, to: ToolScratch().path("copy.sqlite")) { $0.copiesDefinitions = true }
            }
        }

        /// A sequence that was set back goes on there; one that has no number left has none, and that is said.
        @Test func sequencesGoOnWhereTheyStand() throws {
            let (source, target) = (try MySQLScratch(), try MySQLScratch())
            for statement in [
                "CREATE TABLE t (a INT PRIMARY KEY)", "CREATE SEQUENCE `set` START 100 MINVALUE 1 CACHE 1",
                "CREATE SEQUENCE `down.wards` START -5 MINVALUE -100 MAXVALUE -1 INCREMENT -5 NOCACHE",
                "CREATE SEQUENCE small MAXVALUE 999", "CREATE SEQUENCE `round``s` MAXVALUE 3 CYCLE NOCACHE",
                "CREATE SEQUENCE fresh START 7", "DO NEXTVAL(`set`)", "ALTER SEQUENCE `set` RESTART 5",
                "DO NEXTVAL(`down.wards`)", "DO NEXTVAL(small)", "DO NEXTVAL(`round``s`)", "DO NEXTVAL(`round``s`)",
                "DO NEXTVAL(`round``s`)",
            ] { try source.execute(statement) }
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            #expect(
                texts(report) == [
                    "small: the sequence has no number left: the last ones are given, or kept by the source's cache"
                ])
            let numbers = try target.database.write { session throws in
                try session.rows("SELECT NEXTVAL(`set`), NEXTVAL(`down.wards`), NEXTVAL(`round``s`), NEXTVAL(fresh)")
                    .map(\.values)
            }
            #expect(numbers == [[5, -10, 1, 7]])
            let error = #expect(throws: DatabaseError.self) {
                _ = try target.database.write { try $0.rows("SELECT NEXTVAL(small)") }
            }
            #expect(error?.message.contains("run out") == true)
        }

        /// The text of a routine is read as the server does, or left out.
        @Test func textsThatAreReadInOtherWays() throws {
            let source = try source()
            let database = try name(source)
            try source.database.withoutTransaction { session in
                try session.execute("SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'")
                try session.execute(
                    SQL(
                        unsafe:
                            "CREATE PROCEDURE hidden() BEGIN SELECT '\\'; DELETE FROM \(database).log; SELECT '\\'; END"
                    ))
                try session.execute("SET SESSION sql_mode = 'ANSI_QUOTES'")
                try session.execute(SQL(unsafe: "CREATE PROCEDURE quoted() DELETE FROM \"\(database)\".log"))
            }
            for statement in [
                "CREATE TABLE `2024sales` (a INT)", "CREATE PROCEDURE numbered() DELETE FROM \(database).2024sales",
                "CREATE TRIGGER IF NOT EXISTS fourth AFTER DELETE ON log FOR EACH ROW SET @gone = OLD.id",
                "CREATE TRIGGER \(database).fifth AFTER UPDATE ON \(database).log FOR EACH ROW SET @gone = OLD.id",
            ] { try source.execute(statement) }
            let target = try MySQLScratch()
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            #expect(
                texts(report) == [
                    "hidden: the procedure hidden is left out: it holds what cannot be read here",
                    "log: the trigger fifth is left out: it names the database \(database)", Self.notRunning,
                    "numbered: the procedure numbered is left out: it holds what cannot be read here",
                    "quoted: the procedure quoted is left out: it names the database \(database)",
                ])
            try target.execute("DELETE FROM log WHERE id = 1")
            #expect(
                try target.rows(
                    "SELECT TRIGGER_NAME FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() ORDER BY 1")
                    == [["first"], ["fourth"], ["second"]])
        }

        /// Labels and variables are read; what is put together as a text is not believed. Names ignore case.
        @Test func whatMentionsWhatIsLeftOut() throws {
            let source = try source()
            let database = try name(source)
            for statement in [
                """
                CREATE PROCEDURE looped()
                BEGIN
                    DECLARE done INT DEFAULT 0;
                    again: LOOP SET @a := done; LEAVE again; END LOOP;
                    FOR i IN 1..3 DO SET @a := i; END FOR;
                    FOR i IN 1..2 DO SET @a := i; END FOR;
                END
                """,
                "CREATE FUNCTION Outside() RETURNS INT RETURN (SELECT COUNT(*) FROM \(database).log)",
                "CREATE PROCEDURE asks() SELECT OUTSIDE()", "CREATE PROCEDURE asksAgain() CALL ASKS()",
                "CREATE TABLE `2024` (a INT)", "CREATE PROCEDURE numbered() DELETE FROM \(database).2024",
                "CREATE PROCEDURE built() EXECUTE IMMEDIATE 'DELETE FROM \(database).log'",
                "CREATE VIEW asking AS SELECT NEXT VALUE FOR numbers AS n",
            ] { try source.execute(statement) }
            let target = try MySQLScratch()
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            let names = "is left out: it names the database \(database)"
            #expect(
                texts(report).filter { !$0.hasPrefix("asking: ") } == [
                    "Outside: the function Outside \(names)",
                    "asks: the procedure is left out: it mentions OUTSIDE, which is not in the copy",
                    "asksAgain: the procedure is left out: it mentions ASKS, which is not in the copy",
                    "built: the procedure built \(names)", Self.notRunning, "numbered: the procedure numbered \(names)",
                ])
            #expect(texts(report).contains { $0.hasPrefix("asking: the view asking is left out: ") })
            try target.execute("CALL looped()")
            #expect(try target.rows("SELECT COUNT(*) FROM log") == [[3]])
        }

        /// A table may be called as its database is.
        @Test func aTableOfTheDatabasesName() throws {
            let (source, target) = (try MySQLScratch(), try MySQLScratch())
            let database = try name(source)
            for statement in [
                "CREATE TABLE `\(database)` (a INT, b INT, PRIMARY KEY (a, b))",
                "CREATE VIEW v AS SELECT a FROM `\(database)` WHERE b > 1",
                "CREATE PROCEDURE p() DELETE FROM `\(database)` WHERE `\(database)`.b > 1",
                "CREATE PROCEDURE q() DELETE FROM `\(database)`.`\(database)`",
                "INSERT INTO `\(database)` VALUES (1, 1), (2, 2)",
            ] { try source.execute(statement) }
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            #expect(texts(report) == ["q: the procedure q is left out: it names the database \(database)"])
            #expect(try target.rows("SELECT * FROM v") == [[2]])
            try target.execute("CALL p()")
            #expect(try target.rows("SELECT * FROM v") == [])
            #expect(try source.rows("SELECT * FROM v") == [[2]])
        }

        /// Parameters and variables of text are compared as the database says.
        @Test func textsOfAnotherCollation() throws {
            let (source, target) = (try source(), try MySQLScratch())
            try target.execute("ALTER DATABASE COLLATE utf8mb4_bin")
            try source.execute("CREATE PROCEDURE twofold() CALL restock('n')")
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            let own = try source.value("SELECT @@collation_database", as: String.self) ?? ""
            #expect(
                texts(report) == [
                    Self.notRunning,
                    "restock: the procedure is left out: its texts are compared by \(own), that of the source's database, and not by utf8mb4_bin",
                    "twofold: the procedure is left out: it mentions restock, which is left out",
                ])
        }

        @Test func eventsOfThePast() throws {
            let (source, target) = (try MySQLScratch(), try MySQLScratch())
            for statement in [
                "CREATE TABLE t (a INT)",
                "CREATE EVENT once ON SCHEDULE AT CURRENT_TIMESTAMP + INTERVAL 2 SECOND DISABLE DO DELETE FROM t",
                "CREATE EVENT kept ON SCHEDULE AT '2031-01-01 00:00:00' DO DELETE FROM t", "DO SLEEP(3)",
            ] { try source.execute(statement) }
            let report = try CopyBench.copy(source, to: target.url) { $0.copiesDefinitions = true }
            #expect(
                texts(report) == [
                    "kept: the event does not run at the target until ALTER EVENT … ENABLE",
                    "once: the event does not run at the target until ALTER EVENT … ENABLE",
                    "once: the event is left out: its time is over, and the server keeps no event behind that",
                ])
            #expect(
                try target.rows(
                    "SELECT EVENT_NAME, STATUS FROM information_schema.EVENTS WHERE EVENT_SCHEMA = DATABASE()")
                    == [["kept", "DISABLED"]])
        }

        /// A sequence that a trigger asks comes with it.
        @Test func whatATriggerAsks() throws {
            let (source, target) = (try source(), try MySQLScratch())
            try source.execute("CREATE TABLE numbered (a INT, b INT, PRIMARY KEY (a, b))")
            try source.execute("CREATE SEQUENCE others START 40")
            try source.execute(
                "CREATE TRIGGER counted BEFORE INSERT ON numbered FOR EACH ROW SET NEW.b = NEXTVAL(others)")
            _ = try CopyBench.copy(source, to: target.url) {
                $0.copiesDefinitions = true
                $0.only = ["numbered"]
            }
            try target.execute("INSERT INTO numbered (a, b) VALUES (1, 0)")
            #expect(try target.rows("SELECT a, b FROM numbered") == [[1, 40]])
            #expect(
                try target.rows(
                    "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1") == [
                        ["numbered"], ["others"],
                    ])
        }

        /// Whoever pretends to be a server can say anything.
        @Test func aTextThatIsNoDefinition() {
            let texts: [(CopyObject.Kind, String)] = [
                (.view, "DROP TABLE sale"), (.view, "CREATE TABLE v AS SELECT 1"),
                (.view, "CREATE VIEW other AS SELECT 1"),
                (.view, "CREATE USER v; CREATE VIEW v AS SELECT 1"), (.view, ""), (.view, "CREATE"),
                (.view, "CREATE VIEW"),
                (.view, "CREATE OR REPLACE VIEW v AS SELECT 1"),
                (.function, "CREATE FUNCTION v RETURNS INTEGER SONAME 'x.so'"),
                (.trigger, "CREATE TRIGGER v AFTER DELETE ON other FOR EACH ROW SET @a = 1"),
                (.trigger, "CREATE TRIGGER v AFTER DELETE"),
                (.event, "CREATE EVENT v ON SCHEDULE EVERY 1 SECOND DO DELETE FROM sale"),
                (.event, "CREATE EVENT v ON SCHEDULE EVERY 1 SECOND ENABLE"),
            ]
            for (kind, text) in texts {
                #expect(MySQLObjectText(text, kind, "v", in: .init(name: "shop"), on: "t") == nil, "\(text)")
            }
        }

        @Test func whoDefinedItIsLeftOut() throws {
            let cases: [(CopyObject.Kind, String, String)] = [
                (
                    .view, "CREATE ALGORITHM=UNDEFINED DEFINER=`view`@`%` SQL SECURITY DEFINER VIEW `v` AS select 1",
                    "CREATE ALGORITHM=UNDEFINED SQL SECURITY DEFINER VIEW `v` AS select 1"
                ),
                (
                    .trigger, "CREATE DEFINER=`a`@`b` TRIGGER v AFTER DELETE ON t FOR EACH ROW SET @definer = 1",
                    "CREATE TRIGGER v AFTER DELETE ON t FOR EACH ROW SET @definer = 1"
                ),
                (
                    .function,
                    "CREATE DEFINER=`r` AGGREGATE FUNCTION `v`(x INT) RETURNS int(11) SQL SECURITY INVOKER RETURN 1",
                    "CREATE AGGREGATE FUNCTION `v`(x INT) RETURNS int(11) SQL SECURITY INVOKER RETURN 1"
                ),
                (
                    .event,
                    "CREATE DEFINER=`a`@`b` EVENT `v` ON SCHEDULE EVERY 1 DAY ON COMPLETION PRESERVE ENABLE COMMENT 'ENABLE' DO SET @a = 1",
                    "CREATE EVENT `v` ON SCHEDULE EVERY 1 DAY ON COMPLETION PRESERVE DISABLE COMMENT 'ENABLE' DO SET @a = 1"
                ),
            ]
            for (kind, text, expected) in cases {
                #expect(MySQLObjectText(text, kind, "v", in: .init(name: "shop"), on: "t")?.sql == expected)
            }
        }
    }
#endif
