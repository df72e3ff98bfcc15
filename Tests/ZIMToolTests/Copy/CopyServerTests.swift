import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// What only a server has: identities, enumerations, domains, computed columns, partitions, types without a name here.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyServerTests {
    private static let sql = """
        CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy');
        CREATE DOMAIN short AS varchar(5) CHECK (length(VALUE) > 0);
        CREATE TABLE kept (
            id bigint GENERATED ALWAYS AS IDENTITY (START 50) PRIMARY KEY, small smallint, i4 int DEFAULT 7, b boolean DEFAULT true,
            f4 real, f8 double precision, n numeric, n2 numeric(10,2) DEFAULT 0.5, t text DEFAULT 'x', v varchar(7), c char(5), y bytea,
            d date DEFAULT CURRENT_DATE, ts timestamp DEFAULT now(), tz timestamptz, tm time, u uuid, j json, jb jsonb, m mood DEFAULT 'sad',
            s short, a int[], r int4range, ip inet, iv interval, dbl int GENERATED ALWAYS AS (i4 * 2) STORED,
            CHECK (i4 > 0), CONSTRAINT listed CHECK (v IN ('a', 'b')), CONSTRAINT odd CHECK (t ~ '^x'), UNIQUE (t, id));
        INSERT INTO kept (small, f4, f8, n, v, c, y, tz, tm, u, j, jb, m, s, a, r, ip, iv)
            VALUES (-32768, 0.1, 1e300, 12.3400, 'a', 'ab', '\\x00ff', '2001-02-03 04:05:06.123456+05:30', '12:30', 'c2a8e3b0-0000-4000-8000-00000000000f',
                '{"a":  1}', '{"b": [1, 2.50]}', 'it''s ok', 'abc', '{1,2}', '[1,5)', '10.0.0.1', '1 day 02:00:00'),
            (NULL, 'Infinity', -0.1, NULL, 'b', NULL, '', 'infinity', NULL, NULL, '7', '"x"', NULL, NULL, NULL, NULL, NULL, NULL);
        CREATE TABLE counted (id serial PRIMARY KEY, other int REFERENCES kept (id) DEFERRABLE INITIALLY DEFERRED, k smallint);
        INSERT INTO counted (other, k) VALUES (50, 1), (51, 2), (NULL, 3);
        DELETE FROM counted WHERE k = 3;
        CREATE TABLE parted (day date, x int, PRIMARY KEY (day, x)) PARTITION BY RANGE (day);
        CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM ('2000-01-01') TO ('2001-01-01');
        CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM ('2001-01-01') TO ('2002-01-01');
        INSERT INTO parted VALUES ('2000-05-05', 1), ('2001-05-05', 2);
        CREATE INDEX by_range ON kept USING gist (r);
        CREATE INDEX part ON kept (lower(t) DESC, i4) WHERE i4 > 3;
        CREATE VIEW seen AS SELECT * FROM kept;
        CREATE FUNCTION hear() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER heard AFTER INSERT ON counted EXECUTE FUNCTION hear();
        """

    @Test func toFile() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        try server.execute(Self.sql)
        let target = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(server, to: target)
        let schema = try CopyBench.schema(target)
        #expect(
            schema.table("kept")?.columns.map(\.type) == [
                "INTEGER", "SMALLINT", "INTEGER", "BOOLEAN", "REAL", "DOUBLE PRECISION", "NUMERIC", "NUMERIC(10, 2)",
                "TEXT", "VARCHAR(7)",
                "CHARACTER(5)", "BLOB", "DATE", "TIMESTAMP", "TIMESTAMPTZ", "TIME", "UUID", "JSON TEXT", "TEXT", "TEXT",
                "VARCHAR(5)", "TEXT",
                "TEXT", "TEXT", "TEXT",
            ])
        #expect(
            schema.table("kept")?.columns.map(\.defaultValue) == [
                nil, nil, "7", "1", nil, nil, nil, "0.5", "'x'", nil, nil, nil, "CURRENT_DATE", "CURRENT_TIMESTAMP",
                nil, nil, nil, nil, nil,
                "'sad'", nil, nil, nil, nil, nil,
            ])
        let file = try InspectedDatabase(path: target)
        let rows = try file.database.read {
            try $0.rows(
                "SELECT id, small, i4, b, f4, f8, n, n2, t, v, c, y, tz, tm, u, j, jb, m, s, a, r, ip, iv FROM kept ORDER BY id"
            ).map(\.values)
        }
        #expect(
            rows == [
                [
                    50, -32_768, 7, 1, .real(Double(Float(0.1))), 1e300, 12.34, 0.5, "x", "a", "ab",
                    .blob([0, 255]), "2001-02-02 22:35:06.123456Z",
                    "12:30:00", "c2a8e3b0-0000-4000-8000-00000000000f", "{\"a\":  1}", "{\"b\": [1, 2.50]}", "it's ok",
                    "abc", "{1,2}", "[1,5)",
                    "10.0.0.1", "1 day 02:00:00",
                ],
                [
                    51, .null, 7, 1, .real(.infinity), -0.1, .null, 0.5, "x", "b", .null, .blob([]), "infinity", .null,
                    .null, "7", "\"x\"", .null,
                    .null, .null, .null, .null, .null,
                ],
            ])
        // JSON that is a number stays text.
        #expect(
            try file.database.read { try $0.value("SELECT typeof(j) FROM kept WHERE id = 51", as: String.self) }
                == "text")
        #expect(
            try file.database.read { try $0.rows("SELECT name, seq FROM sqlite_sequence ORDER BY 1").map(\.values) }
                == [
                    ["counted", 3], ["kept", 51],
                ])
        #expect(try file.database.read { try $0.value("SELECT count(*) FROM parted", as: Int.self) } == 2)
        #expect(schema.tables.map(\.name) == ["counted", "kept", "parted"])
        #expect(
            report.notes.map(\.description).filter { !$0.hasPrefix("zim_") }.sorted() == [
                "counted: the trigger heard is left out", "kept.a: is of the type integer[], which becomes text",
                "kept.ip: is of the type inet, which becomes text",
                "kept.iv: is of the type interval, which becomes text",
                "kept.jb: is of the type jsonb, which becomes text", "kept.m: is of the type mood, which becomes text",
                "kept.r: is of the type int4range, which becomes text",
                "kept: the check odd (t ~ '^x'::text) is left out: it uses ~",
                "kept: the check of the domain short on s (length(VALUE::text) > 0) is left out",
                "kept: the computed column dbl is left out",
                "kept: the index by_range is left out: its method is gist",
                "parted: is copied as one table, without its 2 partitions", "seen: is a view, which is left out",
            ])
        #expect(throws: DatabaseError.self) { try self.change(target, "UPDATE kept SET m = 'angry'") }
        #expect(throws: DatabaseError.self) { try self.change(target, "UPDATE kept SET v = 'c'") }
        try change(target, "INSERT INTO counted (k) VALUES (9)")
        #expect(try CopyBench.rows(target)["counted"]?.contains("'integer' '4' 'null' 'NULL' 'integer' '9'") == true)
    }

    private func change(_ path: String, _ sql: String) throws {
        let database = try Database(path: path)
        defer { database.close() }
        try database.execute(SQL(unsafe: sql))
    }

    /// From server to server all types stay, and new rows are numbered on.
    @Test(arguments: [false, true]) func toServer(_ isResumable: Bool) throws {
        let (server, other) = (try ServerScratch(), try ServerScratch())
        try server.execute(Self.sql)
        let report = try DatabaseCopy(
            from: server.database, to: .server(other.database),
            options: {
                var options = CopyOptions()
                options.isResumable = isResumable
                options.rowsPerTransaction = 1
                return options
            }()
        ).run()
        for table in ["kept", "counted", "parted"] {
            let rows: (ServerScratch) throws -> [[SQLValue]] = {
                try $0.rows("SELECT t::text FROM \(table) AS t ORDER BY 1")
            }
            #expect(try rows(other) == rows(server), "\(table)")
            let columns: (ServerScratch) throws -> [ColumnSchema]? = { scratch in
                try CopyBench.schema(scratch).table(table)?.columns
            }
            let bare: (ColumnSchema) -> [String?] = {
                [
                    $0.name, $0.type, "\($0.isNotNull)", $0.sequence == nil ? $0.defaultValue : "", $0.expression,
                    $0.identity?.rawValue,
                ]
            }
            if table != "counted" { #expect(try columns(other)?.map(bare) == columns(server)?.map(bare)) }
        }
        // The server prints a condition that it printed once itself in other words.
        let checks: (ServerScratch) throws -> [String]? = {
            try CopyBench.schema($0).table("kept")?.checks.map(\.name).sorted()
        }
        #expect(try checks(other) == checks(server))
        let indexes: (ServerScratch) throws -> [IndexSchema] = {
            try CopyBench.schema($0).indexes.filter { $0.table != "counted" }
        }
        #expect(try Set(indexes(other)) == Set(indexes(server)))
        #expect(
            try CopyBench.schema(other).table("counted")?.foreignKeys
                == CopyBench.schema(server).table("counted")?.foreignKeys)
        #expect(
            report.notes.map(\.description).filter { !$0.hasPrefix("zim_") }.sorted() == [
                "counted: the trigger heard is left out", "parted: is copied as one table, without its 2 partitions",
                "seen: is a view, which is left out",
            ])
        try other.execute("INSERT INTO kept (v) VALUES ('a'); INSERT INTO counted (k) VALUES (9)")
        #expect(try other.value("SELECT max(id) FROM kept", as: Int.self) == 52)
        #expect(try other.value("SELECT max(id) FROM counted", as: Int.self) == 4)
    }

    /// What the other server does not have is left out and said: a sequence of everybody's, a function.
    @Test func whatIsOnlyHere() throws {
        let (server, other, scratch) = (try ServerScratch(), try ServerScratch(), try ToolScratch())
        try server.execute(
            """
            CREATE SEQUENCE shared; CREATE TABLE nothing (); CREATE TABLE a (n bigint DEFAULT nextval('shared'), v text DEFAULT 'x', z time(3) with time zone);
            CREATE TABLE b (id int PRIMARY KEY, k int GENERATED BY DEFAULT AS IDENTITY);
            INSERT INTO a (z) VALUES ('12:30+02'); INSERT INTO b VALUES (1);
            """)
        let notes: (CopyReport) -> [String] = { $0.notes.map(\.description).filter { !$0.hasPrefix("zim_") } }
        let across = try DatabaseCopy(from: server.database, to: .server(other.database)).run()
        #expect(
            notes(across) == ["nothing: has no columns, so it is left out"])
        try other.execute("INSERT INTO a DEFAULT VALUES")
        #expect(try other.value("SELECT max(n) FROM a", as: Int.self) == 2)
        try other.execute("DELETE FROM a WHERE n = 2")
        #expect(try other.rows("SELECT n, v, z::text FROM a") == [[1, "x", "12:30:00+02"]])
        let down = try CopyBench.copy(server, to: scratch.path("copy.sqlite"))
        #expect(
            notes(down) == [
                "nothing: has no columns, so it is left out",
                "a.z: is of the type time(3) with time zone, which becomes text",
                "a: the default of n, nextval('shared'::regclass), is left out: it is no value",
                "b: k is not autoincremented in SQLite: it is not the whole primary key",
                "shared: is a sequence, which is left out",
            ])
    }

    /// New rows are numbered on, whatever the largest number of a file is.
    @Test func sequences() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(
            """
            CREATE TABLE empty (id INTEGER PRIMARY KEY, v TEXT); CREATE TABLE below (id INTEGER PRIMARY KEY, v TEXT);
            CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT); CREATE TABLE plain (id INTEGER PRIMARY KEY, v TEXT);
            INSERT INTO below VALUES (-5, 'x'); INSERT INTO counted VALUES (70, 'x'), (3, 'y'); DELETE FROM counted WHERE id = 70;
            INSERT INTO plain VALUES (70, 'x'), (3, 'y');
            """)
        _ = try CopyBench.copy(path, to: server)
        for (table, next) in [("empty", 1), ("below", 1), ("counted", 71), ("plain", 71)] {
            #expect(
                try server.database.write {
                    try $0.value("INSERT INTO \(identifier: table) (v) VALUES ('new') RETURNING id", as: Int.self)
                } == next)
        }
        _ = try CopyBench.copy(server, to: scratch.path("back.sqlite"))
        try change(scratch.path("back.sqlite"), "DELETE FROM counted; INSERT INTO counted (v) VALUES ('newer')")
        #expect(try CopyBench.rows(scratch.path("back.sqlite"))["counted"] == ["'integer' '72' 'text' '''newer'''"])
    }

    @Test func defaultsOfBytes() throws {
        let (server, scratch) = (try ServerScratch(), try ToolScratch())
        try server.execute(
            "CREATE TABLE t (a int, b int, c bytea DEFAULT '\\xdeadbeef', d bytea DEFAULT 'abc', e bytea DEFAULT '', PRIMARY KEY (a, b))"
        )
        let path = scratch.path("copy.sqlite")
        #expect(try CopyBench.notes(CopyBench.copy(server, to: path)) == [])
        let copy = try Database(path: path)
        try copy.execute("INSERT INTO t (a, b) VALUES (1, 1)")
        #expect(
            try copy.read { try $0.rows("SELECT hex(c), hex(d), hex(e) FROM t").map(\.values) } == [
                ["DEADBEEF", "616263", ""]
            ])
    }
}
