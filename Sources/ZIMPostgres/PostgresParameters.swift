#if PostgreSQL
    import CPostgres
    import Foundation
    import ZIMDb

    /// The values of a statement as they go to the server: one piece of memory, and where each value stands in it.
    struct PostgresParameters {
        private struct Place {
            let start: Int
            let count: Int
            let isBinary: Bool
        }

        private var bytes: [UInt8] = []
        /// nil is NULL.
        private var places: [Place?] = []

        init() {}

        /// Values of a question of our own.
        init(texts: [String]) {
            for text in texts { append(text) }
        }

        /// Encodes values for the types that the server expects.
        ///
        /// Numbers, bytes and the like go in the binary form where the type is the same; everything else as text, which
        /// the server reads as its own type: that is how '2026-11-21' becomes a date and '12.50' a NUMERIC.
        ///
        /// - Throws: ``DatabaseError`` with code value for a value that the server would take for another one.
        init(_ values: [SQLValue], types: [Oid], sql: String) throws {
            places.reserveCapacity(values.count)
            bytes.reserveCapacity(values.count * 16)
            for (index, value) in values.enumerated() {
                let type = index < types.count ? types[index] : 0
                do { try append(value, as: type) } catch let mismatch as ValueMismatch {
                    throw DatabaseError(
                        .value, "parameter \(index + 1): \(mismatch)", sql: sql, parameters: values)
                }
            }
        }

        private mutating func append(_ value: SQLValue, as type: Oid) throws {
            switch value {
            case .null: places.append(nil)
            case .integer(let number): append(number, as: type)
            case .real(let number): append(number, as: type)
            case .text(let text):
                // As text it would be read as an escaped or hexadecimal form of other bytes.
                if type == PostgresOID.bytea { return append(binary: Array(text.utf8)) }
                try append(checked: text)
            case .typed(let typed): try append(checked: typed.text)
            case .blob(let blob):
                guard type == PostgresOID.bytea || type == 0 || (type == PostgresOID.uuid && blob.count == 16) else {
                    throw ValueMismatch(
                        value: value, type: PostgresType.builtIn[type]?.name ?? "the type \(type)",
                        reason: "is bytes, which do not fit")
                }
                append(binary: blob)
            }
        }

        /// The type that a number can be compared as, where the server has found one of integers.
        static func type(for value: SQLValue, atLeast type: Oid) -> Oid {
            guard [PostgresOID.int2, PostgresOID.int4, PostgresOID.int8].contains(type) else { return type }
            switch value {
            case .real(let number) where Int64(exactly: number) == nil: return PostgresOID.float8
            case .integer(let number) where type == PostgresOID.int2 && Int16(exactly: number) == nil:
                return Int32(exactly: number) == nil ? PostgresOID.int8 : PostgresOID.int4
            case .integer(let number) where type == PostgresOID.int4 && Int32(exactly: number) == nil:
                return PostgresOID.int8
            default: return type
            }
        }

        private mutating func append(_ number: Int64, as type: Oid) {
            switch type {
            case PostgresOID.int8: append(number: number)
            case PostgresOID.int4: Int32(exactly: number).map { append(number: $0) } ?? append(String(number))
            case PostgresOID.int2: Int16(exactly: number).map { append(number: $0) } ?? append(String(number))
            case PostgresOID.float8:
                Double(exactly: number).map { append(number: $0.bitPattern) } ?? append(String(number))
            case PostgresOID.bool where number == 0 || number == 1: append(binary: [UInt8(number)])
            // The server tells of what does not fit.
            default: append(String(number))
            }
        }

        private mutating func append(_ number: Double, as type: Oid) {
            switch type {
            case PostgresOID.float8: append(number: number.bitPattern)
            case PostgresOID.float4: append(String(number))
            default:
                // 3.0 is a whole number to a column of integers, which would not take it in this spelling.
                if let whole = Int64(exactly: number) { append(String(whole)) } else { append(String(number)) }
            }
        }

        private mutating func append<Number: FixedWidthInteger>(number: Number) {
            places.append(Place(start: bytes.count, count: MemoryLayout<Number>.size, isBinary: true))
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }

        private mutating func append(binary value: [UInt8]) {
            places.append(Place(start: bytes.count, count: value.count, isBinary: true))
            bytes.append(contentsOf: value)
        }

        private mutating func append(checked text: String) throws {
            guard !text.utf8.contains(0) else {
                throw ValueMismatch(
                    value: .text(text), type: "text", reason: "holds the character NUL, which PostgreSQL cannot hold,")
            }
            append(text)
        }

        private mutating func append(_ text: String) {
            places.append(Place(start: bytes.count, count: text.utf8.count, isBinary: false))
            bytes.append(contentsOf: text.utf8)
            bytes.append(0)
        }

        /// The form that libpq takes: addresses, lengths, whether each is binary, and how many there are.
        func withPointers<T>(
            _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32) throws
                -> T
        ) rethrows -> T {
            try bytes.withUnsafeBytes { memory in
                // An empty value still needs an address: none would be NULL.
                let empty: StaticString = ""
                let pointers: [UnsafePointer<CChar>?] = places.map { place in
                    guard let place else { return nil }
                    let start = memory.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
                    return (start + place.start).assumingMemoryBound(to: CChar.self)
                }
                let lengths = places.map { Int32(clamping: $0?.count ?? 0) }
                let formats = places.map { $0?.isBinary == true ? 1 : 0 as Int32 }
                return try body(pointers, lengths, formats, Int32(clamping: places.count))
            }
        }
    }
#endif
