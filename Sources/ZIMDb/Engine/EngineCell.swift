/// A value of the row that a cursor stands on, where the engine holds it in memory in a form that can be read without
/// making an ``SQLValue`` of it first.
///
/// The bytes are valid until the cursor moves on. Numbers are in network order, as servers send them.
package struct EngineCell {
    package enum Form: UInt8, Sendable {
        case null
        /// Only ``EngineCursor/value(at:)`` knows how to read it.
        case other
        /// One byte.
        case bool
        case int2, int4, int8
        /// Without a sign.
        case oid
        case float8
        /// UTF-8 that is plain text to the database, too.
        case text
        /// The same, filled up with blanks to the length of its type.
        case paddedText
        case bytes
        /// Microseconds since 2000-01-01 00:00 UTC in 64 bits; the largest and the smallest stand for infinity.
        case microseconds
        /// Days since 2000-01-01 in 32 bits; the largest and the smallest stand for infinity.
        case days
        /// The 16 bytes of a UUID.
        case uuid
        /// Groups of four decimal digits, as PostgreSQL sends NUMERIC.
        case numeric
    }

    package var start: UnsafeRawPointer
    package var count: Int32
    package var form: Form

    package init(start: UnsafeRawPointer, count: Int32, form: Form) {
        self.start = start
        self.count = count
        self.form = form
    }

    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: Int(count)) }

    @inline(__always)
    private func load<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        guard Int(count) == MemoryLayout<Number>.size else { return nil }
        return Number(bigEndian: start.loadUnaligned(as: type))
    }

    /// The whole number; nil for any other form, and for bytes that are no number of that form.
    @inline(__always)
    var integer: Int64? {
        switch form {
        case .int4: load(Int32.self).map { Int64($0) }
        case .int8: load(Int64.self)
        case .int2: load(Int16.self).map { Int64($0) }
        case .oid: load(UInt32.self).map { Int64($0) }
        case .bool: load(UInt8.self).map { $0 == 0 ? 0 : 1 }
        default: nil
        }
    }

    @inline(__always)
    var real: Double? {
        guard form == .float8 else { return nil }
        return load(UInt64.self).map { Double(bitPattern: $0) }
    }

    @inline(__always)
    var days: Int64? { form == .days ? load(Int32.self).map { Int64($0) } : nil }

    @inline(__always)
    var microseconds: Int64? { form == .microseconds ? load(Int64.self) : nil }

    /// The number; nil for one of more than 18 digits, and for one that has none.
    ///
    /// Source: `numeric_send` in PostgreSQL's `src/backend/utils/adt/numeric.c`
    var decimal: SmallDecimal? {
        guard form == .numeric, count >= 8 else { return nil }
        func word(_ index: Int) -> UInt16 {
            UInt16(bigEndian: start.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
        }
        let (groups, weight, sign) = (Int(word(0)), Int(Int16(bitPattern: word(1))), word(2))
        // More groups than five are too many digits, and the two signs are all that numbers have.
        guard groups <= 5, Int(count) == 8 + 2 * groups, sign == 0 || sign == 0x4000 else { return nil }
        var magnitude: UInt64 = 0
        for index in 0..<groups {
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10_000)
            let (sum, isTooMuch) = product.addingReportingOverflow(UInt64(word(4 + index)))
            if overflows || isTooMuch { return nil }
            magnitude = sum
        }
        return SmallDecimal(magnitude: magnitude, isNegative: sign != 0, exponent: 4 * (weight - groups + 1))
    }

    /// The seconds since 1970, as exact as if they were read from the text that a server prints.
    @inline(__always)
    var secondsSince1970: Double? {
        guard let count = microseconds, count != .max, count != .min else { return nil }
        var (seconds, rest) = count.quotientAndRemainder(dividingBy: 1_000_000)
        if rest < 0 {
            seconds -= 1
            rest += 1_000_000
        }
        return Double(seconds + 946_684_800) + Double(rest) / 1_000_000
    }
}
