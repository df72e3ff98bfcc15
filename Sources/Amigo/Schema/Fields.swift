/// The type of a ``Amigo/TypedField``.
public protocol FieldType {
    /// The Core Data type of the column.
    static var attributeType: AttributeType { get }
}

/// The types of the fields.
public enum FieldTypes {
    /// Text.
    public enum Text: FieldType { public static var attributeType: AttributeType { .stringAttributeType } }
    /// True or false.
    public enum Boolean: FieldType { public static var attributeType: AttributeType { .booleanAttributeType } }
    /// A whole number of 64 bits.
    public enum Integer: FieldType { public static var attributeType: AttributeType { .integer64AttributeType } }
    /// A floating-point number of 32 bits.
    public enum Single: FieldType { public static var attributeType: AttributeType { .floatAttributeType } }
    /// A floating-point number of 64 bits.
    public enum Double: FieldType { public static var attributeType: AttributeType { .doubleAttributeType } }
    /// Bytes.
    public enum Binary: FieldType { public static var attributeType: AttributeType { .binaryDataAttributeType } }
    /// A date with its time.
    public enum DateTime: FieldType { public static var attributeType: AttributeType { .dateAttributeType } }
    /// A UUID.
    public enum UUID: FieldType { public static var attributeType: AttributeType { .uuidAttributeType } }
}

extension Amigo {
    /// A column with the type in its name: `IntegerField("id", primaryKey: true)`.
    public struct TypedField<Kind: FieldType>: ColumnItem {
        public let column: Column

        /// A column; the arguments are those of `Column`.
        public init(
            _ name: String, property: String? = nil, primaryKey: Bool = false, indexed: Bool = false,
            optional: Bool = true, unique: Bool = false, defaultValue: DefaultValue? = nil
        ) {
            column = Column(
                name, type: Kind.attributeType, property: property, primaryKey: primaryKey, indexed: indexed,
                optional: optional, unique: unique, defaultValue: defaultValue)
        }
    }

    /// A UUID: 16 bytes in the table, lower-case text in a property of type `String`, also in filters.
    ///
    /// ```swift
    /// UUIDField("objId", indexed: true, unique: true) { UUID().uuidString }
    /// session.query(Item.self).filter("objId = '\(text)'")         // WHERE "objId" = ?     parameter: x'…'
    /// ```
    ///
    /// Source: <https://www.rfc-editor.org/rfc/rfc4122#section-3>
    public typealias UUIDField = TypedField<FieldTypes.UUID>
    /// Text.
    public typealias CharField = TypedField<FieldTypes.Text>
    /// True or false: 1 or 0 in the table.
    public typealias BooleanField = TypedField<FieldTypes.Boolean>
    /// An integer of 64 bits.
    public typealias IntegerField = TypedField<FieldTypes.Integer>
    /// A number of 32 bits.
    public typealias FloatField = TypedField<FieldTypes.Single>
    /// A number of 64 bits.
    public typealias DoubleField = TypedField<FieldTypes.Double>
    /// Bytes.
    public typealias BinaryField = TypedField<FieldTypes.Binary>
    /// A point in time: ISO 8601 text in UTC.
    public typealias DateTimeField = TypedField<FieldTypes.DateTime>
}

/// ``Amigo/UUIDField``, without the prefix.
public typealias UUIDField = Amigo.UUIDField
/// ``Amigo/CharField``, without the prefix.
public typealias CharField = Amigo.CharField
/// ``Amigo/BooleanField``, without the prefix.
public typealias BooleanField = Amigo.BooleanField
/// ``Amigo/IntegerField``, without the prefix.
public typealias IntegerField = Amigo.IntegerField
/// ``Amigo/FloatField``, without the prefix.
public typealias FloatField = Amigo.FloatField
/// ``Amigo/DoubleField``, without the prefix.
public typealias DoubleField = Amigo.DoubleField
/// ``Amigo/BinaryField``, without the prefix.
public typealias BinaryField = Amigo.BinaryField
/// ``Amigo/DateTimeField``, without the prefix.
public typealias DateTimeField = Amigo.DateTimeField
