#if MySQL
    import ZIMDb

    /// Reads values of BIT columns.
    ///
    /// A column's own value is its bits. Of an expression, such as `min(flags)`, MariaDB 10.11 sends the decimal digits to a
    /// prepared statement, except of a window function, of which it sends the bits; MySQL 8 does so of some, and not of
    /// others. Bytes that may be both are refused.
    enum MySQLBits {
        static func number(_ bits: UnsafeRawBufferPointer) -> UInt64 { bits.reduce(0) { $0 << 8 | UInt64($1) } }

        /// The number that an expression has; nil where it cannot be told.
        ///
        /// - Parameter width: how many bits it has.
        static func number(computed bytes: UnsafeRawBufferPointer, width: Int) -> UInt64? {
            let digit = UInt8(ascii: "0")...UInt8(ascii: "9")
            let isDecimal =
                bytes.allSatisfy { digit.contains($0) } && (bytes.count == 1 || bytes.first != digit.lowerBound)
            guard isDecimal, let decimal = UInt64(String(decoding: bytes, as: UTF8.self)) else { return number(bytes) }
            // Five bits are no digit's byte.
            return bytes.count != (width + 7) / 8 || width <= 5 ? decimal : nil
        }

        static func unclear(_ column: String, sql: String) -> DatabaseError {
            DatabaseError(
                .value,
                "the BIT \"\(column)\" is an expression, of which the server sends digits or bits, which look alike here",
                sql: sql, hint: "Ask for a number: add 0 to it")
        }
    }
#endif
