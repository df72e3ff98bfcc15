#if PostgreSQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// A server's database stays as it is, passwords stay secret, and failures are said.
    @Suite(.server) struct ServerSafetyTests {
        @Test(arguments: [
            "DELETE FROM line", "INSERT INTO warehouse VALUES (9, 9) RETURNING w", "CREATE TABLE t (a int)",
            "WITH gone AS (DELETE FROM line RETURNING n) SELECT * FROM gone", "SELECT nextval('sales.orders_id_seq')",
            "DROP TABLE line", "TRUNCATE line", "SELECT * FROM line FOR UPDATE",
            "CREATE TEMPORARY TABLE t AS SELECT 1 INTO x",
        ])
        func nothingIsWritten(_ sql: String) throws {
            let file = try ServerTraps.open()
            var text = ""
            let error = #expect(throws: (any Error).self) {
                try ResultPrinter(format: .table) { text += $0 }.run(sql, on: file.database)
            }
            #expect(text == "")
            if !sql.contains("TEMPORARY") {
                #expect(
                    (error as? ToolError)?.message
                        == "zim opens databases read-only, and this statement would change it")
            }
        }

        /// A semicolon in a text of the engine's own kinds ends no statement.
        @Test func theShellReadsTheServersTexts() throws {
            let file = try ServerTraps.open()
            var text = ""
            let shell = Shell(file: file) { text += $0 }
            for line in [
                ".mode csv", "SELECT 1 AS n, 2 AS m WHERE false;", "SELECT $$a;", "b;$$ AS x, E'it\\'s; ok' AS y;",
                "SELECT 1 AS z; SELECT 2 AS w;",
            ] {
                shell.take(line)
            }
            #expect(!shell.hasFailed)
            #expect(text == "n,m\r\nx,y\r\n\"a;\nb;\",it's; ok\r\nz\r\n1\r\nw\r\n2\r\n")
        }

        /// What is printed goes nowhere, and not into the connection that has the number of the closed stream.
        @Test func aClosedStreamIsNoConnection() throws {
            let url = try #require(TestServer.shared).makeDatabase("CREATE TABLE a (x int)")
            let closed = try Program.run(shell: #""$zim" query "$url" "SELECT 1 AS n" --csv >&-"#, ["url": url])
            #expect(closed.status == 2)
            #expect(closed.err == "zim: the output cannot be written: Bad file descriptor\n")
        }

        /// The session cannot be talked out of it.
        @Test func nothingIsWrittenByTheShell() throws {
            let file = try ServerTraps.open()
            var text = ""
            let shell = Shell(file: file) { text += $0 }
            for line in [
                "COMMIT;", "DELETE FROM line;", "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE;",
                "SET default_transaction_read_only = off;", "SET TRANSACTION READ WRITE;", "DELETE FROM line;",
                "SELECT count(*) AS n FROM line;", ".tables", ".schema line",
            ] {
                shell.take(line)
            }
            shell.finish()
            #expect(shell.hasFailed)
            #expect(text.components(separatedBy: "this statement would change it").count == 6)
            #expect(text.contains("n\n─\n3\n(1 row)\n"))
            #expect(text.contains("CREATE TABLE \"line\" (\n    \"n\" smallint NOT NULL,\n"))
            #expect(text.contains("    CONSTRAINT \"line_pkey\" PRIMARY KEY (w, d, o, n) INCLUDE (amount),\n"))
            #expect(text.contains("CREATE INDEX line_tags ON public.line USING gin (tags);\n"))
        }

        /// Before version 16 the server lets these functions write in a transaction that only reads.
        @Test(arguments: [
            "SELECT lo_create(4711)", "SELECT lo_from_bytea(4711, 'x')", "SELECT lo_unlink(4712)",
            "SELECT lo_put(4712, 0, 'changed')",
        ])
        func nothingIsLeftOfWhatAFunctionWrites(_ sql: String) throws {
            let url = try #require(TestServer.shared).makeDatabase("SELECT lo_from_bytea(4712, 'kept')")
            let file = try InspectedDatabase(place: url)
            for format in [ResultFormat.table, .csv] {
                _ = try? ResultPrinter(format: format) { _ in }.run(sql, on: file.database)
            }
            Shell(file: file) { _ in }.take(sql + ";")
            let left = try Database(url: url).read { session in
                try session.rows("SELECT oid::bigint, convert_from(lo_get(oid), 'UTF8') FROM pg_largeobject_metadata")
                    .map(\.values)
            }
            #expect(left == [[.integer(4712), .text("kept")]])
        }

        /// What a person sets in the shell holds for the statements that come.
        @Test func settingsOfTheShellStay() throws {
            var text = ""
            let shell = Shell(file: try ServerTraps.open()) { text += $0 }
            for line in [
                ".mode csv", "/* a word */ SET work_mem = '1MB';", "SHOW work_mem;",
                "SELECT set_config('work_mem', '2MB', false) AS w;", "SHOW work_mem;",
            ] { shell.take(line) }
            // What a function has set is taken back, as all else that a statement does besides printing rows.
            #expect(text == "work_mem\r\n1MB\r\nw\r\n2MB\r\nwork_mem\r\n1MB\r\n")
        }

        /// The server would finish a statement whose client has gone.
        @Test(arguments: [SIGINT, SIGTERM]) func nothingRunsOnAfterAnInterruption(_ signal: Int32) throws {
            let url = try #require(TestServer.shared).makeDatabase()
            let database = try Database(url: url)
            let running =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
            try Program.expectNothingLeft(of: ["query", url, "SELECT pg_sleep(42)"], after: signal) {
                try database.read { try $0.value(SQL(unsafe: running), as: Int.self) != 0 }
            }
        }

        /// A bare name means a table of the schemas that were chosen, on each connection.
        @Test func bareNamesMeanTheChosenSchema() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE TABLE child (a int, b int, PRIMARY KEY (a, b)); CREATE SCHEMA "Old sales";
                CREATE TABLE "Old sales".child (a int, b int, PRIMARY KEY (a, b)); CREATE TYPE mood AS ENUM ('sad');
                INSERT INTO "Old sales".child VALUES (1, 1), (1, 2);
                """)
            let sql = "SELECT count(*) AS n FROM child"
            func answer(_ more: [String]) throws -> String { try Program.run(["query", url, sql, "--csv"] + more).out }
            #expect(try answer([]) == "n\r\n0\r\n")
            #expect(try answer(["--schema", "Old sales"]) == "n\r\n2\r\n")
            #expect(try answer(["--schema", "public"]) == "n\r\n0\r\n")
            #expect(try answer(["--schema", "Old sales", "--schema", "public"]) == "n\r\n2\r\n")
            // What stands in public beside tables, as extensions do, is still found.
            let own = try Program.run(["query", url, "SELECT 'sad'::mood AS n", "--schema", "Old sales", "--csv"])
            #expect(own.out == "n\r\nsad\r\n", "\(own)")
            let shell = try Program.run(
                ["shell", url, "--schema", "Old sales"], input: ".mode csv\n\(sql);\n\(sql);\n.tables\n")
            #expect(shell.out == "n\r\n2\r\nn\r\n2\r\nOld sales.child  2 rows\n", "\(shell)")
        }

        /// What `.schema` prints makes the same tables again.
        @Test func theTextOfATableMakesIt() throws {
            let file = try ServerTraps.open()
            let schema = try file.schema()
            let names = ["warehouse", "orders", "line", "measure", "person", "pet"]
            let server = try file.database.read { try ServerSchema($0, schema) }
            let text = names.compactMap { schema.table($0) }
                .flatMap { TableText(table: $0, schema: schema, server: server).statements }.joined(separator: ";\n")
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE DOMAIN code AS varchar(8) NOT NULL DEFAULT 'none' CHECK (VALUE <> '');
                CREATE TYPE "Mood" AS ENUM ('sad', 'it''s ok', 'happy');
                \(text);
                """)
            let again = try InspectedDatabase(place: url).schema()
            for name in names where name != "measure" {
                var (was, now) = (schema.table(name), again.table(name))
                #expect(was?.columns == now?.columns && was?.foreignKeys == now?.foreignKeys)
                #expect(was?.uniqueKeys == now?.uniqueKeys && was?.checks == now?.checks)
                (was, now) = (nil, nil)
            }
            #expect(again.indexes(of: "line") == schema.indexes(of: "line"))
            #expect(again.table("measure")?.partitionKey == "RANGE (day)")
        }

        /// Keys that say more than their columns are printed in the server's own words.
        @Test func theTextOfATableHasItsConstraints() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SCHEMA sales; CREATE TABLE sales.orders (a int, b int, during int4range, PRIMARY KEY (a, b),
                    CONSTRAINT once UNIQUE NULLS NOT DISTINCT (b), CONSTRAINT late UNIQUE (b, a) DEFERRABLE,
                    CONSTRAINT apart EXCLUDE USING gist (during WITH &&));
                CREATE UNLOGGED TABLE sales.part (id int GENERATED ALWAYS AS IDENTITY (START 7), x int, y int,
                    w int GENERATED ALWAYS AS (x + 1) STORED, FOREIGN KEY (x, y) REFERENCES sales.orders (a, b) MATCH FULL);
                ALTER TABLE sales.part ADD CONSTRAINT old CHECK (x > 0) NOT VALID;
                CREATE TABLE sales.child (z int) INHERITS (sales.part);
                ALTER TABLE sales.child ENABLE ROW LEVEL SECURITY; CREATE POLICY po ON sales.child FOR SELECT USING (z > 1);
                """)
            var text = ""
            let shell = Shell(file: try InspectedDatabase(place: url)) { text += $0 }
            shell.take(".schema sales.orders")
            for part in [
                "CONSTRAINT \"orders_pkey\" PRIMARY KEY (a, b)", "CONSTRAINT \"once\" UNIQUE NULLS NOT DISTINCT (b)",
                "CONSTRAINT \"late\" UNIQUE (b, a) DEFERRABLE",
                "CONSTRAINT \"apart\" EXCLUDE USING gist (during WITH &&)",
            ] { #expect(text.contains(part), "\(text)") }
            #expect(!text.contains("INDEX"))
            text = ""
            shell.take(".schema sales.part")
            shell.take(".schema sales.child")
            #expect(
                text == """
                    CREATE UNLOGGED TABLE "sales"."part" (
                        "id" integer GENERATED ALWAYS AS IDENTITY (INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 7 CACHE 1 NO CYCLE),
                        "x" integer,
                        "y" integer,
                        "w" integer GENERATED ALWAYS AS ((x + 1)) STORED,
                        CONSTRAINT "part_x_y_fkey" FOREIGN KEY (x, y) REFERENCES sales.orders(a, b) MATCH FULL);
                    ALTER TABLE "sales"."part" ADD CONSTRAINT "old" CHECK (x > 0) NOT VALID;
                    CREATE TABLE "sales"."child" (
                        "id" integer NOT NULL,
                        "x" integer,
                        "y" integer,
                        "w" integer,
                        "z" integer,
                        CONSTRAINT "old" CHECK (x > 0)) INHERITS ("sales"."part");
                    ALTER TABLE sales.child ENABLE ROW LEVEL SECURITY;
                    CREATE POLICY po ON sales.child AS PERMISSIVE FOR SELECT TO public USING ((z > 1));

                    """)
        }

        /// Also where the schema of the parent is not read.
        @Test func theTextOfATableHasTheParentsOfOtherSchemas() throws {
            let url = try #require(TestServer.shared).makeDatabase(
                """
                CREATE SCHEMA sales; CREATE TABLE sales."Odd.part" (x int); CREATE TABLE plain (y int);
                CREATE TABLE child (z int) INHERITS (sales."Odd.part", plain);
                """)
            var text = ""
            Shell(file: try InspectedDatabase(place: url, schemas: ["public"])) { text += $0 }.take(".schema child")
            #expect(text.hasSuffix(") INHERITS (\"sales\".\"Odd.part\", \"plain\");\n"), "\(text)")
        }

        private func url(_ change: (String) -> String = { $0 }) throws -> String { change(try ServerTraps.url()) }

        @Test func theTour() throws {
            let out = try ToolScratch()
            let url = try url()
            let inspect = try Program.run(["inspect", url, "--only", "sales.orders"])
            #expect(inspect.status == 0 && inspect.err == "")
            #expect(inspect.out.contains("\nsales.orders  2 rows\n  id  bigint   not null  key identity\n"))
            #expect(try Program.run(["doctor", url]).status == 1)
            #expect(try Program.run(["doctor", url, "--only", "person"]).status == 0)
            let generate = try Program.run([
                "generate", url, "--output", out.path("Models"), "--tests", out.path("Tests"),
            ])
            #expect(generate.status == 0 && generate.out.contains("created    SalesOrder.swift\n"))
            #expect(try Program.run(["check", url, out.path("Models")]).status == 0)
            #expect(try Program.run(["diagram", url, "--output", out.path("all.svg")]).status == 0)
            #expect(out.text("all.svg")?.hasPrefix("<svg xmlns=") == true)
            #expect(
                try Program.run([
                    "query", url, "SELECT id, amount FROM line JOIN orders ON o = id ORDER BY n, amount", "--csv",
                ])
                .out.hasPrefix("id,amount\r\n1,2.50\r\n"))
            #expect(try Program.run(["shell", url], input: "SELECT 1 AS n;\n").out == "n\n─\n1\n(1 row)\n")
            #expect(try Program.run(["shell", url], input: "DELETE FROM line;\n").status == 2)
            #expect(try Program.run(["inspect", url.replacing("postgres://", with: "postgresql://")]).status == 0)
        }

        @Test func failuresHaveTheirStatusAndWords() throws {
            let server = try #require(TestServer.shared)
            func failed(_ arguments: [String]) throws -> String {
                let answer = try Program.run(arguments)
                #expect(answer.status == 2 && answer.out == "")
                return answer.err
            }
            for command in [["inspect"], ["doctor"], ["diagram"], ["query"], ["check"]] {
                let rest = command == ["query"] ? ["SELECT 1"] : command == ["check"] ? ["/tmp"] : []
                let missing = try failed(command + [server.url(database: "nowhere")] + rest)
                #expect(missing.contains("database \"nowhere\" does not exist") || command == ["check"])
            }
            let wrong = try failed(["inspect", server.guardedURL(password: "secret")])
            #expect(wrong.contains("password authentication failed for user \"ada\". Check user and password"))
            #expect(!wrong.contains("secret"))
            let none = try failed(["inspect", server.guardedURL(password: nil)])
            #expect(none.contains("Give the password in PGPASSWORD, ~/.pgpass or the URL"))
            let gone = try failed(["inspect", "postgres://ada:secret@/x?host=/nowhere/at/all"])
            #expect(gone.contains("/nowhere/at/all") && !gone.contains("secret"))
            let closed = try failed(["doctor", "postgres://ada:secret@127.0.0.1:9/x"])
            #expect(closed.contains("127.0.0.1") && !closed.contains("secret"))
            let other = try failed(["inspect", "oracle://ada:secret@host/x"])
            #expect(other == "zim: no engine is known for \"oracle://ada:…@host/x\"\n")
            let table = try failed(["inspect", url(), "--only", "ordres"])
            #expect(table.contains("there is no table or view \"ordres\" in ") && table.contains("orders"))
            #expect(try failed(["inspect", "legacy.sqlite", "--schema", "sales"]).contains("has no schemas"))
            #expect(try failed(["query", url(), "SELECT nothing"]).contains("column \"nothing\" does not exist"))
        }

        @Test(arguments: ["secret", "s%3Aec%40ret", "se%zzcret", "sec@ret"])
        func noPasswordIsEverSaid(_ password: String) throws {
            let out = try ToolScratch()
            let good = try url().replacing("postgres@", with: "postgres:\(password)@")
            let places = [
                good, good.replacing("_database", with: "_nowhere"),
                "postgres://ada@/x?host=/nowhere&password=\(password)",
                "postgres://ada:\(password)@nowhere.invalid:5/x",
                "postgres://ada:\(password)@host:port/x",
            ]
            for place in places {
                for arguments in [
                    ["inspect", place, "--json"], ["doctor", place, "--only", "warehouse"],
                    ["query", place, "SELECT nothing"],
                    ["generate", place, "--output", out.path("Models"), "--tests", out.path("Tests")],
                ] {
                    let answer = try Program.run(arguments)
                    for secret in [password, password.removingPercentEncoding ?? password] {
                        #expect(
                            !answer.out.contains(secret) && !answer.err.contains(secret), "\(arguments) \(answer.err)")
                    }
                }
            }
            for text in out.contents.values.map({ String(decoding: $0, as: UTF8.self) }) {
                #expect(!text.contains(password))
            }
        }
    }
#else
    import Testing

    /// Without the engine one error says how to get it.
    @Suite struct ServerlessTests {
        @Test(arguments: ["inspect", "doctor", "diagram", "shell"])
        func theErrorSaysHowToBuildWithIt(_ command: String) throws {
            let answer = try Program.run([command, "postgres://ada:secret@db.example.org/stock"])
            #expect(answer.status == 2)
            #expect(answer.out == "")
            #expect(
                answer.err
                    == "zim: this zim was built without PostgreSQL, so it cannot open postgres://ada:…@db.example.org/stock. "
                    + "Install it with libpq: make install POSTGRESQL=1 in a checkout, or swift build --traits PostgreSQL\n"
            )
        }
    }
#endif
