import Foundation
import Testing
import ZIMDb

@Suite struct MigratorTests {
    let scratch: Scratch
    let database: Database

    init() throws {
        scratch = try Scratch()
        database = try scratch.database()
    }

    private let stock = Migration(
        "0001 stock",
        sql: "CREATE TABLE stock (warehouse INTEGER, item INTEGER, PRIMARY KEY (warehouse, item)) WITHOUT ROWID")
    private let shelf = Migration("0002 shelf") { session in
        try session.execute(AlterTableStatement("stock").column("shelf", type: .text))
    }
    private let rows = Migration(
        "0003 rows", sql: "-- two\nINSERT INTO stock VALUES (1, 2, 'a;b'); INSERT INTO stock VALUES (1, 3, NULL);")

    @Test func eachRunsOnceInItsOrder() throws {
        let migrator = Migrator([stock, shelf, rows])
        #expect(try migrator.status(of: database).pending == ["0001 stock", "0002 shelf", "0003 rows"])
        #expect(try database.read { try $0.rows("SELECT name FROM sqlite_schema") }.isEmpty)
        #expect(try migrator.up(database, through: "0002 shelf") == ["0001 stock", "0002 shelf"])
        #expect(try migrator.up(database) == ["0003 rows"])
        #expect(try migrator.up(database) == [])
        let status = try migrator.status(of: database)
        #expect(status.applied.map(\.name) == ["0001 stock", "0002 shelf", "0003 rows"])
        #expect(status.applied.allSatisfy { abs($0.date.timeIntervalSinceNow) < 600 })
        #expect(status.pending == [] && status.problem == nil)
        #expect(try database.count("stock") == 2)
        let records = try database.read { try $0.rows("SELECT position, name, sql FROM zim_migration") }
        #expect(records.map(\.values)[1] == [.integer(2), .text("0002 shelf"), .null])
        #expect(records[2]["sql"] == .text(rows.sql ?? ""))
    }

    @Test func theTableOfTheRecordsIsCalledAnything() throws {
        let migrator = Migrator([stock, shelf, rows], table: "my \"own\".records")
        #expect(try migrator.up(database) == ["0001 stock", "0002 shelf", "0003 rows"])
        #expect(try migrator.up(database) == [])
        #expect(try migrator.status(of: database).applied.map(\.name) == ["0001 stock", "0002 shelf", "0003 rows"])
        let names = try database.read {
            try $0.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        }
        #expect(names.map(\.values) == [["my \"own\".records"], ["stock"]])
    }

    @Test func whatFailsLeavesNothingAndIsResumed() throws {
        let bad = Migration("0002 bad", sql: "INSERT INTO stock VALUES (1, 1); INSERT INTO stock VALUES (1, 1)")
        let error = failure { try Migrator([stock, bad]).up(database) }
        #expect(error?.code == .constraint)
        #expect(error?.message.hasPrefix("the migration \"0002 bad\" failed: ") == true)
        #expect(try database.count("stock") == 0)
        #expect(try database.count("zim_migration") == 1)
        let good = Migration("0002 bad", sql: "INSERT INTO stock VALUES (1, 1)")
        #expect(try Migrator([stock, good]).up(database) == ["0002 bad"])
    }

    @Test func aTransactionOfOnesOwnIsRefusedBeforeItRuns() throws {
        for word in ["COMMIT", "/* now */ rollback", "BEGIN", "savepoint a", "END"] {
            let text = "INSERT INTO stock VALUES (7, 7); \(word)"
            let error = failure { try Migrator([stock, Migration("2", sql: text)]).up(database) }
            #expect(error?.code == .misuse)
            #expect(try database.count("stock") == 0)
        }
        let error = failure {
            try Migrator([stock, Migration("2", sql: "INSERT INTO stock VALUES (?, 1)")]).up(database)
        }
        #expect(
            error?.message
                == "the migration \"2\" failed: the statement has 1 parameters, and a migration's text no values")
    }

    @Test func aListThatDoesNotFitIsRefused() throws {
        try Migrator([stock, rows]).up(database, through: "0001 stock")
        func refused(_ list: [Migration]) throws -> String? {
            let migrator = Migrator(list)
            let error = failure { try migrator.up(database) }
            #expect(error?.code == .migration)
            #expect(try migrator.status(of: database).problem?.message == error?.message)
            #expect(try database.count("zim_migration") == 1)
            return error?.message
        }
        #expect(
            try refused([rows, stock]) == "\"0003 rows\" stands before \"0001 stock\", which ran without it")
        #expect(try refused([rows]) == "the database has run \"0001 stock\", which is not among the migrations")
        #expect(try refused([]) == "the database has run \"0001 stock\", which is not among the migrations")
        #expect(try refused([stock, rows, rows]) == "two migrations are called \"0003 rows\"")
        let edited = Migration("0001 stock", sql: (stock.sql ?? "") + "\n;")
        #expect(
            try refused([edited])
                == "\"0001 stock\" was edited after it ran: line 2 was the end when it ran and is \";\" now")
        let carriage = Migration("0001 stock", sql: (stock.sql ?? "") + "\r\n")
        #expect(
            try refused([carriage])?.hasSuffix("\\r\" now") == true)
        #expect(
            try refused([Migration("0001 stock") { _ in }])
                == "\"0001 stock\" was edited after it ran: it ran as SQL")
        #expect(
            failure { try Migrator([stock]).up(database, through: "x") }?.message
                == "there is no migration \"x\" in the list")
    }

    @Test func aDryRunTakesEverythingBack() throws {
        let migrator = Migrator([stock, shelf, rows])
        let statements = try migrator.dryRun(database)
        #expect(statements.count == 4)
        #expect(statements.map(\.sql)[1] == "ALTER TABLE \"stock\" ADD COLUMN \"shelf\" TEXT")
        #expect(try database.read { try $0.rows("SELECT name FROM sqlite_schema") }.isEmpty)
        let bad = Migration("2", sql: "INSERT INTO nowhere VALUES (1)")
        #expect(failure { _ = try Migrator([stock, bad]).dryRun(database) }?.code == .sql)
        #expect(try database.read { try $0.rows("SELECT name FROM sqlite_schema") }.isEmpty)
    }

    /// What is checked at the end of the transaction only is found by a dry run, too, and told of the migration.
    @Test func whatCommitWouldRefuse() throws {
        let tables = Migration(
            "1",
            sql: "CREATE TABLE par (a INT, b INT, PRIMARY KEY (a, b)); CREATE TABLE chi (a INT, b INT, n INT, "
                + "PRIMARY KEY (a, b, n), FOREIGN KEY (a, b) REFERENCES par (a, b) DEFERRABLE INITIALLY DEFERRED)")
        let good = Migration("2", sql: "INSERT INTO chi VALUES (1, 1, 1); INSERT INTO par VALUES (1, 1)")
        let bad = Migration("3", sql: "INSERT INTO chi VALUES (1, 2, 1)")
        #expect(try Migrator([tables, good]).dryRun(database).count == 4)
        let migrator = Migrator([tables, good, bad])
        for run in [{ _ = try migrator.dryRun(database) }, { _ = try migrator.up(database) }] {
            let error = failure { try run() }
            #expect(error?.code == .constraint)
            #expect(error?.message.hasPrefix("the migration \"3\" failed at its COMMIT: ") == true)
        }
        #expect(try database.count("zim_migration") == 2 && database.count("chi") == 1)
    }

    @Test func aByteOrderMarkIsNoneOfTheStatements() throws {
        let marked = Migration("1", sql: "\u{FEFF}" + (stock.sql ?? ""))
        #expect(try Migrator([marked]).up(database) == ["1"])
        #expect(try Migrator([marked]).up(database) == [])
        // An editor may have taken it away meanwhile.
        #expect(try Migrator([Migration("1", sql: stock.sql ?? "")]).up(database) == [])
    }

    @Test func aListThatIsAddedToOneByOne() throws {
        let database = try Database.inMemory()
        var all = Migrations(table: "steps")
        all.add("1", sql: "CREATE TABLE stock (warehouse INT, item INT, PRIMARY KEY (warehouse, item))")
        let first = all
        all.add("2") { try $0.execute("ALTER TABLE stock ADD COLUMN shelf TEXT") }
        all.add(Migration("3", sql: "INSERT INTO stock VALUES (1, 2, 'x')"))
        #expect(all.migrator.migrations.map(\.name) == ["1", "2", "3"])
        #expect(try first.run(on: database) == ["1"])
        #expect(try all.run(on: database) == ["2", "3"])
        #expect(try all.run(on: database) == [])
        #expect(try database.count("steps") == 3 && database.count("stock") == 1)
    }

    @Test func severalAtOnceRunEachOnce() async throws {
        let path = scratch.path()
        let migrator = Migrator(
            (1...20).map { number in
                Migration("\(number)", sql: "CREATE TABLE t\(number) (v); INSERT INTO t\(number) VALUES (1)")
            })
        let names = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask { try migrator.up(try Database(path: path)) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(names.count == 20 && Set(names).count == 20)
        #expect(try database.count("zim_migration") == 20)
        #expect(try database.count("t20") == 1)
    }

    /// Whatever an editor or a reviewer puts around the mark: without it DROP TABLE deletes what refers to the table.
    @Test(arguments: [
        ("-- zim: rebuild tables\nSELECT 1", true), ("\u{FEFF}-- zim: rebuild tables\r\nSELECT 1", true),
        ("\n-- reviewed by Bob\n--  zim:  rebuild tables  \nSELECT 1", true), ("--zim: Rebuild Tables\nSELECT 1", true),
        ("SELECT 1;\n-- zim: rebuild tables", false), ("-- zim: rebuild table\nSELECT 1", false),
    ])
    func theMarkOfARebuild(_ text: String, _ isRebuilding: Bool) throws {
        let folder = scratch.path() + ".marked"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/0001.sql"))
        #expect(try Migrator(folder: folder).migrations.map(\.isRebuildingTables) == [isRebuilding])
    }

    /// A foreign key that leads to no unique key keeps nothing else from being rebuilt, and can be mended.
    @Test func aForeignKeyThatLeadsNowhereIsNoneOfARebuildsBusiness() throws {
        try database.execute(
            """
            CREATE TABLE p (a INT, b INT); CREATE TABLE c (a INT REFERENCES p (a), d INT REFERENCES q (z));
            CREATE TABLE q (z INTEGER PRIMARY KEY, n TEXT); INSERT INTO q VALUES (1, 'x'); INSERT INTO p VALUES (1, 1);
            """)
        // An orphan that was there before the foreign key could be checked.
        try database.withoutTransaction { session in
            try session.execute("PRAGMA foreign_keys = OFF; INSERT INTO c VALUES (77, NULL); PRAGMA foreign_keys = ON")
        }
        let rebuilt =
            "CREATE TABLE n (z INTEGER PRIMARY KEY, n BLOB); INSERT INTO n SELECT * FROM q; DROP TABLE q; "
            + "ALTER TABLE n RENAME TO q"
        try Migrator([Migration("1", sql: rebuilt).rebuildingTables()]).up(database)
        let mended = [
            Migration("1", sql: rebuilt).rebuildingTables(),
            Migration("2", sql: "CREATE UNIQUE INDEX pa ON p (a)").rebuildingTables(),
        ]
        try Migrator(mended).up(database)
        let broken = mended + [Migration("3", sql: "DROP INDEX pa").rebuildingTables()]
        let error = failure { try Migrator(broken).up(database) }
        #expect(
            error?.message.contains("leaves \"c\" with a foreign key that leads to no primary or unique key") == true)
        #expect(
            try database.read { try $0.value("SELECT count(*) FROM sqlite_schema WHERE name = 'pa'", as: Int.self) }
                == 1)
    }

    @Test func aByteOrderMarkIsNoEdit() throws {
        let (plain, marked) = ("CREATE TABLE e (x INT)", "\u{FEFF}CREATE TABLE e (x INT)")
        #expect(try Migrator([Migration("1", sql: plain)]).up(database) == ["1"])
        #expect(try Migrator([Migration("1", sql: marked)]).up(database) == [])
        let error = failure { try Migrator([Migration("1", sql: marked + ";")]).up(database) }
        #expect(
            error?.message
                == "\"1\" was edited after it ran: line 1 was \"CREATE TABLE e (x INT)\" when it ran and is "
                + "\"CREATE TABLE e (x INT);\" now")
    }

    @Test func aFolderOfFiles() throws {
        let folder = scratch.path() + ".migrations"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        try write("0002_b.sql", "-- zim: rebuild tables\nINSERT INTO t VALUES (2)")
        try write("0001_a.sql", "CREATE TABLE t (v)")
        try write("README.md", "not a migration")
        let migrator = try Migrator(folder: folder)
        #expect(migrator.migrations.map(\.name) == ["0001_a", "0002_b"])
        #expect(migrator.migrations.map(\.isRebuildingTables) == [false, true])
        try migrator.up(database)
        #expect(try database.count("t") == 1)
        try Data([0xFF]).write(to: URL(fileURLWithPath: folder + "/0003.sql"))
        #expect(failure { _ = try Migrator(folder: folder) }?.message == "\(folder)/0003.sql cannot be read as UTF-8")
        #expect(failure { _ = try Migrator(folder: folder + "/none") }?.code == .cannotOpen)
    }
}
