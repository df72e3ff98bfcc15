#if MySQL
    import TestServer
    import Testing
    @testable import ZIMOrm

    @testable import ZIMTool

    /// How many digits are shown, which MySQL says no more since 8.0.19: an upgrade changes nothing.
    @Suite struct MySQLTypeWidthTests {
        @Test func theSameTableOfTwoServers() throws {
            let old = try MySQLTableText(
                """
                CREATE TABLE `t` (`a` int(11) NOT NULL, `b` bigint(20) unsigned NOT NULL AUTO_INCREMENT, `c` tinyint(1) DEFAULT NULL,
                  `d` year(4) DEFAULT NULL, `e` int(5) unsigned zerofill DEFAULT NULL, `f` smallint(6) DEFAULT NULL,
                  PRIMARY KEY (`a`,`b`)) ENGINE=InnoDB
                """, of: "t")
            let new = try MySQLTableText(
                """
                CREATE TABLE `t` (`a` int NOT NULL, `b` bigint unsigned NOT NULL AUTO_INCREMENT, `c` tinyint(1) DEFAULT NULL,
                  `d` year DEFAULT NULL, `e` int(6) unsigned zerofill DEFAULT NULL, `f` int DEFAULT NULL,
                  PRIMARY KEY (`a`,`b`)) ENGINE=InnoDB
                """, of: "t")
            let change = MySQLTableChange(from: old, to: new)
            #expect(
                change.clauses == [
                    "MODIFY COLUMN `e` int(6) unsigned zerofill DEFAULT NULL", "MODIFY COLUMN `f` int DEFAULT NULL",
                ])
            #expect(!change.loses)
        }

        /// Whatever the server prints, classes that recorded the other form fit.
        @Test(.mySQLServer) func classesFit() throws {
            let server = try MySQLScratch()
            try server.execute(
                "CREATE TABLE t (a INT(7) UNSIGNED, b BIGINT(3), c TINYINT(1), d YEAR, e VARCHAR(7), PRIMARY KEY (a, b))"
            )
            let now = try #require(try server.schema.table("t"))
            let other = TableSchema(
                name: "t", kind: .table, isWithoutRowID: false, isStrict: false,
                columns: zip(now.columns, ["int(10) unsigned", "bigint", "tinyint(1)", "year(4)", "varchar(8)"]).map {
                    ColumnSchema(
                        name: $0.name, type: $1, isNotNull: $0.isNotNull, defaultValue: $0.defaultValue,
                        keyPlace: $0.keyPlace, isGenerated: false, isHidden: false)
                }, primaryKey: ["a", "b"], uniqueKeys: [], foreignKeys: [], rowIDColumn: nil)
            #expect(now.differences(from: other).map(\.description) == ["t.e: the type was varchar(8), is varchar(7)"])
        }
    }
#endif
