#if MySQL
    import CMariaDB
    import Foundation

    /// A column of a result: what its values are, and how they lie in the message of the server.
    struct MySQLColumn: Equatable {
        enum Kind: UInt8, Sendable {
            case integer, unsigned, float, double
            case decimal, date, time, datetime, timestamp
            case bit, text, bytes
            /// A BIT that is an expression's; see ``MySQLBits``.
            case computedBit
        }

        let name: String
        let kind: Kind
        /// How many bytes a number has, and how many bits a BIT; other values have their length in front of them.
        let width: UInt8
        /// The number of digits of fractional seconds.
        let decimals: Int

        /// - Parameter flagsExpressions: see ``MySQLServer/flagsExpressions``.
        init(_ field: MYSQL_FIELD, flagsExpressions: Bool) {
            name = String(decoding: Self.name(of: field), as: UTF8.self)
            (kind, width) = Self.form(of: field, flagsExpressions)
            decimals = Int(field.decimals)
        }

        /// Whether a description is of a column such as this.
        func isDescribed(by field: MYSQL_FIELD, flagsExpressions: Bool) -> Bool {
            (kind, width) == Self.form(of: field, flagsExpressions) && decimals == Int(field.decimals)
                && UTF8Text.isSame(name, Self.name(of: field))
        }

        private static func name(of field: MYSQL_FIELD) -> UnsafeBufferPointer<UInt8> {
            let name = UnsafeRawBufferPointer(
                start: field.name, count: field.name == nil ? 0 : Int(field.name_length))
            return name.assumingMemoryBound(to: UInt8.self)
        }

        /// Source: <https://mariadb.com/kb/en/resultset-row/>, "Binary resultset row"
        private static func form(of field: MYSQL_FIELD, _ flagsExpressions: Bool) -> (kind: Kind, width: UInt8) {
            let whole: Kind = field.flags & UInt32(UNSIGNED_FLAG) == 0 ? .integer : .unsigned
            return switch field.type {
            case MYSQL_TYPE_TINY: (whole, 1)
            case MYSQL_TYPE_SHORT, MYSQL_TYPE_YEAR: (whole, 2)
            case MYSQL_TYPE_INT24, MYSQL_TYPE_LONG: (whole, 4)
            case MYSQL_TYPE_LONGLONG: (whole, 8)
            case MYSQL_TYPE_FLOAT: (.float, 4)
            case MYSQL_TYPE_DOUBLE: (.double, 8)
            case MYSQL_TYPE_DECIMAL, MYSQL_TYPE_NEWDECIMAL: (.decimal, 0)
            case MYSQL_TYPE_DATE, MYSQL_TYPE_NEWDATE: (.date, 0)
            case MYSQL_TYPE_TIME: (.time, 0)
            case MYSQL_TYPE_DATETIME: (.datetime, 0)
            case MYSQL_TYPE_TIMESTAMP: (.timestamp, 0)
            case MYSQL_TYPE_BIT:
                (isExpression(field, flagsExpressions) ? .computedBit : .bit, UInt8(clamping: field.length))
            case MYSQL_TYPE_JSON, MYSQL_TYPE_NULL: (.text, 0)
            // The character set of bytes has this number.
            default: (field.charsetnr == 63 ? .bytes : .text, 0)
            }
        }

        private static func isExpression(_ field: MYSQL_FIELD, _ flagsExpressions: Bool) -> Bool {
            flagsExpressions ? field.flags & UInt32(BINARY_FLAG) != 0 : field.org_table_length == 0
        }
    }
#endif
