#if MySQL
    import TestServer
    import Testing
    import ZIMOrm

    /// `PREPARE` and `EXECUTE` in SQL, as scripts use them for what depends on the database.
    @Suite(.server) struct ExecutedTextTests {
        private static let tables = """
            CREATE TABLE stock (w INT, item INT, pieces INT, PRIMARY KEY (w, item));
            INSERT INTO stock VALUES (1, 7, 2), (1, 8, 3)
            """

        @Test func changesAreCountedAndDefinitionsMade() throws {
            let database = try Server.database(Self.tables)
            try database.withoutTransaction { session throws in
                try session.execute(
                    "SET @s = 'UPDATE stock SET pieces = pieces + ? WHERE w = 1', @n = 1; PREPARE p FROM @s")
                #expect(try session.execute("EXECUTE p USING @n -- one more").changes == 2)
                try session.execute("SET @s = 'ALTER TABLE stock ADD note VARCHAR(9)'; PREPARE p FROM @s; EXECUTE p")
                try session.execute("DEALLOCATE PREPARE p")
                #expect(try session.rows("SELECT pieces, note FROM stock").map(\.values) == [[3, .null], [4, .null]])
            }
        }

        @Test func changesOfWhatIsSentAsTextAreCounted() throws {
            let database = try Server.database(Self.tables)
            try database.withoutTransaction { session throws in
                let made = try session.execute("CREATE TABLE other (PRIMARY KEY (w, item)) SELECT w, item FROM stock")
                #expect(made.changes == 2)
                let folder = try #require(MySQLTestServer.shared).folder
                let file = folder + "/other-\(UInt64.random(in: 0 ... .max)).txt"
                try session.execute("SELECT w, item + 10 FROM stock INTO OUTFILE \(unsafe: "'\(file)'")")
                #expect(try session.execute("LOAD DATA INFILE \(unsafe: "'\(file)'") INTO TABLE other").changes == 2)
                #expect(try session.value("SELECT count(*) FROM other", as: Int.self) == 4)
            }
        }

        @Test func aFailureIsTheStatementsOwn() throws {
            let database = try Server.database(Self.tables)
            let error = Server.error {
                try database.write { session throws in
                    try session.execute("SET @s = 'INSERT INTO stock VALUES (2, 7, 1), (1, 7, 1)'; PREPARE p FROM @s")
                    try session.execute("EXECUTE p")
                }
            }
            #expect(error?.code == .constraint && error?.sql == "EXECUTE p")
            #expect(try database.read { try $0.value("SELECT count(*) FROM stock", as: Int.self) } == 2)
            // A commit that its text hides is noticed.
            let hidden = Server.error {
                try database.write { session throws in
                    try session.execute("INSERT INTO stock VALUES (3, 7, 1)")
                    try session.execute("SET @s = 'CREATE TABLE other (a INT)'; PREPARE p FROM @s")
                    try session.execute("EXECUTE p")
                }
            }
            #expect(hidden?.code == .transactionEnded)
        }

        @Test func aMigrationDoesWhatTheDatabaseNeeds() throws {
            let database = try Server.database(Self.tables)
            let text = """
                SET @s = IF((SELECT count(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
                    AND TABLE_NAME = 'stock' AND COLUMN_NAME = 'lot') = 0, 'ALTER TABLE stock ADD lot INT', 'DO 0');
                PREPARE p FROM @s; EXECUTE p; DEALLOCATE PREPARE p
                """
            #expect(try Migrator([Migration("1", sql: text), Migration("2", sql: text)]).up(database) == ["1", "2"])
            #expect(try database.read { try $0.value("SELECT count(lot) FROM stock", as: Int.self) } == 0)
        }

        @Test func rowsAreReadOrRefused() throws {
            try Server.database(Self.tables).withoutTransaction { session throws in
                try session.execute(
                    "SET @s = 'SELECT item, pieces FROM stock WHERE w = 1 ORDER BY item'; PREPARE p FROM @s")
                guard MySQLProduct.isMariaDB else {
                    #expect(Server.error { try session.rows("EXECUTE p") }?.code == .misuse)
                    return
                }
                #expect(try session.rows("EXECUTE p").map(\.values) == [[7, 2], [8, 3]])
                let row = try session.rows("EXECUTE IMMEDIATE 'SELECT 1.5 AS n'").first
                #expect(try row?.get("n", as: Double.self) == 1.5)
            }
        }
    }
#endif
