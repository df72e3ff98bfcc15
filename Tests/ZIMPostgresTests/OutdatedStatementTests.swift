#if PostgreSQL
    import Testing
    import ZIMDb

    @testable import ZIMPostgres

    /// Statements that were prepared before somebody else changed a table or made a type anew.
    @Suite(.server) struct OutdatedStatementTests {
        private static let changes: [SQL] = [
            "ALTER TABLE a ALTER COLUMN mood TYPE text USING mood::text",
            """
            ALTER TABLE a DROP COLUMN mood; DROP TYPE mood; CREATE TYPE mood AS ENUM ('sad', 'ok');
            ALTER TABLE a ADD COLUMN mood mood DEFAULT 'ok'
            """,
        ]

        @Test(arguments: changes.indices) func aTransactionSaysSoAndIsRepeated(_ index: Int) throws {
            let scratch = try Scratch(
                "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TABLE a (x integer PRIMARY KEY, mood mood); INSERT INTO a VALUES (1, 'ok')"
            )
            let database = scratch.database
            func read(_ session: Session) throws -> [String] {
                try session.rows("SELECT mood FROM a WHERE x = \(1) AND mood = \("ok")").map { try $0.get(0) }
            }
            func moods() throws -> [String] { try database.write { try read($0) } }
            #expect(try moods() == ["ok"])
            try scratch.another().execute(Self.changes[index])
            let error = try failure { try moods() }
            #expect(error.code == .schemaChanged)
            #expect(
                error.hint
                    == "A table or type changed since the statement was prepared; run the transaction again, and it is prepared anew"
            )
            #expect(error.isTransient)
            #expect(try moods() == ["ok"])
            // The next change is met by a call that repeats.
            try scratch.another().execute("ALTER TABLE a ALTER COLUMN mood TYPE varchar(10) USING mood::text")
            #expect(try database.write(retrying: 2) { try read($0) } == ["ok"])
        }

        /// A loop over rows sends it as a cursor's; the place in its text is that in the caller's.
        @Test func aLoopNamesThePlaceInItsOwnText() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer PRIMARY KEY, mood text)")
            func loop() throws { try scratch.database.write { try $0.forEachRow("SELECT x, mood FROM a") { _ in } } }
            try loop()
            try scratch.another().execute("ALTER TABLE a DROP COLUMN mood")
            let error = try failure { try loop() }
            #expect(error.message == "column \"mood\" does not exist (at character 11)")
            #expect(error.sql == "SELECT x, mood FROM a")
        }

        /// For a cursor the server reads the text anew, and refuses nothing.
        @Test func aLoopRefusesOtherColumns() throws {
            let scratch = try Scratch("CREATE TABLE a (x integer, y integer); INSERT INTO a VALUES (1, 2)")
            func loop() throws -> [[SQLValue]] {
                var found: [[SQLValue]] = []
                try scratch.database.write { session in
                    try session.forEachRow("SELECT * FROM a") { row in
                        found.append(row.columnNames.map { .text($0) })
                        found.append(row.values)
                    }
                }
                return found
            }
            #expect(try loop() == [["x", "y"], [1, 2]])
            try scratch.another().execute(
                "ALTER TABLE a RENAME x TO z; ALTER TABLE a RENAME y TO x; ALTER TABLE a RENAME z TO y")
            let error = try failure { try loop() }
            #expect(error.code == .schemaChanged)
            #expect(error.message == "the statement has other columns than before")
            #expect(try loop() == [["y", "x"], [1, 2]])
            try scratch.another().execute("ALTER TABLE a ALTER y TYPE text")
            #expect(try failure { try loop() }.code == .schemaChanged)
            #expect(try loop() == [["y", "x"], ["1", 2]])
        }

        @Test(arguments: changes.indices) func outsideOfATransactionNothingIsNoticed(_ index: Int) throws {
            let scratch = try Scratch(
                "CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE TABLE a (x integer PRIMARY KEY, mood mood); INSERT INTO a VALUES (1, 'ok')"
            )
            try scratch.database.withoutTransaction { session in
                for round in 0..<2 {
                    let moods = try session.rows("SELECT mood FROM a WHERE x = \(1) AND mood = \("ok")").map {
                        try $0.get(0, as: String.self)
                    }
                    #expect(moods == ["ok"])
                    if round == 0 { try scratch.another().execute(Self.changes[index]) }
                }
            }
        }
    }
#endif
