extension MappedColumn {
    /// The type whose values the column holds as they are, without its optional; nil if something converts them, or for
    /// a type of the program's own.
    package var plainType: Any.Type? {
        switch kind {
        case .int, .optionalInt: Int.self
        case .int64, .optionalInt64: Int64.self
        case .string, .optionalString: String.self
        case .double, .optionalDouble: Double.self
        case .bool, .optionalBool: Bool.self
        case .date, .optionalDate: Date.self
        case .data, .optionalData: Data.self
        case .bytes, .optionalBytes: [UInt8].self
        case .other: nil
        }
    }
}
