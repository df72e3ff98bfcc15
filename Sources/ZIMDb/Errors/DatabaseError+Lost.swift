import ZIMSql

extension DatabaseError {
    /// The connection to a server broke while a statement ran.
    ///
    /// - Parameter mayCommit: whether the statement may commit what it, or its transaction, has changed.
    package static func lostConnection(
        _ message: String, location: String, sql: String, mayCommit: Bool, engineCode: Int32 = 0,
        sqlState: String? = nil
    ) -> DatabaseError {
        DatabaseError(
            .connection, "the connection to \(location) is gone: \(message)", engineCode: engineCode, sql: sql,
            hint: mayCommit ? mayBeCommitted : undone, sqlState: sqlState)
    }

    private static let mayBeCommitted = "It is not known whether the server committed: look before you run it again"
    // Also said outside of a transaction, where what was changed before the statement is committed.
    private static let undone =
        "The statement changed nothing, and a transaction that was open is rolled back: run that again"

    /// The same of a transaction that only reads, which has nothing to commit.
    var ofRead: DatabaseError {
        var error = self
        if error.hint == Self.mayBeCommitted { error.hint = Self.undone }
        return error
    }
}
