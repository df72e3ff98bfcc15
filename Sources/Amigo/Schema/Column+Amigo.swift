/// A closure that makes the value of a new model's column if the property is nil.
///
/// ```swift
/// UUIDField("objId", primaryKey: true) { UUID().uuidString.lowercased() }
/// ```
public typealias DefaultValue = @Sendable () -> (any SQLValueConvertible)?

/// What Amigo's initialisers say of a column.
struct AmigoColumnDeclaration: Sendable {
    enum Kind: Sendable {
        case attribute(AttributeType)
        /// A type that no column can hold.
        case unknown(String)
        case reference(Amigo.ForeignKey)
    }

    let property: String
    let kind: Kind
    let defaultValue: DefaultValue?
}

extension Column {
    /// A column by the type of its values.
    ///
    /// ```swift
    /// Column("id", type: Int.self, primaryKey: true)       // "id" INTEGER PRIMARY KEY NOT NULL
    /// Column("label", type: String.self, indexed: true)    // "label" TEXT, and CREATE INDEX "…_label_idx"
    /// Column("OL_QUANTITY", type: Int.self, property: "quantity")
    /// ```
    ///
    /// - Parameters:
    ///   - name: the column's name in the table.
    ///   - type: `String`, `Int`, `Int16`, `Int32`, `Int64`, `Double`, `Float`, `Bool`, `Date`, `Data`, `[UInt8]`,
    ///     `Decimal`, `UUID`, and Foundation's `NSString`, `NSDate`, `NSData`, `NSDecimalNumber`.
    ///   - property: the property that holds it; the one of the column's name by default.
    ///   - primaryKey: whether it is part of the primary key, in the order of the columns.
    ///   - indexed: whether `createAll` creates an index for it.
    ///   - optional: whether it may be NULL.
    ///   - unique: whether its values are unique.
    ///   - defaultValue: makes the value of a new model whose property is nil.
    public init(
        _ name: String, type: Any.Type, property: String? = nil, primaryKey: Bool = false, indexed: Bool = false,
        optional: Bool = true, unique: Bool = false, defaultValue: DefaultValue? = nil
    ) {
        self.init(
            name, property: property,
            kind: AttributeType(type).map { .attribute($0) } ?? .unknown("\(type)"), primaryKey: primaryKey,
            indexed: indexed, optional: optional, unique: unique, defaultValue: defaultValue)
    }

    /// A column by the name that its type has in Core Data.
    ///
    /// ```swift
    /// Column("label", type: .stringAttributeType)
    /// ```
    public init(
        _ name: String, type: AttributeType, property: String? = nil, primaryKey: Bool = false, indexed: Bool = false,
        optional: Bool = true, unique: Bool = false, defaultValue: DefaultValue? = nil
    ) {
        self.init(
            name, property: property, kind: .attribute(type), primaryKey: primaryKey, indexed: indexed,
            optional: optional, unique: unique, defaultValue: defaultValue)
    }

    /// The columns of a foreign key; the property of this name refers to the other model.
    ///
    /// ```swift
    /// Column("dog", type: ForeignKey(dog))        // "dog_id" INTEGER, REFERENCES "app_dog" ("id"), and an index
    /// ```
    ///
    /// - Parameters:
    ///   - name: the property's name. Unless the foreign key names the columns, there is one for each column of the
    ///     other key, named after the property and that column.
    ///   - type: the foreign key.
    ///   - primaryKey: whether the columns are the primary key.
    ///   - indexed: whether there is an index of the columns.
    ///   - optional: whether there may be no other model.
    ///   - unique: whether each other model is referenced at most once.
    public init(
        _ name: String, type: Amigo.ForeignKey, primaryKey: Bool = false, indexed: Bool = true, optional: Bool = true,
        unique: Bool = false
    ) {
        self.init(
            name, property: nil, kind: .reference(type), primaryKey: primaryKey, indexed: indexed, optional: optional,
            unique: unique, defaultValue: nil)
    }

    init(
        _ name: String, property: String?, kind: AmigoColumnDeclaration.Kind, primaryKey: Bool, indexed: Bool,
        optional: Bool, unique: Bool, defaultValue: DefaultValue?
    ) {
        var options = Options()
        options.isPrimaryKey = primaryKey
        options.isIndexed = indexed
        options.isOptional = optional && !primaryKey
        options.isUnique = unique
        let property = property ?? name
        self.init(
            name, property: property, options: options,
            declaration: AmigoColumnDeclaration(property: property, kind: kind, defaultValue: defaultValue))
    }
}
