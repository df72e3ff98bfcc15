import Foundation
import Synchronization

/// What a model keeps of the session that loaded it: a way back to it that ends when the session does.
///
/// A model may be sent on, even while its session is still open. So everything here may be asked by any thread, and the
/// session is given only to the thread that it runs on.
package final class SessionHandle: Sendable {
    package let database: Database
    /// The session around this one on the same thread, of this or another database.
    let outer: SessionHandle?
    private let thread: UInt
    /// Where the session is an open one: lets one thread at a time in, whichever it is.
    let gate: SessionGate?
    /// The address of the session as long as it is valid, then 0.
    private let current = Atomic<UInt>(0)
    /// The generation that the session ended with; before that one which no session reaches, except where it only reads.
    private let last: Atomic<UInt64>

    @TaskLocal static var innermost: SessionHandle?

    init(database: Database, outer: SessionHandle?, isReadOnly: Bool, gate: SessionGate? = nil) {
        last = Atomic(isReadOnly ? 0 : .max)
        self.database = database
        self.outer = outer
        self.gate = gate
        thread = SessionHandle.thisThread
    }

    /// The generations of the changes that were undone.
    private let undone = Mutex(GenerationRanges())
    private let hasUndone = Atomic<Bool>(false)

    /// Notes that the changes from a generation on were rolled back.
    func noteRollback(from first: UInt64, to last: UInt64) {
        guard first <= last else { return }
        undone.withLock { $0.add(from: first, to: last) }
        hasUndone.store(true, ordering: .releasing)
    }

    /// Whether the change of a generation was rolled back, so that what it did to the database never happened.
    package func wasRolledBack(_ generation: UInt64) -> Bool {
        guard hasUndone.load(ordering: .acquiring) else { return false }
        return undone.withLock { $0.contains(generation) }
    }

    func open(_ session: Session) {
        current.store(UInt(bitPattern: Unmanaged.passUnretained(session).toOpaque()), ordering: .releasing)
    }

    /// Notes what the session had come to, for models that outlive it.
    func close(at generation: UInt64) {
        last.store(generation, ordering: .releasing)
        current.store(0, ordering: .releasing)
    }

    /// The session, where it is open and this is its thread; an open session has no thread of its own.
    package var session: Session? {
        if let gate { return gate.current }
        guard thread == SessionHandle.thisThread,
            let address = UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring))
        else { return nil }
        // The closure that the session is valid in runs on this thread and has not returned.
        return Unmanaged<Session>.fromOpaque(address).takeUnretainedValue()
    }

    /// The session, where it is open and the caller's own: a task that was made inside of an open one is not.
    private var ownSession: Session? {
        if let gate { return gate.ownSession }
        return session
    }

    /// The generation of the session, or the one that it ended with. For another thread a session that writes has a
    /// generation of which nothing is known as long as it is open.
    package var generation: UInt64 {
        if let gate { return gate.generation ?? last.load(ordering: .acquiring) }
        return session?.generation ?? last.load(ordering: .acquiring)
    }

    /// Whether this is the session's thread; an open session lets in any, one at a time.
    var isOnItsThread: Bool { gate?.isInside ?? (thread == SessionHandle.thisThread) }

    /// Whether the session is valid inside a closure only, and not an open one.
    package var isBoundToClosure: Bool { gate == nil }

    /// Runs a closure that uses the session, alone where other threads might.
    package func entering<T>(_ body: () throws -> T) throws -> T {
        guard let gate else { return try body() }
        return try gate.enter(body)
    }

    /// The session that was opened last, and is open still.
    package static var innermostSession: Session? {
        var handle = innermost
        while let candidate = handle {
            if let session = candidate.ownSession { return session }
            handle = candidate.outer
        }
        return nil
    }

    /// The session of a database that is open on this thread, or that its task has opened.
    package static func session(of database: Database) -> Session? {
        var handle = innermost
        while let candidate = handle {
            if candidate.database === database, let session = candidate.ownSession { return session }
            handle = candidate.outer
        }
        return database.openSessions.ownSession()
    }

    package static var thisThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
