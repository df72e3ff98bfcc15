#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Names that are too long for a server of MariaDB or, from there, for one of PostgreSQL.
    @Suite(.mySQLServer) struct MySQLCopyNameTests {
        @Test func fromAFile() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(CopyNameTests.sql)
            let (one, two) = (
                CopyNameTests.short(CopyNameTests.one, 64), CopyNameTests.short(CopyNameTests.two, 64)
            )
            let report = try CopyBench.copy(path, to: server)
            #expect(try server.contents == [one, two].sorted())
            #expect(try server.schema.table(two)?.columns.map(\.name) == ["a", "b", one, "column_4", "d"])
            #expect(try server.schema.table(one)?.primaryKey == [one, two, "c"])
            #expect(
                try CopyBench.columnPairs(server.schema) == [
                    "\(two) [\"a → \(one)\", \"b → \(two)\", \"\(one) → c\"] \(one) [\"NO ACTION\", \"NO ACTION\"]"
                ])
            // MySQL has no index of some rows; everything else is there.
            #expect(report.notes.map(\.text).filter { $0.contains("left out") }.count == 1)
            for sql in [
                "UPDATE `\(two)` SET d = 9", "UPDATE `\(two)` SET a = 7", "UPDATE `\(one)` SET c = 'x'",
                "UPDATE `\(one)` SET `\(two)` = 2",
            ] { #expect(throws: DatabaseError.self, "\(sql)") { try server.execute(sql) } }
        }

        /// MySQL has each name of a check once in a database, and names what has none after its table.
        @Test func checksAndKeysWithoutAName() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let long = String(repeating: "x", count: 62)
            let path = try scratch.database(
                """
                CREATE TABLE a (k INT, l INT, CONSTRAINT positive CHECK (k > 0), PRIMARY KEY (k, l));
                CREATE TABLE b (k INT, l INT, CONSTRAINT positive CHECK (l > 0));
                CREATE TABLE \(long) (k INT CHECK (k > 0), l INT CHECK (l > 0), m INT, FOREIGN KEY (k, l) REFERENCES a (k, l),
                    FOREIGN KEY (m, l) REFERENCES a (k, l));
                INSERT INTO a VALUES (1, 2), (3, 2); INSERT INTO b VALUES (1, 2); INSERT INTO \(long) VALUES (1, 2, 3);
                """)
            let report = try CopyBench.copy(path, to: server)
            #expect(report.notes.map(\.text).filter { $0.contains("left out") } == [])
            for (sql, kind) in [
                ("INSERT INTO a VALUES (0, 9)", .check), ("INSERT INTO b VALUES (1, 0)", .check),
                ("INSERT INTO \(long) VALUES (0, 2, NULL)", .check),
                ("INSERT INTO \(long) VALUES (NULL, 0, NULL)", .check),
                ("UPDATE \(long) SET l = 7", .foreignKey), ("UPDATE \(long) SET m = 7", .foreignKey),
            ] as [(String, ConstraintViolation.Kind)] {
                let error = #expect(throws: DatabaseError.self, "\(sql)") { try server.execute(sql) }
                #expect(error?.constraint?.kind == kind, "\(sql)")
            }
            #expect(try server.schema.table(long)?.foreignKeys.count == 2)
        }

        /// A check that MySQL has named, and one that a file has of a column's labels: when the table gets its name, the server
        /// would give the second the name of the first.
        @Test func checksThatTheServerNamed() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(
                """
                CREATE TABLE item (a INT, b INT, mood TEXT CHECK (mood IN ('good', 'bad')), info JSON, more JSON,
                    CONSTRAINT item_chk_1 CHECK (a > 0), CONSTRAINT Item_Chk_3 CHECK (b > 0), CHECK (a < b), PRIMARY KEY (a, b));
                CREATE TABLE other (a INT, b INT, CONSTRAINT item_chk_4 CHECK (b > 1), CONSTRAINT list_chk_1 CHECK (a > 0),
                    PRIMARY KEY (a, b));
                CREATE TABLE list (a INT, b INT, info JSON, PRIMARY KEY (a, b));
                INSERT INTO item VALUES (1, 2, 'good', '[1]', '{}'); INSERT INTO other VALUES (1, 2);
                INSERT INTO list VALUES (1, 2, '[1]');
                """)
            let report = try CopyBench.copy(path, to: server)
            #expect(report.notes.map(\.text).filter { $0.contains("left out") } == [])
            // And back.
            let file = scratch.path("back.db")
            _ = try CopyBench.copy(server, to: file)
            let again = try MySQLScratch()
            _ = try CopyBench.copy(file, to: again)
            for target in [server, again] {
                for values in [
                    "0, 9, 'good', '[1]', '[2]'", "-2, 0, 'good', '[1]', '[2]'", "2, 3, 'none', '[1]', '[2]'",
                    "3, 3, 'good', '[1]', '[2]'", "2, 3, 'good', '[1', '[2]'", "2, 3, 'good', '[1]', '[2'",
                ] {
                    let sql = "INSERT INTO item VALUES (\(values))"
                    #expect(throws: DatabaseError.self, "\(sql)") { try target.execute(sql) }
                }
                try target.execute("INSERT INTO item VALUES (2, 3, 'bad', '[1]', '[2]')")
                #expect(throws: DatabaseError.self) { try target.execute("INSERT INTO list VALUES (2, 3, '[1')") }
            }
        }

        /// There is no room for what the server would put behind it.
        @Test func jsonInATableOfALongName() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let name = String(repeating: "t", count: 60)
            let path = try scratch.database(
                """
                CREATE TABLE \(name) (a INT, b INT, info JSON, PRIMARY KEY (a, b)); INSERT INTO \(name) VALUES (1, 2, '[1]');
                """)
            _ = try CopyBench.copy(path, to: server)
            #expect(throws: DatabaseError.self) { try server.execute("INSERT INTO \(name) VALUES (2, 3, '[1')") }
            #expect(try server.rows("SELECT a, b, info FROM \(name)") == [[1, 2, "[1]"]])
        }

        /// 64 characters may be more than 63 bytes.
        @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func toPostgreSQL() throws {
            let (server, target) = (try MySQLScratch(), try ServerScratch())
            let name = String(repeating: "ä", count: 40)
            try server.execute(
                """
                CREATE TABLE p (`\(name)b` INT, `\(name)a` INT, PRIMARY KEY (`\(name)b`, `\(name)a`));
                """)
            try server.execute(
                """
                CREATE TABLE c (x INT, y INT, CONSTRAINT `\(name)` FOREIGN KEY (x, y) REFERENCES p (`\(name)b`, `\(name)a`))
                """)
            try server.execute("INSERT INTO p VALUES (1, 2), (1, 3)")
            try server.execute("INSERT INTO c VALUES (1, 3)")
            _ = try CopyBench.copy(server, to: target.url)
            let short = ["b", "a"].map {
                String(repeating: "ä", count: 27) + "_" + CopyState.digest([name + $0]).prefix(8)
            }
            #expect(try CopyBench.schema(target).table("p")?.primaryKey == short)
            #expect(try CopyBench.schema(target).table("c")?.foreignKeys.map(\.references) == [short])
            #expect(try target.rows("SELECT * FROM p ORDER BY 2") == [[1, 2], [1, 3]])
        }
    }
#endif
