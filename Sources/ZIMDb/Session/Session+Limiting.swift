extension Session {
    /// Runs a closure whose statements must be done in time: what takes longer fails with code timedOut.
    ///
    /// ```swift
    /// try session.limiting(to: .seconds(5)) { try $0.rows("SELECT * FROM a_view_of_somebody") }
    /// ```
    ///
    /// It replaces the time that ``SQLiteLimits/statementTimeout`` or ``ServerOptions/statementTimeout`` allow. On SQLite
    /// all statements of the closure share the time; on a server each has it. Inside a transaction only.
    ///
    /// - Parameter time: nil for as long as it takes; a server keeps to what it was told before.
    package func limiting<T>(to time: Duration?, _ body: (Session) throws -> T) throws -> T {
        try checkOpen()
        return try connection.engine.limiting(to: time) { try body(self) }
    }
}
