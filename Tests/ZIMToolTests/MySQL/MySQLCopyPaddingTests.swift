#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// `char(n)` between PostgreSQL and MariaDB: the spaces that fill it up are no part of a value.
    @Suite(.mySQLServer, .enabled(if: ServerScratch.isAvailable, ServerScratch.absence))
    struct MySQLCopyPaddingTests {
        @Test func thereAndBack() throws {
            let (server, target, back) = (try ServerScratch(), try MySQLScratch(), try ServerScratch())
            try server.execute(CopyPaddingTests.sql)
            let source = try InspectedDatabase(place: server.url)
            let report = try CopyBench.copy(source, to: target.url)
            #expect(
                CopyBench.notes(report) == [
                    "p: the check p_check (v::bpchar <> a) is left out: it ignores spaces at the end of a text",
                    "p: the index few is left out: MySQL has no index of some rows only",
                ])
            #expect(
                try target.rows("SELECT concat(a, '|'), n, concat(b, '|') FROM p ORDER BY n") == [
                    ["ab|", 1, "q|"], ["|", 2, "ö|"], ["c d|", 3, "r|"],
                ])
            for sql in [
                "UPDATE p SET a = 'no' WHERE n = 3", "UPDATE p SET b = 'x'", "UPDATE p SET a = 'long' WHERE n = 3",
                "INSERT INTO d VALUES ('m')",
            ] { #expect(throws: DatabaseError.self, "\(sql)") { try target.execute(sql) } }
            _ = try CopyBench.copy(target, to: back.url)
            #expect(
                try back.rows("SELECT a::char(5), n, b::char(3), v FROM p ORDER BY n")
                    == server.rows("SELECT a, n, b, v FROM p ORDER BY n"))
            #expect(try back.rows("SELECT own FROM c JOIN d ON x = own") == [["k"]])
        }

        /// A server that fills up CHAR columns itself.
        @Test func filledUp() throws {
            let (server, scratch) = (try MySQLScratch(), try ToolScratch())
            try server.execute(
                """
                CREATE TABLE t (a CHAR(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, n INT, CHECK (a <> 'b '), CHECK (a <> 'c'),
                    PRIMARY KEY (a, n))
                """)
            try server.execute("INSERT INTO t VALUES ('x ', 1), ('y', 2)")
            let report = try CopyBench.copy(server, to: scratch.path("copy.sqlite"))
            #expect(
                report.notes.map(\.text).contains {
                    $0.hasSuffix("is left out: it compares spaces at the end, which utf8mb4_bin ignores")
                }, "\(report.notes)")
            #expect(
                try CopyBench.rows(scratch.path("copy.sqlite"))["t"] == [
                    "'text' '''x''' 'integer' '1'", "'text' '''y''' 'integer' '2'",
                ])
        }
    }
#endif
