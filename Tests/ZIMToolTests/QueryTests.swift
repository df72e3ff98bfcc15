import Testing
import ZIMOrm
import ZIMTool

/// The rows of queries as text.
@Suite struct QueryTests {
    private let scratch: ToolScratch
    private let file: InspectedDatabase

    init() throws {
        scratch = try ToolScratch()
        file = try TrapSchema.open(in: scratch)
    }

    private func printed(_ sql: String, _ format: ResultFormat) throws -> String {
        var text = ""
        try ResultPrinter(format: format) { text += $0 }.run(sql, on: file.database)
        return text
    }

    @Test func tables() throws {
        #expect(
            try printed("SELECT 1 AS n, 'Ada' AS name, NULL AS none UNION ALL SELECT 12345, '日本', x'00ff'", .table)
                == """
                n      name  none
                ─────  ────  ───────
                    1  Ada   NULL
                12345  日本  x'00ff'
                (2 rows)

                """)
        #expect(try printed("SELECT 1 AS n WHERE 0", .table) == "(0 rows)\n")
        #expect(try printed("SELECT 'a' || char(10, 27) || 'b' AS t", .table).contains("a\\n\\u{1b}b"))
    }

    @Test func manyRowsAreNotKept() throws {
        let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000) SELECT i FROM n"
        #expect(try printed(sql, .table).hasSuffix("\n3000\n(3,000 rows)\n"))
    }

    @Test func json() throws {
        #expect(
            try printed("SELECT 1 AS n, 'a\"b\\c' || char(10) AS t, NULL AS z, 1.5 AS r, 1 AS n", .json)
                == "[\n  {\"n\": 1, \"t\": \"a\\\"b\\\\c\\n\", \"z\": null, \"r\": 1.5, \"n_2\": 1}\n]\n")
        #expect(try printed("SELECT 1 WHERE 0", .json) == "[]\n")
        // JSON has no such numbers; null would be an answer that is wrong.
        let infinite = try printed("SELECT 9e999 AS a, -9e999 AS b", .json)
        #expect(infinite == "[\n  {\"a\": \"Infinity\", \"b\": \"-Infinity\"}\n]\n")
    }

    @Test func csv() throws {
        #expect(
            try printed("SELECT 'a,b' AS \"x y\", 'say \"hi\"' AS q, NULL AS z, 2.0 AS r", .csv)
                == "x y,q,z,r\r\n\"a,b\",\"say \"\"hi\"\"\",,2.0\r\n")
        #expect(try printed("SELECT 1 AS n, 2 AS m WHERE 0", .csv) == "n,m\r\n")
    }

    @Test(arguments: ["DELETE FROM tenant", "CREATE TABLE x (y)", "PRAGMA user_version = 7"])
    func whatWouldChangeTheDatabase(_ sql: String) throws {
        let before = scratch.contents
        let error = #expect(throws: (any Error).self) { try printed(sql, .table) }
        #expect("\(error.map { "\($0)" } ?? "")".isEmpty == false)
        #expect(scratch.contents == before)
    }

    @Test func errors() throws {
        let error = #expect(throws: DatabaseError.self) { try printed("SELECT nmae FROM tenant", .table) }
        #expect(error?.message == "no such column: nmae (at byte 7)")
        let two = #expect(throws: DatabaseError.self) { try printed("SELECT 1; SELECT 2", .table) }
        #expect(two?.code == .misuse)
    }

    @Test(arguments: ["COMMIT", "ROLLBACK"]) func aTransactionIsNotEnded(_ sql: String) throws {
        let error = #expect(throws: ToolError.self) { try printed(sql, .table) }
        #expect(
            error.map { "\($0)" }
                == "zim runs each statement in a transaction of its own, which this one would end. "
                + "Nothing is changed, so there is nothing to commit. SQL: \(sql)")
    }

    @Test func theShell() throws {
        var text = ""
        let shell = Shell(file: file) { text += $0 }
        #expect(shell.prompt == "zim> ")
        shell.take("SELECT ';' AS a,")
        #expect(shell.prompt == "...> ")
        shell.take("  2 AS b; -- done")
        shell.take(".mode csv")
        shell.take("SELECT 1 AS x; SELECT 2 AS y;")
        shell.take(".schema friendship")
        #expect(!shell.hasFailed)
        #expect(
            text.hasPrefix("a  b\n─  ─\n;  2\n(1 row)\nx\r\n1\r\ny\r\n2\r\nCREATE TABLE friendship ("))
        shell.take("DELETE FROM tenant;")
        shell.take(".nothing")
        #expect(shell.hasFailed)
        #expect(text.contains("error: zim opens databases read-only"))
        #expect(text.hasSuffix("error: there is no command .nothing; .help lists them\n"))
        // What a line begins, the next may end; each is read once.
        shell.take("SELECT 'a;")
        #expect(shell.prompt == "...> ")
        for _ in 0..<2_000 { shell.take("-- b;") }
        shell.take("c' IS NULL /* ;")
        shell.take("; */ AS \"q;")
        shell.take("\"; SELECT 'open")
        #expect(shell.prompt == "...> ")
        shell.take("' IS NULL AS p;")
        #expect(text.hasSuffix("\"q;\n\"\r\n0\r\np\r\n0\r\n"))
        shell.take("SELECT 3 AS z")
        shell.finish()
        #expect(text.hasSuffix("z\r\n3\r\n"))
        shell.take(".quit")
        #expect(shell.isOver)
    }

    /// The SQL that made a table is SQL again, with the tabs and line ends that it was written with.
    @Test func theShellPrintsDefinitionsThatRun() throws {
        let scratch = try ToolScratch()
        let sql = "CREATE TABLE t (\r\n\ta INT,\n\tb TEXT DEFAULT 'x\ty')"
        var text = ""
        let shell = Shell(file: try scratch.open(sql)) { text += $0 }
        shell.take(".schema t")
        #expect(Array(text.utf8) == Array((sql + ";\n").utf8))
    }
}
