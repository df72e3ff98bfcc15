/// Lists a table's columns.
///
/// ```swift
/// ShowColumnsStatement(from: "phone call")
/// ```
///
/// The result has the columns `position`, `name`, `type`, `is_nullable`, `default_value` and `key_position`, which is 0
/// outside the key.
public struct ShowColumnsStatement: SQLStatement {
    var table: String?
    var schema: String?

    /// Name the table with ``from(_:schema:)``.
    public init() {}

    /// Lists those of a table. Its name is not split at dots.
    public init(from table: String, schema: String? = nil) {
        self.table = table
        self.schema = schema
    }

    /// Names the table.
    public consuming func from(_ table: String, schema: String? = nil) -> ShowColumnsStatement {
        self.table = table
        self.schema = schema
        return self
    }

    /// - Throws: ``SQLBuildError`` if the table is missing, or the dialect does not know its catalogue.
    public func write(to writer: inout SQLWriter) throws {
        guard let table else { throw SQLBuildError(.incomplete, "no table is named", hint: "Call from(_:schema:)") }
        try writer.dialect.catalog(.columns(table: table, schema: schema)).write(to: &writer)
    }
}
