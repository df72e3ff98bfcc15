#if PostgreSQL
    /// Reads NUMERIC in the server's binary form: groups of four decimal digits.
    ///
    /// Source: `numeric_send` in PostgreSQL's `src/backend/utils/adt/numeric.c`
    enum PostgresNumeric {
        private static let negative: UInt16 = 0x4000
        private static let notANumber: UInt16 = 0xC000
        private static let positiveInfinity: UInt16 = 0xD000
        private static let negativeInfinity: UInt16 = 0xF000

        /// The number with all its digits, those behind the point as many as the server would print; nil for bytes that
        /// are no number.
        static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
            guard let count = bytes.bigEndian(Int16.self, at: 0), let weight = bytes.bigEndian(Int16.self, at: 2),
                let sign = bytes.bigEndian(UInt16.self, at: 4), let scale = bytes.bigEndian(Int16.self, at: 6),
                count >= 0, scale >= 0, bytes.count == 8 + 2 * Int(count)
            else { return nil }
            switch sign {
            case notANumber: return "NaN"
            case positiveInfinity: return "Infinity"
            case negativeInfinity: return "-Infinity"
            default: break
            }
            func group(_ index: Int) -> Int {
                guard index >= 0, index < Int(count), let value = bytes.bigEndian(Int16.self, at: 8 + 2 * index) else {
                    return 0
                }
                return Int(value)
            }
            var digits: [UInt8] = []
            if sign == negative { digits.append(UInt8(ascii: "-")) }
            if weight < 0 {
                digits.append(UInt8(ascii: "0"))
            } else {
                for index in 0...Int(weight) { append(group(index), padded: index > 0, to: &digits) }
            }
            if scale > 0 {
                digits.append(UInt8(ascii: "."))
                let end = digits.count + Int(scale)
                var index = Int(weight) + 1
                while digits.count < end {
                    append(group(index), padded: true, to: &digits)
                    index += 1
                }
                digits.removeLast(digits.count - end)
            }
            return String(decoding: digits, as: UTF8.self)
        }

        private static func append(_ group: Int, padded: Bool, to digits: inout [UInt8]) {
            var isLeading = !padded
            for divisor in [1000, 100, 10, 1] {
                let digit = UInt8(truncatingIfNeeded: group / divisor % 10)
                if isLeading, digit == 0, divisor > 1 { continue }
                isLeading = false
                digits.append(UInt8(ascii: "0") + digit)
            }
        }
    }
#endif
