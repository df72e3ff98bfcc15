/// A relationship between two tables, seen from one of them.
///
/// ```swift
/// for relationship in schema.relationships { print(relationship) }
/// // order_line belongs to orders by (ol_w_id, ol_d_id, ol_o_id)
/// // orders has many order_line by (ol_w_id, ol_d_id, ol_o_id)
/// ```
public struct RelationshipSchema: Sendable, Hashable, Codable, CustomStringConvertible {
    /// On which side the foreign key is, and how many there may be.
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
        /// Its columns that point to the target, in the order of the target's key.
        public let targetForeignKey: [String]
        /// The columns of the target that they point to.
        public let targetReferences: [String]
        /// Whether they are the target's primary key.
        public let referencesPrimaryKey: Bool
        /// Whether a pair of rows can be tied once only.
        public let isUnique: Bool
    }

    /// To one row or to many, and on which side the foreign key is.
    public let kind: Kind
    /// The table whose rows have the relationship.
    public let table: String
    /// The table at the other end.
    public let target: String
    /// The foreign key's columns, in the order of ``references``: of this table for `belongsTo`, of the target for
    /// `hasOne` and `hasMany`, of the join table for `hasManyThrough`.
    public let foreignKey: [String]
    /// The columns that the foreign key points to; in the order of the primary key where they are that.
    public let references: [String]
    /// Whether ``references`` is the primary key.
    public let referencesPrimaryKey: Bool
    /// Whether there may be no row at the other end: a part of the foreign key is nullable, or the key is on the other
    /// side.
    public let isOptional: Bool
    /// Whether the database declares the foreign key; otherwise names and values suggest it.
    public let isDeclared: Bool
    /// The join table; nil for a direct relationship.
    public let join: Join?

    /// The relationship in words.
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
    /// The relationships that the declared foreign keys make, in both directions, in the order of the tables and their
    /// foreign keys; those through join tables last.
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
