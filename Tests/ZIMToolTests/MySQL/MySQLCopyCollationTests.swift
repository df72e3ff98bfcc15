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
