import Foundation
import Synchronization

/// Lets one thread at a time use an open session, and knows which savepoints are open in it.
///
/// The session refers to it by its handle and it to the session, until the session is closed.
// Unchecked: everything that changes is touched only while `lock` is held, but `user`, which is atomic.
final class SessionGate: @unchecked Sendable {
    /// One transaction or savepoint: what an ``OpenSession`` stands for.
    final class Level {
        /// The level around it; nil for the transaction itself.
        let outer: Level?
        /// The session's generation when it began: changes up to that one are not its own.
        var start: UInt64 = 0
        var isClosed = false
        init(inside outer: Level?) { self.outer = outer }
    }

    private let lock = NSRecursiveLock()
    private let owner = SessionOwner.current
    /// The thread that is inside right now; 0 for none.
    private let user = Atomic<UInt>(0)
    private var depth = 0
    private var session: Session?
    private var lease: ConnectionPool.Lease?
    /// Where it was opened, for those who wait for its connection.
    private var site: CallSite?
    /// The savepoints that are open, the innermost last; the transaction itself is not among them.
    private var savepoints: [Level] = []

    /// Takes a connection and begins.
    func open(_ database: Database, _ site: CallSite) throws {
        let lease = try database.pool.acquire(.write, site)
        let session = Session(
            database: database, connection: lease.connection, isReadOnly: false, interruption: nil, outer: nil,
            gate: self)
        do { try session.beginTransaction() } catch {
            session.close()
            database.pool.release(lease)
            throw error
        }
        self.session = session
        self.lease = lease
        self.site = site
        database.openSessions.add(self)
    }

    /// Begins the transaction that could not begin at once; where the connection is lost, over another one.
    private func beginAnew(_ session: Session) throws {
        // A closure that runs has this very session.
        guard depth == 1, lease == nil || session.connection.engine.lostConnection != nil else {
            return try session.beginTransaction()
        }
        let database = session.database
        // Its place in the pool may be the only one.
        if let lease { database.pool.release(lease) }
        self.lease = nil
        let lease = try database.pool.acquire(.write, site)
        self.lease = lease
        let attachment = session.attachment
        session.close()
        let next = Session(
            database: database, connection: lease.connection, isReadOnly: false, interruption: nil, outer: nil,
            gate: self, replacing: session)
        next.attachment = attachment
        self.session = next
        try next.beginTransaction()
    }

    var current: Session? { locked { session } }

    /// The generation of the session, read while no other thread is inside; nil if it is closed.
    var generation: UInt64? { locked { session?.generation } }

    /// Whether this thread is inside, or nobody is: what is about to begin or end asks so, too.
    var isInside: Bool {
        let user = user.load(ordering: .acquiring)
        return user == 0 || user == SessionHandle.thisThread
    }

    /// The session, where this task has opened it, or outside of tasks this thread, or where this thread is inside.
    var ownSession: Session? {
        guard user.load(ordering: .acquiring) == SessionHandle.thisThread || owner == .current else { return nil }
        return current
    }

    private func locked<T>(_ body: () throws -> T) rethrows -> T {
        lock.lock()
        defer { lock.unlock() }
        return try body()
    }

    /// Runs a closure alone; where no transaction is open, one is begun first.
    func enter<T>(_ body: () throws -> T) throws -> T {
        try locked {
            if depth == 0 { user.store(SessionHandle.thisThread, ordering: .releasing) }
            depth += 1
            defer {
                depth -= 1
                if depth == 0 { user.store(0, ordering: .releasing) }
            }
            if let session, !session.expectsTransaction, session.ended == nil { try beginAnew(session) }
            return try body()
        }
    }

    /// Runs a closure in a level: savepoints further inside that have changed nothing end, its own begins anew where it
    /// has ended that way.
    func run<T>(in level: Level, _ body: (Session) throws -> T) throws -> T {
        try enter {
            let session = try activate(level)
            let outer = SessionHandle.innermost
            if outer?.gate === self { return try body(session) }
            // What is open in other databases must still be found.
            let handle =
                outer.map {
                    SessionHandle(database: session.database, outer: $0, isReadOnly: false, gate: self)
                } ?? session.handle
            return try SessionHandle.$innermost.withValue(handle) { try body(session) }
        }
    }

    private func opened() throws -> Session {
        guard let session else { throw DatabaseError(.misuse, "the open session is closed") }
        return session
    }

    @discardableResult
    private func activate(_ level: Level) throws -> Session {
        let session = try opened()
        guard !level.isClosed else {
            throw DatabaseError(.misuse, "the open session of \(session.database.location) is closed")
        }
        // What a closure's savepoint is about ends with the closure, so no level begins or ends inside of it.
        if isInClosure(session) { return session }
        while let last = savepoints.last, last !== level, last.start == session.generation, !isInside(level, last) {
            try session.releaseSavepoint()
            savepoints.removeLast()
        }
        guard let outer = level.outer, !savepoints.contains(where: { $0 === level }) else { return session }
        try activate(outer)
        try session.beginSavepoint()
        level.start = session.generation
        savepoints.append(level)
        return session
    }

    private func isInClosure(_ session: Session) -> Bool { session.transactionDepth != savepoints.count }

    /// Whoever ends a level inside a closure's savepoint would take that with it.
    private func requireNoClosure(_ session: Session) throws {
        guard isInClosure(session), session.ended == nil else { return }
        throw DatabaseError(
            .misuse, "a transaction of a closure is open, and the session around it cannot end before it",
            hint: "Commit or roll back when the closure has returned")
    }

    private func isInside(_ level: Level, _ other: Level) -> Bool {
        var candidate = level.outer
        while let outer = candidate {
            if outer === other { return true }
            candidate = outer.outer
        }
        return false
    }

    /// Whether a level further inside has changed something that it neither committed nor rolled back.
    func hasChanges(inside level: Level) throws -> Bool {
        try enter {
            try activate(level)
            return try !isInClosure(opened()) && isCovered(level)
        }
    }

    private func isCovered(_ level: Level) -> Bool {
        level.outer == nil ? !savepoints.isEmpty : savepoints.last !== level
    }

    /// Ends a level for good and begins the next.
    func commit(_ level: Level) throws {
        try enter {
            let session = try activate(level)
            try requireNoClosure(session)
            guard !isCovered(level) else {
                throw session.ended
                    ?? DatabaseError(
                        .misuse, "a nested session has changes that are neither committed nor rolled back",
                        hint: "Commit it or roll it back first")
            }
            guard level.outer != nil else { return try session.commitTransaction() }
            try session.releaseSavepoint()
            savepoints.removeLast()
            try activate(level)
        }
    }

    /// Undoes what was done since a level began, that of levels further inside too, and begins the next.
    func rollBack(_ level: Level) throws {
        try enter {
            let session = try opened()
            try requireNoClosure(session)
            guard level.outer != nil else {
                savepoints = []
                return try session.rollBackTransaction()
            }
            try activate(level)
            try undo(level, session)
        }
    }

    /// Undoes what a savepoint's level did, and leaves the savepoint open.
    private func undo(_ level: Level, _ session: Session) throws {
        while let last = savepoints.last, last !== level {
            try session.releaseSavepoint()
            savepoints.removeLast()
        }
        guard savepoints.last === level else { return }
        let before = level.start
        try session.rollBackSavepoint(from: before + 1)
        // Of a level that had changed nothing, an undone change further inside makes no other.
        for other in savepoints where other.start == before { other.start = session.generation }
    }

    /// Undoes what a level has not committed. With the outermost the connection is given back.
    ///
    /// - Returns: whether there was anything to undo.
    func close(_ level: Level) -> Bool {
        locked {
            guard !level.isClosed else { return false }
            level.isClosed = true
            guard let session else { return false }
            guard level.outer == nil else {
                guard savepoints.contains(where: { $0 === level }), session.ended == nil else { return false }
                let hasChanges = session.hasChanges(since: level.start + 1)
                do {
                    try undo(level, session)
                    try session.releaseSavepoint()
                    savepoints.removeLast()
                } catch { session.give(up: error) }
                return hasChanges
            }
            let hasChanges = session.expectsTransaction && session.hasChanges(since: session.transactionStart)
            savepoints = []
            session.database.openSessions.remove(self)
            session.undoTransaction()
            session.close()
            if let lease { session.database.pool.release(lease) }
            self.session = nil
            lease = nil
            return hasChanges
        }
    }
}
