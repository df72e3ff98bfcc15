#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// A TIMESTAMP of MariaDB is a point in time; where it becomes text, that says its zone.
    @Suite(.mySQLServer) struct MySQLCopyInstantTests {
        private static let sql = """
            SET sql_mode = '', time_zone = '+05:30';
            CREATE TABLE t (id INT PRIMARY KEY, at TIMESTAMP NULL, exact TIMESTAMP(3) NULL, d DATETIME);
            INSERT INTO t VALUES (1, '2020-01-01 12:00:00', '2020-01-01 12:00:00.125', '2020-01-01 12:00:00'), (2, 0, 0, 0);
            """

        @Test func chosenAsText() throws {
            let (source, scratch) = (try MySQLScratch(Self.sql), try ToolScratch())
            let path = scratch.path("copy.sqlite")
            _ = try CopyBench.copy(source, to: path) { $0.types = [try .init("t.at=text")] }
            let copy = try Database(path: path)
            #expect(
                try copy.read { try $0.rows("SELECT at, exact, d FROM t ORDER BY id").map(\.values) } == [
                    ["2020-01-01 06:30:00Z", "2020-01-01 06:30:00.125Z", "2020-01-01 12:00:00"],
                    ["0000-00-00 00:00:00", "0000-00-00 00:00:00", "0000-00-00 00:00:00"],
                ])
        }

        #if PostgreSQL
            @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func widened() throws {
                let (source, target) = (try MySQLScratch(Self.sql), try ServerScratch())
                _ = try CopyBench.copy(source, to: target.url) { $0.invalidValues = .widen }
                #expect(
                    try target.rows("SELECT at, exact, d FROM t ORDER BY id") == [
                        ["2020-01-01 06:30:00Z", "2020-01-01 06:30:00.125Z", "2020-01-01 12:00:00"],
                        ["0000-00-00 00:00:00", "0000-00-00 00:00:00.000", "0000-00-00 00:00:00"],
                    ])
            }
        #endif
    }
#endif
