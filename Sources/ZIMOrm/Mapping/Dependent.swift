/// What becomes of the rows that refer to one that is deleted, where the database itself does nothing about it.
///
/// ```swift
/// override class var relationships: [Relationship] {
///     [.hasMany("lines", OrderLine.self, foreignKey: ["year", "number"], dependent: .delete)]
/// }
/// try session.delete(order)
/// // SELECT … FROM "order_line" …; DELETE FROM "order_line" …; DELETE FROM "orders" …
/// ```
///
/// Of a relationship through a join table it is about the rows of that table.
public enum Dependent: Sendable, Hashable {
    /// The deletion throws, as long as there is such a row.
    case restrict
    /// Their foreign keys become NULL, as far as the columns serve nothing else.
    case nullify
    /// They are deleted, with those that refer to them.
    case delete
}
