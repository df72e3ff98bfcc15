import ZIMSql

extension DatabaseError {
    /// The connection to a server broke while a statement ran.
    package static func lostConnection(
        _ message: String, location: String, sql: String, engineCode: Int32 = 0, sqlState: String? = nil
    ) -> DatabaseError {
        DatabaseError(
            .connection, "the connection to \(location) is gone: \(message)", engineCode: engineCode, sql: sql,
            hint: sql.firstWord == "COMMIT"
                ? "It is not known whether the server committed: look before you run it again"
                : "What the transaction changed is undone; run it again", sqlState: sqlState)
    }
}
