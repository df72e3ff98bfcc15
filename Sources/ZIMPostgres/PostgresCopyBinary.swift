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
    struct PostgresCopyBinary {
        /// Memory whose first ``count`` bytes are in use: it takes longer to append a number to an array than to store it.
        private var memory = [UInt8](repeating: 0, count: PostgresCopyText.size + 4_096)
        private(set) var count = 0
        private let types: [Kind]

        /// How a column's values are written.
        private enum Kind {
            case bool, int2, int4, int8, float8, numeric, text, bytea, timestamp, timestamptz, date, uuid, jsonb
        }

        /// - Returns: nil if a column has a type whose binary form is not written here.
        init?(types: [Oid]) {
            let kinds = types.map(Self.kind)
            guard !types.isEmpty, types.count <= Int(Int16.max), !kinds.contains(where: { $0 == nil }) else {
                return nil
            }
            self.types = kinds.compactMap { $0 }
            put(Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0x00])
            // No flags, and no more of a header.
            put(0 as Int64)
        }

        private static func kind(_ type: Oid) -> Kind? {
            switch PostgresType.builtIn[type]?.kind {
            case .bool: .bool
            case .int2: .int2
            case .int4: .int4
            case .int8: .int8
            case .float8: .float8
            case .numeric: .numeric
            // `"char"` is a byte, and a name is cut off at 63.
            case .text where type != 18 && type != 19 && type != 705: .text
            case .bytea: .bytea
            case .timestamp: .timestamp
            case .timestamptz: .timestamptz
            case .date: .date
            case .uuid: .uuid
            case .jsonb: .jsonb
            default: nil
            }
        }

        mutating func removeAll() { count = 0 }

        func withBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
            try memory.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }

        /// What stands behind the last row.
        mutating func end() { put(-1 as Int16) }

        /// - Returns: false where a value has to go as text; then nothing of the row was added.
        mutating func append(_ row: BulkRow) -> Bool {
            let start = count
            put(Int16(truncatingIfNeeded: types.count))
            guard row.count == types.count else {
                count = start
                return false
            }
            // An array's elements would be copied one by one.
            let isWritten =
                row.array?.withUnsafeBufferPointer { row in row.indices.allSatisfy { append(row[$0], types[$0]) } }
                ?? row.cells.withUnsafeBufferPointer { row in row.indices.allSatisfy { append(row[$0], types[$0]) } }
            if !isWritten { count = start }
            return isWritten
        }

        private mutating func append(_ value: BulkValue, _ kind: Kind) -> Bool {
            switch value {
            case .value(let value): append(value, kind)
            case .date(let date):
                if kind == .timestamptz || kind == .timestamp, let moment = DateText.microseconds(of: date) {
                    add(Int64(moment) - PostgresTimeText.epoch)
                } else {
                    append(date.sqlValue, kind)
                }
            case .text(let text): append(text, kind)
            case .decimal(let decimal):
                if kind == .numeric { append(decimal) } else { decimal.integer.map { append($0, kind) } ?? false }
            case .day(let days): kind == .date ? Int32(exactly: days).map { add($0) } ?? false : false
            case .instant(let instant, let isZoned):
                kind == (isZoned ? .timestamptz : .timestamp) ? add(instant) : false
            }
        }

        private mutating func append(_ value: SQLValue, _ kind: Kind) -> Bool {
            switch value {
            case .null:
                put(-1 as Int32)
                return true
            case .integer(let number): return append(number, kind)
            case .real(let number):
                if kind == .float8 { return add(number.bitPattern) }
                if kind == .numeric { return SmallDecimal(number).map { append($0) } ?? false }
                return Int64(exactly: number).map { append($0, kind) } ?? false
            case .blob(let blob):
                guard kind == .bytea else { return false }
                return blob.withUnsafeBufferPointer { add(bytes: $0) }
            case .text(var text): return text.withUTF8 { append($0, kind) }
            case .typed(let typed):
                var text = kind == .timestamp || kind == .timestamptz ? typed.text : typed.plainText
                return text.withUTF8 { append($0, kind) }
            }
        }

        private mutating func append(_ number: Int64, _ kind: Kind) -> Bool {
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
        private mutating func append(_ decimal: SmallDecimal) -> Bool {
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
        private mutating func append(numeric digits: UInt64, isNegative: Bool, _ exponent: Int, _ scale: Int) -> Bool {
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
        private mutating func append(numeric text: UnsafeBufferPointer<UInt8>) -> Bool {
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

        private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ kind: Kind) -> Bool {
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
            case .bool, .int2, .int4, .int8, .float8: return false
            }
        }

        @inline(__always)
        private mutating func put<Number: FixedWidthInteger>(_ number: Number) {
            makeRoom(for: MemoryLayout<Number>.size)
            memory.withUnsafeMutableBytes { $0.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self) }
            count += MemoryLayout<Number>.size
        }

        private mutating func put(_ bytes: [UInt8]) { bytes.withUnsafeBytes { put($0) } }

        private mutating func put(_ bytes: UnsafeRawBufferPointer) {
            makeRoom(for: bytes.count)
            memory.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[count...]).copyMemory(from: bytes)
            }
            count += bytes.count
        }

        @inline(__always)
        private mutating func makeRoom(for more: Int) {
            if count + more > memory.count {
                memory.append(contentsOf: repeatElement(0, count: max(memory.count, more)))
            }
        }

        /// A number behind its length.
        @inline(__always)
        private mutating func add<Number: FixedWidthInteger>(_ number: Number) -> Bool {
            put(Int32(MemoryLayout<Number>.size))
            put(number)
            return true
        }

        @inline(__always)
        private mutating func add(bytes value: UnsafeBufferPointer<UInt8>) -> Bool {
            guard let length = Int32(exactly: value.count) else { return false }
            put(length)
            put(UnsafeRawBufferPointer(value))
            return true
        }
    }

    /// Reads the one spelling of days and times that we write, `2026-11-21T12:37:03.000Z`; what else the server
    /// understands is left to it.
    enum PostgresTimeText {
        /// 2000-01-01 00:00, in microseconds since 1970.
        static let epoch: Int64 = 946_684_800_000_000

        /// Days since 2000-01-01.
        static func days(_ text: UnsafeBufferPointer<UInt8>) -> Int32? {
            guard text.count == 10 else { return nil }
            return day(text).flatMap { Int32(exactly: $0) }
        }

        /// Microseconds since 2000-01-01 00:00.
        ///
        /// - Parameter zoned: whether the column has a zone: then the text must say that it is UTC, since the server would
        ///   take the session's; without one the server passes over the zone.
        static func microseconds(_ text: UnsafeBufferPointer<UInt8>, zoned: Bool) -> Int64? {
            var count = text.count
            guard count >= 19, count <= 27 else { return nil }
            if text[count - 1] == UInt8(ascii: "Z") { count -= 1 } else if zoned { return nil }
            guard let day = day(text), text[10] == UInt8(ascii: "T") || text[10] == UInt8(ascii: " "),
                let hour = number(text, 11, 2), let minute = number(text, 14, 2), let second = number(text, 17, 2),
                text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), hour < 24, minute < 60, second < 60
            else { return nil }
            var fraction: Int64 = 0
            if count > 19 {
                let digits = count - 20
                guard text[19] == UInt8(ascii: "."), (1...6).contains(digits), let value = number(text, 20, digits)
                else { return nil }
                fraction = value
                for _ in digits..<6 { fraction *= 10 }
            }
            return ((day * 24 + hour) * 60 + minute) * 60_000_000 + second * 1_000_000 + fraction
        }

        private static func day(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
            guard let year = number(text, 0, 4), let month = number(text, 5, 2), let day = number(text, 8, 2),
                text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), year > 0, (1...12).contains(month), day > 0
            else { return nil }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
            guard day <= length else { return nil }
            return Int64(DateText.daysSinceEpoch(year: Int(year), month: Int(month), day: Int(day))) - 10_957
        }

        /// Exactly so many digits; the caller has looked that they are there.
        @inline(__always)
        private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int64? {
            guard start + count <= text.count else { return nil }
            var value: Int64 = 0
            for index in start..<start + count {
                let digit = text[index] &- UInt8(ascii: "0")
                guard digit < 10 else { return nil }
                value = value * 10 + Int64(digit)
            }
            return value
        }
    }
#endif
