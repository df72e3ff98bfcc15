import ZIMDb

/// The structure of a database as the database itself describes it: a value that can be stored, compared and written as
/// JSON.
///
/// ```swift
/// let schema = try database.read { try $0.schema() }
/// for relationship in schema.relationships { print(relationship) }
/// // order_line belongs to orders by (ol_w_id, ol_d_id, ol_o_id)
/// ```
///
/// It has the same form for every engine. Names are spelled as in the database.
///
/// ## Topics
/// - ``tables``
/// - ``indexes``
/// - ``definitions``
/// - ``types``
/// - ``relationships``
/// - ``table(_:)``
public struct DatabaseSchema: Sendable, Hashable, Codable {
    /// The engine's name, for example `sqlite`.
    public let engine: String
    /// Tables, views and virtual tables by name, without the engine's own.
    public let tables: [TableSchema]
    /// All indexes, including those of unique keys.
    public let indexes: [IndexSchema]
    /// The SQL that created each table, view, index and trigger, by name, if the engine keeps it.
    public let definitions: NameMap<String>
    /// What cannot be described, and why, by name: views and virtual tables whose columns the engine cannot tell, and
    /// lines of a damaged catalogue.
    public let problems: NameMap<String>
    /// Enumerations and domains by name; nil for engines that have no such types.
    public let types: [TypeSchema]?
    private let lookup: SchemaLookup

    private enum CodingKeys: String, CodingKey { case engine, tables, indexes, definitions, problems, types }

    package init(
        engine: String, tables: [TableSchema], indexes: [IndexSchema], definitions: NameMap<String> = [:],
        problems: NameMap<String> = [:], types: [TypeSchema]? = nil
    ) {
        self.engine = engine
        self.tables = tables
        self.indexes = indexes
        self.definitions = definitions
        self.problems = problems
        self.types = types
        lookup = SchemaLookup(tables, indexes)
    }

    /// Decodes a schema.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            engine: try values.decode(String.self, forKey: .engine),
            tables: try values.decode([TableSchema].self, forKey: .tables),
            indexes: try values.decode([IndexSchema].self, forKey: .indexes),
            definitions: try values.decode(NameMap<String>.self, forKey: .definitions),
            problems: try values.decode(NameMap<String>.self, forKey: .problems),
            types: try values.decodeIfPresent([TypeSchema].self, forKey: .types))
    }

    /// The table or view with a name; nil if there is none. An exact match comes first, then one that differs in case.
    public func table(_ name: String) -> TableSchema? { lookup.table(name).map { tables[$0] } }

    /// The indexes of a table.
    public func indexes(of table: String) -> [IndexSchema] {
        guard let name = self.table(table)?.name else { return [] }
        return lookup.indexes(of: name).map { indexes[$0] }
    }

    /// The schema of some tables only; what points to others is left out of the relationships.
    package func keeping(_ isKept: (TableSchema) -> Bool) -> DatabaseSchema {
        let kept = tables.filter(isKept)
        let names = Set(kept.map { ExactName($0.name) })
        return DatabaseSchema(
            engine: engine, tables: kept, indexes: indexes.filter { names.contains(ExactName($0.table)) },
            definitions: definitions,
            problems: NameMap(
                problems.filter { names.contains(ExactName($0.name)) || table($0.name) == nil }.map {
                    ($0.name, $0.value)
                }),
            types: types)
    }

    /// The enumeration or domain of a column; nil if its type is built in.
    public func type(of column: ColumnSchema) -> TypeSchema? {
        types?.first { $0.name.hasSameBytes(as: column.type) }
    }
}

/// An index of a table: its parts in order, and the rows that it covers.
public struct IndexSchema: Sendable, Hashable, Codable {
    /// One column or expression of an index.
    public struct Part: Sendable, Hashable, Codable {
        /// The column's name; nil for an expression.
        public let column: String?
        /// The expression's SQL text; nil for a column.
        public let expression: String?
        /// Whether the part is in descending order.
        public let isDescending: Bool
        /// The collation, if the engine reports it.
        public let collation: String?

        package init(column: String?, expression: String?, isDescending: Bool, collation: String?) {
            self.column = column
            self.expression = expression
            self.isDescending = isDescending
            self.collation = collation
        }
    }

    /// What created an index.
    public enum Origin: String, Sendable, Hashable, Codable {
        /// CREATE INDEX.
        case index
        /// A UNIQUE constraint.
        case unique
        /// The primary key.
        case primaryKey
    }

    /// The index's name.
    public let name: String
    /// The table that it belongs to.
    public let table: String
    /// Its columns and expressions, in order.
    public let parts: [Part]
    /// Whether no two rows may have the same values.
    public let isUnique: Bool
    /// The condition of a partial index as SQL text; nil if the index covers all rows.
    public let condition: String?
    /// Whether it covers only the rows that satisfy its condition.
    public let isPartial: Bool
    /// What created the index.
    public let origin: Origin
    /// The index method, such as `btree`; nil for engines with only one.
    public internal(set) var method: String?
    private var includedIfAny: [String]?

    package init(
        name: String, table: String, parts: [Part], isUnique: Bool, condition: String?, isPartial: Bool, origin: Origin
    ) {
        self.name = name
        self.table = table
        self.parts = parts
        self.isUnique = isUnique
        self.condition = condition
        self.isPartial = isPartial
        self.origin = origin
    }

    private enum CodingKeys: String, CodingKey {
        case name, table, parts, isUnique, condition, isPartial, origin, method
        case includedIfAny = "included"
    }

    /// Columns that it stores without sorting by them: `INCLUDE`.
    public internal(set) var included: [String] {
        get { includedIfAny ?? [] }
        set { includedIfAny = newValue.isEmpty ? nil : newValue }
    }

    /// The columns in order; nil if a part is an expression.
    public var columns: [String]? {
        let names = parts.compactMap(\.column)
        return names.count == parts.count ? names : nil
    }
}

extension Session {
    /// The schema of the whole database: tables, views, keys, indexes and foreign keys.
    ///
    /// ```swift
    /// let schema = try database.read { try $0.schema() }
    /// print(schema.table("order_line")?.primaryKey ?? [])     // ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"]
    /// ```
    ///
    /// SQLite: five statements, however many tables there are, and one for each view and each virtual table.
    /// PostgreSQL: eight at most, all on `pg_catalog`. Partitions are not listed as tables, see
    /// ``TableSchema/partitions``; tables of extensions have the kind ``TableSchema/Kind/shadow``.
    ///
    /// - Parameter scope: which schemas to read, on an engine that has them. A table outside the search path is named
    ///   `sales.orders`; see ``TableSchema/identifier``.
    /// - Throws: `DatabaseError`.
    ///
    /// Source: <https://www.sqlite.org/pragma.html#pragma_table_list>,
    /// <https://www.postgresql.org/docs/15/catalogs.html>
    public func schema(_ scope: SchemaScope = .searchPath) throws -> DatabaseSchema {
        noteSchemaRead()
        return try schemaReader.database(scope)
    }
}
