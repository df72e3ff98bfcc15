import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// Copies into files that others have open, or that a crash left in pieces.
@Suite struct CopyIntoFileTests {
    private static let sql = """
        CREATE TABLE a (x INT, y INT, PRIMARY KEY (x, y)); CREATE INDEX a_y ON a (y);
        INSERT INTO a VALUES (1, 1), (1, 2)
        """

    private func rows(_ path: String, _ sql: SQL) throws -> [[SQLValue]] {
        let database = try Database(path: path)
        defer { database.close() }
        return try database.withoutTransaction { try $0.rows(sql).map(\.values) }
    }

    /// The log of the target holds commits that its file does not have yet.
    @Test(arguments: [DatabaseOptions.JournalMode.wal, .delete])
    func besideWhatAnotherProgramHasOpen(_ journal: DatabaseOptions.JournalMode) throws {
        let scratch = try ToolScratch()
        let source = try scratch.database(Self.sql)
        let target = try scratch.database(
            "CREATE TABLE b (n INTEGER PRIMARY KEY, t TEXT)", name: "target.sqlite", journal: journal)
        let other = try Database(path: target)
        try other.write { session in
            for number in 0..<2_000 { try session.execute("INSERT INTO b VALUES (\(number), hex(randomblob(50)))") }
        }
        let report = try CopyBench.copy(source, to: target) { $0.intoExisting = true }
        #expect(report.rows == 2)
        // It goes on, and what it writes is in the same file.
        try other.execute("INSERT INTO b VALUES (9999, 'later')")
        #expect(try other.read { try $0.value("SELECT count(*) FROM a", as: Int.self) } == 2)
        other.close()
        #expect(try rows(target, "PRAGMA integrity_check") == [["ok"]])
        #expect(try rows(target, "SELECT count(*) FROM b") == [[2_001]])
        #expect(try rows(target, "SELECT * FROM a ORDER BY 1, 2") == [[1, 1], [1, 2]])
        #expect(try rows(target, "PRAGMA journal_mode") == [[.text(journal.rawValue.lowercased())]])
    }

    /// What fails leaves the target as it was.
    @Test func whatFailsIsUndone() throws {
        struct Stop: Error {}
        let scratch = try ToolScratch()
        let source = try scratch.database(Self.sql)
        let target = try scratch.database("CREATE TABLE b (n); INSERT INTO b VALUES (1)", name: "target.sqlite")
        for phase in [CopyProgress.Phase.copying, .indexing, .comparing] {
            #expect(throws: Stop.self) {
                try CopyBench.copy(source, to: target) { options in
                    options.intoExisting = true
                    options.onProgress = { if $0.phase == phase { throw Stop() } }
                }
            }
            #expect(try CopyBench.rows(target) == ["b": ["'integer' '1'"]], "\(phase)")
        }
    }

    @Test func aLinkLeadsToTheFile() throws {
        let scratch = try ToolScratch()
        let source = try scratch.database(Self.sql)
        let target = try scratch.database("CREATE TABLE b (n); INSERT INTO b VALUES (1)", name: "target.sqlite")
        let link = scratch.path("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        _ = try CopyBench.copy(source, to: link) { $0.intoExisting = true }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try rows(target, "SELECT count(*) FROM a") == [[2]])
    }

    /// SQLite would take the log of another file for one of the new file.
    @Test(arguments: ["-wal", "-journal"]) func remainsOfAnotherFile(_ suffix: String) throws {
        let scratch = try ToolScratch()
        let source = try scratch.database(Self.sql)
        try scratch.write("what a crash left", to: "new.sqlite" + suffix)
        let before = scratch.contents
        let path = scratch.path("new.sqlite")
        let error = #expect(throws: ToolError.self) { try CopyBench.copy(source, to: path) }
        #expect(error?.message.hasPrefix(path + suffix + " is there: ") == true)
        #expect(scratch.contents == before)
    }

    /// Others may write to the file between two runs.
    @Test func aResumableCopyMakesANewFile() throws {
        let scratch = try ToolScratch()
        let source = try scratch.database(Self.sql)
        let target = try scratch.database("CREATE TABLE b (n)", name: "target.sqlite")
        let error = #expect(throws: ToolError.self) {
            try CopyBench.copy(source, to: target) {
                $0.intoExisting = true
                $0.isResumable = true
            }
        }
        #expect(error?.message == "\(target) has other tables, and a copy with --resumable makes a new file")
    }

    /// Between two files rows are copied as they are, with those that came while checks were off.
    @Test func rowsThatBreakAnyCheck() throws {
        let scratch = try ToolScratch()
        let source = try scratch.database(
            """
            CREATE TABLE coupon (shop INT, code TEXT, n INT CHECK (n > 0), PRIMARY KEY (shop, code));
            PRAGMA ignore_check_constraints = ON; INSERT INTO coupon VALUES (1, 'old', -5), (1, 'new', 5)
            """)
        let target = scratch.path("copy.sqlite")
        _ = try CopyBench.copy(source, to: target)
        #expect(try rows(target, "SELECT code, n FROM coupon ORDER BY n") == [["old", -5], ["new", 5]])
        let copy = try Database(path: target)
        #expect(throws: DatabaseError.self) { try copy.execute("INSERT INTO coupon VALUES (2, 'x', -1)") }
        copy.close()
    }

    /// A slip of the hand would write over a database.
    @Test func aReportThatNamesADatabase() throws {
        let scratch = try ToolScratch()
        let path = try scratch.database(Self.sql)
        let before = scratch.contents
        let report = try Program.run(["copy", path, scratch.path("n.sqlite"), "--report", path])
        #expect(report.status == 2)
        #expect(report.err.contains("\(path) is a SQLite database, and would be lost"))
        let diagram = try Program.run(["diagram", path, "--output", path])
        #expect(diagram.status == 2)
        #expect(diagram.err.contains("is a SQLite database, and would be lost"))
        #expect(scratch.contents == before)
    }
}
