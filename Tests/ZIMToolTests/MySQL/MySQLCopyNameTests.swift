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
