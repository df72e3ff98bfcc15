public import Foundation
public import ZIMDb

/// A column of a table and the property that holds it.
///
/// ```swift
/// override class var columns: [Column] {
///     [ Column("ol_w_id", \OrderLine.warehouse), Column("ol_delivery_d", \OrderLine.delivered, date: .unixSeconds) ]
/// }
/// ```
public struct Column {
    /// The other attributes of a column. Only statements that create tables use them.
    public struct Options: Sendable {
        /// Whether the column is part of the primary key.
        public var isPrimaryKey = false
        /// Whether the column has an index of its own.
        public var isIndexed = false
        /// Whether the column may be NULL.
        public var isOptional = true
        /// Whether no two rows may have the same value.
        public var isUnique = false
        /// A plain column that may be NULL.
        public init() {}
    }

    /// The column's name in the table.
    public let name: String
    package var options = Options()
    /// What a facade declares of a column that it names by its property.
    package private(set) var declaration: (any Sendable)?
    let keyPath: AnyKeyPath?
    /// Finds the way to the property, given an object of the class.
    let makeField: (_ prototype: Prototype) throws -> (field: Field, property: String?)

    /// A column whose property is found by its name.
    package init(_ name: String, property: String, options: Options, declaration: any Sendable) {
        self.name = name
        self.options = options
        self.declaration = declaration
        keyPath = nil
        makeField = { prototype in
            (try MappingDraft.field(of: property, in: type(of: prototype.model), prototype.properties), property)
        }
    }

    /// A column and the property that holds its value.
    public init<Owner: Model, Value: ColumnValue>(_ name: String, _ keyPath: ReferenceWritableKeyPath<Owner, Value>) {
        self.init(name, at: keyPath) { access, _ in ValueField(access) }
    }

    private init<Owner: Model, Value>(
        _ name: String, at keyPath: ReferenceWritableKeyPath<Owner, Value>,
        _ field: @escaping (PropertyAccess<Value>, Model.Type) throws -> Field
    ) {
        self.name = name
        self.keyPath = keyPath
        makeField = { prototype in
            let (access, property) = KeyPathAccess.find(keyPath, on: prototype)
            return (try field(access, type(of: prototype.model)), property)
        }
    }

    /// A column that declares the form of its values.
    ///
    /// ```swift
    /// Column("id", \Visit.id, as: .uuid(.upperText))        // WHERE "id" = '9D6F0F0E-…'
    /// Column("day", \Visit.day, as: .date(.dateTime))       // WHERE "day" < '2026-11-21 12:37:03'
    /// ```
    ///
    /// - Throws: when the class is mapped,
    ///   ``ModelError`` with code mapping if the form is not for the property's type; when a row is read, ``ModelError``
    ///   with code value if it holds another form.
    public init<Owner: Model, Value: ColumnValue>(
        _ name: String, _ keyPath: ReferenceWritableKeyPath<Owner, Value>, as form: ColumnForm
    ) {
        self.init(name, at: keyPath) { try form.field(of: ValueField($0), column: name, in: $1) }
    }

    /// A column of dates in one format: short for ``init(_:_:as:)`` with `.date(format)`.
    public init<Owner: Model>(_ name: String, _ keyPath: ReferenceWritableKeyPath<Owner, Date>, date format: DateFormat)
    {
        self.init(name, keyPath, as: .date(format))
    }

    /// A column of dates in one format, or NULL.
    public init<Owner: Model>(
        _ name: String, _ keyPath: ReferenceWritableKeyPath<Owner, Date?>, date format: DateFormat
    ) {
        self.init(name, keyPath, as: .date(format))
    }

    /// A column that stores a `Codable` value as JSON text; nil is NULL.
    public init<Owner: Model, Value: Codable>(_ name: String, json keyPath: ReferenceWritableKeyPath<Owner, Value>) {
        self.init(name, at: keyPath) { access, _ in
            ConvertedField(
                access, acceptsNull: Value.self is any AnyOptional.Type, decode: { try JSONColumn.decode($0) },
                encode: { try JSONColumn.encode($0) }, by: .json)
        }
    }

    /// A column with closures that convert its values to the property's and back.
    ///
    /// Values that you look for or set are those of the property, and are written by `encode`; orders and sums are those of what
    /// the column holds.
    ///
    /// - Parameters:
    ///   - name: the column.
    ///   - keyPath: the property.
    ///   - decode: converts a column's value to the property's; throw `ValueMismatch` if it cannot.
    ///   - encode: converts the property's value to the column's.
    public init<Owner: Model, Value>(
        _ name: String, _ keyPath: ReferenceWritableKeyPath<Owner, Value>,
        decode: @escaping (SQLValue) throws -> Value, encode: @escaping (Value) throws -> SQLValue
    ) {
        self.init(name, at: keyPath) { access, _ in
            ConvertedField(
                access, acceptsNull: Value.self is any AnyOptional.Type, decode: decode, encode: encode,
                by: .closures)
        }
    }
}
