import Foundation
import Testing
import ZIMDb

/// Reading without a trace in the folder.
@Suite(.showingValues) struct UntouchedAccessTests {
    private func names(_ scratch: Scratch) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.folder).sorted()
    }

    @Test(arguments: [DatabaseOptions.JournalMode.wal, .delete])
    func noFileIsMade(_ journal: DatabaseOptions.JournalMode) throws {
        let scratch = try Scratch()
        let maker = try scratch.database("odd ?#% name", journal: journal)
        try maker.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        maker.close()
        let before = scratch.bytes("odd ?#% name")
        let database = try scratch.database("odd ?#% name") { $0.access = .untouched }
        #expect(try database.count("t") == 2)
        #expect(try names(scratch) == ["odd ?#% name"])
        let error = #expect(throws: DatabaseError.self) { try database.execute("INSERT INTO t VALUES (3)") }
        #expect(error?.code == .readOnly)
        database.close()
        #expect(try names(scratch) == ["odd ?#% name"])
        #expect(scratch.bytes("odd ?#% name") == before)
    }

    @Test func aLogThatSomebodyElseWritesIsRead() throws {
        let scratch = try Scratch()
        let writer = try scratch.database(journal: .wal)
        try writer.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        // Connections of one process share its -shm, so that there the reader's mark is seen in it.
        let before = ["", "-wal"].map { scratch.bytes("test.sqlite" + $0) }
        let database = try scratch.database { $0.access = .untouched }
        #expect(try database.count("t") == 2)
        database.close()
        #expect(["", "-wal"].map { scratch.bytes("test.sqlite" + $0) } == before)
        try writer.execute("INSERT INTO t VALUES (3)")
        #expect(try scratch.database { $0.access = .untouched }.count("t") == 3)
    }

    /// A file that nobody had open is read without locks; when somebody opens it, the next read sees what he writes.
    @Test func aFileThatIsOpenedLaterIsReadAnew() throws {
        let scratch = try Scratch()
        let maker = try scratch.database(journal: .wal)
        try maker.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        maker.close()
        let database = try scratch.database { $0.access = .untouched }
        #expect(try database.count("t") == 2)
        let writer = try scratch.database(journal: .wal)
        try writer.execute("INSERT INTO t VALUES (3)")
        #expect(try database.count("t") == 3)
        // And when it is closed again, so that the log is gone.
        try writer.execute("INSERT INTO t VALUES (4)")
        writer.close()
        #expect(try database.count("t") == 4)
    }

    /// What changes under a read is no answer.
    @Test func aFileThatChangesWhileItIsReadIsAnError() throws {
        let scratch = try Scratch()
        let maker = try scratch.database(journal: .wal)
        try maker.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        maker.close()
        let database = try scratch.database { $0.access = .untouched }
        let error = #expect(throws: DatabaseError.self) {
            try database.read { session in
                _ = try session.rows("SELECT * FROM t")
                let writer = try scratch.database(journal: .wal)
                try writer.execute("INSERT INTO t VALUES (3); CREATE TABLE u (v)")
                // Closing moves the log into the file.
                writer.close()
                _ = try session.rows("SELECT * FROM t")
            }
        }
        #expect(error?.code == .busy)
        #expect(error?.message.contains("was changed by another program while it was read") == true)
        #expect(try database.count("t") == 3)
    }

    /// Closing a file that SQLite has open, too, would give up the locks of the whole process on it.
    @Test(.enabled(if: OtherProcess.python != nil, "there is no python3 with sqlite3"))
    func theLocksOfThisProcessStay() throws {
        let scratch = try Scratch()
        let insert = "INSERT INTO t VALUES (3)"
        let writer = try scratch.database(journal: .delete)
        try writer.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
        try writer.write { session in
            try session.execute("INSERT INTO t VALUES (2)")
            #expect(try scratch.database { $0.access = .untouched }.count("t") == 1)
            #expect(try OtherProcess.runs(insert, path: scratch.path()) == false)
        }
        let database = try scratch.database { $0.access = .untouched }
        try database.read { session throws in
            #expect(try session.value("SELECT count(*) FROM t", as: Int.self) == 2)
            #expect(try scratch.database { $0.access = .untouched }.count("t") == 2)
            #expect(try OtherProcess.runs(insert, path: scratch.path()) == false)
        }
        #expect(try OtherProcess.runs(insert, path: scratch.path()))
        #expect(try writer.count("t") == 3)
    }

    /// Without its locks the next process that closes the file would take the log for one that nobody uses, and remove it.
    @Test(.enabled(if: OtherProcess.python != nil, "there is no python3 with sqlite3"))
    func theLogOfThisProcessStays() throws {
        let scratch = try Scratch()
        let writer = try scratch.database(journal: .wal)
        try writer.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
        #expect(try scratch.database { $0.access = .untouched }.count("t") == 1)
        #expect(try OtherProcess.runs("SELECT * FROM t", path: scratch.path()))
        #expect(scratch.bytes("test.sqlite-wal") != nil)
        try writer.execute("INSERT INTO t VALUES (2)")
        #expect(try writer.count("t") == 2)
    }

    @Test func aLogWithoutItsIndexIsAnError() throws {
        let scratch = try Scratch()
        let writer = try scratch.database(journal: .wal)
        try writer.execute("CREATE TABLE t (v)")
        // As a copy of the two files is, that was made while a program had them open.
        for suffix in ["", "-wal"] {
            try scratch.write(try #require(scratch.bytes("test.sqlite" + suffix)), to: "copy.sqlite" + suffix)
        }
        let error = #expect(throws: DatabaseError.self) {
            try scratch.database("copy.sqlite") { $0.access = .untouched }
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("has a write-ahead log of") == true)
        #expect(scratch.bytes("copy.sqlite-shm") == nil)
        let missing = #expect(throws: DatabaseError.self) { try scratch.database("none") { $0.access = .untouched } }
        #expect(missing?.code == .cannotOpen)
    }

    @Test func datesInAFormatOfTheirOwn() throws {
        let database = try Database.inMemory()
        try database.read { session in
            try session.forEachRow("SELECT 1000000000, '03.02.2001', NULL, 'soon'") { row in
                #expect(try row.get(0, date: .unixSeconds) == Date(timeIntervalSince1970: 1_000_000_000))
                #expect(try row.get(1, date: .pattern("dd.MM.yyyy")) == Date(timeIntervalSince1970: 981_158_400))
                let none: Date? = try row.get(2, date: .date)
                #expect(none == nil)
                let error = #expect(throws: ValueMismatch.self) {
                    let _: Date = try row.get(3, date: .date)
                }
                #expect(
                    error?.description
                        == "column \"'soon'\": text 'soon' cannot be read as `Date`: it is in no known date format")
                #expect(throws: ValueMismatch.self) { let _: Date = try row.get(2, date: .date) }
                #expect(throws: ValueMismatch.self) { let _: Date? = try row.get(9, date: .date) }
            }
        }
    }
}
