#if PostgreSQL
    import Testing
    import ZIMOrm

    /// What the server keeps for a connection when its transaction is over ends with the session.
    @Suite(.server) struct SessionStateTests {
        /// One connection, so that the next session would get the same.
        private func database() throws -> Database {
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            return try Database(
                url: Scratch("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 1)").url,
                options: options)
        }

        private func connection(_ session: Session) throws -> Int? {
            try session.value("SELECT pg_backend_pid()", as: Int.self)
        }

        @Test(arguments: [
            "CREATE TEMP TABLE u (a int, b int, PRIMARY KEY (a, b))", "SELECT a, b INTO TEMPORARY u FROM t",
            "SELECT pg_advisory_lock(4712, 1)", "SELECT pg_try_advisory_lock_shared(4712, 2)",
            "DECLARE u CURSOR WITH HOLD FOR SELECT a, b FROM t",
            "WITH w AS (SELECT a, b FROM t) SELECT a, b INTO TEMP u FROM w",
            "CREATE TABLE pg_temp.u (a int, b int, PRIMARY KEY (a, b))",
            "CREATE TABLE \"pg_temp\".\"u\" (a int, b int, PRIMARY KEY (a, b))", "SELECT a, b INTO pg_temp.u FROM t",
        ])
        func whatStays(_ statement: String) throws {
            let database = try database()
            let before = try database.read(connection)
            for _ in 0..<2 { try database.write { _ = try $0.execute(SQL(unsafe: statement)) } }
            #expect(try database.read(connection) != before)
        }

        /// However its rows are read, and whatever its values are.
        @Test func whatStaysOfRowsOnTheirWay() throws {
            let database = try database()
            for read in [
                { (session: Session) in try session.forEachRow("SELECT pg_advisory_lock(a, b) FROM t") { _ in } },
                { _ = try $0.rows("SELECT pg_advisory_lock(a, b) FROM t WHERE a > \(0.5)") },
            ] {
                let before = try database.read(connection)
                try database.write { try read($0) }
                #expect(try database.read(connection) != before)
            }
        }

        @Test(arguments: [
            "CREATE TEMP TABLE u ON COMMIT DROP AS SELECT a, b FROM t", "SELECT pg_advisory_xact_lock(4712, 3)",
            "CREATE TABLE IF NOT EXISTS weather (temp int, b int, PRIMARY KEY (temp, b))",
            "DECLARE u CURSOR FOR SELECT a, b FROM t", "SET LOCAL work_mem = '1MB'", "SELECT a, b FROM t",
        ])
        func whatEndsWithTheTransaction(_ statement: String) throws {
            let database = try database()
            let before = try database.read(connection)
            for _ in 0..<2 { try database.write { _ = try $0.execute(SQL(unsafe: statement)) } }
            #expect(try database.read(connection) == before)
        }
    }
#endif
