/// The questions that the mapper asks of an engine's catalogue; each is answered with a query whose columns are in the
/// order given here. The rows of one table come one after the other.
///
/// Every query begins with two columns: the schema of the table that a row belongs to, NULL where a bare name finds it in
/// the scope's home, and the table's own name.
package protocol SchemaQueries: Sendable {
    /// The engine's name, as ``DatabaseSchema`` tells it.
    var engine: String { get }
    /// And: the kind, as `table`, `view`, `virtual` or `shadow`; whether the rows of a view are stored; by what a table is
    /// partitioned or NULL; the comment or NULL; the storage engine, where tables have one each, or NULL; why a view cannot
    /// be read or NULL; whether the rows of other tables, which inherit from it, are read with its own.
    func tables(_ scope: CatalogScope) -> SQL
    /// In their order. And: name, declared type, whether NOT NULL, default or NULL, position in the primary key from 1 or 0,
    /// whether computed, the name of the type that a list of its values has, without the brackets; `always`, `byDefault`
    /// or NULL for one that numbers its rows; the expression that computes it, the sequence that counts for it, the type
    /// below a domain, each or NULL; what the type is for; the comment and the collation, where it is not the type's own,
    /// or NULL; true where the collation takes different texts for equal though others do not, or NULL; true where no
    /// comparison by `<` and `>` orders the values of the type, or NULL; true where an update that leaves the column out sets it,
    /// or NULL; true where the default is read from the definition, of which the catalogue may have the beginning alone, or NULL.
    func columns(_ scope: CatalogScope) -> SQL
    /// All indexes that are whole, a row for each part. And: the index's name, whether of the primary key, whether unique,
    /// `primaryKey`, `unique` or `index` for where it comes from, the condition or NULL, the column or NULL, the
    /// expression or NULL, whether descending, the collation or NULL where it is the column's, whether the part is only
    /// carried along, the method, the SQL that makes the index or NULL where the scope is one table.
    func indexes(_ scope: CatalogScope) -> SQL
    /// What keeps the rows of a table apart at any time: a row for each part of such an index. And: the index's name, the
    /// column; NULL for an expression, and for a column that the index compares otherwise than the column is. nil where
    /// ``indexes(_:)`` tells.
    func uniqueParts(_ scope: CatalogScope) -> SQL?
    /// Foreign keys with a row for each part, and conditions. And: the name; for a condition its SQL, NULL for a foreign
    /// key, whose are the rest: the column, the parent's schema or NULL as above, the parent's table, the parent's column,
    /// the actions on update and on delete, both NULL where the user may not see them, `immediate` or `deferred` where it can
    /// be deferred or NULL.
    func constraints(_ scope: CatalogScope) -> SQL
    /// What shows the definition of a table, in the second column, where the catalogue does not tell all: what foreign keys do, and
    /// some defaults; nil where it does.
    func shown(_ table: SQLIdentifier) -> SQL?
    /// What the foreign keys of such a definition do.
    func actions(shownIn definition: String) -> [ForeignKeyActions]
    /// The constants that are defaults in such a definition, as SQL.
    func defaults(shownIn definition: String) -> [(column: String, value: String)]
    /// The parts that hold the rows of partitioned tables. And: a part's schema or NULL as above, its name.
    func partitions(_ scope: CatalogScope) -> SQL
    /// And: the query of a view, its options as `WITH (…)` takes them or NULL.
    func views(_ scope: CatalogScope) -> SQL
    /// The labels of enumerations in their order: the type as columns spell it, the label. Without the table's columns.
    func labels(_ scope: CatalogScope) -> SQL
    /// The domains, with a row for each condition: the type as columns spell it, the type below, whether NOT NULL, the
    /// default or NULL, the condition's name and SQL or NULL. Without the table's columns.
    func domains(_ scope: CatalogScope) -> SQL
    /// A row where a trigger hears of inserts into a table or view, or into what a view stands for, none where none does. And:
    /// 2 where something inserts other rows instead, 1 where a trigger may change the row before it is written, else 0.
    func insertTriggers(_ scope: CatalogScope, ofView: Bool) -> SQL
    /// One value: whether the sequence that counts for a column only ever ascends; NULL where none does.
    func isAscending(_ column: String, _ scope: CatalogScope) -> SQL
}

/// An engine without such things has no row of them.
extension SchemaQueries {
    package func uniqueParts(_ scope: CatalogScope) -> SQL? { nil }
    package func shown(_ table: SQLIdentifier) -> SQL? { nil }
    package func actions(shownIn definition: String) -> [ForeignKeyActions] { [] }
    package func defaults(shownIn definition: String) -> [(column: String, value: String)] { [] }
    package func partitions(_ scope: CatalogScope) -> SQL { noRow }
    package func views(_ scope: CatalogScope) -> SQL { noRow }
    package func labels(_ scope: CatalogScope) -> SQL { noRow }
    package func domains(_ scope: CatalogScope) -> SQL { noRow }
    package func insertTriggers(_ scope: CatalogScope, ofView: Bool) -> SQL { noRow }
    package func isAscending(_ column: String, _ scope: CatalogScope) -> SQL { noRow }

    private var noRow: SQL { "SELECT NULL WHERE 1 = 0" }
}

/// Which tables a question to the catalogue is about.
package struct CatalogScope: Sendable, Hashable {
    /// What besides the home, or instead of it.
    package enum Others: Sendable, Hashable { case none, besides([String]), only([String]), all }

    /// The only table; nil for all.
    package let table: String?
    /// The schema in which bare names mean something; nil for the search path.
    package let home: String?
    package let others: Others

    /// One table.
    package init(table: String, schema: String?) {
        self.table = table
        home = schema
        others = .none
    }

    /// All tables.
    package init(home: String? = nil, others: Others = .none) {
        table = nil
        self.home = home
        self.others = others
    }
}

/// What a foreign key does when the row that it refers to is updated or deleted.
package struct ForeignKeyActions: Sendable {
    package let name: String
    package var onUpdate: String
    package var onDelete: String

    package init(name: String, onUpdate: String, onDelete: String) {
        (self.name, self.onUpdate, self.onDelete) = (name, onUpdate, onDelete)
    }
}
