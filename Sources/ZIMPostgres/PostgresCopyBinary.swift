#if PostgreSQL
    import CPostgres
    import Foundation
    import ZIMDb

    /// Rows in the binary form of COPY, which the server need not parse.
    ///
    /// Only values whose binary form is certain to be what the server would make of their text: a row with any other is
    /// refused, and goes as text.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-copy.html>, "Binary Format"; the `_recv` functions of the types
    final class PostgresCopyBinary: BulkWriter {
        /// The first ``size`` bytes are in use. An array would be looked at with each number: whether it is shared.
        private var memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: PostgresCopyText.size + 4_096, alignment: 16)
        private(set) var size = 0
        private let types: [PostgresType]
        /// Those of the types, which are looked at for each value.
        private let kinds: [PostgresType.Kind]
        /// Where the row begins.
        private var start = 0
        private(set) var count = 0
        /// The whole row, where one of its values has to go as text.
        private var kept: [SQLValue]?

        /// Begins with the first row.
        ///
        /// - Returns: nil if a column has a type, or the row a value, whose binary form is not written here.
        init?(types: [Oid], first row: [SQLValue]) {
            self.types = types.compactMap { PostgresType.builtIn[$0] }.filter(Self.isWritten)
            kinds = self.types.map(\.kind)
            guard !types.isEmpty, types.count <= Int(Int16.max), kinds.count == types.count else { return nil }
            put(Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0x00])
            // No flags, and no more of a header.
            put(0 as Int64)
            beginRow()
            append(contentsOf: row)
            if !isRowWritten { return nil }
        }

        deinit { memory.deallocate() }

        /// Whether the binary form of a type is written here.
        private static func isWritten(_ type: PostgresType) -> Bool {
            switch type.kind {
            // `"char"` is a byte, and a name is cut off at 63.
            case .text: ![18, 19, 705].contains(type.oid)
            case .bool, .int2, .int4, .int8, .float8, .numeric, .bytea, .timestamp, .timestamptz, .date, .uuid, .jsonb:
                true
            case .oid, .float4, .time, .label, .otherText, .other: false
            }
        }

        // MARK: Rows

        func beginRow() {
            (start, count, kept) = (size, 0, nil)
            put(Int16(truncatingIfNeeded: kinds.count))
        }

        /// Whether all of the row is in its binary form.
        var isRowWritten: Bool { kept == nil && count == kinds.count }

        /// Ends the rows in front of the one that was begun.
        func endRows() {
            size = start
            put(-1 as Int16)
        }

        /// Begins anew behind the rows that were sent.
        func removeAll() { (size, start) = (0, 0) }

        func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
            try body(UnsafeRawBufferPointer(rebasing: memory[..<size]))
        }

        var values: [SQLValue] {
            if let kept { return kept }
            var (place, values) = (start + MemoryLayout<Int16>.size, [] as [SQLValue])
            for type in types.prefix(count) {
                let length = Int(Int32(bigEndian: memory.loadUnaligned(fromByteOffset: place, as: Int32.self)))
                place += MemoryLayout<Int32>.size
                let bytes = UnsafeRawBufferPointer(rebasing: memory[place..<place + max(0, length)])
                values.append(
                    length < 0 ? .null : type.value(bytes.assumingMemoryBound(to: UInt8.self), isBinary: true))
                place += max(0, length)
            }
            return values
        }

        // MARK: Values

        func append(_ value: SQLValue) { add(value) { append(value, $0) } }
        func append(number: Int64) { add(.integer(number)) { append(number, $0) } }
        func append(real: Double) { add(.real(real)) { append(real, $0) } }

        func append(text: String) { add(.text(text)) { append(text, $0) } }

        func append(bytes: Data) {
            add(bytes.sqlValue) { kind in
                guard kind == .bytea, let length = Int32(exactly: bytes.count) else { return false }
                put(length)
                bytes.withUnsafeBytes { put($0) }
                return true
            }
        }

        func append(date: Date) {
            add(date.sqlValue) { kind in
                guard kind == .timestamptz || kind == .timestamp, let moment = DateText.microseconds(of: date) else {
                    return append(date.sqlValue, kind)
                }
                return add(Int64(moment) - PostgresTimeText.epoch)
            }
        }

        func append(_ value: BulkValue) {
            add(value.sqlValue) { kind in
                switch value {
                case .value(let value): append(value, kind)
                case .text(let text): append(text, kind)
                case .decimal(let decimal):
                    if kind == .numeric { append(decimal) } else { decimal.integer.map { append($0, kind) } ?? false }
                case .day(let days): kind == .date ? Int32(exactly: days).map { add($0) } ?? false : false
                case .instant(let instant, let isZoned):
                    kind == (isZoned ? .timestamptz : .timestamp) ? add(instant) : false
                }
            }
        }

        func append(contentsOf row: [SQLValue]) {
            // An array's elements would be copied one by one.
            row.withUnsafeBufferPointer { row in for index in row.indices { append(row[index]) } }
        }

        /// Adds a value of the next column where `write` can write it in the column's form, and else keeps the row.
        @inline(__always)
        private func add(_ value: @autoclosure () -> SQLValue, _ write: (PostgresType.Kind) -> Bool) {
            if kept == nil, count < kinds.count {
                let end = size
                if write(kinds[count]) {
                    count += 1
                    return
                }
                size = end
            }
            kept = values + [value()]
            count += 1
        }

        // MARK: Forms of values

        private func append(_ value: SQLValue, _ kind: PostgresType.Kind) -> Bool {
            switch value {
            case .null:
                put(-1 as Int32)
                return true
            case .integer(let number): return append(number, kind)
            case .real(let number): return append(number, kind)
            case .blob(let blob):
                guard kind == .bytea || (kind == .uuid && blob.count == 16) else { return false }
                return blob.withUnsafeBufferPointer { add(bytes: $0) }
            case .text(let text): return append(text, kind)
            case .typed(let typed):
                if kind == .timestamp || kind == .timestamptz { return append(typed.text, kind) }
                return !value.isFarDate && append(typed.plainText, kind)
            }
        }

        private func append(_ text: String, _ kind: PostgresType.Kind) -> Bool {
            text.withUTF8Bytes { append($0, kind) }
        }

        private func append(_ number: Double, _ kind: PostgresType.Kind) -> Bool {
            if kind == .float8 { return add(number.bitPattern) }
            if kind == .numeric { return SmallDecimal(number).map { append($0) } ?? false }
            return Int64(exactly: number).map { append($0, kind) } ?? false
        }

        private func append(_ number: Int64, _ kind: PostgresType.Kind) -> Bool {
            switch kind {
            case .int8: return add(number)
            case .int4: return Int32(exactly: number).map { add($0) } ?? false
            case .int2: return Int16(exactly: number).map { add($0) } ?? false
            case .float8: return Double(exactly: number).map { add($0.bitPattern) } ?? false
            case .numeric: return SmallDecimal(number).map { append($0) } ?? false
            case .bool where number == 0 || number == 1: return add(UInt8(number))
            default: return false
            }
        }

        /// A number with as many digits behind the point as it has.
        private func append(_ decimal: SmallDecimal) -> Bool {
            append(
                numeric: decimal.number.magnitude, isNegative: decimal.number < 0, decimal.exponent,
                max(0, -decimal.exponent))
        }

        /// Source: `numeric_recv` in PostgreSQL's `src/backend/utils/adt/numeric.c`
        ///
        /// - Parameters:
        ///   - digits: the number without its point.
        ///   - exponent: the power of ten of the last digit.
        ///   - scale: how many digits are kept behind the point.
        private func append(numeric digits: UInt64, isNegative: Bool, _ exponent: Int, _ scale: Int) -> Bool {
            guard let scale = Int16(exactly: scale), scale < 0x4000, exponent.magnitude < 0x4000 else { return false }
            // The groups of four digits begin at the point, so the last one may be filled up with zeros.
            let zeros = exponent & 3
            var divisor: UInt64 = 10_000
            var factor: UInt64 = 1
            for _ in 0..<zeros {
                divisor /= 10
                factor *= 10
            }
            // Six groups hold the digits of any number of 64 bits with three zeros behind it.
            var groups: (Int16, Int16, Int16, Int16, Int16, Int16) = (0, 0, 0, 0, 0, 0)
            return withUnsafeMutableBytes(of: &groups) { memory in
                let groups = memory.bindMemory(to: Int16.self)
                var rest = digits
                var count = 0
                while rest > 0, count < groups.count {
                    groups[count] = Int16(truncatingIfNeeded: rest % divisor * factor)
                    rest /= divisor
                    (divisor, factor) = (10_000, 1)
                    count += 1
                }
                put(Int32(8 + 2 * count))
                put(Int16(truncatingIfNeeded: count))
                put(Int16(truncatingIfNeeded: (exponent - zeros) / 4 + count - 1))
                put((isNegative ? 0x4000 : 0) as Int16)
                put(scale)
                for index in (0..<count).reversed() { put(groups[index]) }
                return true
            }
        }

        /// `-12.50` with at most 18 digits; what else the server reads is left to it.
        private func append(numeric text: UnsafeBufferPointer<UInt8>) -> Bool {
            let isNegative = text.first == UInt8(ascii: "-")
            var index = isNegative ? 1 : 0
            var digits: UInt64 = 0
            var point: Int?
            guard text.count - index <= 19, text.count > index, text[index] != UInt8(ascii: ".") else { return false }
            while index < text.count {
                let digit = text[index] &- UInt8(ascii: "0")
                if digit < 10 {
                    digits = digits * 10 + UInt64(digit)
                } else if point == nil, text[index] == UInt8(ascii: "."), index + 1 < text.count {
                    point = index
                } else {
                    return false
                }
                index += 1
            }
            let scale = point.map { text.count - $0 - 1 } ?? 0
            return append(numeric: digits, isNegative: isNegative && digits > 0, -scale, scale)
        }

        private func append(_ text: UnsafeBufferPointer<UInt8>, _ kind: PostgresType.Kind) -> Bool {
            switch kind {
            // The server's own error for NUL would name no value.
            case .text: return text.holdsNUL ? false : add(bytes: text)
            case .bytea: return add(bytes: text)
            case .jsonb:
                guard !text.holdsNUL else { return false }
                put(Int32(clamping: text.count + 1))
                put(1 as UInt8)
                put(UnsafeRawBufferPointer(text))
                return true
            case .timestamp: return PostgresTimeText.microseconds(text, zoned: false).map { add($0) } ?? false
            case .timestamptz: return PostgresTimeText.microseconds(text, zoned: true).map { add($0) } ?? false
            case .date: return PostgresTimeText.days(text).map { add($0) } ?? false
            case .uuid:
                guard let uuid = UUID(uuidString: String(decoding: text, as: UTF8.self)) else { return false }
                put(16 as Int32)
                withUnsafeBytes(of: uuid.uuid) { put($0) }
                return true
            case .numeric: return append(numeric: text)
            default: return false
            }
        }

        // MARK: Memory

        @inline(__always)
        private func put<Number: FixedWidthInteger>(_ number: Number) {
            makeRoom(for: MemoryLayout<Number>.size)
            memory.storeBytes(of: number.bigEndian, toByteOffset: size, as: Number.self)
            size += MemoryLayout<Number>.size
        }

        private func put(_ bytes: [UInt8]) { bytes.withUnsafeBytes { put($0) } }

        private func put(_ bytes: UnsafeRawBufferPointer) {
            makeRoom(for: bytes.count)
            UnsafeMutableRawBufferPointer(rebasing: memory[size...]).copyMemory(from: bytes)
            size += bytes.count
        }

        @inline(__always)
        private func makeRoom(for more: Int) { if memory.count - size < more { grow(by: more) } }

        private func grow(by more: Int) {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: memory.count + max(memory.count, more), alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<size]))
            memory.deallocate()
            memory = larger
        }

        /// A number behind its length.
        @inline(__always)
        private func add<Number: FixedWidthInteger>(_ number: Number) -> Bool {
            put(Int32(MemoryLayout<Number>.size))
            put(number)
            return true
        }

        @inline(__always)
        private func add(bytes value: UnsafeBufferPointer<UInt8>) -> Bool {
            guard let length = Int32(exactly: value.count) else { return false }
            put(length)
            put(UnsafeRawBufferPointer(value))
            return true
        }
    }
#endif
