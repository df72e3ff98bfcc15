import ZIMDb

/// Reads what a database says of its own tables.
///
/// An engine whose catalogue can be queried is read by ``CatalogReader``; SQLite, which has pragmas, by ``PragmaReader``.
package protocol SchemaReader {
    /// The names of all tables and views, without the engine's own.
    ///
    /// - Parameters:
    ///   - schema: the schema that holds them; nil for those that a bare name finds, on SQLite the main schema and the
    ///     temporary tables.
    ///   - kinds: what to list, as ``TableSchema/Kind`` names them.
    func names(in schema: String?, kinds: [String]) throws -> [String]

    /// The description of a table or view; nil if there is none of that name.
    ///
    /// Without a schema it is the one that a bare name means in SQL. On SQLite a temporary table goes before the main
    /// schema's, and that before those of attached databases.
    func table(_ name: String, schema: String?) throws -> TableSchema?

    /// The descriptions of all tables.
    func database(_ scope: SchemaScope) throws -> DatabaseSchema

    /// The columns of each index that holds all rows, in order; nil for an expression.
    func indexedColumns(of table: String, schema: String?) throws -> [[String?]]

    /// The index of a name: the table's own or, where one name is that of one index in the whole schema, another table's.
    ///
    /// - Parameter schema: the schema of the table; nil for where its bare name finds it.
    func index(_ name: String, of table: String, schema: String?) throws -> IndexSchema?

    /// Whether the database keeps rows apart by some columns of a table, or by fewer of them.
    ///
    /// - Parameters:
    ///   - columns: with the collation by which each is compared; nil for that of the engine.
    ///   - schema: the schema of the table, as its class names it.
    func areUnique(
        _ columns: [(name: String, collation: String?)], of table: TableSchema, in schema: String?
    ) throws -> Bool

    /// What the indexes of a table say beside the names of columns: their conditions and expressions, or all of their SQL.
    ///
    /// - Parameter schema: the schema of the table, as its class names it.
    func indexTexts(of table: TableSchema, in schema: String?) throws -> [String]

    /// Whether the engine compares the values of a column as whole numbers.
    func isWholeNumber(_ column: ColumnSchema) -> Bool

    /// What triggers do when rows are inserted into a table.
    ///
    /// - Parameters:
    ///   - schema: the schema of the table, as its class names it.
    ///   - key: the columns of the class's key.
    ///   - insert: the SQL that inserts a row, where the engine has to be asked by it.
    ///   - update: the SQL that updates one, and of how many columns.
    /// - Returns: also the columns that they change, where the engine tells.
    func insertTriggers(
        of table: TableSchema, in schema: String?, key: [String], insert: () throws -> String,
        update: () throws -> (sql: String, columns: Int)
    ) throws -> (kind: InsertTriggers, columns: Set<String>)

    /// Whether the numbers that the database gives a column only ever ascend; false where it does not say.
    func isAscending(_ column: String, of table: String, schema: String?) throws -> Bool
}

extension SchemaReader {
    package func names(in schema: String? = nil) throws -> [String] {
        try names(in: schema, kinds: ["table", "view", "virtual"])
    }

    package func table(_ name: String) throws -> TableSchema? { try table(name, schema: nil) }

    package func isAscending(_ column: String, of table: String, schema: String?) throws -> Bool { false }
}

extension Session {
    /// What reads the tables of the session's engine.
    package var schemaReader: any SchemaReader {
        connection.engine.catalog.map { CatalogReader(session: self, catalog: $0) } ?? PragmaReader(session: self)
    }

    /// The schema of a table or view; nil if there is none of that name.
    ///
    /// ```swift
    /// let stock = try database.read { try $0.table("stock") }
    /// print(stock?.primaryKey ?? [])          // ["s_w_id", "s_i_id"]
    /// ```
    public func table(_ name: String) throws -> TableSchema? {
        noteSchemaRead()
        return try schemaReader.table(name)
    }

    /// The names of all tables and views, without the engine's own.
    public func tableNames() throws -> [String] {
        noteSchemaRead()
        return try schemaReader.names()
    }
}
