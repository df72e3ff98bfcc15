extension ColumnCoding {
    /// A UUID: 16 bytes in the column, lower-case text in the property. Text in either is read, too.
    static let uuid = ColumnCoding(
        type: UUID.self,
        encode: { value in
            switch value {
            case .null: return .null
            case .text(let text):
                guard let uuid = UUID(uuidString: text) else { throw malformed(value) }
                return .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
            case .blob(let bytes) where bytes.count == 16: return value
            default: throw malformed(value)
            }
        },
        decode: { value in
            switch value {
            case .null: return .null
            case .blob(let bytes) where bytes.count == 16:
                let uuid = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
                return .text(uuid.uuidString.lowercased())
            case .text, .typed:
                guard let uuid = try? UUID(column: value) else { throw malformed(value) }
                return .text(uuid.uuidString.lowercased())
            default: throw malformed(value)
            }
        })

    private static func malformed(_ value: SQLValue) -> ValueMismatch {
        ValueMismatch(value: value, type: "UUID")
    }
}
