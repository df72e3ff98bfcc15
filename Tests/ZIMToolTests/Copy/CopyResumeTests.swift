import Foundation
import Synchronization
import TestServer
import Testing
import ZIMOrm
import ZIMTool

/// What ends in the middle: nothing is left where it shall not be, and what may go on does.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyResumeTests {
    private struct Stop: Error {}

    /// Keys of one, two and three columns, a table without, one without rowid, a circle of foreign keys.
    private static let sql = """
        CREATE TABLE one (id INTEGER PRIMARY KEY, two_a INT, two_b TEXT, v TEXT, FOREIGN KEY (two_b, two_a) REFERENCES two (b, a));
        CREATE TABLE two (a INT, b TEXT, one INT REFERENCES one, v REAL, PRIMARY KEY (b, a)) WITHOUT ROWID;
        CREATE TABLE three (x INT, y TEXT, z DATE, v BLOB, PRIMARY KEY (z, x, y));
        CREATE TABLE bare (x INT, y TEXT);
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO one SELECT i * 3, i, 'k' || i, 'text ' || i FROM n;
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO two SELECT i, 'k' || i, i * 3, i / 7.0 FROM n;
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO three SELECT i % 7, 'y' || i, date('2000-01-01', '+' || (i % 90) || ' days'), randomblob(9) FROM n;
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO bare SELECT i % 10, NULL FROM n;
        """

    private func stopping(at rows: Int, in phase: CopyProgress.Phase = .copying) -> (inout CopyOptions) -> Void {
        {
            $0.isResumable = true
            $0.rowsPerTransaction = 300
            // Every table tells at its end; in between only each 512th row does.
            $0.onProgress = { if $0.phase == phase, $0.rows >= rows { throw Stop() } }
        }
    }

    private func goOn(_ options: inout CopyOptions) {
        options.isResumable = true
        options.rowsPerTransaction = 300
    }

    @Test(arguments: [1, 1_000, 2_048, 3_000, 4_000]) func fileToServer(_ rows: Int) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        #expect(throws: Stop.self) { try CopyBench.copy(path, to: server, stopping(at: rows)) }
        #expect(try server.contents == [])
        #expect(try leftSchemas(server) == 1)
        let report = try CopyBench.copy(path, to: server, goOn)
        #expect(report.rows == 4_000)
        #expect(report.resumedRows + report.loadedRows == 4_000)
        #expect(report.resumedRows >= min(rows, 3_900) - 300 || rows == 2_048)
        #expect(report.loadedRows <= 4_000 - report.resumedRows)
        #expect(try server.contents == ["'bare'", "'one'", "'one_id_seq'", "'three'", "'two'"])
        #expect(try leftSchemas(server) == 0)
        _ = try CopyBench.copy(server, to: scratch.path("back.sqlite"))
        #expect(try CopyBench.rows(scratch.path("back.sqlite")) == CopyBench.rows(path))
    }

    @Test(arguments: [1, 1_000, 2_048, 3_000, 4_000]) func serverToFile(_ rows: Int) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        _ = try CopyBench.copy(path, to: server)
        let target = scratch.path("back.sqlite")
        #expect(throws: Stop.self) { try CopyBench.copy(server, to: target, stopping(at: rows)) }
        #expect(scratch.contents.keys.sorted() == ["back.sqlite.zim-partial", "trap.sqlite"])
        let report = try CopyBench.copy(server, to: target, goOn)
        #expect(report.rows == 4_000)
        #expect(report.resumedRows + report.loadedRows == 4_000)
        #expect(report.resumedRows >= rows - 1_000)
        #expect(scratch.contents.keys.sorted() == ["back.sqlite", "trap.sqlite"])
        #expect(try CopyBench.rows(target) == CopyBench.rows(path))
    }

    @Test func fileToFile() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql)
        let target = scratch.path("copy.sqlite")
        #expect(throws: Stop.self) { try CopyBench.copy(path, to: target, stopping(at: 2_500)) }
        let report = try CopyBench.copy(path, to: target, goOn)
        #expect(report.resumedRows > 0)
        #expect(report.resumedRows + report.loadedRows == 4_000)
        #expect(try CopyBench.rows(target) == CopyBench.rows(path))
        #expect(try CopyBench.schema(target) == CopyBench.schema(path))
    }

    /// A stop while keys are made or rows compared costs no row.
    @Test(arguments: [CopyProgress.Phase.indexing, .comparing]) func afterTheRows(_ phase: CopyProgress.Phase) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        #expect(throws: Stop.self) { try CopyBench.copy(path, to: server, stopping(at: 0, in: phase)) }
        #expect(try server.contents == [])
        let report = try CopyBench.copy(path, to: server, goOn)
        #expect(report.resumedRows == 4_000)
        #expect(report.loadedRows == 0)
    }

    @Test func sourceThatChanged() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        #expect(throws: Stop.self) { try CopyBench.copy(path, to: server, stopping(at: 2_048)) }
        let hint = "--restart discards it and starts again"
        try change(path, "INSERT INTO bare VALUES (1, 'new')")
        #expect(
            throws: ToolError(
                "the source has changed since the copy was interrupted: \"bare\" had 1,000 rows, now it has 1,001", hint
            )
        ) { try CopyBench.copy(path, to: server, goOn) }
        try change(path, "DELETE FROM bare WHERE y = 'new'; UPDATE one SET v = 'other' WHERE id = 3")
        #expect(
            throws: ToolError(
                "the source has changed since the copy was interrupted: rows of \"one\" were changed", hint)
        ) { try CopyBench.copy(path, to: server, goOn) }
        #expect(
            throws: ToolError("an interrupted copy exists, but it has no table \"later\"", hint)
        ) {
            try change(path, "UPDATE one SET v = 'text 1' WHERE id = 3; CREATE TABLE later (x)")
            return try CopyBench.copy(path, to: server, goOn)
        }
        try change(path, "DROP TABLE later")
        #expect(
            throws: ToolError(
                "an interrupted copy exists that was started with other options or from another schema", hint)
        ) {
            try CopyBench.copy(path, to: server) {
                goOn(&$0)
                $0.types = [try CopyOptions.TypeChoice("bare.y=varchar(9)")]
            }
        }
        #expect(try server.contents == [])
        try change(path, "UPDATE one SET v = 'other' WHERE id = 3")
        let report = try CopyBench.copy(path, to: server) {
            goOn(&$0)
            $0.restarts = true
        }
        #expect(report.resumedRows == 0)
        #expect(try server.value("SELECT v FROM one WHERE id = 3", as: String.self) == "other")
    }

    private func change(_ path: String, _ sql: String) throws {
        var options = DatabaseOptions()
        options.enforcesForeignKeys = false
        let database = try Database(path: path, options: options)
        try database.execute(SQL(unsafe: sql))
        database.close()
    }

    /// The schemas that an interrupted copy into this one has left.
    private func leftSchemas(_ server: ServerScratch) throws -> Int? {
        try server.value(
            """
            SELECT count(*) FROM pg_namespace WHERE obj_description(oid, 'pg_namespace') \
            LIKE 'What an interrupted zim copy of % into the schema \(server.name) has%'
            """, as: Int.self)
    }

    /// The server ends the connection in the middle: an error that says so, and nothing there.
    @Test(arguments: [false, true]) func connectionThatIsEnded(_ isResumable: Bool) throws {
        let (scratch, server, other) = (try ToolScratch(), try ServerScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        let name = server.name
        let isDone = Mutex(false)
        let killer = other.database
        let error = #expect(throws: DatabaseError.self) {
            try CopyBench.copy(path, to: server) {
                $0.isResumable = isResumable
                $0.rowsPerTransaction = 300
                $0.onProgress = { progress in
                    guard progress.phase == .copying, progress.rows >= 2_048, !isDone.withLock({ $0 }) else { return }
                    isDone.withLock { $0 = true }
                    _ = try killer.write {
                        try $0.rows(
                            """
                            SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                            WHERE application_name = \(name) AND state <> 'idle'
                            """)
                    }
                }
            }
        }
        #expect(error?.code == .connection, "\(String(describing: error))")
        #expect(try server.contents == [])
        let report = try CopyBench.copy(path, to: server) { $0.isResumable = isResumable }
        #expect(report.rows == 4_000)
        #expect(isResumable == (report.resumedRows > 0))
    }

    @Test func serverThatIsNotEmpty() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database("CREATE TABLE a (x INT); INSERT INTO a VALUES (1)")
        try server.execute("CREATE TABLE b (x int); INSERT INTO b VALUES (2)")
        let place = "the schema \(server.name) of \(server.database.location)"
        #expect(throws: ToolError("\(place) is not empty: it has \"b\"", "--into-existing copies beside its tables")) {
            try CopyBench.copy(path, to: server)
        }
        #expect(try server.contents == ["'b'"])
        _ = try CopyBench.copy(path, to: server) { $0.intoExisting = true }
        #expect(try server.contents == ["'a'", "'b'"])
        #expect(throws: ToolError("\(place) has a table \"a\" already")) {
            try CopyBench.copy(path, to: server) { $0.intoExisting = true }
        }
        #expect(try server.rows("SELECT * FROM a") == [[1]])
    }
}
