import Foundation
import Testing

/// `zim migrate`: a folder of SQL files, run on a file.
@Suite struct MigrateCommandTests {
    @Test func newStatusUp() throws {
        let scratch = try ToolScratch()
        let (file, folder) = (scratch.path("stock.sqlite"), scratch.path("Migrations"))
        func run(_ arguments: String...) throws -> Program.Answer { try Program.run(["migrate"] + arguments) }
        #expect(try run("new", folder, "the stock").out == "\(folder)/0001_the_stock.sql\n")
        #expect(try run("new", folder, "a/b: shelf?").out == "\(folder)/0002_a_b_shelf.sql\n")
        #expect(try run("new", folder, "/").err == "zim: \"/\" is not a name for a migration. Use letters\n")
        #expect(scratch.text("Migrations/0001_the_stock.sql") == "-- the stock\n")
        try Data("CREATE TABLE stock (w INTEGER, i INTEGER, PRIMARY KEY (w, i)); INSERT INTO stock VALUES (1, 2)".utf8)
            .write(to: URL(fileURLWithPath: folder + "/0001_the_stock.sql"))
        try Data("ALTER TABLE stock ADD COLUMN shelf TEXT".utf8)
            .write(to: URL(fileURLWithPath: folder + "/0002_a_b_shelf.sql"))

        #expect(try run("up", file, folder).err.contains("does not exist"))
        #expect(try run("up", file, folder, "--create", "--through", "0001_the_stock").out == "ran 0001_the_stock\n")
        let status = try run("status", file, folder)
        #expect(status.status == 1)
        #expect(status.out.hasPrefix("ran      0001_the_stock  2"))
        #expect(status.out.hasSuffix("Z\npending  0002_a_b_shelf\n"))
        #expect(try run("up", file, folder, "--dry-run").out == "ALTER TABLE stock ADD COLUMN shelf TEXT;\n")
        #expect(try run("new", folder, "later").out == "\(folder)/0003_later.sql\n")
        #expect(try run("up", file, folder, "--dry-run").out == "ALTER TABLE stock ADD COLUMN shelf TEXT;\n")
        try FileManager.default.removeItem(atPath: folder + "/0003_later.sql")
        #expect(try run("up", file, folder).out == "ran 0002_a_b_shelf\n")
        #expect(try run("up", file, folder, "--dry-run").out == "nothing to run\n")
        #expect(try run("up", file, folder).out == "nothing to run\n")
        #expect(try run("status", file, folder).status == 0)

        try Data("-- edited".utf8).write(to: URL(fileURLWithPath: folder + "/0002_a_b_shelf.sql"))
        let refused = try run("up", file, folder)
        #expect(refused.status == 2)
        #expect(
            refused.err
                == "zim: \"0002_a_b_shelf\" was edited after it ran: line 1 was \"ALTER TABLE stock ADD COLUMN shelf "
                + "TEXT\" when it ran and is \"-- edited\" now\n  Write a new migration\n")
        #expect(try run("status", file, folder).out.contains("refused: \"0002_a_b_shelf\" was edited"))
    }

    @Test func aDryRunPrintsOneSemicolonAndTellsEmptyMigrations() throws {
        let scratch = try ToolScratch()
        let (file, folder) = (try scratch.database("CREATE TABLE t (a)"), scratch.path("Migrations"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func put(_ name: String, _ sql: String) throws {
            try Data(sql.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        try put("1_a.sql", "CREATE TABLE u (b);\nINSERT INTO u VALUES (1);\n")
        #expect(
            try Program.run(["migrate", "up", file, folder, "--dry-run"]).out
                == "CREATE TABLE u (b);\nINSERT INTO u VALUES (1);\n")
        try put("1_a.sql", "-- nothing yet\n")
        #expect(
            try Program.run(["migrate", "up", file, folder, "--dry-run"]).out == "nothing to run but empty migrations\n"
        )
        #expect(try Program.run(["migrate", "up", file, folder]).out == "ran 1_a\n")
        #expect(try Program.run(["migrate", "up", file, folder, "--dry-run"]).out == "nothing to run\n")
    }

    /// A migration runs behind those whose names come before its own.
    @Test func theNextNumberComesLast() throws {
        let scratch = try ToolScratch()
        let folder = scratch.path("Migrations")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func put(_ name: String) throws {
            try Data("SELECT 1".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        try put("1_a.sql")
        try put("2_b.sql")
        #expect(try Program.run(["migrate", "new", folder, "c"]).out == "\(folder)/3_c.sql\n")
        try put("9_d.sql")
        let before = scratch.contents
        #expect(
            try Program.run(["migrate", "new", folder, "e"]).err
                == "zim: 10_e.sql would stand before 9_d.sql, and migrations run in the order of their names. "
                + "Write a file whose name comes last\n")
        #expect(scratch.contents == before)
    }
}
