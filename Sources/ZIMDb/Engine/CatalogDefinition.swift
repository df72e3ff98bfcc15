/// The text that makes one object, as the catalogue of another database has it.
///
/// Whoever made that database chose the text: it is run by ``Session/define(_:)``, which lets it make this one object and
/// nothing besides.
package struct CatalogDefinition: Sendable, Hashable {
    /// What it makes, in the words of `sqlite_schema.type`. A virtual table is a table.
    package enum Kind: String, Sendable, Hashable { case table, index, view, trigger }

    package let kind: Kind
    package let name: String
    /// The table of an index or trigger; for a table or view its own name.
    package let table: String
    package let sql: String

    package init(_ kind: Kind, _ name: String, on table: String, sql: String) {
        self.kind = kind
        self.name = name
        self.table = table
        self.sql = sql
    }

    /// `the definition of the view "v"`
    package var words: String { "the definition of the \(kind.rawValue) \"\(name)\"" }
}
