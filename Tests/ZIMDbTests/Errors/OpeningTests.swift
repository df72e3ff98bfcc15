import Foundation
import Testing
import ZIMDb

@Suite struct OpeningTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func error(_ name: String, _ access: DatabaseOptions.Access = .create) -> DatabaseError? {
        failure { _ = try Database(path: scratch.path(name), options: .access(access)) }
    }

    @Test func aMissingFileIsMadeOnlyWhereThatIsAsked() throws {
        for access in [DatabaseOptions.Access.readOnly, .readWrite] {
            let error = error("none.sqlite", access)
            #expect(error?.code == .cannotOpen)
            #expect(error?.message == "\(scratch.path("none.sqlite")) does not exist")
            #expect(error?.hint == "Check the path, or open it with access .create to make a new database")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("none.sqlite")))
        try Database(path: scratch.path("none.sqlite")).execute("CREATE TABLE t (v)")
        #expect(FileManager.default.fileExists(atPath: scratch.path("none.sqlite")))
    }

    @Test func aFolderIsNoDatabase() throws {
        try FileManager.default.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: true)
        for access in [DatabaseOptions.Access.readOnly, .readWrite, .create] {
            let error = error("folder", access)
            #expect(error?.code == .cannotOpen)
            #expect(error?.message == "\(scratch.path("folder")) is a folder, not a database")
        }
    }

    @Test func aMissingFolderIsNamed() {
        let error = error("no/such/file.sqlite")
        #expect(
            error?.message
                == "\(scratch.path("no/such/file.sqlite")) cannot be opened: there is no folder \(scratch.path("no/such"))"
        )
    }

    /// Opening a pipe would wait for a writer.
    @Test(arguments: [DatabaseOptions.Access.readOnly, .readWrite, .create, .untouched])
    func aNamedPipeIsRefused(_ access: DatabaseOptions.Access) throws {
        try #require(mkfifo(scratch.path("pipe"), 0o600) == 0)
        let error = error("pipe", access)
        #expect(error?.code == .cannotOpen)
        #expect(error?.message == "\(scratch.path("pipe")) is a named pipe, not a file")
    }

    @Test func aFileOfAnotherKindIsNotADatabase() throws {
        try scratch.write(
            Data("This is a letter, and no database. ".utf8) + Data(repeating: 0x20, count: 2000), to: "a")
        let error = error("a")
        #expect(error?.code == .notADatabase)
        #expect(error?.message == "\(scratch.path("a")) is not a SQLite database, or it is encrypted")
        #expect(scratch.bytes("a")?.count == 2035)
    }

    @Test func aTruncatedFileIsFoundOutBeforeAnythingIsRead() throws {
        let database = try scratch.database()
        try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (zeroblob(50000))")
        database.close()
        let whole = try #require(scratch.bytes())
        try scratch.write(whole.prefix(9000), to: "cut.sqlite")
        let error = error("cut.sqlite")
        #expect(error?.code == .corrupt)
        #expect(error?.message.hasPrefix("\(scratch.path("cut.sqlite")) is damaged or truncated: ") == true)
        #expect(error?.sql == "SELECT count(*) FROM sqlite_schema")
    }

    @Test func damageInTheMiddleIsAnErrorAndNotAnAnswer() throws {
        let database = try scratch.database()
        try database.execute("CREATE TABLE t (v)")
        try database.write { session throws in
            for number in 0..<500 {
                try session.execute("INSERT INTO t VALUES (\(String(repeating: "x", count: number)))")
            }
        }
        database.close()
        var bytes = try #require(scratch.bytes())
        for page in 2..<20 {
            bytes.replaceSubrange(page * 4096..<(page * 4096 + 200), with: Data(repeating: 0xEE, count: 200))
        }
        try scratch.write(bytes, to: "bad.sqlite")
        let damaged = try Database(path: scratch.path("bad.sqlite"))
        let error = failure { _ = try damaged.read { try $0.rows("SELECT v FROM t") } }
        #expect(error?.code == .corrupt)
        #expect(error?.sql == "SELECT v FROM t")
    }

    @Test func aFileThatIsTakenAwayIsNotReplacedByAnEmptyOne() throws {
        let database = try scratch.database()
        try FileManager.default.removeItem(atPath: scratch.path())
        let error = failure { _ = try database.count("sqlite_schema") }
        #expect(error?.code == .cannotOpen)
        #expect(scratch.bytes() == nil)
    }

    @Test func aRelativePathIsTheWorkingFoldersOfThatTime() throws {
        let database = try Database(path: "file:zim test.sqlite")
        defer { try? FileManager.default.removeItem(atPath: database.location) }
        #expect(database.location == FileManager.default.currentDirectoryPath + "/file:zim test.sqlite")
        #expect(FileManager.default.fileExists(atPath: "file:zim test.sqlite"))
    }

    @Test func anEmptyFileIsAnEmptyDatabase() throws {
        try scratch.write(Data(), to: "empty")
        let database = try Database(path: scratch.path("empty"), options: .readOnly)
        #expect(try database.count("sqlite_schema") == 0)
        #expect(scratch.bytes("empty")?.isEmpty == true)
    }

    @Test func aReadOnlyDatabaseRefusesToChange() throws {
        try scratch.database().execute("CREATE TABLE t (v)")
        let database = try Database(path: scratch.path(), options: .readOnly)
        let error = failure { try database.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.code == .readOnly)
        #expect(error?.message == "\(scratch.path()) cannot be changed: attempt to write a readonly database")
        let vacuum = failure { _ = try database.withoutTransaction { try $0.execute("VACUUM") } }
        #expect(vacuum?.code == .readOnly)
        #expect(try database.count("t") == 0)
        // Of another file nothing was said.
        _ = try database.withoutTransaction { try $0.execute("VACUUM INTO \(scratch.path("copy.sqlite"))") }
        #expect(try Database(path: scratch.path("copy.sqlite"), options: .readOnly).count("t") == 0)
    }

    @Test func explainChangesNothing() throws {
        let database = try scratch.database()
        try database.execute("CREATE TABLE t (v)")
        #expect(try database.read { try !$0.rows("EXPLAIN INSERT INTO t VALUES (1)").isEmpty })
        #expect(try database.count("t") == 0)
    }

    @Test func memoryIsOpenedWhateverTheAccess() throws {
        for access in [DatabaseOptions.Access.readOnly, .readWrite, .create] {
            #expect(try Database.inMemory(options: .access(access)).count("sqlite_schema") == 0)
            #expect(try Database.temporary(options: .access(access)).count("sqlite_schema") == 0)
            #expect(try Database(path: ":memory:", options: .access(access)).location == "database in memory")
        }
    }

    @Test func pathsAreTakenLiterally() throws {
        for path in ["", "a\u{0}b"] {
            let error = failure { _ = try Database(path: path) }
            #expect(error?.code == .cannotOpen)
        }
        for name in ["file:x?mode=memory", "a b", "ü🧑‍🚀", "it's", "%41", "a?b#c", "-x"] {
            try Database(path: scratch.path(name)).execute("CREATE TABLE t (v)")
            #expect(FileManager.default.fileExists(atPath: scratch.path(name)), "\(name)")
        }
    }

    #if canImport(Glibc)
        @Test(.inAProcessOfItsOwn) func aProcessWithoutAFileDescriptorIsToldSo() throws {
            try Database(path: scratch.path("old.sqlite")).execute("CREATE TABLE t (v)")
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
            var limit = rlimit()
            #expect(getrlimit(resource, &limit) == 0)
            let before = limit
            limit.rlim_cur = min(limit.rlim_cur, 256)
            #expect(setrlimit(resource, &limit) == 0)
            var taken: [Int32] = []
            while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { taken.append(descriptor) }
            let errors = [error("old.sqlite"), error("old.sqlite", .readOnly), error("new.sqlite")]
            for descriptor in taken { close(descriptor) }
            limit = before
            #expect(setrlimit(resource, &limit) == 0)
            let end = " cannot be opened: the process, or the system, has too many files open"
            #expect(errors.map { $0?.code } == [.cannotOpen, .cannotOpen, .cannotOpen])
            #expect(
                errors.map { $0?.message } == ["old.sqlite", "old.sqlite", "new.sqlite"].map { scratch.path($0) + end })
            #expect(error("old.sqlite") == nil)
        }
    #endif

    @Test(.enabled(if: OtherProcess.python != nil, "there is no python3 with sqlite3"))
    func aHotJournalIsRolledBackByWhoeverReadsFirst() throws {
        // What a process that died in the middle of a commit leaves behind.
        let database = try scratch.database()
        try database.execute("CREATE TABLE t (v); INSERT INTO t VALUES (1)")
        database.close()
        let before = try #require(scratch.bytes())
        #expect(try OtherProcess.dies(path: scratch.path()))
        #expect(scratch.bytes() != before)
        #expect(try scratch.database().count("t") == 1)
    }
}
