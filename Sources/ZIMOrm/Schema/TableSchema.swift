import ZIMDb

/// A table, view or virtual table as the database itself describes it.
public struct TableSchema: Sendable, Hashable, Codable {
    /// What kind of thing holds the rows; a foreign table of PostgreSQL counts as virtual.
    public enum Kind: String, Sendable, Hashable, Codable { case table, view, virtual, shadow }

    /// A column as it was declared.
    public struct Column: Sendable, Hashable, Codable {
        /// Who numbers the rows of an identity column: the database alone, or where nobody else does.
        public enum Identity: String, Sendable, Hashable, Codable { case always, byDefault }

        public let name: String
        /// The declared type as it was written; empty where none was.
        public let type: String
        public let isNotNull: Bool
        /// The default's SQL text; nil where there is none.
        public let defaultValue: String?
        /// The place in the primary key, counted from 1; 0 for other columns.
        public let keyPlace: Int
        /// Whether the value is computed from others and cannot be written.
        public let isGenerated: Bool
        /// Whether `SELECT *` leaves it out.
        public let isHidden: Bool
        /// The type of a list of its values, without the brackets, that of a row in parentheses; nil for engines that have no such types.
        package var listType: String?
        /// How the database numbers rows by it; nil where it does not, and for SQLite.
        public internal(set) var identity: Identity?
        /// The SQL that computes it; nil where it is not computed, and where the engine tells it only with the table's SQL.
        public internal(set) var expression: String?
        /// The sequence that belongs to it, as SQL writes its name; nil where there is none.
        public internal(set) var sequence: String?
        /// The type that its domain comes down to; nil where the type is no domain.
        public internal(set) var baseType: String?
        public internal(set) var comment: String?
        /// The collation where it is not the type's own; nil for SQLite, which tells it with the table's SQL only.
        public internal(set) var collation: String?
        /// What the type is for, where the engine knows; see ``DeclaredType``.
        var family: DeclaredType.Family?
    }

    /// A condition that every row fulfils.
    public struct Check: Sendable, Hashable, Codable {
        public let name: String
        /// The condition's SQL text.
        public let condition: String
    }

    /// A foreign key with all its columns.
    public struct ForeignKey: Sendable, Hashable, Codable {
        /// When a foreign key is checked that can wait for the end of the transaction.
        public enum Deferral: String, Sendable, Hashable, Codable { case immediate, deferred }

        /// The columns in this table.
        public let columns: [String]
        /// The table it points to, as ``TableSchema/name`` has it.
        public let table: String
        /// The columns there, in the same order; the table's primary key where none were named.
        public let references: [String]
        public let onUpdate: String
        public let onDelete: String
        /// The constraint's name; nil where the engine tells none.
        public internal(set) var name: String?
        /// The schema of the table it points to, where a bare name does not find that.
        public internal(set) var schema: String?
        /// When it is checked, where that can be put off; nil where it cannot, and for SQLite, which does not tell.
        public internal(set) var deferral: Deferral?

        /// The table it points to, for a statement.
        public var identifier: SQLIdentifier {
            SQLIdentifier(parts: [schema, QualifiedName.table(of: table, schema: schema)].compactMap { $0 })
        }
    }

    /// A unique key: the primary key, a UNIQUE constraint or a unique index.
    public struct UniqueKey: Sendable, Hashable, Codable {
        public let name: String
        public let columns: [String]
        /// Whether it holds for a part of the rows only.
        public let isPartial: Bool
        /// Whether a part of it is an expression; then ``columns`` lacks that part.
        public let hasExpression: Bool
        public let isPrimaryKey: Bool
    }

    /// The table's name; with its schema, `sales.orders`, where a bare name does not find it.
    public let name: String
    public let kind: Kind
    public let isWithoutRowID: Bool
    public let isStrict: Bool
    public let columns: [Column]
    /// The primary key's columns in key order.
    public let primaryKey: [String]
    public let uniqueKeys: [UniqueKey]
    public let foreignKeys: [ForeignKey]
    /// The column that is the row's identifier itself, which the engine gives to new rows.
    public let rowIDColumn: String?
    /// The schema, where a bare name does not find the table.
    public internal(set) var schema: String?
    public internal(set) var comment: String?
    /// By what its rows are spread over partitions, `RANGE (day)`; nil for other tables.
    public internal(set) var partitionKey: String?
    // Left out of the JSON where there are none.
    private var partitionsIfAny: [String]?
    private var checksIfAny: [Check]?
    private var materialized: Bool?

    init(
        name: String, kind: Kind, isWithoutRowID: Bool, isStrict: Bool, columns: [Column], primaryKey: [String],
        uniqueKeys: [UniqueKey], foreignKeys: [ForeignKey], rowIDColumn: String?
    ) {
        self.name = name
        self.kind = kind
        self.isWithoutRowID = isWithoutRowID
        self.isStrict = isStrict
        self.columns = columns
        self.primaryKey = primaryKey
        self.uniqueKeys = uniqueKeys
        self.foreignKeys = foreignKeys
        self.rowIDColumn = rowIDColumn
    }

    private enum CodingKeys: String, CodingKey {
        case name, kind, isWithoutRowID, isStrict, columns, primaryKey, uniqueKeys, foreignKeys, rowIDColumn
        case schema, comment, partitionKey
        case partitionsIfAny = "partitions"
        case checksIfAny = "checks"
        case materialized = "isMaterialized"
    }

    /// The tables that hold the rows of a partitioned one; they are not listed beside it.
    public internal(set) var partitions: [String] {
        get { partitionsIfAny ?? [] }
        set { partitionsIfAny = newValue.isEmpty ? nil : newValue }
    }

    /// The conditions that rows fulfil; none for SQLite, which tells them with the table's SQL only.
    public internal(set) var checks: [Check] {
        get { checksIfAny ?? [] }
        set { checksIfAny = newValue.isEmpty ? nil : newValue }
    }

    /// Whether a view's rows are stored.
    public internal(set) var isMaterialized: Bool {
        get { materialized ?? false }
        set { materialized = newValue ? true : nil }
    }

    /// The name without the schema.
    public var ownName: String { QualifiedName.table(of: name, schema: schema) }

    /// The table for a statement.
    ///
    /// ```swift
    /// SelectStatement().from(table.identifier)        // FROM "sales"."orders"
    /// ```
    public var identifier: SQLIdentifier { SQLIdentifier(parts: [schema, ownName].compactMap { $0 }) }

    /// Whether a name stands for the row's identifier: its column, or one of SQLite's own names for it.
    ///
    /// Source: <https://www.sqlite.org/rowidtable.html>
    func isRowID(_ name: String) -> Bool {
        if let rowIDColumn, rowIDColumn.isSameName(as: name) { return true }
        guard kind == .table, !isWithoutRowID, column(name) == nil else { return false }
        return ["rowid", "oid", "_rowid_"].contains { $0.isSameName(as: name) }
    }

    /// The column of a name, upper and lower case being the same.
    public func column(_ name: String) -> Column? {
        columns.first { $0.name == name } ?? columns.first { $0.name.isSameName(as: name) }
    }
}
