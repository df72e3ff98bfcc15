/// The types that an attribute of a Core Data model can have, by their names there.
///
/// ```swift
/// Column("label", type: .stringAttributeType)
/// ```
///
/// Foundation on Linux has no `NSAttributeType`, so this enum takes its place. Without Core Data, `NSAttributeType` is
/// an alias of it, and the capitalized names of the first Swift versions work too.
///
/// Source: <https://developer.apple.com/documentation/coredata/nsattributetype>
public enum AttributeType: String, Sendable, Hashable, CaseIterable {
    /// Not set.
    case undefinedAttributeType = "Undefined"
    /// A whole number of 16 bits.
    case integer16AttributeType = "Integer 16"
    /// A whole number of 32 bits.
    case integer32AttributeType = "Integer 32"
    /// A whole number of 64 bits.
    case integer64AttributeType = "Integer 64"
    /// A decimal number.
    case decimalAttributeType = "Decimal"
    /// A floating-point number of 64 bits.
    case doubleAttributeType = "Double"
    /// A floating-point number of 32 bits.
    case floatAttributeType = "Float"
    /// Text.
    case stringAttributeType = "String"
    /// True or false.
    case booleanAttributeType = "Boolean"
    /// A date with its time.
    case dateAttributeType = "Date"
    /// Bytes.
    case binaryDataAttributeType = "Binary"
    /// A UUID.
    case uuidAttributeType = "UUID"
    /// A URI.
    case uriAttributeType = "URI"

    /// ``undefinedAttributeType``, as Core Data wrote it before Swift 3.
    public static let UndefinedAttributeType = undefinedAttributeType
    /// ``integer16AttributeType``, as Core Data wrote it before Swift 3.
    public static let Integer16AttributeType = integer16AttributeType
    /// ``integer32AttributeType``, as Core Data wrote it before Swift 3.
    public static let Integer32AttributeType = integer32AttributeType
    /// ``integer64AttributeType``, as Core Data wrote it before Swift 3.
    public static let Integer64AttributeType = integer64AttributeType
    /// ``decimalAttributeType``, as Core Data wrote it before Swift 3.
    public static let DecimalAttributeType = decimalAttributeType
    /// ``doubleAttributeType``, as Core Data wrote it before Swift 3.
    public static let DoubleAttributeType = doubleAttributeType
    /// ``floatAttributeType``, as Core Data wrote it before Swift 3.
    public static let FloatAttributeType = floatAttributeType
    /// ``stringAttributeType``, as Core Data wrote it before Swift 3.
    public static let StringAttributeType = stringAttributeType
    /// ``booleanAttributeType``, as Core Data wrote it before Swift 3.
    public static let BooleanAttributeType = booleanAttributeType
    /// ``dateAttributeType``, as Core Data wrote it before Swift 3.
    public static let DateAttributeType = dateAttributeType
    /// ``binaryDataAttributeType``, as Core Data wrote it before Swift 3.
    public static let BinaryDataAttributeType = binaryDataAttributeType

    /// The type of a column that holds it, in a dialect's words: SQLite has one size of integers and of real numbers.
    ///
    /// - Parameters:
    ///   - plainType: the type of Swift whose values a column without a declared type holds as they are.
    ///   - isKey: whether a key or an index has the column, of which MariaDB and MySQL must know the length then.
    func dataType(for dialect: any SQLDialect, plainType: Any.Type? = nil, isKey: Bool = false) -> SQLDataType {
        if dialect.features.contains(.untypedColumns) { return affinity }
        let type = serverType(for: dialect, plainType)
        guard dialect.features.contains(.keyLengths) else { return type }
        // The server's indexes hold 3,072 bytes: four such columns.
        switch type {
        case .blob where self == .uuidAttributeType: return "BINARY(16)"
        case .text where isKey: return .varchar(191)
        case .blob where isKey: return "VARBINARY(764)"
        default: return type
        }
    }

    /// What `DECIMAL(65, 30)` keeps, which `createAll` declares.
    static let fractionDigits = 30

    private func serverType(for dialect: any SQLDialect, _ plainType: Any.Type?) -> SQLDataType {
        switch self {
        case .undefinedAttributeType:
            // Where columns have types, text takes what a column makes of its values, be it digits.
            guard let own = plainType.flatMap({ AttributeType($0) }), own != self else { return .text }
            return own.serverType(for: dialect, nil)
        case .integer16AttributeType, .booleanAttributeType: return .smallInt
        case .integer64AttributeType: return .bigInt
        case .doubleAttributeType: return .doublePrecision
        default: return affinity
        }
    }

    private var affinity: SQLDataType {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: .integer
        case .decimalAttributeType: .numeric
        case .doubleAttributeType, .floatAttributeType: .real
        case .stringAttributeType, .dateAttributeType, .uriAttributeType: .text
        case .binaryDataAttributeType, .uuidAttributeType, .undefinedAttributeType: .blob
        }
    }

    var isNumeric: Bool { affinity == .integer || affinity == .real || affinity == .numeric }

    var isInteger: Bool {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: true
        default: false
        }
    }

    /// The attribute type of a type of Swift or Foundation; nil if no column can hold it.
    init?(_ type: Any.Type) {
        switch ObjectIdentifier(type) {
        case ObjectIdentifier(String.self), ObjectIdentifier(NSString.self): self = .stringAttributeType
        case ObjectIdentifier(Int16.self), ObjectIdentifier(Int8.self), ObjectIdentifier(UInt8.self):
            self = .integer16AttributeType
        case ObjectIdentifier(Int32.self), ObjectIdentifier(UInt16.self): self = .integer32AttributeType
        case ObjectIdentifier(Int64.self), ObjectIdentifier(Int.self), ObjectIdentifier(UInt32.self):
            self = .integer64AttributeType
        case ObjectIdentifier(Date.self), ObjectIdentifier(NSDate.self): self = .dateAttributeType
        case ObjectIdentifier(Data.self), ObjectIdentifier(NSData.self), ObjectIdentifier([UInt8].self):
            self = .binaryDataAttributeType
        case ObjectIdentifier(Decimal.self), ObjectIdentifier(NSDecimalNumber.self): self = .decimalAttributeType
        case ObjectIdentifier(Double.self): self = .doubleAttributeType
        case ObjectIdentifier(Float.self): self = .floatAttributeType
        case ObjectIdentifier(Bool.self): self = .booleanAttributeType
        case ObjectIdentifier(UUID.self): self = .uuidAttributeType
        case ObjectIdentifier(URL.self): self = .uriAttributeType
        default:
            guard type is any ColumnValue.Type else { return nil }
            self = .undefinedAttributeType
        }
    }
}

#if !canImport(CoreData)
    /// The name of ``AttributeType`` in Core Data.
    public typealias NSAttributeType = AttributeType
#endif
