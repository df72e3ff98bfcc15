import CSQLite
import Foundation

/// Waits for the locks of other connections, and stops statements whose task was cancelled or whose time is over.
///
/// SQLite's own timeout cannot be cancelled and does not tell how long it took. And its interruption is forgotten
/// where it comes just before a statement's first step, so long statements also ask now and then.
///
/// Source: <https://www.sqlite.org/c3ref/busy_handler.html>, <https://www.sqlite.org/c3ref/progress_handler.html>
final class SQLiteWaiter {
    private let timeout: Duration
    let clock: StatementClock
    private var interruption: Interruption?
    private var failsOnLock = false
    private var began = ContinuousClock.now
    private var ended: ContinuousClock.Instant?

    init(options: DatabaseOptions) {
        timeout = options.busyTimeout
        clock = StatementClock(timeout: options.limits.statementTimeout)
    }

    /// The connection keeps this object alive as long as SQLite may call it.
    func install(on database: OpaquePointer) {
        sqlite3_busy_handler(
            database,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<SQLiteWaiter>.fromOpaque(context).takeUnretainedValue().wait(count) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        update(database)
    }

    /// From here on this task's cancellation stops statements and waits; nil for none.
    func watch(_ interruption: Interruption?, on database: OpaquePointer) {
        self.interruption = interruption
        update(database)
    }

    /// Has SQLite ask now and then, where there is anything to ask for.
    func update(_ database: OpaquePointer) {
        guard interruption != nil || clock.isNeeded else { return sqlite3_progress_handler(database, 0, nil, nil) }
        // 10,000 instructions are some 100 µs: the question costs nothing beside them.
        sqlite3_progress_handler(
            database, 10_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<SQLiteWaiter>.fromOpaque(context).takeUnretainedValue().mustStop ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs `body`, whose statements must be done in time; nil for any time.
    func limiting<T>(to time: Duration?, on database: OpaquePointer, _ body: () throws -> T) rethrows -> T {
        try clock.limiting(to: time) {
            update(database)
            return try body()
        }
    }

    /// Whether what is compiled or runs shall end.
    var mustStop: Bool { isCancelled || clock.isOver() }

    /// How long the statement that failed just now has waited.
    var waited: Duration {
        // A wait that ended a while ago was another statement's.
        guard let ended, .now - ended < .milliseconds(20) else { return .zero }
        return ended - began
    }

    /// Whether the task is cancelled that this connection works for.
    var isCancelled: Bool { interruption?.isCancelled == true }

    /// Runs something that had rather fail than wait for a lock.
    func withoutWaiting<T>(_ body: () -> T) -> T {
        failsOnLock = true
        defer { failsOnLock = false }
        return body()
    }

    /// Sleeps a little; false where it is time to give up.
    private func wait(_ count: Int32) -> Bool {
        if failsOnLock { return false }
        if count == 0 { began = .now }
        let now = ContinuousClock.now
        ended = now
        let rest = timeout - (now - began)
        guard rest > .zero, !isCancelled else { return false }
        let steps: [Duration] = [.milliseconds(1), .milliseconds(2), .milliseconds(5), .milliseconds(10)]
        let pause = min(count < 4 ? steps[Int(count)] : .milliseconds(20), rest)
        Thread.sleep(forTimeInterval: Double(max(1, pause.milliseconds)) / 1000)
        ended = .now
        return true
    }
}
