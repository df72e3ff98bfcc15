/// What happens to the rows that reference a deleted model, if the foreign key has no `ON DELETE` action.
///
/// ```swift
/// override class var relationships: [Relationship] {
///     [.hasMany("lines", OrderLine.self, foreignKey: ["year", "number"], dependent: .delete)]
/// }
/// try session.delete(order)
/// // SELECT … FROM "orders" …; SELECT … FROM "order_line" …; DELETE FROM "order_line" …; DELETE FROM "orders" …
/// ```
///
/// In a relationship through a join table, it applies to the rows of the join table.
public enum Dependent: Sendable, Hashable {
    /// The deletion throws if there is such a row.
    case restrict
    /// Their foreign keys become NULL, except columns that belong to a primary key or to another relationship.
    case nullify
    /// They are deleted first, together with the rows that reference them.
    case delete
}
