#if MySQL
    import Testing
    import ZIMOrm

    /// Migrations that are closures: nobody could tell how much of one was done when it fails, since the server commits each
    /// change of the schema, so none of it is begun.
    @Suite(.server) struct MigrationTests {
        private let database: Database
        private let first = Migration(
            "0001 stock", sql: "CREATE TABLE stock (w INT, i INT, PRIMARY KEY (w, i)); INSERT INTO stock VALUES (1, 1)")
        private let closure = Migration("0002 shelf") { session in
            try session.execute("INSERT INTO stock VALUES (1, 2)")
            try session.execute(AlterTableStatement("stock").column("shelf", type: .text))
            throw DatabaseError(.other, "half way")
        }
        private let last = Migration("0003 rows", sql: "INSERT INTO stock (w, i) VALUES (1, 3)")

        init() throws { database = try Server.database() }

        private func rows() throws -> [[SQLValue]] {
            try database.read { try $0.rows("SELECT * FROM stock ORDER BY w, i").map(\.values) }
        }

        @Test func aClosureIsRefusedBeforeItBegins() throws {
            let migrator = Migrator([first, closure, last])
            for _ in 1...2 {
                let error = Server.error { try migrator.up(database) }
                #expect(error?.code == .migration)
                #expect(
                    error?.message
                        == "the migration \"0002 shelf\" is a closure, of which \(database.location) cannot undo a part"
                )
                #expect(error?.hint == "Write it as SQL: its statements are recorded one by one")
                // The one before it has run, once; neither this one nor those behind it.
                #expect(try rows() == [[1, 1]])
                let status = try migrator.status(of: database)
                #expect(status.applied.map(\.name) == ["0001 stock"])
                #expect(status.pending == ["0002 shelf", "0003 rows"] && status.problem == nil)
            }
            // Its name stands for SQL then.
            let sql = Migration("0002 shelf", sql: "ALTER TABLE stock ADD COLUMN shelf VARCHAR(20)")
            #expect(try Migrator([first, sql, last]).up(database) == ["0002 shelf", "0003 rows"])
            #expect(try rows() == [[1, 1, .null], [1, 3, .null]])
        }

        @Test func aClosureAloneChangesNothing() throws {
            #expect(Server.error { try Migrator([closure]).up(database) }?.code == .migration)
            #expect(Server.error { try Migrator([closure.rebuildingTables()]).up(database) }?.code == .migration)
            #expect(Server.error { try Migrator([closure]).dryRun(database) }?.code == .misuse)
            #expect(try database.read { try $0.tableNames() } == ["zim_migration"])
            #expect(try database.read { try $0.value("SELECT count(*) FROM zim_migration", as: Int.self) } == 0)
        }
    }
#endif
