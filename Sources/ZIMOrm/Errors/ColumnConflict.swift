public import ZIMDb

/// A column whose value in the row differs from the expected one: another program has changed it.
public struct ColumnConflict: Sendable, Hashable {
    /// The column's name.
    public let column: String
    /// The value when the model was read, or the version of the model.
    public let expected: SQLValue
    /// The value in the row now.
    public let found: SQLValue
}
