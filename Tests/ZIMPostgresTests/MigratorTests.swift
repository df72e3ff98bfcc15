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
