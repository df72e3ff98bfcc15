#if MySQL
    import TestServer
    import Testing
    import ZIMSql

    @testable import ZIMOrm
    @testable import ZIMTool

    /// What `SHOW CREATE TABLE` prints a question mark for.
    @Suite struct MySQLDefinitionTextTests {
        private static let sql = """
            CREATE TABLE `t` (
              `a` varchar(20) DEFAULT (concat(_utf8mb4'????','?')) COMMENT '?',
              `b` varchar(20) DEFAULT 'ö?',
              `c` varchar(20) GENERATED ALWAYS AS (concat(`a`,_utf8mb4'ß????')) STORED,
              `e` enum('?'),
              KEY `k` ((concat(`a`,_utf8mb4'????'))),
              KEY `l` (`b`),
              CONSTRAINT `one` CHECK ((`a` <> _utf8mb4'ö????')),
              CONSTRAINT `two` CHECK ((`b` <> _latin1'?')),
              CONSTRAINT `three` CHECK ((`b` <> _latin1'x'))
            ) ENGINE=InnoDB
            """

        private func table(computed: String) -> (TableSchema, [IndexSchema]) {
            func column(_ name: String, _ defaultValue: String?, _ expression: String? = nil) -> ColumnSchema {
                var column = ColumnSchema(
                    name: name, type: "varchar(20)", isNotNull: false, defaultValue: defaultValue, keyPlace: 0,
                    isGenerated: expression != nil, isHidden: false)
                column.expression = expression
                return column
            }
            var table = TableSchema(
                name: "t", kind: .table, isWithoutRowID: false, isStrict: false,
                columns: [
                    column("a", "concat(_utf8mb4'😀','?')"), column("b", "'ö?'"), column("c", nil, computed),
                    column("e", nil),
                ], primaryKey: [], uniqueKeys: [], foreignKeys: [], rowIDColumn: nil)
            table.checks = [
                .init(name: "one", condition: "(`a` <> _utf8mb4'ö😀')"),
                .init(name: "two", condition: "(`b` <> _latin1'ö')"),
                .init(name: "three", condition: "(`b` <> _latin1'x')"),
            ]
            let part = IndexSchema.Part(
                column: nil, expression: "concat(`a`,_utf8mb4'🎉')", isDescending: false, collation: nil)
            let index = IndexSchema(
                name: "k", table: "t", parts: [part], isUnique: false, condition: nil, isPartial: false, origin: .index)
            return (table, [index])
        }

        @Test func theCatalogueHasThem() throws {
            let (table, indexes) = table(computed: "concat(`a`,_utf8mb4'ß😀')")
            var definition = try MySQLDefinition(Self.sql, of: "t")
            let notes = try definition.restoreTexts(of: table, indexes)
            #expect(notes == ["the check two is left out: the server does not print a text in it as it is"])
            #expect(
                definition.items.map(\.text) == [
                    "`a` varchar(20) DEFAULT (concat(_utf8mb4'😀','?')) COMMENT '?'", "`b` varchar(20) DEFAULT 'ö?'",
                    "`c` varchar(20) GENERATED ALWAYS AS (concat(`a`,_utf8mb4'ß😀')) STORED", "`e` enum('?')",
                    "KEY `k` ((concat(`a`,_utf8mb4'🎉')))", "KEY `l` (`b`)",
                    "CONSTRAINT `one` CHECK ((`a` <> _utf8mb4'ö😀'))",
                    "CONSTRAINT `three` CHECK ((`b` <> _latin1'x'))",
                ])
        }

        @Test func aComputedColumnIsNotLeftOut() throws {
            let (table, indexes) = table(computed: "concat(`a`,'x',_utf8mb4'ß😀')")
            var definition = try MySQLDefinition(Self.sql, of: "t")
            let error = #expect(throws: ToolError.self) { _ = try definition.restoreTexts(of: table, indexes) }
            #expect(
                error?.message
                    == "nothing was copied: the computed column c of t: the server does not print a text in it as it is"
            )
        }

        /// Nothing tells the default of a column without NULL in a table without a row, or a label.
        @Test(.mySQLServer) func whatIsNotToldIsSaid() throws {
            let (source, target, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try source.execute(
                """
                CREATE TABLE t (a INT, b INT, d VARCHAR(9) NOT NULL DEFAULT '😀', e ENUM('?', 'x') DEFAULT 'x', f VARBINARY(9) DEFAULT 'a?',
                    g VARCHAR(9) DEFAULT '?', PRIMARY KEY (a, b))
                """)
            let end = " may be another: the server prints a question mark for a character beyond U+FFFF"
            let notes = try CopyBench.copy(source, to: target.url).notes.map(\.text)
            #expect(notes == ["the default of d, '?'," + end, "a label of e" + end])
            let others = try CopyBench.copy(source, to: scratch.path("copy.sqlite")).notes.map(\.text)
            #expect(others.filter { $0.hasSuffix(end) } == ["the default of d, '?'," + end])
            try target.execute("INSERT INTO t (a, b) VALUES (1, 1)")
            #expect(try target.rows("SELECT e, f, g FROM t") == [["x", .blob(Array("a?".utf8)), "?"]])
        }

        /// In another engine; one that is NOT ENFORCED is none.
        @Test(.mySQLServer) func checksElsewhere() throws {
            let (source, scratch) = (try MySQLScratch(), try ToolScratch())
            let text = "VARCHAR(9) CHARACTER SET utf8mb4 COLLATE \(MySQLProduct.exactCollation)"
            try source.execute(
                """
                CREATE TABLE u (a INT CHECK (a <> 4), b \(text), c \(text) CHECK (c <> '😀'), PRIMARY KEY (a, b),
                    CONSTRAINT other CHECK (b <> '?'),
                    CHECK (b <> 'x') \(MySQLProduct.isMariaDB ? "" : "NOT ENFORCED"))
                """)
            let notes = try CopyBench.copy(source, to: scratch.path("copy.sqlite")).notes.map(\.text)
            #expect(notes == (MySQLProduct.isMariaDB ? [] : ["the check u_chk_3 is left out: it is NOT ENFORCED"]))
            let copy = try Database(path: scratch.path("copy.sqlite"))
            for values in ["(4, 'y', 'y')", "(1, '?', 'y')", "(1, 'y', '😀')"] {
                let error = #expect(throws: DatabaseError.self) {
                    try copy.write { try $0.execute("INSERT INTO u VALUES \(unsafe: values)") }
                }
                #expect(error?.constraint?.kind == .check)
            }
            try copy.write { try $0.execute("INSERT INTO u VALUES (5, '????', '????')") }
            let isChecked = (try? copy.write { try $0.execute("INSERT INTO u VALUES (1, 'x', 'y')") }) == nil
            #expect(isChecked == MySQLProduct.isMariaDB)
        }

        /// A copy of a server that prints them as they are not.
        @Test(.mySQLServer) func copied() throws {
            let (source, target) = (try MySQLScratch(), try MySQLScratch())
            try source.execute(
                """
                CREATE TABLE t (a INT, b INT, c VARCHAR(20) DEFAULT 'ö?', d VARCHAR(9) NOT NULL DEFAULT '😀',
                    e VARCHAR(30) AS (CONCAT(c, 'ß')) STORED, PRIMARY KEY (a, b),
                    CHECK (c <> 'ö'), CHECK (c <> '😀'), CHECK (c <> '?ä'))
                """)
            try source.execute("INSERT INTO t (a, b) VALUES (1, 1)")
            _ = try CopyBench.copy(source, to: target.url)
            for text in ["ö", "😀", "?ä"] {
                #expect(throws: DatabaseError.self) {
                    try target.execute("INSERT INTO t (a, b, c) VALUES (2, 1, '\(text)')")
                }
            }
            try target.execute("INSERT INTO t (a, b, c) VALUES (2, 1, '????'), (2, 2, DEFAULT)")
            #expect(
                try target.rows("SELECT c, d, e FROM t ORDER BY a, b") == [
                    ["ö?", "😀", "ö?ß"], ["????", "😀", "????ß"], ["ö?", "😀", "ö?ß"],
                ])
            let scratch = try ToolScratch()
            try source.execute(
                """
                CREATE TABLE u (a INT CHECK (a <> 4), b VARCHAR(9) CHARACTER SET utf8mb4 COLLATE \(MySQLProduct.exactCollation),
                    PRIMARY KEY (a, b), CONSTRAINT one CHECK (b <> '😀'), CONSTRAINT two CHECK (b <> '?ö'))
                """)
            let report = try CopyBench.copy(source, to: scratch.path("copy.sqlite"))
            #expect(report.notes.filter { $0.object == "u" } == [])
            let copy = try Database(path: scratch.path("copy.sqlite"))
            try copy.write { try $0.execute("INSERT INTO t (a, b) VALUES (3, 1)") }
            for values in ["(4, 'x')", "(1, '😀')", "(1, '?ö')"] {
                #expect(throws: DatabaseError.self) {
                    try copy.write { try $0.execute("INSERT INTO u VALUES \(unsafe: values)") }
                }
            }
            try copy.write { try $0.execute("INSERT INTO u VALUES (1, '????'), (1, '?')") }
            #expect(try copy.read { try $0.rows("SELECT c, d FROM t WHERE a = 3").map(\.values) } == [["ö?", "😀"]])
        }
    }
#endif
