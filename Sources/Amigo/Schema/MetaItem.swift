/// What an ``ORMModel`` is put together from: columns, indexes and relationships.
public protocol MetaItem {}

/// What stands for a column: `Column` itself, and the fields that leave out its type.
public protocol ColumnItem: MetaItem {
    /// The column.
    var column: Column { get }
}

extension Column: ColumnItem {
    public var column: Column { self }
}
