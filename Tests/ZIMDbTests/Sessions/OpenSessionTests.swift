import Foundation
import Synchronization
import Testing

@testable import ZIMDb

@Suite struct OpenSessionTests {
    private func database() throws -> Database {
        let database = try Database.inMemory()
        try database.execute("CREATE TABLE t (w INT, n INT, PRIMARY KEY (w, n))")
        return database
    }

    private func count(_ session: OpenSession) throws -> Int {
        try session.run { try $0.value("SELECT count(*) FROM t", as: Int.self) ?? -1 }
    }

    private func add(_ number: Int, _ session: OpenSession) throws {
        try session.run { try $0.execute("INSERT INTO t VALUES (1, \(number))") }
    }

    @Test func aTransactionIsOpenFromTheStartAndAfterEachCommit() throws {
        let database = try database()
        let (_, statements) = try database.tracing(includingTransactions: true) {
            let session = try database.openSession()
            try add(1, session)
            try session.commit()
            try add(2, session)
            try session.rollback()
            session.close()
        }
        #expect(
            statements.map(\.sql) == [
                "BEGIN IMMEDIATE", "INSERT INTO t VALUES (1, ?)", "COMMIT", "BEGIN IMMEDIATE",
                "INSERT INTO t VALUES (1, ?)", "ROLLBACK", "BEGIN IMMEDIATE", "ROLLBACK",
            ])
        #expect(try database.read { try $0.value("SELECT n FROM t", as: Int.self) } == 1)
    }

    @Test func aNestedSessionIsASavepoint() throws {
        let database = try database()
        let outer = try database.openSession()
        try add(1, outer)
        let (_, statements) = try database.tracing(includingTransactions: true) {
            let inner = try outer.nested()
            try add(2, inner)
            try inner.rollback()
            try add(3, inner)
            try inner.commit()
            try add(4, inner)
            inner.close()
        }
        #expect(
            statements.map(\.sql).filter { !$0.hasPrefix("INSERT") } == [
                "SAVEPOINT zim_1", "ROLLBACK TO zim_1", "RELEASE zim_1", "SAVEPOINT zim_1", "ROLLBACK TO zim_1",
                "RELEASE zim_1",
            ])
        #expect(try outer.run { try $0.rows("SELECT n FROM t ORDER BY n").map { $0[0] } } == [1, 3])
    }

    @Test func aNestedSessionThatChangedNothingIsInNobodysWay() throws {
        let database = try database()
        let outer = try database.openSession()
        let inner = try outer.nested()
        let innermost = try inner.nested()
        try add(1, outer)
        try outer.commit()
        try add(2, innermost)
        #expect(try outer.hasNestedChanges)
        try innermost.rollback()
        #expect(try count(outer) == 1)
        #expect(try !outer.hasNestedChanges)
        try outer.rollback()
        #expect(try count(inner) == 1)
    }

    @Test func aCommitWaitsForNestedChangesToBeDecided() throws {
        let database = try database()
        let outer = try database.openSession()
        let inner = try outer.nested()
        try add(1, inner)
        let error = #expect(throws: DatabaseError.self) { try outer.commit() }
        #expect(error?.code == .misuse)
        #expect(error?.message == "a nested session has changes that are neither committed nor rolled back")
        #expect(error?.hint == "Commit it or roll it back first")
        try inner.commit()
        try outer.commit()
        try outer.rollback()
        #expect(try count(outer) == 1)
    }

    @Test func rollingTheOuterSessionBackUndoesTheNestedOnesToo() throws {
        let database = try database()
        let outer = try database.openSession()
        let inner = try outer.nested()
        try add(1, inner)
        try inner.commit()
        try add(2, inner)
        try outer.rollback()
        #expect(try count(inner) == 0)
        try add(3, inner)
        try inner.commit()
        try outer.commit()
        #expect(try count(outer) == 1)
    }

    @Test func aSessionThatIsReleasedRollsBackAndGivesTheConnectionBack() throws {
        let database = try database()
        do {
            let session = try database.openSession()
            try add(1, session)
        }
        #expect(try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 0)
        let session = try database.openSession()
        session.close()
        session.close()
        let error = #expect(throws: DatabaseError.self) { try add(1, session) }
        #expect(error?.code == .misuse)
        #expect(throws: DatabaseError.self) { try session.commit() }
        #expect(throws: DatabaseError.self) { try session.rollback() }
    }

    @Test func theThreadThatOpenedItFindsItInReadAndWrite() throws {
        let database = try database()
        let session = try database.openSession()
        try add(1, session)
        #expect(try database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) } == 1)
        #expect(throws: CancellationError.self) {
            try database.write { session in
                try session.execute("INSERT INTO t VALUES (1, 2)")
                throw CancellationError()
            }
        }
        try database.execute("INSERT INTO t VALUES (1, 3)")
        #expect(try count(session) == 2)
        let error = #expect(throws: DatabaseError.self) { _ = try database.openSession() }
        #expect(error?.code == .misuse)
        #expect(error?.hint == "Use nested() of an open session, or transaction inside a closure")
        #expect(throws: DatabaseError.self) { try database.withoutTransaction { _ in } }
        try session.rollback()
        #expect(try count(session) == 0)
    }

    @Test func anyThreadMayUseItOneAtATime() throws {
        let database = try database()
        let session = try database.openSession()
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            do { try session.run { try $0.execute("INSERT INTO t VALUES (2, \(number))") } } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(try count(session) == 40)
    }

    @Test func anotherThreadWaitsUntilItIsClosed() throws {
        let database = try database()
        let session = try database.openSession()
        try add(1, session)
        let done = Dispatch.DispatchSemaphore(value: 0)
        let seen = Mutex<Int?>(nil)
        Thread.detachNewThread {
            let count = try? database.read { try $0.value("SELECT count(*) FROM t", as: Int.self) }
            seen.withLock { $0 = count ?? nil }
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 0.05) == .timedOut)
        try session.commit()
        session.close()
        #expect(done.wait(timeout: .now() + 10) == .success)
        #expect(seen.withLock { $0 } == 1)
    }

    @Test func aRefusedCommitLosesNothing() throws {
        let database = try database()
        try database.execute(
            "CREATE TABLE c (w INT, n INT, FOREIGN KEY (w, n) REFERENCES t (w, n) DEFERRABLE INITIALLY DEFERRED)")
        let session = try database.openSession()
        try session.run { try $0.execute("INSERT INTO c VALUES (1, 7)") }
        let error = #expect(throws: DatabaseError.self) { try session.commit() }
        #expect(error?.code == .constraint)
        try add(7, session)
        try session.commit()
        try session.rollback()
        #expect(try count(session) == 1)
    }

    @Test func whatEndsTheTransactionItselfIsReportedUntilItIsRolledBack() throws {
        let database = try database()
        let session = try database.openSession()
        try add(1, session)
        #expect(throws: DatabaseError.self) { try session.run { try $0.execute("ROLLBACK") } }
        let error = #expect(throws: DatabaseError.self) { try add(2, session) }
        #expect(error?.code == .transactionEnded)
        #expect(throws: DatabaseError.self) { try session.commit() }
        try session.rollback()
        try add(3, session)
        try session.commit()
        #expect(try count(session) == 1)
    }

    @Test func noLevelEndsInsideAClosuresTransaction() throws {
        let database = try database()
        let session = try database.openSession()
        try session.run { core in
            try core.transaction { _ in
                try add(1, session)
                let error = #expect(throws: DatabaseError.self) { try session.commit() }
                #expect(error?.message.hasPrefix("a transaction of a closure is open") == true)
                #expect(throws: DatabaseError.self) { try session.rollback() }
            }
        }
        try session.commit()
        #expect(try count(session) == 1)
    }
}
