#if MySQL
    import Foundation
    import TestServer
    import Testing
    import ZIMOrm

    @testable import ZIMTool

    /// Columns that take NULL no longer: MariaDB would make the present time of it in a TIMESTAMP, and a number in a column
    /// that counts.
    @Suite(.mySQLServer) struct MySQLNullMigrationTests {
        private static let int = MySQLProduct.isMariaDB ? "int(11)" : "int"
        private static let key = "a INT NOT NULL, b INT NOT NULL, PRIMARY KEY (a, b)"

        @Test(arguments: [
            ("TIMESTAMP NULL", "TIMESTAMP NOT NULL DEFAULT '2020-01-02'"),
            ("DATETIME NULL", "TIMESTAMP NOT NULL DEFAULT '2020-01-02'"),
            ("TIMESTAMP AS (NULLIF(a, 1)) VIRTUAL", "TIMESTAMP NOT NULL DEFAULT '2020-01-02'"),
            ("INT, KEY (v)", "INT NOT NULL AUTO_INCREMENT, KEY (v)"), ("DATETIME NULL", "DATETIME NOT NULL"),
        ])
        func rowsWithNULLStopTheMigration(_ old: String, _ new: String) throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (\(Self.key), v \(old)); INSERT INTO t (a, b) VALUES (1, 1)")
            try wanted.execute("CREATE TABLE t (\(Self.key), v \(new))")
            #expect(throws: DatabaseError.self) {
                try MigrationBench.migrate(base.database, at: base.url, scratch.path("Migrations"), to: wanted.url)
            }
            #expect(try base.rows("SELECT a, v FROM t") == [[1, nil]])
        }

        @Test func otherRowsKeepTheirValues() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute(
                """
                CREATE TABLE t (\(Self.key), d TIMESTAMP(3) NULL, n INT, x INT, KEY (n));
                INSERT INTO t VALUES (1, 1, '2026-01-02 00:30:00.123', 7, 9)
                """)
            try wanted.execute(
                "CREATE TABLE t (\(Self.key), d TIMESTAMP(3) NOT NULL DEFAULT '2020-01-02', n INT NOT NULL AUTO_INCREMENT, KEY (n))"
            )
            let folder = scratch.path("Migrations")
            let draft = try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            #expect(draft.losses == 1)
            let value = "DEFAULT '2020-01-02 00:00:00.000'"
            #expect(
                draft.steps.map(\.sql) == [
                    "ALTER TABLE `t`\n    MODIFY COLUMN `d` datetime(3) NOT NULL,\n    MODIFY COLUMN `n` \(Self.int) NOT NULL",
                    "ALTER TABLE `t`\n    DROP COLUMN `x`,\n    MODIFY COLUMN `d` timestamp(3) NOT NULL \(value),\n    MODIFY COLUMN `n` \(Self.int) NOT NULL AUTO_INCREMENT",
                ])
            let stop = "becomes NOT NULL: rows that hold NULL there stop the migration"
            #expect(draft.steps.map(\.note) == ["\"d\" \(stop)\n\"n\" \(stop)", "drops the values of \"x\""])
            #expect(try base.rows("SELECT CAST(d AS CHAR), n FROM t") == [["2026-01-02 00:30:00.123", 7]])
            let again = try SchemaMigration(folder: folder, table: "zim_migration").draft(
                from: base.url, to: wanted.url)
            #expect(again.migration.isEmpty, "\(again.migration.text("", from: "", to: ""))")
        }

        /// What loses digits does so in the last statement, whose note says it.
        @Test func whatStopsKeepsDigits() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute(
                """
                CREATE TABLE t (\(Self.key), d DATETIME(6) NULL, n VARCHAR(5) CHARACTER SET latin1 COMMENT 'NOT', k VARCHAR(5), KEY (n));
                INSERT INTO t VALUES (1, 1, '2026-01-02 00:30:00.123456', '007', NULL)
                """)
            try wanted.execute(
                "CREATE TABLE t (\(Self.key), d TIMESTAMP NOT NULL DEFAULT '2020-01-02', n INT NOT NULL AUTO_INCREMENT, k VARCHAR(5) NOT NULL, KEY (n))"
            )
            let folder = scratch.path("Migrations")
            #expect(throws: (any Error).self) {
                try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            }
            #expect(
                try base.rows("SELECT CAST(d AS CHAR), n, k FROM t") == [["2026-01-02 00:30:00.123456", "007", nil]])
            // The migration goes on where it has stopped.
            try base.execute("UPDATE t SET k = 'k'")
            try Migrator(folder: folder).up(base.database)
            #expect(try base.rows("SELECT CAST(d AS CHAR), n, k FROM t") == [["2026-01-02 00:30:00", 7, "k"]])
        }

        /// Where somebody forgets to write its values, nothing is made up.
        @Test(.mariaDBServer) func aNewTimeWithoutADefault() throws {
            let (base, wanted, scratch) = (try MySQLScratch(), try MySQLScratch(), try ToolScratch())
            try base.execute("CREATE TABLE t (\(Self.key)); INSERT INTO t VALUES (1, 1)")
            try wanted.execute("CREATE TABLE t (\(Self.key), d TIMESTAMP NOT NULL)")
            let folder = scratch.path("Migrations")
            #expect(throws: DatabaseError.self) {
                try MigrationBench.migrate(base.database, at: base.url, folder, to: wanted.url)
            }
            #expect(try base.rows("SELECT a, d FROM t") == [[1, nil]])
            // The migration goes on where it has stopped.
            try base.execute("UPDATE t SET d = '2026-01-02'")
            try Migrator(folder: folder).up(base.database)
            #expect(try base.rows("SELECT a, CAST(d AS CHAR) FROM t") == [[1, "2026-01-02 00:00:00"]])
            #expect(try base.definition("t") == wanted.definition("t"))
        }
    }
#endif
