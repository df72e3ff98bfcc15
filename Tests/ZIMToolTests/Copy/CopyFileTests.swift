import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// From one SQLite file to another: everything as it is, down to the bytes of a value.
@Suite struct CopyFileTests {
    private static let sql = """
        PRAGMA user_version = 7; PRAGMA application_id = 99;
        CREATE TABLE odd (x, y TEXT COLLATE NOCASE, z AS (x || y) STORED, CHECK (x <> 'bad'));
        INSERT INTO odd (rowid, x, y) VALUES (5, 1, 'a'), (9, 1.5, CAST(x'ff00' AS TEXT)), (100, x'00', 'c' || char(0) || 'd');
        CREATE TABLE bare (a INT, b TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID;
        INSERT INTO bare VALUES (1, 'q'), (2, 'p');
        CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, v ANY) STRICT;
        INSERT INTO counted VALUES (3, 9e999), (7, 'x');
        DELETE FROM counted WHERE id = 7;
        CREATE TABLE child (a INT REFERENCES bare (a), rowid TEXT, oid TEXT);
        INSERT INTO child VALUES (77, 'orphan', 'x');
        CREATE VIRTUAL TABLE words USING fts5(t);
        INSERT INTO words VALUES ('hello world'), ('foo bar');
        CREATE VIEW seen AS SELECT * FROM odd;
        CREATE TRIGGER heard AFTER INSERT ON bare BEGIN INSERT INTO odd (x, y) VALUES (new.a, new.b); END;
        CREATE UNIQUE INDEX part ON odd (lower(y) DESC) WHERE x > 1;
        """

    @Test(arguments: [false, true])
    func everything(_ isResumable: Bool) throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql)
        let bytes = scratch.contents
        let target = scratch.path("copy.sqlite")
        let report = try CopyBench.copy(path, to: target) {
            $0.isResumable = isResumable
            $0.rowsPerTransaction = 1
        }
        #expect(report.notes == [])
        #expect(try CopyBench.rows(target) == CopyBench.rows(path))
        #expect(try CopyBench.schema(target) == CopyBench.schema(path))
        let ask: (String) throws -> [[SQLValue]] = { file in
            let opened = try InspectedDatabase(path: file)
            return try opened.database.read { session in
                try [
                    "SELECT rowid FROM odd", "SELECT * FROM sqlite_sequence", "PRAGMA user_version",
                    "PRAGMA application_id",
                    "SELECT type, name, sql FROM sqlite_schema ORDER BY rowid",
                ].flatMap { try session.rows(SQL(unsafe: $0)).map(\.values) }
            }
        }
        #expect(try ask(target) == ask(path))
        let opened = try InspectedDatabase(path: target)
        let found = try opened.database.read {
            try $0.rows("SELECT * FROM words WHERE words MATCH 'world'").map(\.values)
        }
        #expect(found == [["hello world"]])
        #expect(scratch.contents.keys.sorted() == ["copy.sqlite", "trap.sqlite"])
        #expect(scratch.contents["trap.sqlite"] == bytes["trap.sqlite"])
    }

    @Test func theTrapDatabase() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(TrapSchema.sql)
        let report = try CopyBench.copy(path, to: scratch.path("copy.sqlite"))
        #expect(try CopyBench.rows(scratch.path("copy.sqlite")) == CopyBench.rows(path))
        #expect(try CopyBench.schema(scratch.path("copy.sqlite")) == CopyBench.schema(path))
        #expect(report.notes == [])
    }

    @Test func someTables() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql)
        let report = try CopyBench.copy(path, to: scratch.path("copy.sqlite")) { $0.only = ["BARE"] }
        #expect(report.tables.map(\.name) == ["bare"])
        #expect(try CopyBench.schema(scratch.path("copy.sqlite")).tables.map(\.name) == ["bare"])
        #expect(report.notes.map(\.description).contains("seen: the view is left out: --only copies tables"))
        #expect(throws: ToolError("there is no table \"nothing\" in \(path)")) {
            try CopyBench.copy(path, to: scratch.path("other.sqlite")) { $0.only = ["nothing"] }
        }
    }

    @Test func targetsThatAreThere() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database("CREATE TABLE a (x); INSERT INTO a VALUES (1)")
        let other = try scratch.database("CREATE TABLE b (x); INSERT INTO b VALUES (2)", name: "other.sqlite")
        let before = scratch.contents
        #expect(throws: ToolError("\(path) is the source itself")) { try CopyBench.copy(path, to: path) }
        #expect(throws: ToolError("\(other) is not empty: it has \"b\"", "--into-existing copies beside its tables")) {
            try CopyBench.copy(path, to: other)
        }
        #expect(throws: ToolError("\(scratch.folder) is a folder")) { try CopyBench.copy(path, to: scratch.folder) }
        let nowhere = scratch.path("no/where.sqlite")
        #expect(throws: ToolError("\(nowhere) cannot be written: its folder does not exist or is not writable")) {
            try CopyBench.copy(path, to: nowhere)
        }
        #expect(scratch.contents == before)
        _ = try CopyBench.copy(path, to: other) { $0.intoExisting = true }
        #expect(try CopyBench.rows(other) == ["a": ["'integer' '1'"], "b": ["'integer' '2'"]])
        #expect(throws: ToolError("\(other) has a table \"a\" already")) {
            try CopyBench.copy(path, to: other) { $0.intoExisting = true }
        }
        // An empty file counts as none.
        try scratch.write("", to: "empty.sqlite")
        _ = try CopyBench.copy(path, to: scratch.path("empty.sqlite"))
        #expect(try CopyBench.rows(scratch.path("empty.sqlite")) == ["a": ["'integer' '1'"]])
        #expect(scratch.contents.keys.sorted() == ["empty.sqlite", "other.sqlite", "trap.sqlite"])
    }

    /// What stops in the middle leaves nothing, whenever it stops.
    @Test func interruptedAnywhere() throws {
        struct Stop: Error {}
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql)
        let before = scratch.contents
        for phase in [CopyProgress.Phase.copying, .indexing, .comparing] {
            #expect(throws: Stop.self) {
                try CopyBench.copy(path, to: scratch.path("copy.sqlite")) {
                    $0.onProgress = { if $0.phase == phase { throw Stop() } }
                }
            }
            #expect(scratch.contents == before, "\(phase)")
        }
    }

    /// What the planner of SQLite knows of a file is found out for the copy, too.
    @Test func statistics() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(
            """
            CREATE TABLE t (a INT, b INT, c INT, PRIMARY KEY (a, b)); CREATE INDEX i ON t (c);
            WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100)
            INSERT INTO t SELECT x % 10, x, x % 7 FROM n; ANALYZE
            """)
        let query: SQL = "SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY 1, 2"
        let known = try Database(path: path).read { try $0.rows(query).map(\.values) }
        #expect(known == [["t", "i", "100 15"], ["t", "sqlite_autoindex_t_1", "100 10 1"]])
        #expect(try CopyBench.copy(path, to: scratch.path("copy.sqlite")).rows == 100)
        let copied = try Database(path: scratch.path("copy.sqlite")).read { try $0.rows(query).map(\.values) }
        #expect(copied == known)
    }
}
