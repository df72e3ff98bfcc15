#if PostgreSQL
    import CPostgres
    import Foundation
    import ZIMDb

    /// The values of a statement as they go to the server: one piece of memory, and where each value stands in it.
    ///
    /// A statement keeps it for its next run, which then needs no memory of its own.
    struct PostgresParameters {
        private var bytes: [UInt8] = []
        /// Where each value begins; -1 for NULL.
        private var starts: [Int] = []
        private var lengths: [Int32] = []
        private var formats: [Int32] = []
        private var pointers: [UnsafePointer<CChar>?] = []

        init() {}

        /// Values of a question of our own.
        init(texts: [String]) {
            for text in texts { append(text) }
        }

        /// Encodes values for the types that the server expects, in place of those of the last run.
        ///
        /// Numbers, bytes and the like go in the binary form where the type is the same; everything else as text, which
        /// the server reads as its own type: that is how '2026-11-21' becomes a date and '12.50' a NUMERIC.
        ///
        /// - Throws: ``DatabaseError`` with code value for a value that the server would take for another one.
        mutating func encode(_ values: [SQLValue], types: [Oid], sql: String) throws {
            bytes.removeAll(keepingCapacity: bytes.count < 65_536)
            starts.removeAll(keepingCapacity: true)
            lengths.removeAll(keepingCapacity: true)
            formats.removeAll(keepingCapacity: true)
            for (index, value) in values.enumerated() {
                let type = index < types.count ? types[index] : 0
                do { try append(value, as: type) } catch let mismatch as ValueMismatch {
                    throw DatabaseError(
                        .value, "parameter \(index + 1): \(mismatch)", sql: sql, parameters: values)
                }
            }
        }

        private mutating func append(_ value: SQLValue, as type: Oid) throws {
            if type == PostgresOID.oid, let mismatch = ValueMismatch.ofOID(value) { throw mismatch }
            switch value {
            case .null: place(-1, 0, isBinary: false)
            case .integer(let number): append(number, as: type)
            case .real(let number): append(number, as: type)
            case .text(let text):
                // As text it would be read as an escaped or hexadecimal form of other bytes.
                if type == PostgresOID.bytea { return append(binary: Array(text.utf8)) }
                try Self.requireDay(value, as: type)
                try append(checked: Self.text(text, as: type))
            case .typed(let typed): try append(checked: Self.text(typed, as: type))
            case .blob(let blob):
                try Self.requireBytes(value, blob, as: type)
                append(binary: blob)
            }
        }

        /// The server would cut the time off, and compare with the day.
        static func requireDay(_ value: SQLValue, as type: Oid) throws {
            guard type == PostgresOID.date, value.isWithinDay else { return }
            throw ValueMismatch.binding(value, as: "date", reason: "has a time, which a DATE does not keep")
        }

        /// What is sent of a text: a date of the year 0 as the server spells it.
        static func text(_ text: String, as type: Oid) -> String {
            guard text.utf8.first == UInt8(ascii: "0"), type == PostgresOID.date || PostgresOID.times.contains(type)
            else { return text }
            return DateText.withEra(text)
        }

        /// What is sent of a text that has a type: microseconds only to a column that holds them.
        static func text(_ typed: SQLTypedText, as type: Oid) throws -> String {
            try requireDay(.typed(typed), as: type)
            if type == 0 || PostgresOID.times.contains(type) { return text(typed.text, as: type) }
            guard SQLValue.typed(typed).isFarDate else { return text(typed.plainText, as: type) }
            try requireTaken(.typed(typed), as: type)
            return typed.text
        }

        /// Refuses what is sent to no type but its own: bytes and dates in far years.
        static func requireTaken(_ value: SQLValue, as type: Oid) throws {
            switch value {
            case .blob(let bytes): try requireBytes(value, bytes, as: type)
            case .typed(let typed):
                guard let engine = typed.engine, value.isFarDate, type != 0, type != PostgresOID.date,
                    !PostgresOID.times.contains(type)
                else { return }
                throw ValueMismatch.foreign(value, engine)
            case .null, .integer, .real, .text: return
            }
        }

        static func holdsNUL(_ text: String) -> ValueMismatch {
            .binding(.text(text), as: "text", reason: "holds the character NUL, which PostgreSQL cannot store")
        }

        /// Other types would take them for text.
        static func requireBytes(_ value: SQLValue, _ bytes: [UInt8], as type: Oid) throws {
            guard type == PostgresOID.bytea || type == 0 || (type == PostgresOID.uuid && bytes.count == 16) else {
                throw ValueMismatch.binding(
                    value, as: PostgresType.builtIn[type]?.name ?? "the type \(type)", reason: "is bytes")
            }
        }

        /// The type that a number can be compared as, where the server has found one of integers.
        static func type(for value: SQLValue, atLeast type: Oid) -> Oid {
            guard type == PostgresOID.int2 || type == PostgresOID.int4 || type == PostgresOID.int8 else { return type }
            switch value {
            case .real(let number):
                guard let whole = Int64(exactly: number) else { return PostgresOID.float8 }
                return Self.type(for: .integer(whole), atLeast: type)
            case .text(let text):
                // As the digits of a decimal number are, and of one above 63 bits.
                guard Self.isWhole(text) else { return type }
                return Int64(text).map { Self.type(for: .integer($0), atLeast: type) } ?? PostgresOID.numeric
            case .integer(let number) where type == PostgresOID.int2 && Int16(exactly: number) == nil:
                return Int32(exactly: number) == nil ? PostgresOID.int8 : PostgresOID.int4
            case .integer(let number) where type == PostgresOID.int4 && Int32(exactly: number) == nil:
                return PostgresOID.int8
            default: return type
            }
        }

        private static func isWhole(_ text: String) -> Bool {
            let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
            return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }

        private mutating func append(_ number: Int64, as type: Oid) {
            switch type {
            case PostgresOID.int8: append(number: number)
            case PostgresOID.int4:
                if let number = Int32(exactly: number) { append(number: number) } else { append(String(number)) }
            case PostgresOID.int2:
                if let number = Int16(exactly: number) { append(number: number) } else { append(String(number)) }
            case PostgresOID.float8:
                if let number = Double(exactly: number) {
                    append(number: number.bitPattern)
                } else {
                    append(String(number))
                }
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

        @inline(__always)
        private mutating func place(_ start: Int, _ count: Int, isBinary: Bool) {
            starts.append(start)
            lengths.append(Int32(clamping: count))
            formats.append(isBinary ? 1 : 0)
        }

        @inline(__always)
        private mutating func append<Number: FixedWidthInteger>(number: Number) {
            place(bytes.count, MemoryLayout<Number>.size, isBinary: true)
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        }

        private mutating func append(binary value: [UInt8]) {
            place(bytes.count, value.count, isBinary: true)
            bytes.append(contentsOf: value)
        }

        private mutating func append(checked text: String) throws {
            guard append(text) else { throw Self.holdsNUL(text) }
        }

        /// False where the text holds the character NUL, at which libpq would end it.
        @discardableResult
        private mutating func append(_ text: String) -> Bool {
            text.withUTF8Bytes { utf8 in
                guard !utf8.holdsNUL else { return false }
                place(bytes.count, utf8.count, isBinary: false)
                bytes.append(contentsOf: utf8)
                bytes.append(0)
                return true
            }
        }

        /// The form that libpq takes: addresses, lengths, whether each is binary, and how many there are.
        mutating func withPointers<T>(
            _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?, Int32) throws
                -> T
        ) rethrows -> T {
            // An empty value still needs an address: none would be NULL.
            if bytes.isEmpty { bytes.append(0) }
            return try bytes.withUnsafeBytes { memory in
                pointers.removeAll(keepingCapacity: true)
                let base = memory.baseAddress
                for start in starts {
                    pointers.append(start < 0 ? nil : base.map { ($0 + start).assumingMemoryBound(to: CChar.self) })
                }
                return try body(pointers, lengths, formats, Int32(clamping: starts.count))
            }
        }
    }

    extension String {
        /// Whether it holds the character NUL.
        var holdsNUL: Bool { withUTF8Bytes { $0.holdsNUL } }
    }

    extension UnsafeBufferPointer<UInt8> {
        /// Whether it holds the character NUL.
        var holdsNUL: Bool { baseAddress.map { memchr($0, 0, count) != nil } ?? false }
    }
#endif
