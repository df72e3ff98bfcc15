import ZIMOrm

/// The type that a column is declared with for a property's type: the original's names.
enum PropertyColumnType {
    /// nil if none is known; SQLite needs none.
    static func of(_ type: Any.Type) -> SQLDataType? {
        switch type {
        case is NSDecimalNumber.Type, is Decimal.Type: decimal
        case is NSString.Type, is String.Type, is Character.Type, is UUID.Type, is URL.Type: .text
        case is Bool.Type: .boolean
        case is any BinaryInteger.Type: .integer
        case is Double.Type: .double
        case is Float.Type: .float
        case is NSNumber.Type: .numeric
        case is Date.Type, is NSDate.Type: .date
        case is Data.Type, is NSData.Type, is [UInt8].Type: .blob
        case let raw as any RawRepresentable.Type: ofRawValue(raw)
        case is any Codable.Type: .text
        default: nil
        }
    }

    /// Decimal numbers, which a column of texts would not tell apart from other spellings of the same, nor sort.
    static let decimal: SQLDataType = "DECIMAL"

    private static func ofRawValue<Value: RawRepresentable>(_ type: Value.Type) -> SQLDataType? {
        of(Value.RawValue.self)
    }

    /// The type's name on an engine: a server's DATE would lose the time of day, its INTEGER half of an Int.
    ///
    /// - Parameters:
    ///   - isKey: whether the column belongs to a key, of which some engines must know the length.
    ///   - hasForm: whether the class declares how the column's dates are written; others are kept to the second.
    static func on(
        _ dialect: any SQLDialect, _ type: SQLDataType?, isKey: Bool, hasForm: Bool
    ) -> SQLDataType? {
        let features = dialect.features
        if features.contains(.untypedColumns) { return type }
        let hasLength = isKey && features.contains(.keyLengths)
        switch type {
        // With all digits that the server keeps.
        case decimal: return .numeric
        case .text where hasLength: return .varchar(191)
        // Such a server wants a type of each column, and takes a text for any value.
        case nil where features.contains(.keyLengths): return hasLength ? .varchar(191) : .text
        case .blob where hasLength: return "VARBINARY(764)"
        // A decimal would round numbers near 0, and be found by no number of 64 bits.
        case .numeric where features.contains(.fixedDecimals): return .double
        case .date where features.contains(.dateTimes): return hasForm ? "DATETIME(6)" : "DATETIME(0)"
        case .date: return .timestamp
        case .integer: return .bigInt
        default: return type
        }
    }

    /// Whether one can reckon with a column's values.
    static func isNumber(_ type: SQLDataType) -> Bool {
        [.integer, .double, .float, .numeric, decimal, .boolean].contains(type)
    }
}
