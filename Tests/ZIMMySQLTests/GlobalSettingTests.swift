#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// What a server has been told for all, and a session must not take over.
    @Suite(.server) struct GlobalSettingTests {
        @Test func aLimitOfAllResults() throws {
            let server = try MySQLTestServer.separate()
            let url = try server.makeDatabase(
                """
                CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)); CREATE TABLE u (a INT, b INT, PRIMARY KEY (b, a));
                INSERT INTO t VALUES (1, 1), (1, 2), (2, 1);
                """)
            try server.send("SET GLOBAL sql_select_limit = 1")
            let query: SQL = "SELECT a, b FROM t ORDER BY a, b"
            let database = try Database(url: url)
            #expect(try database.read { try $0.rows(query).map(\.values) } == [[1, 1], [1, 2], [2, 1]])
            #expect(try database.read { try $0.schema().tables.map(\.name).sorted() } == ["t", "u"])
            // Who wants a limit says so.
            var options = DatabaseOptions()
            options.connectionSetup = ["SET SESSION sql_select_limit = 2"]
            let limited = try Database(url: url, options: options)
            #expect(try limited.read { try $0.rows(query).map(\.values) } == [[1, 1], [1, 2]])
        }
    }
#endif
