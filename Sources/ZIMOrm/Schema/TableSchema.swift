import ZIMDb

/// A table, view or virtual table as the database itself describes it.
public struct TableSchema: Sendable, Hashable, Codable {
    /// What kind of thing holds the rows.
    public enum Kind: String, Sendable, Hashable, Codable { case table, view, virtual, shadow }

    /// A column as it was declared.
    public struct Column: Sendable, Hashable, Codable {
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
        /// The type of a list of its values, without the brackets; nil for engines that have no such types.
        package var listType: String?
    }

    /// A foreign key with all its columns.
    public struct ForeignKey: Sendable, Hashable, Codable {
        /// The columns in this table.
        public let columns: [String]
        /// The table it points to.
        public let table: String
        /// The columns there, in the same order; the table's primary key where none were named.
        public let references: [String]
        public let onUpdate: String
        public let onDelete: String
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
