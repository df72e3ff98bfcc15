import ZIMDb

/// How long the views of a file that is not trusted may take to be compiled: each one, and all together.
final class ViewBudget {
    private let session: Session
    private let each: Duration?
    private let began = ContinuousClock.now

    init(of session: Session) {
        self.session = session
        let options = session.database.options
        each = options.isTrusted ? nil : options.limits.statementTimeout
    }

    /// - Throws: what the body throws; ``ZIMDb/DatabaseError`` with code timedOut for a view that took too long.
    func spend<T>(on view: String, _ body: () throws -> T) throws -> T {
        guard let each else { return try body() }
        guard .now - began < each * 4 else { throw gaveUp(view, "\((each * 4).words) for all views") }
        do { return try session.limiting(to: each) { _ in try body() } } catch let error as DatabaseError
            where error.code == .timedOut
        { throw gaveUp(view, each.words) }
    }

    private func gaveUp(_ view: String, _ time: String) -> DatabaseError {
        DatabaseError(.timedOut, "gave up on view \(view) after \(time)")
    }
}
