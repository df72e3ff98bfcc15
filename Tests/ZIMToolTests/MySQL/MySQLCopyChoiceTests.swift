#if MySQL
    import Testing
    import TestServer
    import ZIMOrm

    @testable import ZIMTool

    /// Tables that are left out, and tables that get other names, to and between servers of MariaDB.
    @Suite(.mySQLServer) struct MySQLCopyChoiceTests {
        @Test func except() throws {
            let (scratch, server, other) = (try ToolScratch(), try MySQLScratch(), try MySQLScratch())
            let path = try scratch.database(CopyChoiceTests.sql)
            let report = try CopyBench.copy(path, to: server) { $0.except = ["order"] }
            #expect(try server.contents == ["article", "line", "log"])
            #expect(
                report.notes.map(\.description).contains(
                    "line: the foreign key (p, y, n) → order (part, year, number) is left out: there is no such table in the copy"
                ))
            let across = try CopyBench.copy(server, to: other.url) { $0.except = ["article"] }
            #expect(try other.contents == ["line", "log"])
            #expect(
                across.notes.map(\.description).contains {
                    $0.hasPrefix("line: CONSTRAINT") && $0.hasSuffix("is left out: there is no such table in the copy")
                })
        }

        @Test(arguments: [false, true]) func rename(_ isResumable: Bool) throws {
            let (scratch, server, other) = (try ToolScratch(), try MySQLScratch(), try MySQLScratch())
            let path = try scratch.database(CopyChoiceTests.sql)
            _ = try CopyBench.copy(path, to: server) {
                $0.renames = try ["order=line", "line=order line", "article=Artikel"].map {
                    try CopyOptions.Rename($0)
                }
                $0.isResumable = isResumable
            }
            #expect(try server.contents == ["Artikel", "line", "log", "order line"])
            #expect(
                try CopyBench.columnPairs(server.schema) == [
                    "Artikel [\"parent → id\"] Artikel [\"NO ACTION\", \"NO ACTION\"]",
                    "order line [\"article → id\"] Artikel [\"NO ACTION\", \"NO ACTION\"]",
                    "order line [\"n → number\", \"p → part\", \"y → year\"] line [\"CASCADE\", \"NO ACTION\"]",
                ])
            for sql in [
                "INSERT INTO line VALUES (1, 1, 'c')", "INSERT INTO `order line` VALUES (1998, 1, 'c', 1, 'x')",
            ] { #expect(throws: DatabaseError.self) { try server.execute(sql) } }
            // Between two servers, each table is made from the server's own words.
            _ = try CopyBench.copy(server, to: other.url) {
                $0.renames = try ["line=order line", "order line=line", "Artikel=a"].map { try CopyOptions.Rename($0) }
                $0.isResumable = isResumable
            }
            #expect(try other.contents == ["a", "line", "log", "order line"])
            #expect(
                try CopyBench.columnPairs(other.schema) == [
                    "a [\"parent → id\"] a [\"NO ACTION\", \"NO ACTION\"]",
                    "line [\"article → id\"] a [\"NO ACTION\", \"NO ACTION\"]",
                    "line [\"n → number\", \"p → part\", \"y → year\"] order line [\"CASCADE\", \"NO ACTION\"]",
                ])
            #expect(
                try other.rows("SELECT y, n, p, pos FROM line ORDER BY pos") == [
                    [1998, 1, "b", 1], [1998, 1, "b", 2],
                ])
            let error = #expect(throws: ToolError.self) {
                try CopyBench.copy(path, to: other) {
                    $0.intoExisting = true
                    $0.renames = [try CopyOptions.Rename("log=\(String(repeating: "ä", count: 65))")]
                }
            }
            #expect(error?.message.hasSuffix("the name has 65 characters, MySQL allows 64") == true)
        }
    }
#endif
