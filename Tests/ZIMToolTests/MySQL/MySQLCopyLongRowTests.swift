#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Rows that are longer than what MariaDB takes with one statement.
    @Suite(.mySQLServer) struct MySQLCopyLongRowTests {
        private static let sql = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, a BLOB, b TEXT, c BLOB NOT NULL DEFAULT x'00');
            INSERT INTO t (id, a, b) VALUES (1, zeroblob(20000000), 'one'), (2, x'01', 'two'),
                (3, zeroblob(10000000), printf('%.*c', 9000000, 'x'));
            CREATE TABLE child (t INT REFERENCES t); INSERT INTO child VALUES (2);
            """
        private static let sizes = "SELECT id, LENGTH(a), LENGTH(b), LENGTH(c) FROM t ORDER BY id"

        /// The number of those for which a copy was refused; nil if it was not.
        private static func invalidValues<T>(_ body: () throws -> T) -> Int? {
            do {
                _ = try body()
                return nil
            } catch { return (error as? CopyRefusal)?.count }
        }

        @Test func leftOut() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(Self.sql)
            let report = try CopyBench.copy(path, to: server) { $0.invalidValues = .skip }
            #expect(report.invalidValues == 2 && report.skippedRows == 2)
            #expect(try server.rows(Self.sizes) == [[2, 1, 3, 1]])
        }

        /// The longest value is enough, or the longest values are.
        @Test func null() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(Self.sql)
            let report = try CopyBench.copy(path, to: server) { $0.invalidValues = .null }
            #expect(report.invalidValues == 2 && report.skippedRows == 0)
            #expect(
                try server.rows(Self.sizes) == [[1, .null, 3, 1], [2, 1, 3, 1], [3, .null, 9_000_000, 1]])
        }

        @Test(arguments: [CopyOptions.InvalidValues.refuse, .widen, .null, .skip])
        func whatCannotBeHelped(_ mode: CopyOptions.InvalidValues) throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(
                Self.sql + "UPDATE t SET c = zeroblob(16000000) WHERE id = 1; INSERT INTO child VALUES (3);")
            // The macro would write the error down with its values of many megabytes.
            let count = Self.invalidValues { try CopyBench.copy(path, to: server) { $0.invalidValues = mode } }
            // Whoever leaves the rows out leaves one out that another references.
            #expect(count == (mode == .skip ? 3 : 2))
            #expect(try server.contents == [])
        }
    }
#endif
