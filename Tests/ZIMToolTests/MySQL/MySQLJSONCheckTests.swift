#if MySQL
    import TestServer
    import Testing
    import ZIMOrm
    import ZIMTool

    /// MariaDB's JSON is a text with a check, which a file has as such.
    @Suite(.mariaDBServer) struct MySQLJSONCheckTests {
        @Test func toAFile() throws {
            let scratch = try ToolScratch()
            let source = try MySQLScratch(
                """
                CREATE TABLE t (a INT, b INT, j JSON, k LONGTEXT CHECK (json_valid(k)), PRIMARY KEY (a, b));
                INSERT INTO t VALUES (1, 1, '{"a": [1]}', '[]'), (1, 2, NULL, NULL);
                """)
            let path = scratch.path("copy.sqlite")
            #expect(try CopyBench.copy(source, to: path).notes == [])
            let database = try Database(path: path)
            for column in ["j", "k"] {
                let error = #expect(throws: DatabaseError.self) {
                    try database.execute("INSERT INTO t (a, b, \(identifier: column)) VALUES (2, 1, '{')")
                }
                #expect(error?.code == .constraint)
                #expect(error?.constraint?.name == column)
            }
            try database.execute("INSERT INTO t (a, b, j, k) VALUES (2, 1, NULL, '7')")
            database.close()
        }
    }
#endif
