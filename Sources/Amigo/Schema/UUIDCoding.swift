extension ColumnCoding {
    /// A UUID: 16 bytes in the column, lower-case text in the property. Text in either is read, too.
    static let uuid = ColumnCoding(
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
            case .text(let text):
                guard let uuid = UUID(uuidString: text) else { throw malformed(value) }
                return .text(uuid.uuidString.lowercased())
            default: throw malformed(value)
            }
        })

    private static func malformed(_ value: SQLValue) -> ValueMismatch {
        ValueMismatch(value: value, type: "UUID", reason: "is no UUID, it does not fit")
    }

    /// A decimal in a column that turns its digits into a number of 64 bits: more digits than that keeps are refused.
    ///
    /// Source: <https://www.sqlite.org/datatype3.html#type_affinity>
    static let decimal = ColumnCoding(
        encode: { value in
            guard case .text(let text) = value else { return value }
            let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
            let significant = digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }
            guard significant.count <= 15 else {
                throw ValueMismatch(
                    value: value, type: "Decimal",
                    reason: "has more than the 15 digits that a numeric column keeps, it does not fit")
            }
            return value
        },
        decode: { $0 })
}
