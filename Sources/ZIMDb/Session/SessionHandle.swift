import Foundation
import Synchronization

/// What a model keeps of the session that loaded it: a way back to it that ends when the session does.
///
/// Sessions and models stay on one thread at a time, but a model may be sent on when its session is over. So the handle
/// gives its session only to the thread that the session runs on.
// Unchecked: `session` is read and cleared on `thread` alone, which is compared first and never changes.
package final class SessionHandle: @unchecked Sendable {
    package let database: Database
    /// The session around this one on the same thread, of this or another database.
    let outer: SessionHandle?
    private let thread: UInt
    /// Where the session is an open one: lets one thread at a time in, whichever it is.
    private let gate: SessionGate?
    private var current: Unmanaged<Session>?
    /// The generation that the session ended with. Models are sent on only afterwards.
    package private(set) var lastGeneration: UInt64 = 0

    @TaskLocal static var innermost: SessionHandle?

    init(database: Database, outer: SessionHandle?, gate: SessionGate? = nil) {
        self.database = database
        self.outer = outer
        self.gate = gate
        thread = SessionHandle.thisThread
    }

    /// The changes that were undone, as ranges of the session's generations.
    private let undone = Mutex<[ClosedRange<UInt64>]>([])
    private let hasUndone = Atomic<Bool>(false)

    /// Notes that the changes from a generation on were rolled back.
    func noteRollback(from first: UInt64, to last: UInt64) {
        guard first <= last else { return }
        undone.withLock { $0.append(first...last) }
        hasUndone.store(true, ordering: .releasing)
    }

    /// Whether the change of a generation was rolled back, so that what it did to the database never happened.
    package func wasRolledBack(_ generation: UInt64) -> Bool {
        guard hasUndone.load(ordering: .acquiring) else { return false }
        return undone.withLock { $0.contains { $0.contains(generation) } }
    }

    func open(_ session: Session) { current = .passUnretained(session) }
    /// Notes what the session had come to, for models that outlive it.
    func close(at generation: UInt64) {
        lastGeneration = generation
        current = nil
    }

    /// The session, where it is open and this is its thread; an open session has no thread of its own.
    package var session: Session? {
        if let gate { return gate.current }
        guard thread == SessionHandle.thisThread else { return nil }
        return current?.takeUnretainedValue()
    }

    /// Whether the session is valid inside a closure only, and not an open one.
    package var isBoundToClosure: Bool { gate == nil }

    /// Runs a closure that uses the session, alone where other threads might.
    package func entering<T>(_ body: () throws -> T) throws -> T {
        guard let gate else { return try body() }
        return try gate.enter(body)
    }

    /// The session that was opened last on this thread and is open still.
    package static var innermostSession: Session? {
        var handle = innermost
        while let candidate = handle {
            if let session = candidate.session { return session }
            handle = candidate.outer
        }
        return nil
    }

    /// The session of a database that is open on this thread.
    package static func session(of database: Database) -> Session? {
        var handle = innermost
        while let candidate = handle {
            if candidate.database === database, let session = candidate.session { return session }
            handle = candidate.outer
        }
        return database.openSessions.sessionOfThisThread()
    }

    static var thisThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
