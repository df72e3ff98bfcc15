import Foundation
import Synchronization
import Testing
import ZIMOrm
import ZIMTool

/// Every kind of value that does not fit: what is said of it, and that nothing was written.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyInvalidValueTests {
    /// A table's SQL, and what is said of its invalid values.
    static let cases: [(sql: String, texts: [String])] = [
        (
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, s SMALLINT, u BIGINT UNSIGNED); INSERT INTO t VALUES "
                + "(1, 'about 40', 70000, 5), (2, 2.5, 1, 2.5), (3, x'00', -32769, -1e30), (4, 9223372036854775807, 32767, 1)",
            [
                "t.n: 'about 40' is not an integer (id = 1)",
                "t.s: 70000 is out of range for SMALLINT (-32768 to 32767) (id = 1)",
                "t.n: 2.5 is not a 64-bit integer (id = 2)",
                "t.u: 2.5 has 1 digit after the decimal point, NUMERIC(20, 0) holds 0 (id = 2)",
                "t.n: x'00' is not an integer (id = 3)",
                "t.s: -32769 is out of range for SMALLINT (-32768 to 32767) (id = 3)",
                "t.u: -1e+30 has 31 digits before the decimal point, NUMERIC(20, 0) holds 20 (id = 3)",
            ]
        ),
        (
            "CREATE TABLE t (b BOOLEAN, PRIMARY KEY (b)); INSERT INTO t VALUES (1), (0), ('maybe'), (2), (0.5)",
            [
                "t.b: 0.5 is not a Boolean (b = 0.5)", "t.b: 2 is not a Boolean (b = 2)",
                "t.b: 'maybe' is not a Boolean (b = 'maybe')",
            ]
        ),
        (
            "CREATE TABLE t (year INT, number INT, d DATE, at DATETIME, clock TIME, PRIMARY KEY (year, number)); INSERT INTO t VALUES "
                + "(1998, 7, 'soon', '2001-02-30', '25:00'), (1998, 8, '3/4/2001', '03.04.2001', 5),"
                + "(1998, 9, '2001-02-03 04:05', '2001-02-03 04:05:06.1234567', '12:00:00.1234567'), (1998, 10, x'00', 12345, x''),"
                + "(1998, 11, '2001-02-03', 1000000000, '12:30'), (1998, 12, 20010203, 2451545.25, NULL)",
            [
                "t.d: 'soon' is not a date in a known format (year = 1998, number = 7)",
                "t.at: '2001-02-30' is not a date in a known format (year = 1998, number = 7)",
                "t.clock: '25:00' is not a time of day in a known format (year = 1998, number = 7)",
                "t.d: '3/4/2001' is an ambiguous date: day and month could be swapped (year = 1998, number = 8)",
                "t.at: '03.04.2001' is an ambiguous date: day and month could be swapped (year = 1998, number = 8)",
                "t.clock: 5 is not a time of day in a known format (year = 1998, number = 8)",
                "t.d: '2001-02-03 04:05' has a time of day, but the column is a DATE (year = 1998, number = 9)",
                "t.at: '2001-02-03 04:05:06.1234567' is more precise than microseconds (year = 1998, number = 9)",
                "t.clock: '12:00:00.1234567' is more precise than microseconds (year = 1998, number = 9)",
                "t.d: x'00' is not a date in a known format (year = 1998, number = 10)",
                "t.at: 12345 is not a date in a known format (year = 1998, number = 10)",
                "t.clock: x'' is not a time of day in a known format (year = 1998, number = 10)",
            ]
        ),
        (
            "CREATE TABLE t (s VARCHAR(3), x TEXT, c CHAR(2)); INSERT INTO t VALUES ('abcd', 'a' || char(0) || 'b', 'äö'), "
                + "('äöü', CAST(x'ff' AS TEXT), 'abc'), ('a', x'ff', NULL)",
            [
                "t.s: 'abcd' has 4 characters, VARCHAR(3) holds 3 (_rowid_ = 1)",
                "t.x: 'a\\u{0}b' contains a NUL character, which PostgreSQL cannot store (_rowid_ = 1)",
                "t.x: x'ff' is text that is not valid UTF-8 (_rowid_ = 2)",
                "t.c: 'abc' has 3 characters, VARCHAR(2) holds 2 (_rowid_ = 2)",
                "t.x: x'ff' are bytes, not text (_rowid_ = 3)",
            ]
        ),
        (
            "CREATE TABLE t (a DECIMAL(5, 2), b NUMERIC(3), r DOUBLE, u UUID, j JSON, p BLOB); INSERT INTO t VALUES "
                + "(1234.5, 1000, 'x', 'no', '{', x'00'), (0.125, 1.5, x'00', x'0102', '{\"a\": 1}', 'text'), (9e999, 'n', 9e999, NULL, NULL, 7)",
            [
                "t.a: 1234.5 has 4 digits before the decimal point, NUMERIC(5, 2) holds 3 (_rowid_ = 1)",
                "t.b: 1000 has 4 digits before the decimal point, NUMERIC(3, 0) holds 3 (_rowid_ = 1)",
                "t.r: 'x' is not a number (_rowid_ = 1)",
                "t.u: 'no' is not a UUID (_rowid_ = 1)", "t.j: '{' is not valid JSON (_rowid_ = 1)",
                "t.a: 0.125 has 3 digits after the decimal point, NUMERIC(5, 2) holds 2 (_rowid_ = 2)",
                "t.b: 1.5 has 1 digit after the decimal point, NUMERIC(3, 0) holds 0 (_rowid_ = 2)",
                "t.r: x'00' is not a number (_rowid_ = 2)",
                "t.u: x'0102' is not a UUID (_rowid_ = 2)", "t.p: 'text' is not a blob (_rowid_ = 2)",
                "t.a: inf is infinite, NUMERIC(5, 2) is not (_rowid_ = 3)", "t.b: 'n' is not a number (_rowid_ = 3)",
                "t.p: 7 is not a blob (_rowid_ = 3)",
            ]
        ),
        (
            "CREATE TABLE t (a INT, b TEXT, PRIMARY KEY (a, b)); INSERT INTO t VALUES (1, 'x'), (1, NULL), (NULL, NULL)",
            [
                "t.a: NULL in a NOT NULL column (a = NULL, b = NULL)",
                "t.b: NULL in a NOT NULL column (a = 1, b = NULL)",
                "t.b: NULL in a NOT NULL column (a = NULL, b = NULL)",
            ]
        ),
        (
            "CREATE TABLE p (a INT, b TEXT, c INT, PRIMARY KEY (c, a, b)); CREATE TABLE t (id INTEGER PRIMARY KEY, x INT, y TEXT, z INT, "
                + "FOREIGN KEY (x, y, z) REFERENCES p (a, b, c)); INSERT INTO p VALUES (1, 'x', 3); "
                + "INSERT INTO t VALUES (1, 1, 'x', 3), (2, 1, 'X', 3), (3, NULL, 'q', 9), (4, 2, 'x', 3)",
            [
                "t: x = 1, y = 'X', z = 3 references no row of p (a, b, c) (id = 2)",
                "t: x = 2, y = 'x', z = 3 references no row of p (a, b, c) (id = 4)",
            ]
        ),
        (
            "CREATE TABLE t (k UNIQUE, at TIMESTAMP UNIQUE); INSERT INTO t VALUES (7, '2001-02-03'), ('7', '2001-02-03 00:00:00'), (8, 1), (NULL, NULL), (NULL, NULL)",
            [
                "t.at: 1 is not a date in a known format (_rowid_ = 3)",
                "t.at: '2001-02-03 00:00:00' equals the key (at) of another row after conversion (_rowid_ = 2)",
                "t.k: '7' equals the key (k) of another row after conversion (_rowid_ = 2)",
            ]
        ),
    ]

    @Test(arguments: cases.indices) func refused(_ number: Int) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.cases[number].sql)
        let files = scratch.contents
        let all = Mutex<[String]>([])
        let error = #expect(throws: CopyRefusal.self) {
            try CopyBench.copy(path, to: server) {
                $0.onInvalid = { invalidValue in all.withLock { $0.append(invalidValue.text) } }
                $0.shownInvalidValues = 2
            }
        }
        #expect(all.withLock { $0.sorted() } == Self.cases[number].texts.sorted())
        #expect(error?.count == Self.cases[number].texts.count)
        #expect(error?.first.map(\.text) == Array(all.withLock { $0.prefix(2) }))
        #expect(try server.contents == [])
        #expect(scratch.contents == files)
    }

    /// With wider types, without the keys that are broken, everything arrives.
    @Test(arguments: cases.indices.dropLast()) func widened(_ number: Int) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.cases[number].sql)
        let report = try CopyBench.copy(path, to: server) { $0.invalidValues = .widen }
        #expect(report.invalidValues == Self.cases[number].texts.count)
        #expect(report.skippedRows == 0)
        let counts = try CopyBench.rows(path).mapValues(\.count)
        for (table, count) in counts {
            #expect(try server.value("SELECT count(*) FROM \(table)", as: Int.self) == count)
        }
    }

    @Test func wideningSaysWhatItDoes() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE p (a SMALLINT, b TEXT, PRIMARY KEY (a, b));
            CREATE TABLE t (d DATE, n DECIMAL(4, 2), s VARCHAR(2), x TEXT, a INT, b TEXT, FOREIGN KEY (b, a) REFERENCES p (b, a));
            INSERT INTO p VALUES (70000, 'x'), (1, NULL);
            INSERT INTO t VALUES ('2001-02-03 04:05:06', 123.125, 'abc', x'ff', 2, 'y'), ('2001-02-03', 1, 'ab', 'c', NULL, NULL);
            """)
        let report = try CopyBench.copy(path, to: server) { $0.invalidValues = .widen }
        #expect(
            report.notes.map(\.description) == [
                "p.a: becomes INTEGER, which can hold all its values",
                "p: its primary key (a, b) becomes a unique key: it holds NULL",
                "t.d: becomes TIMESTAMP, which can hold all its values",
                "t.n: becomes NUMERIC, which can hold all its values",
                "t.s: becomes TEXT, which can hold all its values", "t.x: becomes BYTEA, which can hold all its values",
                "t: the foreign key (b, a) → p (b, a) is left out: 1 row violates it",
            ])
        #expect(
            try server.rows("SELECT d::text, n::text, s, x FROM t ORDER BY n") == [
                ["2001-02-03 00:00:00", "1", "ab", .blob([0x63])],
                ["2001-02-03 04:05:06", "123.125", "abc", .blob([0xFF])],
            ])
    }

    @Test func nullAndSkip() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO p VALUES (1, 'one'), (2, 'two');
            CREATE TABLE t (id INTEGER PRIMARY KEY, p INT REFERENCES p, n INT, s VARCHAR(2));
            INSERT INTO t VALUES (1, 1, 10, 'ab'), (2, 77, 20, 'ab'), (3, 2, 'many', 'abc'), (4, NULL, NULL, 'c');
            """)
        let nulled = try ServerScratch()
        let report = try CopyBench.copy(path, to: nulled) { $0.invalidValues = .null }
        #expect(report.invalidValues == 3)
        #expect(report.skippedRows == 0)
        #expect(
            try nulled.rows("SELECT * FROM t ORDER BY id") == [
                [1, 1, 10, "ab"], [2, .null, 20, "ab"], [3, 2, .null, .null], [4, .null, .null, "c"],
            ])
        let skipped = try ServerScratch()
        let rest = try CopyBench.copy(path, to: skipped) { $0.invalidValues = .skip }
        #expect(rest.skippedRows == 2)
        #expect(try skipped.rows("SELECT id FROM t ORDER BY id") == [[1], [4]])
        // What must hold a value cannot become NULL.
        let strict = try scratch.database(
            "CREATE TABLE t (id INTEGER PRIMARY KEY, n INT NOT NULL); INSERT INTO t VALUES (1, 'x')",
            name: "strict.sqlite")
        #expect(throws: CopyRefusal.self) {
            try CopyBench.copy(strict, to: ServerScratch()) { $0.invalidValues = .null }
        }
    }

    /// Rows that are left out must not be parents of others: then nothing is copied.
    @Test func skippedParents() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE p (id INTEGER PRIMARY KEY, n INT); INSERT INTO p VALUES (1, 'x');
            CREATE TABLE t (id INTEGER PRIMARY KEY, p INT REFERENCES p); INSERT INTO t VALUES (1, 1);
            """)
        let error = #expect(throws: CopyRefusal.self) {
            try CopyBench.copy(path, to: server) { $0.invalidValues = .skip }
        }
        #expect(
            error?.first.map(\.text) == [
                "t.p: 1 references a row of p (id) that is left out (id = 1)", "p.n: 'x' is not an integer (id = 1)",
            ])
        #expect(try server.contents == [])
    }

    @Test func chosenTypes() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE "or.ders" (id INTEGER PRIMARY KEY, "a=b" TEXT, at TEXT, n INT);
            INSERT INTO "or.ders" VALUES (1, '2001-02-03', '2001-02-03T04:05:06+02:00', 'many');
            """)
        _ = try CopyBench.copy(path, to: server) {
            $0.types = [
                try CopyOptions.TypeChoice("\"or.ders\".\"a=b\"=date"),
                try CopyOptions.TypeChoice("\"or.ders\".at=timestamp with time zone"),
                try CopyOptions.TypeChoice("\"or.ders\".N=varchar(10)"),
            ]
        }
        #expect(
            try server.rows("SELECT \"a=b\", at = '2001-02-03 02:05:06Z', n FROM \"or.ders\"") == [
                [.typed(SQLTypedText("2001-02-03", type: "date")), 1, "many"]
            ])
        #expect(throws: ToolError("--type names the table \"no\", which is not copied")) {
            try CopyBench.copy(path, to: ServerScratch()) { $0.types = [try CopyOptions.TypeChoice("no.x=text")] }
        }
        #expect(throws: ToolError("\"or.ders\" has no column \"no\"")) {
            try CopyBench.copy(path, to: ServerScratch()) {
                $0.types = [try CopyOptions.TypeChoice("\"or.ders\".no=text")]
            }
        }
        #expect(throws: ToolError("\"t\" is not TABLE.COLUMN=TYPE", "Quote names that contain a dot")) {
            try CopyOptions.TypeChoice("t")
        }
        // A type that the server does not know is refused before anything is written.
        let other = try ServerScratch()
        #expect(throws: ToolError.self) {
            try CopyBench.copy(path, to: other) { $0.types = [try CopyOptions.TypeChoice("\"or.ders\".n=nonsense")] }
        }
        #expect(try other.contents == [])
    }

    /// Dates in a form of their own, once somebody has said which.
    @Test func formsOfDates() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, german DATE, american TIMESTAMP, x TEXT);
            INSERT INTO t VALUES (1, '03.04.2001', '3/4/2001 17:05', 'x'), (2, NULL, '12/31/1999 00:00', NULL);
            """)
        let german = try CopyOptions.TypeChoice("t.german=dd.MM.yyyy")
        _ = try CopyBench.copy(path, to: server) {
            $0.dates = [german, try CopyOptions.TypeChoice("t.american=M/d/yyyy HH:mm")]
        }
        #expect(
            try server.rows("SELECT german::text, american::text FROM t ORDER BY id") == [
                ["2001-04-03", "2001-03-04 17:05:00"], [.null, "1999-12-31 00:00:00"],
            ])
        let error = #expect(throws: CopyRefusal.self) {
            try CopyBench.copy(path, to: ServerScratch()) {
                $0.dates = [german, try CopyOptions.TypeChoice("t.american=dd.MM.yyyy")]
            }
        }
        #expect(
            error?.first.map(\.text) == [
                "t.american: '3/4/2001 17:05' is not a date in the given format (id = 1)",
                "t.american: '12/31/1999 00:00' is not a date in the given format (id = 2)",
            ])
        #expect(
            throws: ToolError("--dates needs a date column, but t.x becomes TEXT", "--type t.x=date makes it one")
        ) {
            try CopyBench.copy(path, to: ServerScratch()) { $0.dates = [try CopyOptions.TypeChoice("t.x=dd.MM.yyyy")] }
        }
    }

    /// What SQLite cannot hold of a server's.
    @Test func fromServer() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        try server.execute(
            """
            CREATE TABLE t (id int PRIMARY KEY, f float8, n numeric, "ID2" int, "Id2" int);
            CREATE TABLE "T" (a int);
            INSERT INTO t VALUES (1, 'NaN', 12345678901234567890.12), (2, 'Infinity', 'NaN'), (3, 0.1, 0.1), (4, 1e300, 1e20), (5, -0.0, 'Infinity');
            """)
        let target = scratch.path("copy.sqlite")
        let error = #expect(throws: CopyRefusal.self) { try CopyBench.copy(server, to: target) }
        #expect(
            error?.first.map(\.text).sorted()
                == [
                    "t: the table's name equals T in SQLite, which ignores case",
                    "t.Id2: the column's name equals ID2 in SQLite, which ignores case",
                    "t.f: nan is NaN, which SQLite would store as NULL (id = 1)",
                    "t.n: '12345678901234567890.12' has more digits than a number in SQLite can hold (id = 1)",
                    "t.n: 'NaN' is NaN, which SQLite would store as NULL (id = 2)",
                ].sorted())
        #expect(scratch.contents.isEmpty)
        try server.execute("DROP TABLE \"T\"; ALTER TABLE t DROP COLUMN \"Id2\"")
        _ = try CopyBench.copy(server, to: target) { $0.invalidValues = .widen }
        let file = try InspectedDatabase(path: target)
        let values = try file.database.read {
            try $0.rows("SELECT f, n FROM t ORDER BY id").map(\.values)
        }
        #expect(
            values == [
                ["NaN", "12345678901234567890.12"], ["Infinity", "NaN"], ["0.1", "0.1"],
                ["1e+300", "100000000000000000000"],
                ["0.0", "Infinity"],
            ])
    }

    @Test(arguments: ["json", "csv"]) func report(_ form: String) throws {
        let scratch = try ToolScratch()
        let path = scratch.path("invalidValues." + form)
        let file = try InvalidValueFile(path: path)
        try file.add(InvalidValue(table: "a", column: "b", row: "id = 1", value: "'x, \"y\"'", reason: "is odd"))
        try file.add(InvalidValue(table: "a", column: nil, row: "", value: "", reason: "is long"))
        try file.finish()
        let text = try String(contentsOfFile: path, encoding: .utf8)
        if form == "csv" {
            #expect(text == "table,column,row,value,reason\r\na,b,id = 1,\"'x, \"\"y\"\"'\",is odd\r\na,,,,is long\r\n")
        } else {
            let list = try JSONDecoder().decode([InvalidValue].self, from: Data(text.utf8))
            #expect(list.map(\.reason) == ["is odd", "is long"])
            #expect(list.first?.value == "'x, \"y\"'")
        }
    }
    /// A device stays one, and what it says is passed on.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
    func aReportOnAFullDiskIsAnError() throws {
        let file = try InvalidValueFile(path: "/dev/full")
        let full = #expect(throws: ToolError.self) { try file.finish() }
        #expect(full?.message.hasPrefix("/dev/full cannot be written: ") == true, "\(full?.message ?? "")")
        let kind = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type] as? FileAttributeType
        #expect(kind == .typeCharacterSpecial)
        let refused = #expect(throws: ToolError.self) { try InvalidValueFile(path: "/nowhere/report.csv") }
        #expect(refused?.message == "/nowhere/report.csv cannot be written: No such file or directory")
    }
}
