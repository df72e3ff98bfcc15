#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// A MariaDB server's database stays as it is, passwords stay secret, and failures are said.
    @Suite(.mySQLServer) struct MySQLSafetyTests {
        private func url() throws -> String { try MySQLTraps.url() }

        /// What the server of MySQL itself takes for an error.
        private static let ofMariaDB = [
            "CALL nothing()", "SET STATEMENT max_statement_time = 1 FOR DELETE FROM line", "ANALYZE DELETE FROM line",
        ]

        /// The server itself would run most of these in a transaction that only reads.
        @Test(
            arguments: [
                "DELETE FROM line", "INSERT INTO warehouse VALUES (9, 9, NULL)", "CREATE TABLE t (a INT)",
                "CREATE DATABASE zim_never", "DROP TABLE line", "TRUNCATE line", "RENAME TABLE line TO line2",
                "GRANT SELECT ON *.* TO zim_nobody", "CREATE USER zim_nobody", "SET PASSWORD = ''",
                "SET GLOBAL max_connections = 401", "SET SESSION TRANSACTION READ WRITE",
                "SELECT @@version INTO OUTFILE '/tmp/zim'",
                "SELECT 1 INTO DUMPFILE '/tmp/zim'", "/*!50000 DELETE FROM line */",
                "SELECT 1 /*M! INTO OUTFILE '/tmp/zim' */",
                "ANALYZE TABLE line", "OPTIMIZE TABLE line", "FLUSH TABLES", "LOCK TABLES line WRITE",
                "START TRANSACTION READ WRITE",
                "DO GET_LOCK('zim', 1)", "REPLACE INTO line (n, o, d, w) VALUES (1, 1, 1, 1)", "KILL 1",
                "/* a word */ DELETE FROM line", "EXPLAIN ANALYZE DELETE FROM line",
                "CREATE TEMPORARY TABLE t (a INT)", "LOAD DATA INFILE '/etc/hostname' INTO TABLE line", "SHUTDOWN",
                "XA START 'a'", "PREPARE p FROM 'DELETE FROM line'", "SET @@global.max_connections = 401",
            ] + (MySQLProduct.isMariaDB ? ofMariaDB : []))
        func nothingIsWritten(_ sql: String) throws {
            let file = try MySQLTraps.open()
            var text = ""
            let error = #expect(throws: (any Error).self) {
                try ResultPrinter(format: .table) { text += $0 }.run(sql, on: file.database)
            }
            #expect(text == "")
            let reason =
                sql.hasPrefix("/*!")
                ? "a statement in a comment that only MySQL and MariaDB execute is not run"
                : "zim opens databases read-only, and this statement would change it"
            #expect((error as? ToolError)?.message == reason, "\(sql): \(error as Any)")
        }

        @Test(
            arguments: [
                "/* a word */ SELECT 1", "(SELECT 1)", "SHOW TABLES", "WITH a AS (SELECT 1) SELECT * FROM a",
                "EXPLAIN SELECT * FROM line", "DESCRIBE line", "SELECT 'DELETE'",
            ] + (MySQLProduct.isMariaDB ? ["ANALYZE FORMAT=JSON SELECT 1", "VALUES (1), (2)"] : ["TABLE line"]))
        func whatOnlyReadsRuns(_ sql: String) throws {
            let file = try MySQLTraps.open()
            var text = ""
            #expect(try ResultPrinter(format: .table) { text += $0 }.run(sql, on: file.database) > 0)
        }

        @Test func theShellReadsTheServersTexts() throws {
            let file = try MySQLTraps.open()
            var text = ""
            let shell = Shell(file: file) { text += $0 }
            for line in [
                ".mode csv", "SELECT 1 AS n, 2 AS m FROM DUAL WHERE false;",
                "SELECT 'it\\'s; ok' AS x; SELECT 1 AS z; # ; no", "SELECT \"2;", "\" AS w;",
            ] {
                shell.take(line)
            }
            #expect(!shell.hasFailed)
            #expect(text == "n,m\r\nx\r\nit's; ok\r\nz\r\n1\r\nw\r\n\"2;\n\"\r\n")
        }

        /// The server runs what stands in such a comment: it is said that it does not run here.
        @Test func aStatementInACommentIsNotSkipped() throws {
            var text = ""
            let shell = Shell(file: try MySQLTraps.open()) { text += $0 }
            for line in [".mode csv", "/*!50000 SELECT 8 AS h */;", "/*!50000 SELECT 8 AS h */", ";", "/* no */;"] {
                shell.take(line)
            }
            #expect(shell.hasFailed && text.components(separatedBy: "error: ").count == 3, "\(text)")
            shell.take("/*! SELECT 8 AS h */")
            shell.finish()
            #expect(text.components(separatedBy: "error: ").count == 4, "\(text)")
        }

        @Test func nothingIsWrittenByTheShell() throws {
            let file = try MySQLTraps.open()
            var text = ""
            let shell = Shell(file: file) { text += $0 }
            for line in [
                "COMMIT;", "DELETE FROM line;", "SET SESSION TRANSACTION READ WRITE;", "DELETE FROM line;",
                "SELECT count(*) AS n FROM line;", ".tables", ".schema line", ".schema cheap",
            ] {
                shell.take(line)
            }
            shell.finish()
            #expect(shell.hasFailed)
            #expect(text.components(separatedBy: "this statement would change it").count == 4)
            #expect(text.contains("n\n─\n3\n(1 row)\n"))
            let type = MySQLProduct.isMariaDB ? "smallint(6)" : "smallint"
            #expect(text.contains("CREATE TABLE `line` (\n  `n` \(type) NOT NULL,\n"))
            #expect(
                text.contains(
                    "  CONSTRAINT `of_order` FOREIGN KEY (`w`, `d`, `o`) REFERENCES `orders` (`w`, `d`, `id`)"))
            #expect(text.contains(" VIEW `cheap` AS select "))
        }

        /// A bare name means a table of the database that was chosen; of several it can mean one only.
        @Test func bareNamesMeanTheChosenDatabase() throws {
            let table = "CREATE TABLE child (a INT, b INT, PRIMARY KEY (a, b));"
            let server = try #require(MySQLTestServer.shared)
            let url = try server.makeDatabase(table)
            let other = try InspectedDatabase(
                place: server.makeDatabase(table + "INSERT INTO child VALUES (1, 1), (1, 2);")
            ).name
            let sql = "SELECT count(*) AS n FROM child"
            #expect(try Program.run(["query", url, sql, "--csv"]).out == "n\r\n0\r\n")
            #expect(try Program.run(["query", url, sql, "--csv", "--schema", other]).out == "n\r\n2\r\n")
            let shell = try Program.run(
                ["shell", url, "--schema", other], input: ".mode csv\n\(sql);\n\(sql);\n.tables\n")
            #expect(shell.out == "n\r\n2\r\nn\r\n2\r\n\(other).child  2 rows\n", "\(shell)")
            let own = try InspectedDatabase(place: url).name
            for rest in [["query", url, sql], ["shell", url]] {
                let several = try Program.run(rest + ["--schema", other, "--schema", own])
                #expect(several.status == 2 && several.out == "")
                #expect(several.err.contains("names without a database can mean one of them only"), "\(several.err)")
            }
        }

        @Test func theTour() throws {
            let out = try ToolScratch()
            let url = try url()
            let inspect = try Program.run(["inspect", url, "--only", "orders"])
            #expect(inspect.status == 0 && inspect.err == "")
            #expect(inspect.out.contains("\norders  3 rows\n  id         int"))
            #expect(inspect.out.contains(" not null  key 3\n"))
            #expect(try Program.run(["doctor", url]).status == 1)
            #expect(try Program.run(["doctor", url, "--only", "orders"]).status == 0)
            let generate = try Program.run([
                "generate", url, "--output", out.path("Models"), "--tests", out.path("Tests"),
            ])
            #expect(generate.status == 0 && generate.out.contains("created    Order.swift\n"))
            #expect(try Program.run(["check", url, out.path("Models")]).status == 0)
            #expect(try Program.run(["diagram", url, "--output", out.path("all.svg")]).status == 0)
            #expect(out.text("all.svg")?.hasPrefix("<svg xmlns=") == true)
            let query = try Program.run(["query", url, "SELECT big, old FROM wide ORDER BY big", "--csv"])
            #expect(query.out == "big,old\r\n1,2001-02-03\r\n18446744073709551615,\r\n")
            #expect(try Program.run(["shell", url], input: "SELECT 1 AS n;\n").out == "n\n─\n1\n(1 row)\n")
            #expect(try Program.run(["shell", url], input: "DELETE FROM line;\n").status == 2)
            #expect(try Program.run(["inspect", url.replacing("mysql://", with: "mariadb://")]).status == 0)
        }

        /// The server would finish a statement whose client has gone.
        @Test(arguments: [SIGINT, SIGTERM])
        func nothingRunsOnAfterAnInterruption(_ signal: Int32) throws {
            let server = try MySQLScratch()
            let running =
                "SELECT count(*) FROM information_schema.PROCESSLIST WHERE INFO = 'SELECT sleep(42), \(signal)'"
            try Program.expectNothingLeft(of: ["query", server.url, "SELECT sleep(42), \(signal)"], after: signal) {
                try server.value(running, as: Int.self) != 0
            }
        }

        @Test func failuresHaveTheirStatusAndWords() throws {
            let server = try #require(MySQLTestServer.shared)
            let name = server.newName()
            try server.send("CREATE USER '\(name)' IDENTIFIED BY 'right';")
            func failed(_ arguments: [String]) throws -> String {
                let answer = try Program.run(arguments)
                #expect(answer.status == 2 && answer.out == "")
                return answer.err
            }
            #expect(try failed(["inspect", server.url(database: "nowhere")]).contains("Unknown database 'nowhere'"))
            let wrong = try failed(["inspect", server.url(user: "\(name):secret")])
            #expect(wrong.contains("Access denied") && wrong.contains("Check user and password"))
            #expect(!wrong.contains("secret"))
            #expect(
                try failed(["inspect", server.url(user: name)]).contains("Give the password in MYSQL_PWD or the URL"))
            let closed = try failed(["doctor", "mysql://ada:secret@127.0.0.1:9/x"])
            #expect(closed.contains("127.0.0.1") && !closed.contains("secret"))
            let table = try failed(["inspect", url(), "--only", "ordres"])
            #expect(table.contains("there is no table or view \"ordres\" in ") && table.contains("orders"))
            #expect(try failed(["query", url(), "SELECT nothing"]).contains("Unknown column 'nothing'"))
        }

        @Test func aTableThatMayNotBeReadIsSaidAndTheOthersAreRead() throws {
            let server = try #require(MySQLTestServer.shared)
            let url = try server.makeDatabase(
                """
                CREATE TABLE a (id INT PRIMARY KEY); CREATE TABLE b (id INT PRIMARY KEY, hidden INT);
                CREATE TABLE c (id INT PRIMARY KEY); INSERT INTO a VALUES (1); INSERT INTO c VALUES (1), (2);
                """)
            let name = server.newName()
            let database = try InspectedDatabase(place: url).name
            try server.send(
                """
                CREATE USER '\(name)'; GRANT SELECT ON \(database).a TO '\(name)'; GRANT SELECT ON \(database).c TO '\(name)';
                GRANT SELECT (id) ON \(database).b TO '\(name)';
                """)
            let file = try InspectedDatabase(place: url.replacing("root@", with: "\(name)@"))
            let inspection = try Inspection(of: file)
            #expect(inspection.counts["a"] == 1 && inspection.counts["c"] == 2)
            #expect(try Generation(of: file).files().count == 5)
        }
    }
#else
    import Testing

    /// Without the engine one error says how to get it.
    @Suite struct MySQLlessTests {
        @Test(arguments: ["inspect", "doctor", "diagram", "shell"])
        func theErrorSaysHowToBuildWithIt(_ command: String) throws {
            let answer = try Program.run([command, "mysql://ada:secret@db.example.org/stock"])
            #expect(answer.status == 2)
            #expect(answer.out == "")
            #expect(
                answer.err
                    == "zim: this zim was built without MySQL, so it cannot open mysql://ada:…@db.example.org/stock. "
                    + "Install it with libmariadb: make install MYSQL=1 in a checkout, or swift build --traits MySQL\n"
            )
        }
    }
#endif
