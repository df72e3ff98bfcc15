import TestServer
import Testing
import ZIMOrm

@testable import ZIMTool

/// Checks and indexes that compare: each engine has its own way with dates, bytes, the order and the case of texts.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyComparisonTests {
    private func preview(_ source: InspectedDatabase, _ target: CopyDestination) throws -> (
        checks: [String], notes: [String]
    ) {
        let preview = try DatabaseCopy(from: source.database, to: target).preview()
        let checks = preview.statements.filter { $0.contains("CHECK (") || $0.contains(" INDEX ") }
        return (checks, preview.plan.notes.map(\.description).filter { !$0.hasPrefix("zim_") })
    }

    /// What the file compares as texts keeps its meaning where the literal is written like the values.
    @Test func fromAFile() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let source = try scratch.open(
            """
            CREATE TABLE t (w INT, i INT, q DATE CHECK (q > '2000'), q2 DATE CHECK (q2 > '2000-01-01'), dt DATETIME CHECK (length(dt) = 19),
                dt2 DATETIME CHECK (dt2 > '2000-01-01'), dt3 DATETIME CHECK (dt3 > '2000-01-01 00:00:00'), dt4 DATETIME CHECK (dt4 > 0),
                fl BOOLEAN CHECK (fl IN (0, 1)), fy BOOLEAN CHECK (fy <> 'N'), b BLOB CHECK (b <> 'abc'),
                c BLOB CHECK (length(c) = 3), tm TIME CHECK (tm >= '09:00:00'), u UUID CHECK (u <> ''), bd DATE CHECK (bd <= CURRENT_DATE),
                n INT CHECK (length(n) < 4), CHECK (q <= q2), CHECK (q <= dt), CHECK ((n IS NULL) = (q IS NULL)), PRIMARY KEY (w, i));
            INSERT INTO t (w, i, b) VALUES (1, 1, x'616263')
            """)
        let (checks, notes) = try preview(source, .server(server.database))
        #expect(
            checks == [
                "ALTER TABLE \"t\" ADD CHECK (\"q2\" > '2000-01-01');",
                "ALTER TABLE \"t\" ADD CHECK (\"dt3\" > '2000-01-01 00:00:00');",
                "ALTER TABLE \"t\" ADD CHECK (\"fl\" IN (FALSE, TRUE));",
                "ALTER TABLE \"t\" ADD CHECK (length(\"c\") = 3);",
                "ALTER TABLE \"t\" ADD CHECK (\"tm\" >= '09:00:00');",
                "ALTER TABLE \"t\" ADD CHECK (\"q\" <= \"q2\");",
                "ALTER TABLE \"t\" ADD CHECK ((\"n\" IS NULL) = (\"q\" IS NULL));",
            ])
        #expect(
            notes == [
                "t: the check (q > '2000') is left out: it compares q with '2000', which is not written like its values",
                "t: the check (length ( dt ) = 19) is left out: it takes the length of dt, which is no text",
                "t: the check (dt2 > '2000-01-01') is left out: it compares dt2 with '2000-01-01', which is not written like its values",
                "t: the check (dt4 > 0) is left out: it compares dt4 with a number",
                "t: the check (fy <> 'N') is left out: it compares a Boolean with a text",
                "t: the check (b <> 'abc') is left out: it compares b, which holds bytes, with a text",
                "t: the check (u <> '') is left out: it compares u with '', which is not written like its values",
                "t: the check (bd <= CURRENT_DATE) is left out: it uses CURRENT_DATE",
                "t: the check (length ( n ) < 4) is left out: it takes the length of n, which is no text",
                "t: the check (q <= dt) is left out: it compares columns of different types",
            ])
    }

    /// SQLite orders texts by their characters, and knows the case of ASCII letters only.
    @Test func texts() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let source = try scratch.open(
            """
            CREATE TABLE t (w INT, i INT, f TEXT CHECK (f > 'Z'), g TEXT CHECK (g >= '_' AND f <> ''), h TEXT CHECK (h BETWEEN 'a' AND 'z'),
                n INT CHECK (n BETWEEN 1 AND 3 OR g > f), nc TEXT COLLATE NOCASE CHECK (nc = 'a'), c TEXT CHECK (upper(c) <> 'É'), PRIMARY KEY (w, i));
            CREATE UNIQUE INDEX own ON t (lower(f)); CREATE INDEX fast ON t (lower(f)); CREATE UNIQUE INDEX bare ON t (trim(f));
            INSERT INTO t VALUES (1, 1, 'é', 'é', 'm', 2, 'A', 'é'), (1, 2, 'É', 'É', NULL, 2, 'A', NULL)
            """)
        let (checks, notes) = try preview(source, .server(server.database))
        #expect(
            checks == [
                "CREATE INDEX \"fast\" ON \"t\" ((lower(\"f\")));",
                "CREATE UNIQUE INDEX \"bare\" ON \"t\" ((trim(\"f\")));",
                "ALTER TABLE \"t\" ADD CHECK (\"f\" COLLATE \"C\" > 'Z');",
                "ALTER TABLE \"t\" ADD CHECK (\"g\" COLLATE \"C\" >= '_' AND \"f\" <> '');",
                "ALTER TABLE \"t\" ADD CHECK (\"h\" COLLATE \"C\" BETWEEN 'a' AND 'z');",
                "ALTER TABLE \"t\" ADD CHECK (\"n\" BETWEEN 1 AND 3 OR \"g\" COLLATE \"C\" > \"f\" COLLATE \"C\");",
            ])
        #expect(
            notes == [
                "t: nc uses the collation NOCASE in SQLite; PostgreSQL compares character by character",
                "t: the check (nc = 'a') is left out: it compares texts by the collation NOCASE",
                "t: the check (upper ( c ) <> 'É') is left out: it uses upper, which is not the same for all letters",
                "t: the index own is left out: it uses lower, which is not the same for all letters",
            ])
        _ = try DatabaseCopy(from: source.database, to: .server(server.database)).run()
        try server.execute("INSERT INTO t (w, i, f) VALUES (2, 1, '_')")
        #expect(throws: DatabaseError.self) { try server.execute("INSERT INTO t (w, i, f) VALUES (2, 2, 'A')") }
        // And back.
        let back = try preview(InspectedDatabase(place: server.url), .file(scratch.path("back.sqlite")))
        #expect(back.notes == ["t: the index bare is left out: it uses BOTH"])
    }

    @Test func fromPostgreSQL() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        try server.execute(
            """
            CREATE TABLE o (w int, i int, a text COLLATE "en-x-icu" CHECK (a > 'B'), b text COLLATE "en-x-icu" CHECK (b <> ''), c text CHECK (c > 'B'),
                n int CHECK (n > -1), m numeric CHECK (abs(m) > -0.5), d date, e date, CHECK (d < e), tz timestamptz, tz2 timestamptz, CHECK (tz < tz2),
                s text CHECK (s IN ('a', 'b') AND length(s) > 0), CHECK (n::text <> '5'), PRIMARY KEY (w, i), g date CHECK (g > '2000-01-01'),
                h numeric CHECK (h = h::int), k numeric, CHECK (h::text < k::text), v text CHECK (v::varchar(2) = 'ab'))
            """)
        let (checks, notes) = try preview(InspectedDatabase(place: server.url), .file(scratch.path("copy.sqlite")))
        for check in [
            "(\"b\" <> '')", "(\"c\" > 'B')", "(\"n\" > (-1))", "(\"d\" < \"e\")", "(abs(\"m\") > (-0.5))",
            "((\"s\" IN ('a', 'b')) AND length(\"s\") > 0)",
        ] { #expect(checks.joined().contains(check), "\(check): \(checks)") }
        #expect(
            notes.filter { $0.hasPrefix("o: the check") } == [
                "o: the check o_a_check (a > 'B'::text) is left out: it orders texts by the collation \"en-x-icu\"",
                "o: the check o_check1 (tz < tz2) is left out: it compares tz, whose time zone the engines treat differently",
                "o: the check o_check2 (h::text < k::text) is left out: it uses ::text with a number",
                "o: the check o_g_check (g > '2000-01-01'::date) is left out: it uses a type that only PostgreSQL has",
                "o: the check o_h_check (h = h::integer::numeric) is left out: it makes integer of h",
                "o: the check o_n_check1 (n::text <> '5'::text) is left out: it compares a text with a number",
                "o: the check o_v_check (v::character varying(2)::text = 'ab'::text) is left out: it makes character varying of v",
            ])
    }

    /// The columns have the order of their database, unless they say another.
    @Test func aDatabaseOfAnotherOrder() throws {
        let scratch = try ToolScratch()
        let url = try #require(TestServer.shared).makeDatabase(
            "CREATE TABLE o (w int, i int, c text CHECK (c > 'B'), d text COLLATE \"C\" CHECK (d > 'B'), PRIMARY KEY (w, i))",
            icu: "en")
        let (checks, notes) = try preview(InspectedDatabase(place: url), .file(scratch.path("copy.sqlite")))
        #expect(
            notes == ["o: the check o_c_check (c > 'B'::text) is left out: it orders texts by the collation en"])
        #expect(checks.joined().contains("(\"d\" > 'B')"), "\(checks)")
    }

    /// What stands before a cast of PostgreSQL is another value than what it makes.
    @Test(arguments: [
        ("h = h::float8::int", "makes integer of h"), ("n = (h * 1.5)::int", "makes integer of another value"),
        ("n = COALESCE(h, 0)::int", "makes integer of another value"),
        ("n > 1.5::int", "makes integer of another value"),
        ("n::boolean = true", "makes boolean of n"), ("a::numeric < b::numeric", "compares a text with a number"),
        ("y::text <> '\\x61'", "uses ::text with y, which is no text and no number"),
        ("length(a::varchar(2)) = 2", "makes character varying of a"),
    ])
    func casts(_ condition: String, _ reason: String) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        try server.execute(
            "CREATE TABLE o (w int, i int, h numeric, n int, a text, b text, y bytea, CHECK (\(condition)), PRIMARY KEY (w, i))"
        )
        let (checks, notes) = try preview(InspectedDatabase(place: server.url), .file(scratch.path("copy.sqlite")))
        #expect(
            checks == [] && notes.count == 1 && notes.first?.hasSuffix("is left out: it \(reason)") == true, "\(notes)")
    }

    /// The file compares such dates as they are written.
    @Test func datesOfAFormat() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            "CREATE TABLE t (w INT, i INT, a DATE, b DATE, CHECK (a <= b), PRIMARY KEY (w, i)); INSERT INTO t VALUES (1, 1, '01.02.2020', '31.01.2021')"
        )
        let report = try CopyBench.copy(path, to: server) {
            $0.dates = [try CopyOptions.TypeChoice("t.a=dd.MM.yyyy"), try CopyOptions.TypeChoice("t.b=dd.MM.yyyy")]
        }
        #expect(
            CopyBench.notes(report).contains(
                "t: the check (a <= b) is left out: it compares a, whose dates have a format of their own"))
    }

    /// Rows that the file takes, since it compares other texts than the times that they stand for.
    @Test func violatedAtTheTarget() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let report = try CopyBench.copy(try scratch.database(ViolatedCheckTests.forms), to: server)
        #expect(
            CopyBench.notes(report) == [
                "p: the check (\"dt\" > '2000-01-01 00:00:00') is left out: check constraint \"p_dt_check\" of relation \"p\" is violated by some row",
                "r: the check named (\"d\" <> '2000-01-01') is left out: check constraint \"named\" of relation \"r\" is violated by some row",
            ])
        for sql in ["INSERT INTO p VALUES (5, 5, NULL, 0)", "INSERT INTO r VALUES (5, 77, 77, NULL)"] {
            let error = #expect(throws: DatabaseError.self) { try server.execute(sql) }
            #expect(error?.code == .constraint)
        }
    }

    /// A file is made anew without the check.
    @Test func violatedInAFile() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        try server.execute(
            """
            CREATE TABLE t (w int, i int, a date, b date, c int CHECK (c > -1), CHECK (a < b), PRIMARY KEY (w, i));
            INSERT INTO t VALUES (1, 1, '9999-12-31', '20000-01-01', 0)
            """)
        let path = scratch.path("copy.sqlite")
        let error = #expect(throws: ToolError.self) { try CopyBench.copy(server, to: path) { $0.isResumable = true } }
        #expect(
            "\(error as Any)".contains(
                "t: the check (\"a\" < \"b\") fails: rows that PostgreSQL takes violate it in SQLite"))
        let report = try CopyBench.copy(server, to: path)
        #expect(
            CopyBench.notes(report) == [
                "t: the check t_check (\"a\" < \"b\") is left out: rows that PostgreSQL takes violate it in SQLite"
            ])
        #expect(try CopyBench.rows(path)["t"]?.count == 1)
        let copy = try Database(path: path)
        defer { copy.close() }
        #expect(throws: DatabaseError.self) { try copy.execute("INSERT INTO t (w, i, c) VALUES (2, 1, -1)") }
    }

    /// The check was translated for another type.
    @Test func widened() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE t (w INT, i INT, d DATE CHECK (d > '2000-01-01'), n INT CHECK (n > 0), m INT CHECK (m > 0), PRIMARY KEY (w, i));
            CREATE INDEX few ON t (m) WHERE n > 3; INSERT INTO t VALUES (1, 1, 'no date', 'x', 1)
            """)
        let report = try CopyBench.copy(path, to: server) { $0.invalidValues = .widen }
        #expect(
            CopyBench.notes(report) == [
                "t.d: becomes TEXT, which can hold all its values", "t.n: becomes TEXT, which can hold all its values",
                "t: the check (\"d\" > '2000-01-01') is left out: it uses d, which becomes another type",
                "t: the check (\"n\" > 0) is left out: it uses n, which becomes another type",
                "t: the index few is left out: it uses n, which becomes another type",
            ])
        #expect(throws: DatabaseError.self) { try server.execute("UPDATE t SET m = 0") }
    }
}
