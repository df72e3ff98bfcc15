/// Lists the privileges on tables.
///
/// ```swift
/// ShowGrantsStatement().forGrantee("reader")
/// ```
///
/// The result has the columns `grantee`, `table_schema`, `table_name`, `privilege_type` and `is_grantable`. SQLite has
/// no users and no privileges: whoever is asked for may do everything that the connection may.
public struct ShowGrantsStatement: SQLStatement {
    var grantee: String?

    /// Lists the privileges of all users.
    public init() {}

    /// Lists the privileges of one user. On MariaDB and MySQL `reader` is each user of this name, whatever the host, and
    /// `'reader'@'%'` the one of that host.
    public consuming func forGrantee(_ name: String) -> ShowGrantsStatement {
        grantee = name
        return self
    }

    /// - Throws: ``SQLBuildError`` if the dialect does not know its catalogue.
    public func write(to writer: inout SQLWriter) throws {
        try writer.dialect.catalog(.grants(grantee: grantee)).write(to: &writer)
    }
}
