#if MySQL
    import Foundation
    import Synchronization
    import TestServer
    import Testing
    import ZIMOrm

    /// Migrations on MariaDB, which commits each change of the schema: each statement runs once.
    @Suite(.mySQLServer) struct MySQLMigrateTests {
        private static let first = """
            CREATE TABLE stock (w INT, i INT, PRIMARY KEY (w, i)); INSERT INTO stock VALUES (1, 2);
            ALTER TABLE stock ADD COLUMN shelf VARCHAR(20)
            """

        @Test func upAndStatus() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let folder = scratch.path("Migrations")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(Self.first.utf8).write(to: URL(fileURLWithPath: folder + "/0001_stock.sql"))
            func run(_ arguments: String...) throws -> Program.Answer { try Program.run(["migrate"] + arguments) }
            #expect(try run("status", server.url, folder).out == "pending  0001_stock\n")
            #expect(try run("up", server.url, folder, "--dry-run").err.contains("there is no dry run of migrations"))
            #expect(try server.contents == [])
            #expect(try run("up", server.url, folder).out == "ran 0001_stock\n")
            #expect(try run("up", server.url, folder).out == "nothing to run\n")
            #expect(try run("status", server.url, folder).status == 0)
            #expect(try server.rows("SELECT w, i, shelf FROM stock") == [[1, 2, .null]])
            // The statements that tell the records what became of one are said where they are needed.
            let bad = "CREATE TABLE lot (w INT, i INT, PRIMARY KEY (w, i)); DROP TABLE lot, lots"
            try Data(bad.utf8).write(to: URL(fileURLWithPath: folder + "/0002_bad.sql"))
            for _ in 1...2 {
                let answer = try run("up", server.url, folder)
                #expect(answer.status == 2)
                #expect(
                    answer.err.hasSuffix(
                        "\n  SQL: DROP TABLE lot, lots\n  If it was done: UPDATE `zim_migration` SET `done` = 2, `open` = 0 "
                            + "WHERE `done` IS NOT NULL; if not: UPDATE `zim_migration` SET `open` = 0 WHERE `done` IS NOT NULL\n"
                    ), "\(answer.err)")
            }
            try server.execute("UPDATE `zim_migration` SET `done` = 2, `open` = 0 WHERE `done` IS NOT NULL")
            #expect(try run("up", server.url, folder).out == "ran 0002_bad\n")
            let new = try run("new", folder, "x", "--from", server.url, "--to", server.url)
            #expect(new.out == "nothing differs\n")
        }

        /// What was done stays and is named; the next call goes on behind it.
        @Test func aStatementThatFails() throws {
            let server = try MySQLScratch()
            func up(_ sql: String) throws -> [String] { try Migrator([Migration("1", sql: sql)]).up(server.database) }
            let error = #expect(throws: DatabaseError.self) {
                try up(Self.first + "; ALTER TABLE none ADD COLUMN a INT; CREATE TABLE last (a INT)")
            }
            #expect(
                error?.message.hasPrefix("the migration \"1\" failed in statement 4 of 5: ") == true
                    && error?.message.hasSuffix("; the 3 before it are done") == true, "\(error?.message ?? "")")
            #expect(try Migrator([Migration("1", sql: "")]).status(of: server.database).applied.isEmpty)
            let edited = #expect(throws: DatabaseError.self) { try up("CREATE TABLE other (a INT)") }
            #expect(edited?.message == "\"1\" was edited in what was done: its first 3 statements")
            try server.execute("UPDATE zim_migration SET `open` = 1")
            let open = #expect(throws: DatabaseError.self) { try up(Self.first + "; CREATE TABLE last (a INT)") }
            #expect(open?.message == "the migration \"1\" was interrupted in statement 4, and may have done it")
            let hint = "UPDATE `zim_migration` SET `open` = 0 WHERE `done` IS NOT NULL"
            #expect(
                open?.hint
                    == "If it was done: UPDATE `zim_migration` SET `done` = 4, `open` = 0 WHERE `done` IS NOT NULL; if not: \(hint)"
            )
            try server.execute(hint)
            #expect(try up(Self.first + "; CREATE TABLE last (a INT)") == ["1"])
            #expect(try server.contents == ["last", "stock", "zim_migration"])
            #expect(try server.value("SELECT count(*) FROM stock", as: Int.self) == 1)
        }

        /// What has begun is a part of the database's history, as what has ended is.
        @Test func whatHasBegunStaysInTheList() throws {
            let server = try MySQLScratch()
            let stock = Migration("1", sql: Self.first)
            let lot = Migration(
                "2", sql: "CREATE TABLE lot (w INT, i INT, PRIMARY KEY (w, i)); INSERT INTO none VALUES (1, 1)")
            func up(_ migrations: Migration...) -> DatabaseError? {
                #expect(throws: DatabaseError.self) { try Migrator(migrations).up(server.database) }
            }
            func status(_ migrations: Migration...) throws -> MigrationStatus {
                try Migrator(migrations).status(of: server.database)
            }
            #expect(up(stock, lot)?.message.hasPrefix("the migration \"2\" failed in statement 2 of 2: ") == true)
            let begun = try status(stock, lot)
            #expect(begun.problem == nil && begun.pending == ["2"])
            let older = ". The program may be older than the database"
            let missing = "the database has begun \"2\", which is not among the migrations"
            let other = Migration("3", sql: "CREATE TABLE other (a INT)")
            for error in [up(stock), try status(stock).problem, up(stock, other), try status(stock, other).problem] {
                #expect(error?.message == missing && error?.hint == "Put it back: its first statement is done" + older)
            }
            let early = "\"3\" stands before \"2\", which has begun without it"
            #expect(up(stock, other, lot)?.message == early)
            #expect(try status(stock, other, lot).problem?.message == early)
            try server.execute("UPDATE zim_migration SET `open` = 1 WHERE done IS NOT NULL")
            let interrupted = "the migration \"2\" was interrupted in statement 2, and may have done it"
            #expect(try status(stock, lot).problem?.message == interrupted)
            #expect(up(stock, lot)?.message == interrupted)
            // A closure that has taken its name cannot go on with it, and status says what up would.
            let closure = Migration("2") { session in try session.execute("INSERT INTO stock VALUES (1, 1)") }
            let refused = up(stock, closure)?.message
            #expect(refused?.hasPrefix("the migration \"2\" is a closure") == true)
            #expect(try status(stock, closure).problem?.message == refused)
            #expect(up(stock)?.hint == "Put it back: it was interrupted in statement 2" + older)
            #expect(try server.contents == ["lot", "stock", "zim_migration"])
        }

        /// One that failed at once has done nothing, so it may have another name and another text.
        @Test func whatHasDoneNothingMayBeReplaced() throws {
            let server = try MySQLScratch()
            let stock = Migration("1", sql: Self.first)
            let bad = Migration("2", sql: "ALTER TABLE none ADD COLUMN a INT; CREATE TABLE lot (a INT)")
            #expect(throws: DatabaseError.self) { try Migrator([stock, bad]).up(server.database) }
            #expect(try Migrator([stock]).up(server.database) == [])
            let good = Migration("3", sql: "ALTER TABLE stock ADD COLUMN lot INT")
            #expect(try Migrator([stock, good]).up(server.database) == ["3"])
            let status = try Migrator([stock, good]).status(of: server.database)
            #expect(status.applied.map(\.name) == ["1", "3"] && status.problem == nil)
        }

        @Test func twoAtOnce() throws {
            let server = try MySQLScratch()
            let names = Mutex<[String]>([])
            let url = server.url
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                guard let database = try? Database(url: url) else { return }
                defer { database.close() }
                let ran = (try? Migrator([Migration("1", sql: Self.first)]).up(database)) ?? ["failed"]
                names.withLock { $0 += ran }
            }
            #expect(names.withLock { $0 } == ["1"])
            #expect(try server.value("SELECT count(*) FROM stock", as: Int.self) == 1)
        }
    }
#endif
