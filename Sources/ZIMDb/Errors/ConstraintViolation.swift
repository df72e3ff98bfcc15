/// The constraint that a change would have violated.
///
/// ```swift
/// catch let error as DatabaseError where error.constraint?.kind == .unique {
///     print(error.constraint?.table ?? "?", error.constraint?.columns ?? [])       // person ["email"]
/// }
/// ```
///
/// SQLite reports neither the table nor the columns of a foreign key. For those, and for CHECK and triggers, the table
/// is the one that the statement writes to. If a deferred foreign key fails at COMMIT, it is nil.
///
/// Source: <https://www.sqlite.org/rescode.html#constraint>,
/// <https://www.postgresql.org/docs/15/errcodes-appendix.html>
public struct ConstraintViolation: Sendable, Hashable {
    /// The kinds of constraint.
    public enum Kind: String, Sendable, Hashable {
        /// A row with the same primary key exists.
        case primaryKey = "PRIMARY KEY"
        /// A row with the same values in a unique key exists.
        case unique = "UNIQUE"
        /// The parent row does not exist, or child rows still refer to the row.
        case foreignKey = "FOREIGN KEY"
        /// The column must have a value.
        case notNull = "NOT NULL"
        /// A CHECK condition is false.
        case check = "CHECK"
        /// A trigger raised an error.
        case trigger = "TRIGGER"
        /// A value of the wrong type for a column of a STRICT table.
        case dataType = "DATATYPE"
        /// A row with this rowid exists.
        case rowID = "ROWID"
        /// An EXCLUDE constraint forbids the two rows.
        case exclusion = "EXCLUDE"
        /// Any other constraint.
        case other = "CONSTRAINT"
    }

    /// The kind of constraint.
    public var kind: Kind
    /// The name of the constraint or index, if the engine reports it.
    public var name: String?
    /// The table, if the engine reports it or it could be found.
    public var table: String?
    /// The columns in the constraint's order, if the engine reports them or they could be found.
    public var columns: [String]

    /// Makes a violation, for engines and tests.
    public init(kind: Kind, name: String? = nil, table: String? = nil, columns: [String] = []) {
        self.kind = kind
        self.name = name
        self.table = table
        self.columns = columns
    }
}
