/// The questions that the mapper asks of an engine's catalogue; each is answered with a query whose columns are in the
/// order given here. With no table, the rows of all tables come, table by table.
///
/// Every query begins with two columns: the schema and the name of the table that a row belongs to.
package protocol EngineCatalog: Sendable {
    /// And: the kind, as `table` or `view`.
    func tables(_ table: String?, schema: String?) -> SQL
    /// In their order. And: name, declared type, whether NOT NULL, default or NULL, place in the primary key from 1 or 0,
    /// whether computed, the name of the type that a list of its values has, without the brackets.
    func columns(_ table: String?, schema: String?) -> SQL
    /// In order of the key's name and its parts. And: the key's name, whether primary, whether partial, the column or
    /// NULL for an expression.
    func uniqueKeys(_ table: String?, schema: String?) -> SQL
    /// In order of the foreign key's name and its parts. And: the key's name, the column, the parent's schema and table,
    /// the parent's column, the actions on update and on delete.
    func foreignKeys(_ table: String?, schema: String?) -> SQL
    /// A row where a trigger hears of inserts into a table, none where none does.
    func insertTriggers(_ table: String, schema: String?) -> SQL
}
