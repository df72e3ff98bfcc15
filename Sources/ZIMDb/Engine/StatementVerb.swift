/// What a statement of a server does, as far as it matters how it is executed.
package enum StatementVerb {
    /// It returns rows and changes none.
    case query
    /// It changes rows.
    case change
    /// It begins or ends a transaction or savepoint, or changes settings of the session.
    case control
    /// It returns something other than rows of tables: `SHOW`, `EXPLAIN`.
    case show
    /// Anything else, such as changes of the schema.
    case other

    package var isReadOnly: Bool { self == .query || self == .control || self == .show }
}
