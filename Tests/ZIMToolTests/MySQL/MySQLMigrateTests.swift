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
