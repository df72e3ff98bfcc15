import Foundation

/// The types that the row loop reads straight into the property, without a call through ``Field``.
enum FieldKind: UInt8 {
    case int, optionalInt, int64, optionalInt64
    case string, optionalString
    case double, optionalDouble
    case bool, optionalBool
    case date, optionalDate
    case data, optionalData
    case bytes, optionalBytes
    case other

    init(_ type: Any.Type) {
        switch ObjectIdentifier(type) {
        case ObjectIdentifier(Int.self): self = .int
        case ObjectIdentifier(Int?.self): self = .optionalInt
        case ObjectIdentifier(Int64.self): self = .int64
        case ObjectIdentifier(Int64?.self): self = .optionalInt64
        case ObjectIdentifier(String.self): self = .string
        case ObjectIdentifier(String?.self): self = .optionalString
        case ObjectIdentifier(Double.self): self = .double
        case ObjectIdentifier(Double?.self): self = .optionalDouble
        case ObjectIdentifier(Bool.self): self = .bool
        case ObjectIdentifier(Bool?.self): self = .optionalBool
        case ObjectIdentifier(Date.self): self = .date
        case ObjectIdentifier(Date?.self): self = .optionalDate
        case ObjectIdentifier(Data.self): self = .data
        case ObjectIdentifier(Data?.self): self = .optionalData
        case ObjectIdentifier([UInt8].self): self = .bytes
        case ObjectIdentifier([UInt8]?.self): self = .optionalBytes
        default: self = .other
        }
    }
}
