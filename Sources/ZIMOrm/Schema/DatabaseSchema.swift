import ZIMDb

/// Everything that a database says of its own structure: a value that can be kept, compared and written as JSON.
///
/// ```swift
/// let schema = try database.read { try $0.schema() }
/// for relationship in schema.relationships { print(relationship) }
/// // order_line belongs to orders by (ol_w_id, ol_d_id, ol_o_id)
/// ```
///
/// It does not depend on the engine it was read from. Names are as the database spells them.
///
/// ## Topics
/// - ``tables``
/// - ``indexes``
/// - ``definitions``
/// - ``relationships``
/// - ``table(_:)``
public struct DatabaseSchema: Sendable, Hashable, Codable {
    /// The engine's name, for example `sqlite`.
    public let engine: String
    /// Tables, views and virtual tables by name, without the engine's own.
    public let tables: [TableSchema]
    /// All indexes, those of unique keys included.
    public let indexes: [IndexSchema]
    /// The SQL that made each table, view, index and trigger, by name, where the engine keeps it.
    public let definitions: [String: String]
    /// Views and virtual tables whose columns the engine cannot tell, and what it says, by name.
    public let problems: [String: String]

    package init(
        engine: String, tables: [TableSchema], indexes: [IndexSchema], definitions: [String: String] = [:],
        problems: [String: String] = [:]
    ) {
        self.engine = engine
        self.tables = tables
        self.indexes = indexes
        self.definitions = definitions
        self.problems = problems
    }

    /// The table or view of a name, upper and lower case being the same; nil where there is none.
    public func table(_ name: String) -> TableSchema? {
        tables.first { $0.name == name } ?? tables.first { $0.name.isSameName(as: name) }
    }

    /// The indexes of a table.
    public func indexes(of table: String) -> [IndexSchema] { indexes.filter { $0.table.isSameName(as: table) } }

    /// The schema of some tables only; what points to others is left out of the relationships.
    package func keeping(_ isKept: (TableSchema) -> Bool) -> DatabaseSchema {
        let kept = tables.filter(isKept)
        let names = Set(kept.map(\.name))
        return DatabaseSchema(
            engine: engine, tables: kept, indexes: indexes.filter { names.contains($0.table) },
            definitions: definitions, problems: problems.filter { names.contains($0.key) })
    }
}

/// An index of a table: its parts in order, and for which rows it is.
public struct IndexSchema: Sendable, Hashable, Codable {
    /// One column or expression of an index.
    public struct Part: Sendable, Hashable, Codable {
        /// The column's name; nil for an expression.
        public let column: String?
        /// The expression's SQL text; nil for a column.
        public let expression: String?
        public let isDescending: Bool
        /// The collation, where the engine says it.
        public let collation: String?
    }

    /// What an index is there for.
    public enum Origin: String, Sendable, Hashable, Codable { case index, unique, primaryKey }

    public let name: String
    public let table: String
    public let parts: [Part]
    public let isUnique: Bool
    /// The condition of a partial index as SQL text; nil where the index holds all rows.
    public let condition: String?
    public let isPartial: Bool
    public let origin: Origin

    /// The columns in order; nil where a part is an expression.
    public var columns: [String]? {
        let names = parts.compactMap(\.column)
        return names.count == parts.count ? names : nil
    }
}

extension Session {
    /// What the database says of all its tables, views, keys, indexes and foreign keys.
    ///
    /// ```swift
    /// let schema = try database.read { try $0.schema() }
    /// print(schema.table("order_line")?.primaryKey ?? [])     // ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"]
    /// ```
    ///
    /// Five statements, however many tables there are, and one for each view and each virtual table.
    ///
    /// - Throws: `DatabaseError`.
    ///
    /// Source: <https://www.sqlite.org/pragma.html#pragma_table_list>
    public func schema() throws -> DatabaseSchema { try SchemaReader(self).database() }
}
