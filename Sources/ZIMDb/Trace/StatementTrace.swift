/// One statement that ran: its text, its values, its duration and its number of rows.
public struct StatementTrace: Sendable, CustomStringConvertible {
    /// The text with placeholders.
    public let sql: String
    /// The bound values.
    public let parameters: [SQLValue]
    /// From the first parameter to the last row, including what the caller did between rows.
    public let duration: Duration
    /// The number of rows that were read.
    public let rows: Int
    /// The error, if it failed.
    public let error: DatabaseError?

    package init(sql: String, parameters: [SQLValue], duration: Duration, rows: Int, error: DatabaseError?) {
        self.sql = sql
        self.parameters = parameters
        self.duration = duration
        self.rows = rows
        self.error = error
    }

    /// Whether it only begins or ends a transaction or savepoint, so that tests can count the others.
    public var isTransactionControl: Bool {
        let control = [
            "BEGIN", "START TRANSACTION", "SET TRANSACTION", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "END",
        ]
        return control.contains { sql.hasPrefix($0) } && !sql.uppercased().hasPrefix("BEGIN NOT ATOMIC")
    }

    /// The text and the values on one line, as ``DatabaseOptions/echo`` prints it.
    public var description: String {
        let values = parameters.isEmpty ? "" : "  [" + parameters.map(\.description).joined(separator: ", ") + "]"
        return sql + values
    }
}
