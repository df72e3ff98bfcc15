/// A named relationship, which queries can follow. The relationship methods of a model do not need one.
///
/// ```swift
/// override class var relationships: [Relationship] {
///     [ .belongsTo("customer", Customer.self, foreignKey: ["o_w_id", "o_d_id", "o_c_id"]) ]
/// }
/// let orders = try session.query(Order.self).filter("customer.c_last = \("BARBAR")").all()
/// ```
public struct Relationship: Sendable {
    /// Which side has the foreign key, and how many rows the other side has.
    public enum Kind: Sendable, Hashable {
        /// The foreign key is in this class's table.
        case belongsTo
        /// The foreign key is in the other table, and one row has it.
        case hasOne
        /// The foreign key is in the other table.
        case hasMany
        /// The foreign keys are in a third table.
        case hasManyThrough
    }

    /// The name that `with(_:)` and paths use.
    public let name: String
    /// The kind: to one row or to many, and which side has the foreign key.
    public let kind: Kind
    /// The class at the other end.
    public let target: Model.Type
    /// The foreign key's columns, in the order of the key that it references.
    public let foreignKey: [String]
    /// The columns that the foreign key references; nil is the primary key.
    public let references: [String]?
    /// The class of the join table, with its foreign key to the target.
    public let join: (type: Model.Type, targetForeignKey: [String], targetReferences: [String]?)?

    /// What becomes of the rows that refer to one that is deleted by its model; nil leaves it to the database.
    public let dependent: Dependent?

    private init(
        _ name: String, _ kind: Kind, _ target: Model.Type, _ foreignKey: [String], _ references: [String]?,
        dependent: Dependent? = nil,
        join: (type: Model.Type, targetForeignKey: [String], targetReferences: [String]?)? = nil
    ) {
        self.dependent = dependent
        self.name = name
        self.kind = kind
        self.target = target
        self.foreignKey = foreignKey
        self.references = references
        self.join = join
    }

    /// This class's table holds the other's key.
    public static func belongsTo(
        _ name: String, _ target: Model.Type, foreignKey: [String], references: [String]? = nil
    ) -> Relationship { Relationship(name, .belongsTo, target, foreignKey, references) }

    /// The other table holds this class's key, in one row.
    public static func hasOne(
        _ name: String, _ target: Model.Type, foreignKey: [String], references: [String]? = nil,
        dependent: Dependent? = nil
    ) -> Relationship { Relationship(name, .hasOne, target, foreignKey, references, dependent: dependent) }

    /// The other table holds this class's key.
    public static func hasMany(
        _ name: String, _ target: Model.Type, foreignKey: [String], references: [String]? = nil,
        dependent: Dependent? = nil
    ) -> Relationship { Relationship(name, .hasMany, target, foreignKey, references, dependent: dependent) }

    /// A third table holds the keys of both.
    public static func hasMany(
        _ name: String, _ target: Model.Type, through join: Model.Type, foreignKey: [String],
        targetForeignKey: [String],
        references: [String]? = nil, targetReferences: [String]? = nil, dependent: Dependent? = nil
    ) -> Relationship {
        Relationship(
            name, .hasManyThrough, target, foreignKey, references, dependent: dependent,
            join: (join, targetForeignKey, targetReferences))
    }
}
