import Foundation
import Testing
import ZIMDb

/// Files that somebody has made to do harm.
@Suite struct UntrustedFileTests {
    let scratch: Scratch

    init() throws { scratch = try Scratch() }

    static let endless = """
        CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (a, b, c)); INSERT INTO t VALUES (1, 2, 3);
        CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) AS m FROM n;
        CREATE VIEW large AS SELECT zeroblob(900000000) AS z;
        """

    /// Views that are joined with themselves, one on top of the other: SQLite puts the last ones into one another for
    /// minutes before it runs anything.
    static func chain(of count: Int) -> String {
        (1...count).map { number in
            let below = number == 1 ? "t" : "v\(number - 1)"
            return "CREATE VIEW v\(number) AS SELECT x.a, y.b, x.c FROM \(below) AS x JOIN \(below) AS y ON x.a = y.a;"
        }.joined()
    }

    private func open(_ sql: String, _ adjust: (inout DatabaseOptions) -> Void = { _ in }) throws -> Database {
        let maker = try scratch.database()
        try maker.execute(SQL(unsafe: sql))
        maker.close()
        var options = DatabaseOptions.untrusted
        adjust(&options)
        return try Database(path: scratch.path(), options: options)
    }

    @Test func aViewThatNeverEndsIsStopped() throws {
        let database = try open(Self.endless) { $0.limits.statementTimeout = .milliseconds(250) }
        let error = failure { _ = try database.read { try $0.rows("SELECT m FROM endless") } }
        #expect(error?.code == .timedOut)
        #expect(error?.message == "\(scratch.path()): the statement took longer than 0.25 s")
        #expect(error?.sql == "SELECT m FROM endless")
        #expect(try database.read { try $0.rows("SELECT a, b, c FROM t").map(\.values) } == [[1, 2, 3]])
    }

    @Test func aStatementThatIsCompiledForEverIsStopped() throws {
        let database = try open(Self.endless + Self.chain(of: 60)) {
            $0.limits.statementTimeout = .milliseconds(250)
        }
        let error = failure { _ = try database.read { try $0.rows("SELECT a FROM v14") } }
        #expect(error?.code == .timedOut)
        // Tables are told without a look at the views.
        #expect(try database.count("t") == 1)
    }

    @Test func aCancelledTaskStopsCompiling() async throws {
        let database = try open(Self.endless + Self.chain(of: 14)) { $0.limits.statementTimeout = nil }
        let task = Task { try await database.read { _ = try $0.rows("SELECT a FROM v14") } }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aValueIsNotLargerThanAllowed() throws {
        let database = try open(Self.endless)
        let error = failure { _ = try database.read { try $0.rows("SELECT length(z) FROM large") } }
        #expect(error?.code == .tooBig)
        #expect(try database.read { try $0.value("SELECT length(zeroblob(60000000))", as: Int.self) } == 60_000_000)
    }

    @Test func nothingIsAttachedOrWritten() throws {
        let database = try open(Self.endless)
        let target = scratch.path("stolen.sqlite")
        func running(_ sql: SQL) -> DatabaseError? {
            failure { _ = try database.withoutTransaction { try $0.execute(sql) } }
        }
        #expect(running("ATTACH \(target) AS other")?.message == "too many attached databases - max 0")
        #expect(running("\u{FEFF}/* copy */ \u{0B}VACUUM INTO \(target)")?.code == .readOnly)
        let error = running("/* copy */ vacuum INTO \(target)")
        #expect(error?.code == .readOnly)
        #expect(error?.message == "\(scratch.path()) was opened untouched, and VACUUM writes files")
        #expect(failure { try database.execute("UPDATE t SET b = 9") }?.code == .readOnly)
        #expect(scratch.bytes("stolen.sqlite") == nil)
    }

    @Test func whatIsUntouchedDoesNotVacuumIntoAnotherFile() throws {
        let maker = try scratch.database()
        try maker.execute("CREATE TABLE t (a)")
        try maker.withoutTransaction { try $0.execute("VACUUM INTO \(scratch.path("own.sqlite"))") }
        maker.close()
        let database = try scratch.database { $0.access = .untouched }
        let error = failure {
            _ = try database.withoutTransaction { try $0.execute("VACUUM INTO \(scratch.path("other.sqlite"))") }
        }
        #expect(error?.hint == "Open it with access .readOnly for VACUUM INTO")
        #expect(scratch.bytes("own.sqlite") != nil)
        #expect(scratch.bytes("other.sqlite") == nil)
        for readers in [0, 4] {
            let reading = try scratch.database {
                $0.access = .readOnly
                $0.maximumReaders = readers
            }
            let name = "copy \(readers).sqlite"
            try reading.withoutTransaction { try $0.execute("VACUUM INTO \(scratch.path(name))") }
            #expect(try scratch.database(name).count("t") == 0)
            #expect(failure { try reading.execute("INSERT INTO t VALUES (1)") }?.code == .readOnly)
        }
    }

    /// Some libraries do not take their own JSON functions for harmless.
    @Test func aSchemaMayUseJSONFunctions() throws {
        let database = try open(
            """
            CREATE TABLE part (a INT, b INT, j TEXT, size AS (json_extract(j, '$.size')), PRIMARY KEY (a, b));
            CREATE INDEX part_size ON part (json_extract(j, '$.size'));
            CREATE VIEW sizes AS SELECT a, b, json_extract(j, '$.size') AS size FROM part;
            INSERT INTO part VALUES (1, 2, '{"size": 5}');
            """)
        try database.read { (session: Session) throws -> Void in
            #expect(try session.rows("SELECT a, b, size FROM part").map(\.values) == [[1, 2, 5]])
            #expect(try session.rows("SELECT * FROM sizes").map(\.values) == [[1, 2, 5]])
        }
    }

    @Test func theConnectionIsSetUpAsSQLiteAdvises() throws {
        let database = try open(Self.endless)
        let settings = try database.read { session in
            try ["trusted_schema", "cell_size_check", "mmap_size", "writable_schema"].map {
                try session.value("PRAGMA \(unsafe: $0)", as: Int.self) ?? -1
            }
        }
        #expect(settings == [SchemaTrust.canBeOff ? 0 : 1, 1, 0, 0])
        // Defensive: the schema cannot be written by hand.
        let byHand = failure {
            _ = try database.withoutTransaction {
                try $0.execute("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
            }
        }
        #expect(byHand != nil)
        #expect(try database.count("t") == 1)
        let depth = String(repeating: "(", count: 60) + "1" + String(repeating: ")", count: 60)
        #expect(try database.read { try $0.value("SELECT \(unsafe: depth)", as: Int.self) } == 1)
        let sum = Array(repeating: "a", count: 300).joined(separator: " + ")
        let error = failure { _ = try database.read { try $0.rows("SELECT \(unsafe: sum) FROM t") } }
        #expect(error?.message.hasPrefix("Expression tree is too large (maximum depth 250)") == true)
        #expect(error?.code == .tooBig)
    }

    @Test func tooManyInstructionsAreNamed() throws {
        let database = try open(Self.endless) { $0.limits.instructions = 60 }
        let sums = Array(repeating: "a + b", count: 200).joined(separator: ", ")
        let error = failure { _ = try database.read { try $0.rows("SELECT \(unsafe: sums) FROM t") } }
        #expect(error?.code == .outOfMemory)
        #expect(error?.hint?.contains("more instructions than the limits") == true)
        #expect(try database.read { try $0.value("SELECT 1", as: Int.self) } == 1)
    }

    @Test func limitsHoldForTrustedFilesToo() throws {
        let database = try scratch.database { $0.limits.statementTimeout = .milliseconds(200) }
        try database.execute(SQL(unsafe: Self.endless))
        #expect(failure { _ = try database.read { try $0.rows("SELECT m FROM endless") } }?.code == .timedOut)
        let writing = failure { try database.execute("INSERT INTO t SELECT m, 0, 0 FROM endless") }
        #expect(writing?.code == .timedOut)
        #expect(try database.count("t") == 1)
    }
}
