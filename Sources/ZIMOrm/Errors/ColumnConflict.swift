public import ZIMDb

/// A column in which a row does not hold what a change expects: another program was faster.
public struct ColumnConflict: Sendable, Hashable {
    /// The column's name.
    public let column: String
    /// What the row held when the model was read, or the version that the model has.
    public let expected: SQLValue
    /// What the row holds now.
    public let found: SQLValue
}
