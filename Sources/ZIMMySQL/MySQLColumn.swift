#if MySQL
    import CMariaDB

    /// A column of a result: the type in which its values are fetched.
    struct MySQLColumn: Hashable {
        enum Kind: Sendable, Hashable {
            case integer, unsigned, float, double
            case decimal, date, time, datetime, timestamp
            case bit, text, bytes
        }

        let name: String
        let kind: Kind
        /// The maximum length of a value in bytes.
        let length: Int
        /// The number of digits of fractional seconds.
        let decimals: Int

        init(_ field: MYSQL_FIELD) {
            name =
                field.name.map { start in
                    String(decoding: UnsafeRawBufferPointer(start: start, count: Int(field.name_length)), as: UTF8.self)
                } ?? ""
            length = Int(clamping: field.length)
            decimals = Int(field.decimals)
            // The character set of bytes has this number; those of numbers and dates have it too.
            let isText = field.charsetnr != 63
            switch field.type {
            case MYSQL_TYPE_TINY, MYSQL_TYPE_SHORT, MYSQL_TYPE_INT24, MYSQL_TYPE_LONG, MYSQL_TYPE_LONGLONG,
                MYSQL_TYPE_YEAR:
                kind = field.flags & UInt32(UNSIGNED_FLAG) == 0 ? .integer : .unsigned
            case MYSQL_TYPE_FLOAT: kind = .float
            case MYSQL_TYPE_DOUBLE: kind = .double
            case MYSQL_TYPE_DECIMAL, MYSQL_TYPE_NEWDECIMAL: kind = .decimal
            case MYSQL_TYPE_DATE, MYSQL_TYPE_NEWDATE: kind = .date
            case MYSQL_TYPE_TIME: kind = .time
            case MYSQL_TYPE_DATETIME: kind = .datetime
            case MYSQL_TYPE_TIMESTAMP: kind = .timestamp
            case MYSQL_TYPE_BIT: kind = .bit
            case MYSQL_TYPE_JSON: kind = .text
            case MYSQL_TYPE_NULL: kind = .text
            default: kind = isText ? .text : .bytes
            }
        }

        /// The type that libmariadb writes into the buffer.
        var bufferType: enum_field_types {
            switch kind {
            case .integer, .unsigned: MYSQL_TYPE_LONGLONG
            case .float: MYSQL_TYPE_FLOAT
            case .double: MYSQL_TYPE_DOUBLE
            case .date: MYSQL_TYPE_DATE
            case .time: MYSQL_TYPE_TIME
            case .datetime, .timestamp: MYSQL_TYPE_DATETIME
            case .decimal, .text: MYSQL_TYPE_STRING
            case .bit, .bytes: MYSQL_TYPE_LONG_BLOB
            }
        }

        /// The initial size of the buffer in bytes; it grows for longer values.
        var capacity: Int {
            switch kind {
            case .integer, .unsigned, .float, .double: 8
            case .date, .time, .datetime, .timestamp: MemoryLayout<MYSQL_TIME>.size
            case .decimal, .bit, .text, .bytes: min(max(length, 16), 512)
            }
        }

        /// Whether values can be longer than the buffer.
        var isVariable: Bool { kind == .decimal || kind == .bit || kind == .text || kind == .bytes }
    }
#endif
