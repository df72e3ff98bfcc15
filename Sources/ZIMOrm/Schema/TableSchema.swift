import ZIMDb

/// A table, view or virtual table as the database itself describes it.
public struct TableSchema: Sendable, Hashable, Codable {
    /// The kind of table; a foreign table of PostgreSQL counts as virtual.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A table.
        case table
        /// A view.
        case view
        /// A virtual table.
        case virtual
        /// A table that belongs to a virtual table.
        case shadow
    }

    /// A CHECK constraint.
    public struct Check: Sendable, Hashable, Codable {
        /// The constraint's name; empty without one.
        public let name: String
        /// The condition's SQL text.
        public let condition: String
    }

    /// A foreign key with all its columns.
    public struct ForeignKey: Sendable, Hashable, Codable {
        /// When a deferrable foreign key is checked.
        public enum Deferral: String, Sendable, Hashable, Codable {
            /// `INITIALLY IMMEDIATE`
            case immediate
            /// `INITIALLY DEFERRED`
            case deferred
        }

        /// The columns in this table.
        public let columns: [String]
        /// The table that it references, as in ``TableSchema/name``.
        public let table: String
        /// The columns that it references, in the same order; the table's primary key if the constraint names none.
        public let references: [String]
        /// What an update of the parent key does: `NO ACTION`, `CASCADE` …; `UNKNOWN` where the server does not tell this user.
        public let onUpdate: String
        /// What a deletion of the parent row does: `NO ACTION`, `CASCADE` …
        public let onDelete: String
        /// The constraint's name; nil if the engine reports none.
        public internal(set) var name: String?
        /// The schema of the referenced table, if an unqualified name does not find it.
        public internal(set) var schema: String?
        /// When it is checked; nil if it is not deferrable, and for SQLite, which does not report it.
        public internal(set) var deferral: Deferral?

        /// The referenced table, for a statement.
        public var identifier: SQLIdentifier {
            SQLIdentifier(parts: [schema, QualifiedName.table(of: table, schema: schema)].compactMap { $0 })
        }
    }

    /// A unique key: the primary key, a UNIQUE constraint or a unique index.
    public struct UniqueKey: Sendable, Hashable, Codable {
        /// The name of the key's index or constraint.
        public let name: String
        /// Its columns, in order.
        public let columns: [String]
        /// Whether it covers only some of the rows.
        public let isPartial: Bool
        /// Whether a part of it is an expression, which ``columns`` leaves out.
        public let hasExpression: Bool
        /// Whether it is the primary key.
        public let isPrimaryKey: Bool

        static func primary(_ columns: [String]) -> [UniqueKey] {
            let key = UniqueKey(
                name: "PRIMARY KEY", columns: columns, isPartial: false, hasExpression: false, isPrimaryKey: true)
            return columns.isEmpty ? [] : [key]
        }
    }

    /// The table's name; with its schema, `sales.orders`, if an unqualified name does not find it.
    public let name: String
    /// A table, a view, a virtual table or one of its shadow tables.
    public let kind: Kind
    /// Whether it was created `WITHOUT ROWID`.
    public let isWithoutRowID: Bool
    /// Whether it was created `STRICT`.
    public let isStrict: Bool
    /// Its columns, in order.
    public let columns: [ColumnSchema]
    /// The primary key's columns in key order.
    public let primaryKey: [String]
    /// Its unique keys, including the primary key.
    public let uniqueKeys: [UniqueKey]
    /// Its foreign keys.
    public let foreignKeys: [ForeignKey]
    /// The column that is an alias of the rowid, which the engine assigns to new rows.
    public let rowIDColumn: String?
    /// The schema, if an unqualified name does not find the table.
    public internal(set) var schema: String?
    /// The table's comment on the server; nil without one.
    public internal(set) var comment: String?
    /// The partition key, such as `RANGE (day)`; nil if the table is not partitioned.
    public internal(set) var partitionKey: String?
    /// The storage engine of a MySQL or MariaDB table, such as `InnoDB` or `MyISAM`; nil for the other engines.
    public internal(set) var storageEngine: String?
    // Left out of the JSON where there are none.
    var partitionsIfAny: [String]?
    var checksIfAny: [Check]?
    var materialized: Bool?
    var inherited: Bool?
    var looseKeysIfAny: [String]?

    private enum CodingKeys: String, CodingKey {
        case name, kind, isWithoutRowID, isStrict, columns, primaryKey, uniqueKeys, foreignKeys, rowIDColumn
        case schema, comment, partitionKey, storageEngine
        case partitionsIfAny = "partitions"
        case checksIfAny = "checks"
        case materialized = "isMaterialized"
        case inherited = "isInherited"
        case looseKeysIfAny = "looseKeys"
    }

    /// The partitions of the table, which are not listed as tables themselves.
    public internal(set) var partitions: [String] {
        get { partitionsIfAny ?? [] }
        set { partitionsIfAny = newValue.isEmpty ? nil : newValue }
    }

    /// The CHECK constraints; none for SQLite, which has them only in the table's SQL.
    public internal(set) var checks: [Check] {
        get { checksIfAny ?? [] }
        set { checksIfAny = newValue.isEmpty ? nil : newValue }
    }

    /// Whether it is a materialized view.
    public internal(set) var isMaterialized: Bool {
        get { materialized ?? false }
        set { materialized = newValue ? true : nil }
    }

    /// Whether the rows of other tables, which inherit from it, are read with its own: its keys tell only its own apart.
    package internal(set) var isInherited: Bool {
        get { inherited ?? false }
        set { inherited = newValue ? true : nil }
    }

    /// The names of unique keys whose index tells texts apart that the columns take for equal, so that a comparison of the
    /// columns may find several rows. On SQLite known where the whole schema was read.
    package internal(set) var looseKeys: [String] {
        get { looseKeysIfAny ?? [] }
        set { looseKeysIfAny = newValue.isEmpty ? nil : newValue }
    }

    /// The columns that tell all rows apart: the primary key, or else a unique key without NULL; empty if none does.
    package var identity: [String] {
        if kind == .view || isInherited { return [] }
        let isLoose = uniqueKeys.contains { $0.isPrimaryKey && looseKeys.contains($0.name) }
        if !primaryKey.isEmpty, !isLoose { return primaryKey }
        return uniqueKeys.first { key in
            !key.isPrimaryKey && !key.isPartial && !key.hasExpression && !key.columns.isEmpty
                && !looseKeys.contains(key.name) && key.columns.allSatisfy { column($0)?.isNotNull == true }
        }?.columns ?? []
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
        guard kind == .table || kind == .virtual, !isWithoutRowID, column(name) == nil else { return false }
        return Self.hiddenNames.contains { $0.isSameName(as: name) }
    }

    /// The names by which a statement can mean the row's identifier: a column hides one of its own name.
    var rowIDNames: [String] { ([rowIDColumn].compactMap(\.self) + Self.hiddenNames).filter(isRowID) }

    private static let hiddenNames = ["_rowid_", "rowid", "oid"]

    /// The column with a name; case is ignored.
    public func column(_ name: String) -> ColumnSchema? {
        columns.first { $0.name.hasSameBytes(as: name) } ?? columns.first { $0.name.isSameName(as: name) }
    }
}

extension TableSchema {
    /// A table of which only the names of some columns are known.
    package init(name: String, columnNames: [String]) {
        self.init(
            name: name, kind: .table, isWithoutRowID: false, isStrict: false,
            columns: columnNames.map {
                ColumnSchema(
                    name: $0, type: "", isNotNull: false, defaultValue: nil, keyPlace: 0, isGenerated: false,
                    isHidden: false)
            }, primaryKey: [], uniqueKeys: [], foreignKeys: [], rowIDColumn: nil)
    }
}
