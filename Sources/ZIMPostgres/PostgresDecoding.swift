#if PostgreSQL
    import ZIMDb

    extension PostgresType {
        /// A value of this type as the server sent it.
        ///
        /// What no storage class of ours holds exactly is kept as its text, together with the type's name.
        func value(_ bytes: UnsafeBufferPointer<UInt8>, isBinary: Bool) -> SQLValue {
            isBinary ? binary(bytes) : text(bytes)
        }

        private func binary(_ bytes: UnsafeBufferPointer<UInt8>) -> SQLValue {
            switch kind {
            case .bool: return .integer(bytes.first == 0 ? 0 : 1)
            case .int2: return bytes.bigEndian(Int16.self).map { .integer(Int64($0)) } ?? unreadable(bytes)
            case .int4: return bytes.bigEndian(Int32.self).map { .integer(Int64($0)) } ?? unreadable(bytes)
            case .int8: return bytes.bigEndian(Int64.self).map { .integer($0) } ?? unreadable(bytes)
            case .oid: return bytes.bigEndian(UInt32.self).map { .integer(Int64($0)) } ?? unreadable(bytes)
            case .float4:
                return bytes.bigEndian(UInt32.self).map { .real(Double(Float(bitPattern: $0))) } ?? unreadable(bytes)
            case .float8:
                return bytes.bigEndian(UInt64.self).map { .real(Double(bitPattern: $0)) } ?? unreadable(bytes)
            case .text where isByte: return .text(Self.byte(bytes.first ?? 0))
            case .text: return string(bytes).map { .text($0) } ?? .blob(Array(bytes))
            case .bytea: return .blob(Array(bytes))
            case .numeric: return typed(PostgresNumeric.text(bytes), bytes)
            case .date: return typed(bytes.bigEndian(Int32.self).map { Self.date($0) }, bytes)
            case .time: return typed(bytes.bigEndian(Int64.self).map { TimestampText.time($0) }, bytes)
            case .timestamp:
                return typed(bytes.bigEndian(Int64.self).map { TimestampText.timestamp($0, zone: "") }, bytes)
            case .timestamptz:
                return typed(bytes.bigEndian(Int64.self).map { TimestampText.timestamp($0, zone: "+00") }, bytes)
            case .uuid: return typed(PostgresType.uuid(bytes), bytes)
            // The first byte is the version of the format.
            case .jsonb: return typed(string(UnsafeBufferPointer(rebasing: bytes.dropFirst())), bytes)
            case .label: return typed(string(bytes), bytes)
            case .otherText, .other: return unreadable(bytes)
            }
        }

        private func text(_ bytes: UnsafeBufferPointer<UInt8>) -> SQLValue {
            guard let text = string(bytes) else { return .blob(Array(bytes)) }
            switch kind {
            case .bool: return .integer(text == "f" ? 0 : 1)
            case .int2, .int4, .int8, .oid: return Int64(text).map { .integer($0) } ?? typed(text)
            // The shortest digits of a float4 make another float8 than the number itself.
            case .float4: return Float(text).map { .real(Double($0)) } ?? typed(text)
            case .float8: return Double(text).map { .real($0) } ?? typed(text)
            case .text, .otherText: return .text(text)
            case .bytea: return PostgresType.hexadecimal(bytes).map { .blob($0) } ?? typed(text)
            case .numeric, .date, .time, .timestamp, .timestamptz, .uuid, .jsonb, .label, .other: return typed(text)
            }
        }

        private static func date(_ days: Int32) -> String {
            TimestampText.date(days == .max ? Int64.max : days == .min ? Int64.min : Int64(days))
        }

        private func typed(_ text: String) -> SQLValue { .typed(SQLTypedText(text, type: name)) }

        private func typed(_ text: String?, _ bytes: UnsafeBufferPointer<UInt8>) -> SQLValue {
            text.map { typed($0) } ?? unreadable(bytes)
        }

        /// A byte as the server prints it: `\377` above 127, and nothing for NUL.
        private static func byte(_ byte: UInt8) -> String {
            if byte < 0x80 { return byte == 0 ? "" : String(UnicodeScalar(byte)) }
            return "\\" + String(byte, radix: 8)
        }

        /// Bytes that are not what the server documents are handed on as they are: a wrong number would go unnoticed.
        private func unreadable(_ bytes: UnsafeBufferPointer<UInt8>) -> SQLValue { .blob(Array(bytes)) }

        private func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? { UTF8Text.decode(bytes) }

        private static func uuid(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
            guard bytes.count == 16 else { return nil }
            return String(unsafeUninitializedCapacity: 36) { text in
                var position = 0
                func put(_ byte: UInt8) {
                    text[position] = byte
                    position += 1
                }
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 { put(UInt8(ascii: "-")) }
                    put(digit(byte >> 4))
                    put(digit(byte & 15))
                }
                return position
            }
        }

        private static func digit(_ nibble: UInt8) -> UInt8 {
            nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
        }

        /// `\x00ff`, which `bytea` looks like in the text form.
        private static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
            guard bytes.count >= 2, bytes.count % 2 == 0, bytes[0] == UInt8(ascii: "\\"), bytes[1] == UInt8(ascii: "x")
            else { return nil }
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count / 2 - 1)
            for index in stride(from: 2, to: bytes.count, by: 2) {
                guard let high = nibble(bytes[index]), let low = nibble(bytes[index + 1]) else { return nil }
                result.append(high << 4 | low)
            }
            return result
        }

        private static func nibble(_ byte: UInt8) -> UInt8? {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
    }

    extension UnsafeBufferPointer<UInt8> {
        /// A number in network order that takes up all the bytes.
        @inline(__always)
        func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
            count == MemoryLayout<Number>.size ? bigEndian(type, at: 0) : nil
        }

        /// A number in network order at a position; nil if it would end beyond the bytes.
        @inline(__always)
        func bigEndian<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number? {
            guard offset >= 0, count - offset >= MemoryLayout<Number>.size else { return nil }
            return Number(bigEndian: UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: type))
        }
    }
#endif
