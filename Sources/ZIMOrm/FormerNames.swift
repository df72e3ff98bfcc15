// Names of earlier versions, which compile with a warning.

extension TableSchema {
    /// The former name of ``ColumnSchema``.
    @available(*, deprecated, renamed: "ColumnSchema")
    public typealias Column = ColumnSchema
}
