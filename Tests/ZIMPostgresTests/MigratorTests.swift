#if PostgreSQL
    import Testing
    import ZIMDb
    import ZIMSql

    @testable import ZIMPostgres

    /// Migrations on a server, where a definition is part of its transaction, too.
    @Suite(.server) struct MigratorTests {
        @Test func eachRunsOnceWhoeverIsFirst() async throws {
            let scratch = try Scratch()
            let database = scratch.database
            let migrator = Migrator(
                (1...6).map { number in
                    Migration(
                        "\(number)",
                        sql: "CREATE TABLE t\(number) (a int, b text, PRIMARY KEY (a, b)); "
                            + "INSERT INTO t\(number) VALUES (1, 'x;y')")
                })
            let names = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<4 { group.addTask { try migrator.up(database) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(names.sorted() == ["1", "2", "3", "4", "5", "6"])
            #expect(try migrator.status(of: database).applied.map(\.name) == names.sorted())
            #expect(try await database.read { try $0.value("SELECT count(*) FROM t6", as: Int.self) } == 1)
        }

        @Test func whatFailsLeavesNothing() throws {
            let database = try Scratch().database
            let bad = Migration("2", sql: "CREATE TABLE b (x int); INSERT INTO b VALUES ('n')")
            let one = Migration("1", sql: "CREATE TABLE a (x int)").rebuildingTables()
            #expect(throws: DatabaseError.self) { try Migrator([one, bad]).up(database) }
            let tables = try database.read { try $0.rows(ShowTablesStatement()) }
            #expect(tables.map { $0["name"] } == ["a", "zim_migration"])
            #expect(try Migrator([one]).dryRun(database).isEmpty)
            let commit = Migration("2", sql: "INSERT INTO a VALUES (1); commit")
            let error = #expect(throws: DatabaseError.self) { try Migrator([one, commit]).up(database) }
            #expect(
                error?.message
                    == "the migration \"2\" failed: a migration runs in a transaction of its own, so it cannot say COMMIT"
            )
            let rebuild = Migration("2") { try $0.rebuild(table: "a", as: CreateTableStatement("a")) }
            let refusal = #expect(throws: DatabaseError.self) { try Migrator([one, rebuild]).up(database) }
            #expect(
                refusal?.message
                    == "the migration \"2\" failed: only a table of SQLite is rebuilt, and \"a\" is on a server")
            #expect(try database.read { try $0.value("SELECT count(*) FROM a", as: Int.self) } == 0)
        }

        /// The snapshot of each is newer than the wait for the others, whatever isolation the program works with.
        @Test(arguments: [BeginStatement.Isolation.repeatableRead, .serializable])
        func eachRunsOnceAtAnyIsolation(_ isolation: BeginStatement.Isolation) async throws {
            let scratch = try Scratch()
            var options = DatabaseOptions()
            options.server.isolation = isolation
            let migrator = Migrator(
                (1...3).map { number in
                    Migration(
                        "\(number)",
                        sql: "CREATE TABLE t\(number) (a int, b int, PRIMARY KEY (a, b)); SELECT pg_sleep(0.1)")
                })
            let names = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<3 {
                    let database = try Database(url: scratch.url, options: options)
                    group.addTask { try migrator.up(database) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(names.sorted() == ["1", "2", "3"])
        }

        /// As pg_dump writes it, and other settings that stay with a session.
        @Test func whatOneSetsIsNothingToTheNextAndToTheRecords() throws {
            let database = try Scratch().database
            let migrator = Migrator([
                Migration(
                    "1",
                    sql: "CREATE TABLE t (a int, b int, s text, PRIMARY KEY (a, b)); "
                        + "SELECT pg_catalog.set_config('search_path', '', false)"),
                Migration("2", sql: "INSERT INTO t VALUES (1, 1, 'a\\b'); SET standard_conforming_strings = off"),
                Migration("3", sql: "INSERT INTO t VALUES (1, 2, 'a\\b'); SET client_encoding = latin1"),
                Migration("4", sql: "\u{FEFF}INSERT INTO t VALUES (1, 3, 'é')"),
            ])
            #expect(try migrator.up(database) == ["1", "2", "3", "4"])
            #expect(try migrator.up(database) == [])
            #expect(try migrator.status(of: database).problem == nil)
            let texts = try database.read { try $0.rows("SELECT s FROM t ORDER BY a, b").map(\.values) }
            #expect(texts == [["a\\b"], ["a\\b"], ["é"]])
        }

        /// What is checked at the end of the transaction only is found by a dry run, too, and told of the migration.
        @Test func whatCommitWouldRefuse() throws {
            let database = try Scratch().database
            let tables = Migration(
                "1",
                sql: "CREATE TABLE par (a int, b int, PRIMARY KEY (a, b)); CREATE TABLE chi (a int, b int, n int, "
                    + "PRIMARY KEY (a, b, n), CONSTRAINT own FOREIGN KEY (a, b) REFERENCES par DEFERRABLE INITIALLY DEFERRED)"
            )
            // In this order it needs the constraint to be deferred.
            let good = Migration("2", sql: "INSERT INTO chi VALUES (1, 1, 1); INSERT INTO par VALUES (1, 1)")
            let bad = Migration("3", sql: "INSERT INTO chi VALUES (1, 2, 1)")
            let more = Migration("3", sql: "INSERT INTO chi VALUES (2, 1, 1); INSERT INTO par VALUES (2, 1)")
            #expect(try Migrator([tables, good, more]).dryRun(database).map(\.sql).count == 6)
            let message = "the migration \"3\" failed at its COMMIT: insert or update on table \"chi\" violates "
            for run in [
                { _ = try Migrator([tables, good, bad]).dryRun(database) },
                { _ = try Migrator([tables, good, bad]).up(database) },
            ] {
                let error = #expect(throws: DatabaseError.self) { try run() }
                #expect(
                    error?.code == .constraint && error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
            }
            #expect(try Migrator([tables, good]).status(of: database).applied.map(\.name) == ["1", "2"])
        }

        @Test func aLockIsHeldUntilTheTransactionEnds() throws {
            let scratch = try Scratch()
            let (first, second) = (scratch.database, scratch.database)
            try first.withoutTransaction { one throws in
                try one.transaction { one throws in
                    let (_, statements) = try first.tracing { try one.lock("import") }
                    #expect(statements.map(\.sql) == ["SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"])
                    #expect(statements.first?.parameters == ["import"])
                    let other = try Database(url: scratch.url)
                    try other.write { two throws in
                        #expect(try two.tryLock("import") == false)
                        #expect(try two.tryLock("export"))
                    }
                }
            }
            try second.write { session throws in #expect(try session.tryLock("import")) }
            let error = #expect(throws: DatabaseError.self) { try first.read { try $0.lock("import") } }
            #expect(error?.message == "lock needs a transaction that writes")
        }
    }
#endif
