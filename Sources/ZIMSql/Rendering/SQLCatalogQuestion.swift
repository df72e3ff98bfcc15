/// A question of the SHOW statements about the catalogue; each dialect answers it with its own query.
public enum SQLCatalogQuestion: Sendable, Hashable {
    /// The kind of object to list.
    public enum Kind: String, Sendable, Hashable {
        /// Tables.
        case table
        /// Views.
        case view
        /// Triggers.
        case trigger
    }

    /// Which objects to list.
    public enum Scope: Sendable, Hashable {
        /// Permanent and temporary objects.
        case all
        /// Permanent objects.
        case permanent
        /// Temporary objects.
        case temporary
    }

    /// The names of tables, views or triggers, in the column `name`.
    case names(Kind, Scope, like: String?, schema: String?)
    /// A table's columns: `position`, `name`, `type`, `is_nullable`, `default_value`, `key_position` (0 outside the key).
    case columns(table: String, schema: String?)
    /// A table's indexes, a row for each of their columns: `name`, `is_unique`, `is_primary`, `position`, `column_name`
    /// (NULL for an expression).
    case indexes(table: String, schema: String?)
    /// A table's foreign keys, a row for each of their columns: `id`, `position`, `column_name`, `parent_table`,
    /// `parent_column` (NULL for the parent's primary key), `on_update`, `on_delete`.
    case foreignKeys(table: String, schema: String?)
    /// Who may do what: `grantee`, `table_schema`, `table_name`, `privilege_type`, `is_grantable`.
    case grants(grantee: String?)
}

extension SQLDialect {
    public func catalog(_ question: SQLCatalogQuestion) throws -> SQL {
        throw SQLBuildError(
            .unsupported, "\(name) does not say how its catalogue is asked",
            hint: "Implement catalog(_:) in the dialect")
    }
}
