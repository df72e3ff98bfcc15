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
    private var current: Unmanaged<Session>?

    @TaskLocal static var innermost: SessionHandle?

    init(database: Database, outer: SessionHandle?) {
        self.database = database
        self.outer = outer
        thread = SessionHandle.thisThread
    }

    func open(_ session: Session) { current = .passUnretained(session) }
    func close() { current = nil }

    /// The session, where it is open and this is its thread.
    package var session: Session? {
        guard thread == SessionHandle.thisThread else { return nil }
        return current?.takeUnretainedValue()
    }

    /// The session of a database that is open on this thread.
    package static func session(of database: Database) -> Session? {
        var handle = innermost
        while let candidate = handle {
            if candidate.database === database, let session = candidate.session { return session }
            handle = candidate.outer
        }
        return nil
    }

    private static var thisThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
