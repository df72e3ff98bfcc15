/// How the rows of a SELECT are locked until the transaction ends. PostgreSQL.
///
/// Source: <https://www.postgresql.org/docs/15/sql-select.html#SQL-FOR-UPDATE-SHARE>
public struct SQLRowLock: Sendable, Hashable {
    /// How strong a lock is.
    public enum Strength: String, Sendable, Hashable {
        /// `FOR UPDATE`
        case forUpdate = "FOR UPDATE"
        /// `FOR NO KEY UPDATE`
        case forNoKeyUpdate = "FOR NO KEY UPDATE"
        /// `FOR SHARE`
        case forShare = "FOR SHARE"
        /// `FOR KEY SHARE`
        case forKeyShare = "FOR KEY SHARE"
    }

    /// What to do if another transaction has locked a row.
    public enum Waiting: String, Sendable, Hashable {
        /// The statement fails at once.
        case noWait = " NOWAIT"
        /// The row is skipped.
        case skipLocked = " SKIP LOCKED"
    }

    var strength: Strength
    var tables: [String]
    var waiting: Waiting?
}
