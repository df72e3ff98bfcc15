/// A part of an ``ORMModel``: a column, an index or a relationship.
public protocol MetaItem {}

/// A column: `Column` itself, or a field with the type in its name.
public protocol ColumnItem: MetaItem {
    /// The column.
    var column: Column { get }
}

extension Column: ColumnItem {
    public var column: Column { self }
}
