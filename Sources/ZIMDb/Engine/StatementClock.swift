/// Measures the statement that runs, and says when it must be over.
///
/// Running statements ask by the progress handler. Compiling asks by the authorizer: an SQLite before 3.41 calls nothing
/// else while it puts views into one another, which one file can make last for minutes.
///
/// Source: <https://www.sqlite.org/c3ref/progress_handler.html>, <https://www.sqlite.org/c3ref/set_authorizer.html>
final class StatementClock {
    /// What each statement may take.
    private let timeout: Duration?
    /// What all statements of a closure may take together: it replaces what each one may.
    private var closure: (allowed: Duration?, end: ContinuousClock.Instant?)?
    private var end: ContinuousClock.Instant?
    /// What the statement that was stopped was allowed to take; nil if none was stopped.
    private(set) var exceeded: Duration?

    init(timeout: Duration?) { self.timeout = timeout }

    /// Whether there is anything to measure.
    var isNeeded: Bool { timeout != nil || closure != nil }

    /// A statement is compiled, or begins to run.
    func start() {
        exceeded = nil
        end = closure == nil ? timeout.map { .now + $0 } : closure?.end
    }

    /// Whether what runs has had its time.
    func isOver() -> Bool {
        guard let end, .now >= end else { return false }
        exceeded = closure == nil ? timeout : closure?.allowed
        return true
    }

    /// - Parameter allowed: the time limit for all statements of the closure together; nil for none.
    func limiting<T>(to allowed: Duration?, _ body: () throws -> T) rethrows -> T {
        let (outer, outerEnd) = (closure, end)
        closure = (allowed, allowed.map { .now + $0 })
        // A closure inside of another ends with it at the latest.
        if let outer, let most = outer.end, closure?.end.map({ $0 > most }) ?? true { closure = outer }
        defer { (closure, end, exceeded) = (outer, outerEnd, nil) }
        start()
        return try body()
    }
}

extension Duration {
    /// `5 s`, `0.25 s`
    package var words: String {
        let seconds = Double(milliseconds) / 1000
        return (seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)) + " s"
    }
}
