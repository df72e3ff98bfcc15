import Foundation
import Testing
import ZIMOrm
import ZIMTool

/// No command changes a byte of the file, or makes or removes one beside it.
@Suite struct UntouchedTests {
    static let hasPython: Comment = "there is no Python 3 to play the other program"

    /// Runs everything that reads the database; gives the number of rows of `tenant` that it saw.
    @discardableResult
    private func runAll(_ path: String, _ out: String) throws -> Int? {
        var seen: Int?
        do {
            let file = try InspectedDatabase(path: path)
            let inspection = try Inspection(of: file)
            _ = inspection.text()
            seen = inspection.counts["tenant"]
            _ = try Examination(of: file).text()
            _ = try Generation(of: file).write(to: out)
            _ = try FolderCheck(of: file, folder: out)
            _ = try Diagram(of: file).text(.svg)
            try ResultPrinter(format: .csv) { _ in }.run("SELECT * FROM tenant", on: file.database)
            let shell = Shell(file: file) { _ in }
            shell.take(".tables")
            shell.take("INSERT INTO tenant VALUES (9, 'x'); SELECT 1;")
        }
        return seen
    }

    @Test(arguments: [DatabaseOptions.JournalMode.delete, .truncate, .persist, .wal])
    func aFileThatNobodyHasOpen(_ mode: DatabaseOptions.JournalMode) throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql, name: "a file ?#%.sqlite", journal: mode)
        let before = scratch.contents
        #expect(try runAll(path, out.folder) == 2)
        #expect(scratch.contents == before)
    }

    @Test(.enabled(if: OtherProgram.python != nil, hasPython))
    func aFileInWALModeThatAnotherProgramWrites() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql, journal: .wal)
        let other = try OtherProgram(
            path: path,
            script: """
                c.execute("INSERT INTO tenant VALUES (3, 'committed')")
                c.execute("BEGIN IMMEDIATE")
                c.execute("INSERT INTO tenant VALUES (4, 'open')")
                """)
        let before = scratch.contents
        #expect(before.keys.sorted() == ["trap.sqlite", "trap.sqlite-shm", "trap.sqlite-wal"])
        // What was committed to the log is seen, the open transaction is not.
        #expect(try runAll(path, out.folder) == 3)
        #expect(scratch.contents == before)
        withExtendedLifetime(other) {}
    }

    @Test(.enabled(if: OtherProgram.python != nil, hasPython))
    func aFileWithAJournalThatAnotherProgramWrites() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql)
        let other = try OtherProgram(
            path: path, script: "c.execute('BEGIN IMMEDIATE')\nc.execute(\"INSERT INTO tenant VALUES (4, 'open')\")")
        let before = scratch.contents
        #expect(try runAll(path, out.folder) == 2)
        #expect(scratch.contents == before)
        withExtendedLifetime(other) {}
    }

    /// A program died: its log holds what was committed, and its -shm is there or not.
    @Test(.enabled(if: OtherProgram.python != nil, hasPython), arguments: [true, false])
    func aLogThatWasLeftBehind(_ hasIndex: Bool) throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql, journal: .wal)
        let other = try OtherProgram(path: path, script: "c.execute(\"INSERT INTO tenant VALUES (3, 'committed')\")")
        other.crash()
        if !hasIndex { try FileManager.default.removeItem(atPath: path + "-shm") }
        let before = scratch.contents
        #expect(before["trap.sqlite-wal"]?.isEmpty == false)
        #expect(try runAll(path, out.folder) == 3)
        #expect(scratch.contents == before)
        #expect((try InspectedDatabase(path: path).copyReason != nil) == !hasIndex)
    }

    /// A program died in the middle of a transaction: what is in the file is taken back, in a copy.
    @Test(.enabled(if: OtherProgram.python != nil, hasPython))
    func aHotJournal() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql)
        let other = try OtherProgram(
            path: path,
            script: """
                c.execute("PRAGMA cache_size = 1")
                c.execute("BEGIN")
                for i in range(100, 400): c.execute("INSERT INTO tenant VALUES (?, hex(zeroblob(500)))", (i,))
                """)
        other.crash()
        let before = scratch.contents
        #expect(before.keys.contains("trap.sqlite-journal"))
        #expect(try InspectedDatabase(path: path).copyReason != nil)
        #expect(try runAll(path, out.folder) == 2)
        #expect(scratch.contents == before)
    }

    /// SQLite looks for the log beside the file that a link leads to.
    @Test(.enabled(if: OtherProgram.python != nil, hasPython)) func aLinkToAFileThatAnotherProgramWrites() throws {
        let (scratch, links, out) = (try ToolScratch(), try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql, journal: .wal)
        try FileManager.default.createSymbolicLink(atPath: links.path("link.sqlite"), withDestinationPath: path)
        let other = try OtherProgram(path: path, script: "c.execute(\"INSERT INTO tenant VALUES (3, 'committed')\")")
        let before = (scratch.contents, links.contents)
        #expect(try runAll(links.path("link.sqlite"), out.folder) == 3)
        other.crash()
        try FileManager.default.removeItem(atPath: path + "-shm")
        let left = (scratch.contents, links.contents)
        #expect(try runAll(links.path("link.sqlite"), out.folder) == 3)
        #expect((scratch.contents, links.contents) == left)
        #expect(before.1 == left.1)
    }

    @Test func aFolderThatMayNotBeWritten() throws {
        let (scratch, out) = (try ToolScratch(), try ToolScratch())
        let path = try scratch.database(TrapSchema.sql, journal: .wal)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.folder)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.folder) }
        #expect(try runAll(path, out.folder) == 2)
        #expect(scratch.contents.count == 1)
    }

    @Test func whatIsNoDatabase() throws {
        let scratch = try ToolScratch()
        try scratch.write(String(repeating: "no database ", count: 100), to: "text.sqlite")
        let text = #expect(throws: DatabaseError.self) { try InspectedDatabase(path: scratch.path("text.sqlite")) }
        #expect(text?.code == .notADatabase)
        let missing = #expect(throws: DatabaseError.self) {
            try InspectedDatabase(path: scratch.path("missing.sqlite"))
        }
        #expect(missing?.code == .cannotOpen)
        #expect(scratch.contents.keys.sorted() == ["text.sqlite"])
    }
}
