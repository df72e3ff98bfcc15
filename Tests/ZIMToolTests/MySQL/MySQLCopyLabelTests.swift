#if MySQL
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// What the catalogue of MariaDB does not print as it is, and types that other engines lack.
    @Suite(.mariaDBServer) struct MySQLCopyLabelTests {
        private static let inexact = "the server does not print a text in it as it is"

        private static let labels = """
            CREATE TABLE es (a INT, b INT, e ENUM('a', '😀') DEFAULT '😀', f ENUM('?', 'b'), g ENUM('é?', 'c') NOT NULL,
                PRIMARY KEY (a, b));
            INSERT INTO es VALUES (1, 1, 'a', '?', 'é?'), (1, 2, '😀', 'b', 'c');
            """
        private let query = "SELECT a, b, e, f, g FROM es ORDER BY a, b, e"

        /// Rows tell labels beyond U+FFFF.
        @Test func rowsTellLabels() throws {
            let (source, target, scratch) = (try MySQLScratch(Self.labels), try MySQLScratch(), try ToolScratch())
            #expect(try CopyBench.copy(source, to: target.url).notes == [])
            try target.execute("INSERT INTO es (a, b, g) VALUES (2, 1, 'c')")
            let rows: [[SQLValue]] = [[1, 1, "a", "?", "é?"], [1, 2, "😀", "b", "c"], [2, 1, "😀", nil, "c"]]
            #expect(try target.rows(query) == rows)
            let path = scratch.path("copy.sqlite")
            #expect(try CopyBench.copy(source, to: path).notes == [])
            let copy = try Database(path: path)
            try copy.execute("INSERT INTO es (a, b, g) VALUES (2, 1, 'c')")
            #expect(try copy.read { try $0.rows(SQL(unsafe: query)).map(\.values) } == rows)
            for (column, value) in [("e", "?"), ("f", "?b"), ("g", "?")] {
                let error = #expect(throws: DatabaseError.self) {
                    try copy.execute("UPDATE es SET \(identifier: column) = \(value)")
                }
                #expect(error?.constraint?.kind == .check, "\(column)")
            }
        }

        /// Without rows nobody knows.
        @Test func labelsThatNoRowHas() throws {
            let source = try MySQLScratch("CREATE TABLE es (a INT, b INT, e ENUM('a', '😀'), PRIMARY KEY (a, b));")
            let (target, scratch) = (try MySQLScratch(), try ToolScratch())
            #expect(
                try CopyBench.copy(source, to: target.url).notes.map(\.description) == [
                    "es: " + MySQLDefinition.doubt("a label of e")
                ])
            let path = scratch.path("copy.sqlite")
            #expect(
                try CopyBench.copy(source, to: path).notes.map(\.description) == [
                    "es: the check of the labels of e is left out: \(Self.inexact)"
                ])
            try Database(path: path).execute("INSERT INTO es VALUES (1, 1, '😀')")
        }

        /// Bytes that a column gets by itself.
        @Test func defaultsOfBytes() throws {
            let source = try MySQLScratch(
                """
                CREATE TABLE t (a INT, b INT, c VARBINARY(9) DEFAULT 'a\\0', d VARBINARY(9) DEFAULT x'ff00', e VARBINARY(9) DEFAULT '',
                    f VARBINARY(9) DEFAULT '?A', g VARBINARY(9) DEFAULT 'é', PRIMARY KEY (a, b));
                """)
            let scratch = try ToolScratch()
            let path = scratch.path("copy.sqlite")
            #expect(try CopyBench.copy(source, to: path).notes == [])
            let copy = try Database(path: path)
            try copy.execute("INSERT INTO t (a, b) VALUES (1, 1)")
            #expect(
                try copy.read { try $0.rows("SELECT hex(c), hex(d), hex(e), hex(f), hex(g) FROM t").map(\.values) } == [
                    ["6100", "FF00", "", "3F41", "C3A9"]
                ])
        }

        #if PostgreSQL
            @Test(.server) func textsOfNoCharacter() throws {
                let source = try MySQLScratch(
                    "CREATE TABLE s (a INT, b INT, c CHAR(0), v VARCHAR(0), PRIMARY KEY (a, b)); INSERT INTO s VALUES (1, 1, '', NULL);"
                )
                let target = try ServerScratch()
                let report = try CopyBench.copy(source, to: target.url)
                #expect(report.notes == [] && report.rows == 1)
                #expect(try target.rows("SELECT a, b, c, v FROM s") == [[1, 1, "", nil]])
            }
        #endif
    }
#endif
