import Foundation
import Synchronization
import TestServer
import Testing
import ZIMOrm
import ZIMTool

/// Several tables at once: the same rows as one after another, all of one moment, and nothing left of a failure.
@Suite(.enabled(if: ServerScratch.isAvailable, ServerScratch.absence)) struct CopyJobsTests {
    private struct Stop: Error {}

    /// Keys of one, two and three columns, more rows than are copied without a word of progress, a table without rows.
    private static let sql = """
        CREATE TABLE one (id INTEGER PRIMARY KEY, two_a INT, two_b TEXT, v NUMERIC, FOREIGN KEY (two_b, two_a) REFERENCES two (b, a));
        CREATE TABLE two (a INT, b TEXT, v REAL, PRIMARY KEY (b, a)) WITHOUT ROWID;
        CREATE TABLE three (x INT, y TEXT, z DATE, v BLOB, PRIMARY KEY (z, x, y));
        CREATE TABLE none (x INT, y TEXT);
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO one SELECT i * 3, i, 'k' || i, i / 4.0 FROM n;
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO two SELECT i, 'k' || i, i / 7.0 FROM n;
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
            INSERT INTO three SELECT i % 7, 'y' || i, date('2000-01-01', '+' || (i % 90) || ' days'), randomblob(9) FROM n;
        """

    /// Waits in the middle of each table until another one is in its middle, too.
    private final class Meeting: Sendable {
        private let tables = Mutex<Set<String>>([])

        func wait(_ progress: CopyProgress) throws {
            guard progress.phase == .copying, !progress.isTableDone else { return }
            tables.withLock { _ = $0.insert(progress.table) }
            // All tests at once leave little time to each.
            let end = ContinuousClock.now + .seconds(300)
            while tables.withLock({ $0.count }) < 2 {
                guard ContinuousClock.now < end else { throw Stop() }
                usleep(1_000)
            }
        }
    }

    private func leftSchemas(_ server: ServerScratch) throws -> Int? {
        try server.value(
            """
            SELECT count(*) FROM pg_namespace WHERE obj_description(oid, 'pg_namespace') \
            LIKE 'What an interrupted zim copy of % into the schema \(server.name) has%'
            """, as: Int.self)
    }

    @Test(arguments: [2, 3, 8]) func fileToServerAndOn(_ jobs: Int) throws {
        let (scratch, server, other) = (try ToolScratch(), try ServerScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        let meeting = Meeting()
        let report = try CopyBench.copy(path, to: server) {
            $0.jobs = jobs
            $0.onProgress = { try meeting.wait($0) }
        }
        #expect(report.rows == 15_000 && report.loadedRows == 15_000)
        let alone = try CopyBench.copy(path, to: other)
        #expect(report.tables.map(\.checksum) == alone.tables.map(\.checksum))
        #expect(report.tables.map(\.name) == alone.tables.map(\.name))
        #expect(try server.contents == other.contents)
        #expect(try leftSchemas(server) == 0)
        #expect(try CopyBench.foreignKeys(CopyBench.schema(server)) == CopyBench.foreignKeys(CopyBench.schema(other)))
        _ = try CopyBench.copy(server, to: scratch.path("back.sqlite"))
        #expect(try CopyBench.rows(scratch.path("back.sqlite")) == CopyBench.rows(path))
        // From a server, whose snapshot is handed on.
        let third = try ServerScratch()
        let again = Meeting()
        var options = CopyOptions()
        options.jobs = jobs
        options.onProgress = { try again.wait($0) }
        let source = try Database(url: server.url)
        defer { source.close() }
        #expect(try DatabaseCopy(from: source, to: .server(third.database), options: options).run().rows == 15_000)
        #expect(
            try third.rows("SELECT * FROM three ORDER BY z, x, y")
                == server.rows("SELECT * FROM three ORDER BY z, x, y"))
    }

    /// What is written while the copy runs is not part of it, whichever session reads the table.
    @Test func whatIsWrittenMeanwhile() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql, journal: .wal)
        let isWritten = Mutex(false)
        let write: @Sendable (Database) throws -> Void = { database in
            let isFirst = isWritten.withLock { isWritten in
                defer { isWritten = true }
                return !isWritten
            }
            guard isFirst else { return }
            for table in ["one", "two", "three"] {
                try database.execute("UPDATE \(identifier: table) SET v = 1")
                try database.execute("DELETE FROM \(identifier: table) WHERE v = 1 AND length(CAST(v AS TEXT)) > 3")
            }
            try database.execute("INSERT INTO two (a, b) VALUES (-1, 'new')")
        }
        let writer = try Database(path: path)
        defer { writer.close() }
        let before = try CopyBench.rows(path)
        let report = try CopyBench.copy(path, to: server) {
            $0.jobs = 3
            $0.onProgress = { _ in try write(writer) }
        }
        #expect(report.rows == 15_000)
        #expect(try writer.read { try $0.value("SELECT count(*) FROM two", as: Int.self) } == 5_001)
        _ = try CopyBench.copy(server, to: scratch.path("back.sqlite"))
        #expect(try CopyBench.rows(scratch.path("back.sqlite")) == before)
        // The same from the server.
        isWritten.withLock { $0 = false }
        let other = try ServerScratch()
        var options = CopyOptions()
        options.jobs = 3
        let database = server.database
        options.onProgress = { _ in
            try isWritten.withLock { isWritten in
                if !isWritten { try database.execute("INSERT INTO two (a, b) VALUES (-1, 'new'); DELETE FROM three") }
                isWritten = true
            }
        }
        let source = try Database(url: server.url)
        defer { source.close() }
        #expect(try DatabaseCopy(from: source, to: .server(other.database), options: options).run().rows == 15_000)
        #expect(try server.value("SELECT count(*) FROM three", as: Int.self) == 0)
    }

    @Test(arguments: [CopyProgress.Phase.checking, .copying, .comparing, .indexing])
    func aFailureLeavesNothing(_ phase: CopyProgress.Phase) throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        #expect(throws: Stop.self) {
            try CopyBench.copy(path, to: server) {
                $0.jobs = 3
                $0.onProgress = { if $0.phase == phase, $0.table != "none" { throw Stop() } }
            }
        }
        #expect(try server.contents == [])
        #expect(try leftSchemas(server) == 0)
        #expect(try CopyBench.copy(path, to: server) { $0.jobs = 2 }.rows == 15_000)
    }

    @Test func resumed() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database(Self.sql)
        func setup(_ options: inout CopyOptions) {
            options.jobs = 2
            options.isResumable = true
            options.rowsPerTransaction = 700
        }
        #expect(throws: Stop.self) {
            try CopyBench.copy(path, to: server) {
                setup(&$0)
                $0.onProgress = { if $0.phase == .copying, $0.rows >= 4_096 { throw Stop() } }
            }
        }
        #expect(try server.contents == [])
        #expect(try leftSchemas(server) == 1)
        let report = try CopyBench.copy(path, to: server, setup)
        #expect(report.resumedRows + report.loadedRows == 15_000)
        #expect(report.resumedRows > 2_000)
        #expect(try leftSchemas(server) == 0)
        _ = try CopyBench.copy(server, to: scratch.path("back.sqlite"))
        #expect(try CopyBench.rows(scratch.path("back.sqlite")) == CopyBench.rows(path))
    }

    @Test func onlyToAServerAndIntoOneSchema() throws {
        let (scratch, server) = (try ToolScratch(), try ServerScratch())
        let path = try scratch.database("CREATE TABLE t (a INT)")
        let error = #expect(throws: ToolError.self) {
            try CopyBench.copy(path, to: scratch.path("new.sqlite")) { $0.jobs = 2 }
        }
        #expect(error?.message.hasPrefix("--jobs copies several tables to a server at once; ") == true)
        let other = server.name + "_2"
        try server.execute("CREATE SCHEMA \(other); CREATE TABLE \(other).t (a int); CREATE TABLE t (a int)")
        defer { _ = try? server.execute("DROP SCHEMA \(other) CASCADE") }
        let target = try ServerScratch()
        var options = CopyOptions()
        options.jobs = 2
        options.schemas = [server.name, other]
        let failure = #expect(throws: ToolError.self) {
            try DatabaseCopy(from: server.database, to: .server(target.database), options: options).run()
        }
        #expect(failure?.message.hasPrefix("--jobs copies into one schema of PostgreSQL") == true)
        #expect(try target.contents == [])
    }

    #if MySQL
        @Test(.mySQLServer) func toAndFromMySQL() throws {
            let (scratch, server) = (try ToolScratch(), try MySQLScratch())
            let path = try scratch.database(Self.sql)
            let meeting = Meeting()
            let report = try CopyBench.copy(path, to: server) {
                $0.jobs = 3
                $0.onProgress = { try meeting.wait($0) }
            }
            #expect(report.rows == 15_000)
            #expect(try server.contents == ["none", "one", "three", "two"])
            let other = try MySQLScratch()
            #expect(try CopyBench.copy(server, to: other.url) { $0.jobs = 2 }.rows == 15_000)
            let back = scratch.path("back.sqlite")
            _ = try CopyBench.copy(other, to: back)
            #expect(try CopyBench.rows(back) == CopyBench.rows(path))
            #expect(throws: Stop.self) {
                try CopyBench.copy(path, to: MySQLScratch()) {
                    $0.jobs = 3
                    $0.onProgress = { if $0.phase == .comparing { throw Stop() } }
                }
            }
        }
    #endif
}
