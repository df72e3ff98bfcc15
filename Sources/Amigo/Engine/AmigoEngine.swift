import Synchronization

/// A database and its open sessions; each further session is nested in the one before it.
public final class AmigoEngine: Sendable {
    /// The database.
    public let database: Database
    private let sessions = Mutex<[WeakSession]>([])

    private struct WeakSession: Sendable {
        weak var session: AmigoSession?
    }

    /// An engine for an open database.
    public init(_ database: Database) { self.database = database }

    /// The session that was opened last and is open still.
    var innermost: AmigoSession? { sessions.withLock { Self.last(&$0) } }

    private static func last(_ sessions: inout [WeakSession]) -> AmigoSession? {
        while let last = sessions.last {
            if let session = last.session, !session.isClosed { return session }
            sessions.removeLast()
        }
        return nil
    }

    /// Opens a session: a transaction, or a savepoint where one is open.
    func open(_ amigo: Amigo) -> AmigoSession {
        // The lock is held until the connection is there, so that of two threads the second gets a nested session.
        sessions.withLock { sessions in
            let session = AmigoSession(amigo, on: self, inside: Self.last(&sessions))
            sessions.append(WeakSession(session: session))
            return session
        }
    }
}
