/// Which constraint a change would have violated.
///
/// ```swift
/// catch let error as DatabaseError where error.constraint?.kind == .unique {
///     print(error.constraint?.table ?? "?", error.constraint?.columns ?? [])       // person ["email"]
/// }
/// ```
///
/// SQLite names neither table nor columns of a foreign key: there, and for CHECK and triggers, the table is the one that
/// the statement writes to. At COMMIT, when a deferred foreign key is found violated, it is nil.
///
/// Source: <https://www.sqlite.org/rescode.html#constraint>,
/// <https://www.postgresql.org/docs/15/errcodes-appendix.html>
public struct ConstraintViolation: Sendable, Hashable {
    /// The kinds of constraint.
    public enum Kind: String, Sendable, Hashable {
        /// A row with this primary key exists.
        case primaryKey = "PRIMARY KEY"
        /// A row with these values exists in a unique key.
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
        /// A row identifier that exists already.
        case rowID = "ROWID"
        /// Two rows that an EXCLUDE constraint keeps apart.
        case exclusion = "EXCLUDE"
        /// Any other constraint.
        case other = "CONSTRAINT"
    }

    /// Which kind of constraint it is.
    public var kind: Kind
    /// The constraint's or index's name, where the engine says it.
    public var name: String?
    /// The table, where the engine says it or it could be found out.
    public var table: String?
    /// The columns in the constraint's order, where the engine says them or they could be found out.
    public var columns: [String]

    /// A violation, as an engine or a test describes it.
    public init(kind: Kind, name: String? = nil, table: String? = nil, columns: [String] = []) {
        self.kind = kind
        self.name = name
        self.table = table
        self.columns = columns
    }
}
