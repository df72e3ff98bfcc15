/// A relationship between two tables, seen from one of them.
///
/// ```swift
/// for relationship in schema.relationships { print(relationship) }
/// // order_line belongs to orders by (ol_w_id, ol_d_id, ol_o_id)
/// // orders has many order_line by (ol_w_id, ol_d_id, ol_o_id)
/// ```
public struct RelationshipSchema: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Which side has the foreign key, and how many rows the other side has.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// The foreign key is on this side.
        case belongsTo
        /// The foreign key is on the other side, and unique there.
        case hasOne
        /// The foreign key is on the other side.
        case hasMany
        /// A join table has foreign keys to both sides.
        case hasManyThrough
    }

    /// The second foreign key of a join table.
    public struct Join: Sendable, Hashable, Codable {
        /// The join table.
        public let table: String
        /// Its columns that reference the target, in the order of the target's key.
        public let targetForeignKey: [String]
        /// The columns of the target that they reference.
        public let targetReferences: [String]
        /// Whether they are the target's primary key.
        public let referencesPrimaryKey: Bool
        /// Whether two rows can be joined only once.
        public let isUnique: Bool
    }

    /// The kind: to one row or to many, and which side has the foreign key.
    public let kind: Kind
    /// The table whose rows have the relationship.
    public let table: String
    /// The table at the other end.
    public let target: String
    /// The foreign key's columns, in the order of ``references``: of this table for `belongsTo`, of the target for
    /// `hasOne` and `hasMany`, of the join table for `hasManyThrough`.
    public let foreignKey: [String]
    /// The columns that the foreign key references; in the order of the primary key if they are the primary key.
    public let references: [String]
    /// Whether ``references`` is the primary key.
    public let referencesPrimaryKey: Bool
    /// Whether there may be no row at the other end: a part of the foreign key is nullable, or the key is on the other
    /// side.
    public let isOptional: Bool
    /// Whether the database declares the foreign key; if not, names and values suggest it.
    public let isDeclared: Bool
    /// The join table; nil for a direct relationship.
    public let join: Join?

    /// The relationship as a sentence.
    public var description: String {
        let by = " by (" + foreignKey.joined(separator: ", ") + ")"
        let to = referencesPrimaryKey ? "" : " = (" + references.joined(separator: ", ") + ")"
        let text =
            switch kind {
            case .belongsTo: "\(table) belongs to \(target)\(by)\(to)"
            case .hasOne: "\(table) has one \(target)\(by)\(to)"
            case .hasMany: "\(table) has many \(target)\(by)\(to)"
            case .hasManyThrough:
                "\(table) has many \(target) through \(join?.table ?? "?")\(by) and ("
                    + (join?.targetForeignKey.joined(separator: ", ") ?? "") + ")"
            }
        return isDeclared ? text : text + ", not declared"
    }
}

extension DatabaseSchema {
    /// The relationships of the declared foreign keys in both directions, in the order of the tables and their foreign
    /// keys, followed by those through join tables.
    public var relationships: [RelationshipSchema] { relationships(besides: []) }

    /// The relationships of the declared foreign keys and of others that are only likely.
    package func relationships(besides likely: [LinkSchema]) -> [RelationshipSchema] {
        let links = links(besides: likely)
        var found = links.map(\.toParent)
        found += links.map(\.toChildren)
        for pair in JoinTables(schema: self, links: links).pairs { found += pair.relationships }
        return found
    }
}
