extension ValueMismatch {
    /// What is wrong with a value for an OID, of which PostgreSQL takes the last 32 bits: it reads -1 as 4294967295. nil where
    /// it is such a number, or none at all.
    package static func ofOID(_ value: SQLValue) -> ValueMismatch? {
        if case .integer(let number) = value, UInt32(exactly: number) != nil { return nil }
        guard let number = DecimalNumber(of: value), !number.isUnsigned(bits: 32) else { return nil }
        return binding(value, as: "oid", reason: "is no number of 32 bits without a sign")
    }
}
