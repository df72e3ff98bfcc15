import ZIMDb

/// What a model's row must hold beside its key when it is changed.
struct ExpectedRow {
    /// The columns that are compared, in order, and the values that they must hold.
    let positions: [Int]
    let expected: [SQLValue]
    /// The column that the change counts up.
    var version: Int?
    /// What it holds afterwards; nil if only the row knows.
    var nextVersion: SQLValue?
}

/// A loaded model whose changes are written together with others'.
struct UpdateMember {
    let model: Model
    let key: [SQLValue]
    let lock: ExpectedRow?

    /// The key, and what else the row must hold.
    var compared: [SQLValue] { key + (lock?.expected ?? []) }
}
