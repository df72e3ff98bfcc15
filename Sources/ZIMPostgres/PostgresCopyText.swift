#if PostgreSQL
    import CPostgres
    import ZIMDb

    /// Rows in the text form of COPY, which the server reads as each column's type.
    ///
    /// A value is what it is as a parameter of a statement, and what is refused as one is refused.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-copy.html>, "Text Format"
    struct PostgresCopyText {
        /// After so many bytes they are sent.
        static let size = 65_536

        var bytes: [UInt8] = []

        private let types: [Oid]

        /// - Parameter types: those of the columns; none where there is no row.
        init(types: [Oid]) {
            self.types = types
            bytes.reserveCapacity(Self.size + 4_096)
        }

        /// - Throws: ``DatabaseError`` with code value for a value that the server would take for another one.
        mutating func append(_ row: [SQLValue], sql: String) throws {
            for (index, value) in row.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "\t")) }
                do { try append(value, as: index < types.count ? types[index] : 0) } catch let error as ValueMismatch {
                    throw DatabaseError(.value, "value \(index + 1) of the row: \(error)", sql: sql, parameters: row)
                }
            }
            bytes.append(UInt8(ascii: "\n"))
        }

        private mutating func append(_ value: SQLValue, as type: Oid) throws {
            if type == PostgresOID.oid, let mismatch = ValueMismatch.ofOID(value) { throw mismatch }
            switch value {
            case .null: bytes.append(contentsOf: "\\N".utf8)
            case .integer(let number): bytes.append(contentsOf: String(number).utf8)
            case .real(let number):
                let isReal = type == PostgresOID.float8 || type == PostgresOID.float4
                // 3.0 is a whole number to a column of integers, which would not take it in this spelling.
                let whole = isReal ? nil : Int64(exactly: number)
                bytes.append(contentsOf: (whole.map { String($0) } ?? String(number)).utf8)
            // As text it would be read as an escaped or hexadecimal form of other bytes.
            case .text(let text) where type == PostgresOID.bytea: append(hexadecimal: Array(text.utf8))
            case .text(let text):
                try PostgresParameters.requireDay(value, as: type)
                try append(escaped: PostgresParameters.text(text, as: type))
            case .typed(let typed): try append(escaped: PostgresParameters.text(typed, as: type))
            case .blob(let blob):
                try PostgresParameters.requireBytes(value, blob, as: type)
                if type == PostgresOID.uuid {
                    bytes.append(contentsOf: SQLValue.hexadecimal(blob).utf8)
                } else {
                    append(hexadecimal: blob)
                }
            }
        }

        private mutating func append(hexadecimal blob: [UInt8]) {
            bytes.append(contentsOf: "\\\\x".utf8)
            bytes.append(contentsOf: SQLValue.hexadecimal(blob).utf8)
        }

        private mutating func append(escaped text: String) throws {
            let isPlain = text.withUTF8Bytes { utf8 in
                guard !utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else { return false }
                bytes.append(contentsOf: utf8)
                return true
            }
            if isPlain { return }
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
                case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
                case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
                case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
                case 0: throw PostgresParameters.holdsNUL(text)
                default: bytes.append(byte)
                }
            }
        }
    }
#endif
