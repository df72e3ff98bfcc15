import Foundation
import Synchronization
import ZIMOrm

/// The sessions that a copy reads with: the first, and others that see the same rows, each on a thread of its own, so that
/// several tables are copied at once.
///
/// PostgreSQL hands its snapshot on. Of the other engines the sessions begin right behind the first; should somebody have
/// written in between, the comparison says so, since what it expects was read by the first alone.
///
/// Source: <https://www.postgresql.org/docs/15/sql-set-transaction.html>
final class CopyReaders: Sendable {
    private struct State {
        var job: (@Sendable (CopySource) throws -> Void)?
        var failure: (any Error)?
    }

    private let others: Int
    private let state = Mutex(State())
    private let begun = DispatchSemaphore(value: 0)
    private let wanted = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - count: how many sessions there are, the first included.
    ///   - database: the source, which must have so many connections.
    /// - Throws: what kept one of them from beginning.
    init(_ count: Int, of database: Database, first: CopySource) throws {
        others = max(0, count - 1)
        guard others > 0 else { return }
        let snapshot = try first.engine.traits.snapshot(first.session)
        let (engine, schemas) = (first.engine, first.schemas)
        for _ in 0..<others {
            Thread.detachNewThread { [self] in
                do {
                    try database.read { session in
                        if let snapshot { try session.execute(snapshot) }
                        try engine.traits.prepare(session)
                        try engine.traits.beginReading(session)
                        let source = CopySource(session: session, engine: engine, schemas: schemas)
                        begun.signal()
                        try session.limiting(to: nil) { _ in serve(source) }
                    }
                } catch {
                    note(error)
                    begun.signal()
                }
                done.signal()
            }
        }
        for _ in 0..<others { begun.wait() }
        if let failure {
            end()
            throw failure
        }
    }

    private var failure: (any Error)? { state.withLock { $0.failure } }

    private func note(_ error: any Error) {
        state.withLock { if $0.failure == nil { $0.failure = error } }
    }

    private func serve(_ source: CopySource) {
        while true {
            wanted.wait()
            guard let job = state.withLock({ $0.job }) else { return }
            do { try job(source) } catch { note(error) }
            done.signal()
        }
    }

    /// Calls a closure with each session at the same time, with the first one in this thread.
    ///
    /// - Throws: what one of them has thrown, the first to do so.
    private func run(_ first: CopySource, _ job: @escaping @Sendable (CopySource) throws -> Void) throws {
        state.withLock { ($0.job, $0.failure) = (job, nil) }
        for _ in 0..<others { wanted.signal() }
        do { try job(first) } catch { note(error) }
        for _ in 0..<others { done.wait() }
        if let failure { throw failure }
    }

    /// Goes through things, several at once, each with one of the sessions. After a failure nothing new is begun.
    ///
    /// - Parameter meter: what those ask that are under way; it tells them to stop.
    /// - Returns: what the closure has returned, in the order of the things.
    func map<Thing: Sendable, Result: Sendable>(
        _ things: [Thing], _ first: CopySource, _ meter: CopyMeter,
        _ body: @escaping @Sendable (Thing, CopySource) throws -> Result
    ) throws -> [Result] {
        let work = Work<Result>()
        try run(first) { source in
            while let position = work.next(below: things.count) {
                do { try work.take(body(things[position], source), position) } catch {
                    // Before the others fail because of it.
                    self.note(error)
                    work.end()
                    meter.stop()
                    throw error
                }
            }
        }
        return work.results
    }

    /// Ends the sessions; each has to be over before the database is closed.
    func end() {
        state.withLock { $0.job = nil }
        for _ in 0..<others { wanted.signal() }
        for _ in 0..<others { done.wait() }
    }

    /// What is to be done, and what has come of it.
    private final class Work<Result: Sendable>: Sendable {
        private let state = Mutex((next: 0, isOver: false, results: [Int: Result]()))

        func next(below count: Int) -> Int? {
            state.withLock { state in
                guard !state.isOver, state.next < count else { return nil }
                state.next += 1
                return state.next - 1
            }
        }

        func take(_ result: Result, _ position: Int) { state.withLock { $0.results[position] = result } }

        func end() { state.withLock { $0.isOver = true } }

        var results: [Result] { state.withLock { state in (0..<state.next).compactMap { state.results[$0] } } }
    }
}
