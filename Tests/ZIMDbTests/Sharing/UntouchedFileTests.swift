import Foundation
import Testing
import ZIMDb

/// Opening somebody's database changes nothing in it.
@Suite struct UntouchedFileTests {
    @Test(arguments: [DatabaseOptions.JournalMode.wal, .delete, .truncate, .persist])
    func openingReadingAndClosingLeavesEveryByte(_ journal: DatabaseOptions.JournalMode) throws {
        let scratch = try Scratch()
        let maker = try scratch.database(journal: journal)
        try maker.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        maker.close()
        let before = try #require(scratch.bytes())
        for access in [DatabaseOptions.Access.readOnly, .readWrite, .create] {
            let database = try scratch.database { $0.access = access }
            #expect(try database.count("t") == 2)
            if access != .readOnly { try database.write { _ = try $0.rows("SELECT * FROM t") } }
            let mode = try database.journalMode()
            #expect(mode == (journal == .wal ? "wal" : "delete"))
            database.close()
            #expect(scratch.bytes() == before)
        }
    }

    @Test func theJournalModeIsSetOnlyWhereItIsAskedFor() throws {
        let scratch = try Scratch()
        let database = try scratch.database(journal: .wal)
        #expect(try database.journalMode() == "wal")
        database.close()
        let again = try scratch.database(journal: .delete)
        #expect(try again.journalMode() == "delete")
    }

    @Test func aModeThatCannotBeHadIsAnError() throws {
        let scratch = try Scratch()
        let maker = try scratch.database(journal: .wal)
        try maker.execute("CREATE TABLE t (v)")
        _ = try maker.count("t")
        // Another connection has the file open in WAL mode.
        let error = #expect(throws: DatabaseError.self) { try scratch.database(journal: .delete) }
        #expect(error?.code == .busy)
        #expect(error?.sql == "PRAGMA journal_mode = DELETE")
    }

    @Test func foreignKeysAreEnforcedUnlessSaidOtherwise() throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        try database.execute("CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p)")
        #expect(throws: DatabaseError.self) { try database.execute("INSERT INTO c VALUES (1)") }
        let lax = try scratch.database { $0.enforcesForeignKeys = false }
        try lax.execute("INSERT INTO c VALUES (1)")
        #expect(try lax.count("c") == 1)
    }

    @Test func aDatabaseThatIsDroppedClosesItsFiles() throws {
        let scratch = try Scratch()
        var database: Database? = try scratch.database(journal: .wal)
        try database?.execute("CREATE TABLE t (v)")
        _ = try database?.count("t")
        #expect(!scratch.openFiles.isEmpty)
        database = nil
        #expect(scratch.openFiles == [])
        // The last connection takes the log with it.
        #expect(!FileManager.default.fileExists(atPath: scratch.path("test.sqlite-wal")))
    }

    @Test func alsoBehindAFailure() throws {
        let scratch = try Scratch()
        try scratch.write(Data(repeating: 0x41, count: 4096), to: "test.sqlite")
        for _ in 0..<10 { #expect(throws: DatabaseError.self) { try scratch.database() } }
        #expect(scratch.openFiles == [])
    }
}

extension Database {
    /// SQLite takes the question for a change.
    fileprivate func journalMode() throws -> String? {
        try withoutTransaction { try $0.value("PRAGMA journal_mode", as: String.self) }
    }
}
