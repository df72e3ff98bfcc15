#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Keys of MariaDB whose collations ignore case: other engines tell their texts apart.
    @Suite(.mySQLServer) struct MySQLCopyCollationTests {
        private func source() throws -> MySQLScratch {
            try MySQLScratch(
                """
                CREATE TABLE t (a VARCHAR(9) COLLATE utf8mb4_general_ci PRIMARY KEY, b VARCHAR(9) COLLATE utf8mb4_bin UNIQUE,
                    c VARCHAR(9) COLLATE utf8mb4_unicode_ci, d VARBINARY(9) UNIQUE, e INT UNIQUE,
                    f VARCHAR(9) CHARACTER SET latin1 COLLATE latin1_general_cs UNIQUE,
                    g CHAR(5) COLLATE utf8mb4_general_ci, h ENUM ('x', 'y') UNIQUE, UNIQUE two (c, g), KEY c (c));
                """)
        }

        private func keys(_ report: CopyReport) -> [String] {
            report.notes.map(\.description).filter { $0.contains("case-sensitive") }.sorted()
        }

        @Test func toAFile() throws {
            let (source, scratch) = (try source(), try ToolScratch())
            let report = try CopyBench.copy(source, to: scratch.path("copy.sqlite"))
            #expect(
                keys(report) == [
                    "t: the key (a) is case-sensitive in SQLite", "t: the key (c, g) is case-sensitive in SQLite",
                ])
        }

        /// There the keys are what they were.
        @Test func toAnotherServer() throws {
            let target = try MySQLScratch()
            #expect(keys(try CopyBench.copy(try source(), to: target.url)) == [])
        }

        /// Each row of a foreign key has an answer of its own, also where the collation takes its key for that of another row.
        @Test func foreignKeysByAnotherCase() throws {
            let (source, scratch) = (
                try MySQLScratch(
                    """
                    CREATE TABLE p (n INT, k VARCHAR(9) COLLATE utf8mb4_general_ci, PRIMARY KEY (n, k));
                    CREATE TABLE c (id INT PRIMARY KEY, n INT, k VARCHAR(9) COLLATE utf8mb4_general_ci,
                        FOREIGN KEY (n, k) REFERENCES p (n, k));
                    INSERT INTO p VALUES (1, 'ABC'), (1, 'x');
                    INSERT INTO c VALUES (1, 1, 'abc'), (2, 1, 'ABC'), (3, 1, 'x'), (4, 1, 'X'), (5, NULL, 'ABC');
                    """), try ToolScratch()
            )
            let refusal = #expect(throws: CopyRefusal.self) {
                try CopyBench.copy(source, to: scratch.path("no.sqlite"))
            }
            #expect(
                refusal?.first.map(\.text) == [
                    "c: n = 1, k = 'abc' references no row of p (n, k) (id = 1)",
                    "c: n = 1, k = 'X' references no row of p (n, k) (id = 4)",
                ])
            let path = scratch.path("copy.sqlite")
            _ = try CopyBench.copy(source, to: path) { $0.invalidValues = .null }
            let rows = try Database(path: path).read { try $0.rows("SELECT id, n, k FROM c ORDER BY id").map(\.values) }
            #expect(
                rows == [
                    [1, nil, nil], [2, 1, "ABC"], [3, 1, "x"], [4, nil, nil], [5, nil, "ABC"],
                ])
        }

        #if PostgreSQL
            @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func toPostgreSQL() throws {
                let target = try ServerScratch()
                #expect(
                    keys(try CopyBench.copy(try source(), to: target.url)) == [
                        "t: the key (a) is case-sensitive in PostgreSQL",
                        "t: the key (c, g) is case-sensitive in PostgreSQL",
                    ])
            }
        #endif
    }
#endif
