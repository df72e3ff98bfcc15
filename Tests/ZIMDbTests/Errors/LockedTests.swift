import Foundation
import Testing
import ZIMDb

@Suite(.timeLimit(.minutes(25))) struct LockedTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(.enabled(if: OtherProcess.python != nil, "there is no python3 with sqlite3"), arguments: ["wal", "delete"])
    func theMessageNamesTheProcessThatHoldsTheLock(_ journal: String) throws {
        let database = try scratch.database()
        try database.withoutTransaction { try $0.execute(SQL(unsafe: "PRAGMA journal_mode = \(journal)")) }
        try database.execute("CREATE TABLE t (v)")
        _ = try database.count("t")
        let other = try OtherProcess(path: scratch.path(), sql: ["BEGIN IMMEDIATE", "INSERT INTO t VALUES (1)"])
        let clock = ContinuousClock()
        var error: DatabaseError?
        let time = clock.measure { error = failure { try database.execute("INSERT INTO t VALUES (2)") } }
        #expect(error?.code == .busy)
        #expect(error?.primaryCode == 5)
        #expect(error?.sql == "BEGIN IMMEDIATE")
        let message = try #require(error?.message)
        #expect(message.hasPrefix("\(scratch.path()) is locked; waited "))
        #expect(message.contains("; held by process \(other.identifier) (python3"))
        #expect(!message.contains("another connection"))
        #expect(time > .milliseconds(250))
        #expect(error?.hint == "Try again, raise busyTimeout, or keep transactions short")
        // Readers are not held up.
        #expect(try database.count("t") == 0)
        other.end()
        try database.execute("INSERT INTO t VALUES (2)")
        #expect(try database.count("t") == 1)
    }

    @Test(.enabled(if: OtherProcess.python != nil, "there is no python3 with sqlite3"))
    func aReaderOfAnotherProcessHoldsUpACommit() throws {
        let database = try scratch.database()
        try database.execute("CREATE TABLE t (v)")
        let other = try OtherProcess(path: scratch.path(), sql: ["BEGIN", "SELECT * FROM t"])
        let error = failure { try database.execute("INSERT INTO t VALUES (2)") }
        #expect(error?.code == .busy)
        #expect(error?.sql == "COMMIT")
        #expect(error?.message.contains("; held by process \(other.identifier) (python3") == true)
        // The lock of the connection that fails is no other's.
        #expect(error?.message.contains("another connection") == false)
        other.end()
        #expect(try database.count("t") == 0)
        try database.execute("INSERT INTO t VALUES (2)")
    }

    @Test func anotherConnectionOfThisProcessIsNamedToo() throws {
        let database = try scratch.database()
        let other = try scratch.database()
        try other.write { session throws in
            try session.execute("CREATE TABLE t (v)")
            let error = failure { try database.execute("CREATE TABLE u (v)") }
            #expect(error?.code == .busy)
            let own = ProcessInfo.processInfo.processIdentifier
            #expect(error?.message.hasSuffix("; held by another connection of this process (\(own))") == true)
        }
        try database.execute("CREATE TABLE u (v)")
    }

    @Test func aLockThatIsGivenBackInTimeIsWaitedFor() throws {
        let database = try scratch.database { $0.busyTimeout = .seconds(10) }
        let other = try scratch.database()
        let isInside = DispatchSemaphore(value: 0)
        let holder = start {
            try other.write { session throws in
                try session.execute("CREATE TABLE t (v)")
                isInside.signal()
                usleep(100_000)
            }
        }
        isInside.wait()
        try database.execute("INSERT INTO t VALUES (1)")
        holder.wait()
        #expect(try database.count("t") == 1)
    }

    @Test func noTimeOutMeansNoWaiting() throws {
        let database = try scratch.database { $0.busyTimeout = .zero }
        let other = try scratch.database()
        try other.write { _ in
            let error = failure { try database.execute("CREATE TABLE u (v)") }
            #expect(error?.message.contains("is locked; waited 0.0 s") == true)
        }
        // The longest of durations is not too long.
        let patient = try scratch.database { $0.busyTimeout = .seconds(Int64.max) }
        try patient.execute("CREATE TABLE t (v)")
    }

    @Test func aTableThatTheSessionReadsIsNotSaidToBeLockedByOthers() throws {
        let database = try Database.holding("CREATE TABLE t (v); INSERT INTO t VALUES (1), (2)")
        let error = failure {
            try database.write { session throws in
                try session.forEachRow("SELECT v FROM t") { _ in try session.execute("DROP TABLE t") }
            }
        }
        #expect(error?.code == .busy)
        #expect(error?.message == "database in memory: database table is locked")
        #expect(error?.hint == "End the loop over the rows first")
        #expect(try database.count("t") == 2)
    }
}
