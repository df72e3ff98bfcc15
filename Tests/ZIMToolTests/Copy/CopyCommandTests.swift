import Foundation
import TestServer
import Testing
import ZIMOrm
import ZIMTool

/// `zim copy` as a program: what it prints, how it ends, and what is left where it is ended.
@Suite struct CopyCommandTests {
    @Test func fileToFile() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database("CREATE TABLE a (x INT PRIMARY KEY); INSERT INTO a VALUES (1), (2)")
        let target = scratch.path("copy.sqlite")
        let answer = try Program.run(["copy", path, target, "--checksums"])
        #expect(answer.status == 0)
        #expect(answer.out.hasPrefix("a  2  "))
        #expect(answer.out.contains("\(path) → \(target): 1 table, 2 rows in "))
        #expect(answer.out.hasSuffix("counts and checksums agree\n"))
        #expect(answer.err == "copying  a  2 rows, 2 of 2\ncomparing  a  2 rows, 4 of 4\n")
        let again = try Program.run(["copy", path, target])
        #expect(again.status == 2)
        #expect(again.out == "")
        #expect(again.err == "zim: \(target) has a table \"a\" already\n")
        let named = try Program.run(["copy", path, "sqlite://" + scratch.path("a%20b.sqlite"), "-q"])
        #expect(named.status == 0)
        #expect(try CopyBench.rows(scratch.path("a b.sqlite")) == CopyBench.rows(path))
        let unknown = try Program.run(["copy", path, "oracle://me:geheim@db/x"])
        #expect(unknown.status == 2)
        #expect(unknown.err.contains("no engine is known for \"oracle://me:…@db/x\""), "\(unknown.err)")
        let quiet = try Program.run(["copy", path, scratch.path("other.sqlite"), "-q"])
        #expect(quiet.status == 0)
        #expect(quiet.out + quiet.err == "")
    }

    /// A pipe, which cannot be looked into for a database, takes the report as a file does.
    @Test func reportToAPipe() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database("CREATE TABLE a (x INT PRIMARY KEY); INSERT INTO a VALUES (1)")
        let answer = try Program.run(["copy", path, scratch.path("copy.sqlite"), "-q", "--report", "/dev/stdout"])
        #expect(answer.status == 0)
        #expect(answer.out == "[]\n")
    }

    @Test(arguments: [
        (["copy", "a"], "Missing expected argument '<to>'"),
        (["copy", "missing.sqlite", "b"], "missing.sqlite does not exist"),
        (["copy", "a", "b", "--restart"], "--restart needs --resumable"),
        (["copy", "a", "b", "--type", "x"], "\"x\" is not TABLE.COLUMN=TYPE"),
        (["copy", "a", "b", "--on-invalid", "guess"], "guess"),
    ])
    func failures(_ arguments: [String], _ message: String) throws {
        let answer = try Program.run(arguments)
        #expect(answer.status == 2)
        #expect(answer.out == "")
        #expect(answer.err.contains(message), "\(answer.err)")
    }

    #if !PostgreSQL
        @Test func withoutTheTrait() throws {
            let scratch = try ToolScratch()
            let path = try scratch.database("CREATE TABLE a (x INT)")
            let answer = try Program.run(["copy", path, "postgres://me:secret@nowhere/x"])
            #expect(answer.status == 2)
            #expect(
                answer.err
                    == "zim: this zim was built without PostgreSQL, so it cannot open postgres://me:…@nowhere/x. "
                    + "Install it with libpq: make install POSTGRESQL=1 in a checkout, or swift build --traits PostgreSQL\n"
            )
        }
    #endif

    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func invalidValues() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT); INSERT INTO t SELECT value, 'x' || value FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21]')"
        )
        let report = scratch.path("invalidValues.json")
        let answer = try Program.run(["copy", path, server.url, "--report", report])
        #expect(answer.status == 1)
        #expect(answer.out == "")
        let lines = answer.err.split(separator: "\n").map(String.init)
        #expect(lines.first == "21 invalid values; nothing was copied")
        #expect(lines.dropFirst().first == "  t.n: 'x1' is not an integer (id = 1)")
        #expect(
            Array(lines.suffix(3)) == [
                "  and 1 more, all of them in \(report)", "  21  t.n",
                "--type TABLE.COLUMN=TYPE chooses another type, --on-invalid widen, null or skip what becomes of them",
            ])
        #expect(
            try JSONDecoder().decode([InvalidValue].self, from: Data((scratch.text("invalidValues.json") ?? "").utf8))
                .count == 21)
        #expect(try server.contents == [])
        let dry = try Program.run(["copy", path, server.url, "--dry-run", "--on-invalid", "widen"])
        #expect(dry.status == 0)
        #expect(
            dry.out == """
                t  21 rows
                  id  INTEGER  → BIGINT
                  n   INT      → TEXT

                CREATE TABLE "t" ("id" BIGINT GENERATED BY DEFAULT AS IDENTITY, "n" TEXT);
                ALTER TABLE "t" ADD PRIMARY KEY ("id");

                note  t.n: becomes TEXT, which can hold all its values

                """)
        #expect(try Program.run(["copy", path, server.url, "--dry-run"]).status == 1)
        #expect(try server.contents == [])
        #expect(try Program.run(["copy", path, server.url, "--type", "t.n=varchar(3)", "-q"]).status == 0)
        #expect(try server.value("SELECT count(*) FROM t WHERE n LIKE 'x%'", as: Int.self) == 21)
    }

    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func noPasswordIsPrinted() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database("CREATE TABLE a (x INT); INSERT INTO a VALUES (1)")
        let url = server.url.replacing("postgres://postgres@", with: "postgres://postgres:geheim@")
        let answers = [
            try Program.run(["copy", path, url]), try Program.run(["copy", path, url]),
            try Program.run(["copy", url, scratch.path("b.sqlite")]),
            try Program.run(["copy", path, url.replacing("/postgres?", with: "/nothing?")]),
            try Program.run(["copy", path, url, "--dry-run"]),
        ]
        #expect(answers.map(\.status) == [0, 2, 0, 2, 2])
        for answer in answers { #expect(!(answer.out + answer.err).contains("geheim")) }
        #expect(answers[0].out.contains("postgres://postgres:…@"))
    }

    // MARK: Killed

    private static let many = """
        CREATE TABLE parent (a INT, b TEXT, v TEXT, PRIMARY KEY (b, a));
        CREATE TABLE child (id INTEGER PRIMARY KEY, a INT, b TEXT, v REAL, FOREIGN KEY (a, b) REFERENCES parent (a, b));
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) INSERT INTO parent SELECT i, 'b' || (i % 7), 'v' || i FROM n;
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) INSERT INTO child SELECT i, i, 'b' || (i % 7), i / 3.0 FROM n;
        """

    /// Asks again and again, for half a minute.
    private func wait(_ what: Comment, until isSo: () throws -> Bool) throws {
        for _ in 0..<1_500 {
            if try isSo() { return }
            usleep(20_000)
        }
        Issue.record("\(what) did not happen")
    }

    /// The process ends without a word: the server keeps what was committed, out of sight, and the next run goes on.
    @Test(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) func killedOnTheWayToTheServer() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.many)
        let process = try Program.start(["copy", path, server.url, "--resumable"])
        try wait("the first rows") {
            let schema = try server.value(
                "SELECT nspname::text FROM pg_namespace WHERE obj_description(oid, 'pg_namespace') LIKE '%into the schema \(server.name) has%'",
                as: String.self)
            guard let schema else { return false }
            return try server.value("SELECT sum(written) > 0 FROM \"\(schema)\".zim_copy_progress", as: Bool.self)
                ?? false
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(try server.contents == [])
        let answer = try Program.run(["copy", path, server.url, "--resumable"])
        #expect(answer.status == 0, "\(answer.err)")
        #expect(answer.out.contains("rows copied by an earlier run\n"), "\(answer.out)")
        #expect(
            try server.rows("SELECT count(*), sum(a), count(DISTINCT b) FROM parent")[0].map(\.description) == [
                "60000", "'1800030000'", "7",
            ])
        #expect(try server.value("SELECT count(*) FROM child JOIN parent USING (a, b)", as: Int.self) == 60_000)
    }

    @Test func killedOnTheWayToAFile() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.many)
        let target = scratch.path("copy.sqlite")
        let process = try Program.start(["copy", path, target, "--resumable"])
        try wait("the first rows") {
            guard let file = try? InspectedDatabase(path: target + ".zim-partial") else { return false }
            let written = try? file.database.read {
                try $0.value("SELECT sum(written) FROM zim_copy_progress", as: Int.self)
            }
            return written ?? 0 > 0
        }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(!FileManager.default.fileExists(atPath: target))
        let answer = try Program.run(["copy", path, target, "--resumable"])
        #expect(answer.status == 0, "\(answer.err)")
        #expect(answer.out.contains("rows copied by an earlier run\n"), "\(answer.out)")
        let sums: (String) throws -> [ResultRow] = { path in
            let file = try InspectedDatabase(path: path)
            return try file.database.read {
                try $0.rows(
                    "SELECT count(*), sum(p.a), sum(length(p.v)), total(c.v), sum(c.id) FROM parent AS p JOIN child AS c USING (a, b)"
                )
            }
        }
        #expect(try sums(target) == sums(path))
        #expect(scratch.names == ["copy.sqlite", "trap.sqlite"])
    }

    /// Ctrl-C takes back what was begun.
    @Test func interrupted() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.many)
        let process = try Program.start(["copy", path, scratch.path("copy.sqlite")])
        try wait("the new file") { scratch.names.count > 1 }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(scratch.names == ["trap.sqlite"])
    }
}

extension ToolScratch {
    /// The files that are there.
    fileprivate var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }
}
