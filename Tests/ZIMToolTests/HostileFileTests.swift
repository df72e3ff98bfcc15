import Foundation
import Testing
import ZIMOrm

@testable import ZIMTool

/// Files that were made so that looking at them never ends.
@Suite struct HostileFileTests {
    /// A table with a key of two columns, a view that never ends, one larger than memory, and some on top of each other.
    private static let sql = """
        CREATE TABLE tenant (a INTEGER, b INTEGER, PRIMARY KEY (a, b)); INSERT INTO tenant VALUES (1, 2), (1, 3);
        CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS m FROM n;
        CREATE VIEW large AS SELECT zeroblob(900000000) AS z;
        CREATE VIEW v0 AS SELECT * FROM tenant;
        """
        + (1...17).map {
            "CREATE VIEW v\($0) AS SELECT x.a, y.b FROM v\($0 - 1) AS x JOIN v\($0 - 1) AS y ON x.a = y.a;"
        }.joined()

    /// Gives views 200 ms each in place of 5 s.
    private func open(_ scratch: ToolScratch) throws -> InspectedDatabase {
        let path = try scratch.database(Self.sql)
        return try InspectedDatabase(path: path) { $0.limits.statementTimeout = .milliseconds(200) }
    }

    @Test func whatTakesTooLongIsGivenUpAndTheRestIsSaid() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let file = try open(scratch)
        let inspection = try Inspection(of: file)
        #expect(inspection.counts == ["tenant": 2])
        #expect(inspection.failures["endless"] == "gave up on view endless after 0.2 s")
        #expect(inspection.failures["large"] == "string or blob too big")
        // The engine itself refuses the deepest; how many come before the time is up is the machine's to say.
        let last = inspection.failures["v17"] ?? ""
        #expect(
            last == "gave up on view v17 after 0.8 s for all views" || last.hasPrefix("too many references"), "\(last)")
        #expect(inspection.text().contains("cannot be read: gave up on view endless after 0.2 s"))
        #expect(inspection.profiles["v1"]?.rows == 4)

        let doctor = try Examination(of: file).text()
        #expect(doctor.contains("1 table and 2 rows checked"))
        let generation = try Generation(of: file)
        #expect(generation.givenUp.contains("gave up on view endless after 0.2 s"))
        #expect(try generation.write(to: out.folder).created.contains("Tenant.swift"))
        let diagram = try Diagram(of: file)
        #expect(diagram.boxes.map(\.table.name) == ["tenant"])
        let copy = DatabaseCopy(from: file.database, to: .file(out.path("copy.sqlite")))
        #expect(try copy.run().tables.map(\.rows) == [2])
        let copied = try InspectedDatabase(path: out.path("copy.sqlite"))
        let views = try copied.database.read { session in
            try session.value("SELECT count(*) FROM sqlite_schema WHERE type = 'view'", as: Int.self)
        }
        #expect(views == 20)
    }

    /// A page of one table is damaged: the others are read, and the damage is named.
    @Test func aDamagedTableDoesNotHideTheOthers() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(
            """
            CREATE TABLE good (a INT, b INT, PRIMARY KEY (a, b)); INSERT INTO good VALUES (1, 2), (1, 3);
            CREATE TABLE bad (a INT, b INT, c INT, PRIMARY KEY (a, b, c)) WITHOUT ROWID; INSERT INTO bad VALUES (1, 2, 3);
            """)
        let database = try Database(path: path)
        let (page, size) = try database.read { session in
            (
                try #require(
                    try session.value("SELECT rootpage FROM sqlite_schema WHERE name = 'bad'", as: Int.self)),
                try #require(try session.value("PRAGMA page_size", as: Int.self))
            )
        }
        database.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange((page - 1) * size..<(page - 1) * size + 100, with: Data(repeating: 0, count: 100))
        try bytes.write(to: URL(fileURLWithPath: path))

        let file = try InspectedDatabase(path: path)
        let inspection = try Inspection(of: file)
        #expect(inspection.counts == ["good": 2])
        let message = "\(path) is damaged or truncated: database disk image is malformed"
        #expect(inspection.failures["bad"] == message)
        #expect(inspection.text().contains("cannot be read: \(message)"))
        let generation = try Generation(of: file)
        #expect(generation.givenUp == ["bad: \(message)"])
        #expect(
            try generation.write(to: out.folder).created
                == ["Bad.swift", "Good.swift", "ZIMModels.swift", "ZIMSchema.swift"])
        #expect(try Examination(of: file).findings.map(\.kind) == [.unreadable])
    }

    /// Lines of the catalogue that hold bytes where a text belongs, as a damaged or forged file may: SQLite itself takes
    /// some of them for texts.
    @Test(
        arguments: [
            ("sql = CAST(sql AS BLOB)", "its definition in the file is not text"),
            ("sql = replace(sql, 'zz', CAST(x'FFFE' AS TEXT))", "its definition in the file is not text"),
            ("name = CAST(name AS BLOB)", "its name in the file is not text"),
            ("type = CAST(type AS BLOB)", "its type in the file is not text"),
        ])
    func aLineThatIsNoTextIsNamedAndTheRestIsSaid(_ change: String, _ problem: String) throws {
        for name in ["b", "v"] {
            let (scratch, out) = (try ToolScratch(), try ToolScratch())
            let path = try scratch.database(
                """
                CREATE TABLE a (x INTEGER, y INTEGER, PRIMARY KEY (x, y)); INSERT INTO a VALUES (1, 2);
                CREATE TABLE b (zz INTEGER, k INTEGER, l INTEGER, FOREIGN KEY (k, l) REFERENCES a (x, y));
                CREATE VIEW v AS SELECT x AS zz FROM a; PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET \(change) WHERE name = '\(name)';
                """)
            let file = try InspectedDatabase(path: path)
            let schema = try file.schema()
            #expect(schema.problems == [name: problem])
            #expect(schema.table("a")?.primaryKey == ["x", "y"])
            let inspection = try Inspection(of: file)
            #expect(inspection.counts["a"] == 1)
            #expect(inspection.failures[name] == problem)
            #expect(try Examination(of: file).text().contains("1 row"))
            #expect(try Diagram(of: file).boxes.contains { $0.table.name == "a" })
            #expect(try Generation(of: file).write(to: out.folder).created.contains("A.swift"))
            let report = try DatabaseCopy(from: file.database, to: .file(out.path("copy.sqlite"))).run()
            #expect(report.tables.map(\.name).contains("a"))
            #expect(report.notes.contains { $0.description.contains("is not text") }, "\(report.notes)")
        }
    }

    /// Two tables whose names are one to Unicode have each its own rows, columns and text.
    @Test func namesThatAreOneToUnicode() throws {
        let (one, two) = ("caf\u{e9}", "cafe\u{301}")
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE "\(one)" (x INTEGER, y INTEGER, PRIMARY KEY (x, y)); INSERT INTO "\(one)" VALUES (1, 1);
            CREATE TABLE "\(two)" (x INTEGER, y TEXT, PRIMARY KEY (x, y)); INSERT INTO "\(two)" VALUES (1, 'a'), (2, 'b');
            """)
        let inspection = try Inspection(of: try InspectedDatabase(path: path))
        #expect(inspection.counts[one] == 1 && inspection.counts[two] == 2)
        #expect(inspection.profiles[one]?.rows == 1 && inspection.profiles[two]?.rows == 2)
        #expect(inspection.report.tables.map(\.rows) == inspection.tables.map { $0.columns[1].type == "TEXT" ? 2 : 1 })
        for table in inspection.report.tables {
            #expect(table.definition?.contains("TEXT") == (table.rows == 2))
        }
    }

    /// What is known of a file that is not trusted is what the engine says of one that is.
    @Test func theSchemaIsTheSameAsATrustedFiles() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            TrapSchema.sql + """
                CREATE VIRTUAL TABLE search USING fts5(title, body); CREATE TABLE search_notes (a, b, PRIMARY KEY (a, b));
                CREATE VIRTUAL TABLE "old search" USING fts4(x); CREATE VIRTUAL TABLE box USING rtree(id, l, r);
                CREATE TABLE tailed (a INT, b INT, PRIMARY KEY (b, a)) /* ) */ WITHOUT ROWID, STRICT -- )
                ;
                CREATE TABLE quoted (a INT DEFAULT ') STRICT', b TEXT, CHECK (b <> ') WITHOUT ROWID'));
                CREATE TABLE made AS SELECT 1 AS a; CREATE TABLE sqlitelike (a INTEGER PRIMARY KEY AUTOINCREMENT);
                """)
        let file = try InspectedDatabase(path: path)
        var options = DatabaseOptions.untouched
        options.enforcesForeignKeys = false
        let trusted = try Database(path: path, options: options)
        let (own, other) = (try file.schema(), try trusted.read { try $0.schema() })
        #expect(own.tables == other.tables)
        #expect(own.tables.count { $0.kind == .shadow } == 13)
        #expect(own.indexes == other.indexes)
        #expect(own.problems == other.problems)
        #expect(own.definitions == other.definitions)
        try file.database.read { session in
            for table in own.tables where own.problems[table.name] == nil {
                let known = try trusted.read { try $0.table(table.name) }
                #expect(try session.table(table.name.uppercased()) == known)
            }
            #expect(try session.table("nothing") == nil)
            let names = try trusted.read { try $0.tableNames() }
            #expect(try session.tableNames() == names)
        }
    }

    @Test func theProgramGoesOn() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql)
        let answer = try Program.run(["inspect", path, "--only", "endless", "--only", "tenant", "--only", "large"])
        #expect(answer.status == 0)
        #expect(answer.out.contains("cannot be read: gave up on view endless after 5 s"))
        #expect(answer.out.contains("cannot be read: string or blob too big"))
        #expect(answer.out.contains("tenant  2 rows"))
    }

    /// All of them would go on for seconds more.
    @Test(arguments: [["query", "SELECT * FROM endless"], ["inspect"], ["generate", "--output", "Models"]])
    func aSignalEndsACommand(_ words: [String]) throws {
        for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] { try end(words, by: signal, status) }
    }

    private func end(_ words: [String], by signal: Int32, _ status: Int) throws {
        let (scratch, temporary) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(Self.sql, journal: .wal)
        // A log that was left behind: the program makes a copy to read it.
        let writer = try Database(path: path)
        try writer.execute("INSERT INTO tenant VALUES (2, 1)")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: scratch.path("left.sqlite") + suffix)
        }
        let rest = words.dropFirst().map { $0 == "Models" ? scratch.path($0) : $0 }
        let process = try Program.start(
            [words[0], scratch.path("left.sqlite")] + rest, environment: ["TMPDIR": temporary.folder])
        func folders() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: temporary.folder)) ?? [] }
        for _ in 0..<1_000 where folders().isEmpty { usleep(10_000) }
        let folder = try #require(folders().first)
        let rights = try FileManager.default.attributesOfItem(atPath: temporary.path(folder))[.posixPermissions]
        #expect(rights as? Int == 0o700)
        usleep(300_000)
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == Int32(status))
        #expect(process.terminationReason == .exit)
        #expect(folders() == [])
    }
}
