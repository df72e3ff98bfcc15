#if MySQL
    import CMariaDB
    import Foundation
    import ZIMDb

    /// What takes the values of a statement's parameters, whose numbers count from 0, in the forms of the binary protocol.
    protocol MySQLValues: ~Copyable {
        mutating func setNull(at index: Int)
        /// - Parameters:
        ///   - bits: of a whole number or a double.
        ///   - type: `MYSQL_TYPE_LONGLONG` or `MYSQL_TYPE_DOUBLE`.
        mutating func set(bits: UInt64, _ type: enum_field_types, isUnsigned: Bool, at index: Int)
        /// Copies a value that goes over as it is.
        ///
        /// - Returns: where the copy lies until the next value is set.
        @discardableResult
        mutating func set(
            _ value: UnsafeRawBufferPointer, _ type: enum_field_types, at index: Int
        ) -> UnsafeMutableRawPointer
        mutating func set(_ time: MYSQL_TIME, at index: Int)
    }

    extension MySQLValues where Self: ~Copyable {
        /// Encodes a value.
        ///
        /// - Throws: `ValueMismatch` for a value that the server cannot store.
        @inline(__always)
        mutating func set(_ value: SQLValue, at index: Int) throws {
            switch value {
            case .null: setNull(at: index)
            case .integer(let number):
                set(bits: UInt64(bitPattern: number), MYSQL_TYPE_LONGLONG, isUnsigned: false, at: index)
            case .real(let number):
                guard number.isFinite else { throw ValueMismatch.binding(value, as: "double") }
                set(bits: number.bitPattern, MYSQL_TYPE_DOUBLE, isUnsigned: false, at: index)
            case .text(let text): set(text, MYSQL_TYPE_STRING, at: index)
            case .blob(let blob): blob.withUnsafeBytes { _ = set($0, MYSQL_TYPE_LONG_BLOB, at: index) }
            case .typed(let typed):
                if let engine = typed.engine { throw ValueMismatch.foreign(value, engine) }
                try set(typed, at: index)
            }
        }

        private mutating func set(_ typed: SQLTypedText, at index: Int) throws {
            switch typed.type {
            case "datetime", "timestamp", "timestamptz": set(timestamp: typed.text, at: index)
            case "datetime(6)":
                // As text it would be compared with others as one, where no column stands beside it.
                if let time = typed.text.withUTF8Bytes({ MySQLTime.parts(of: $0) }) { return set(time, at: index) }
                set(timestamp: typed.text, at: index)
            // As text the server would compare them as real numbers, and take 0.1 + 0.2 for 0.3.
            case "decimal", "numeric":
                guard typed.fitsDecimal else {
                    throw ValueMismatch.binding(.typed(typed), as: "decimal", reason: "has more digits than a DECIMAL")
                }
                set(typed.text, MYSQL_TYPE_NEWDECIMAL, at: index)
            case "bigint unsigned", "bit":
                guard let number = UInt64(typed.text) else { return set(typed.text, MYSQL_TYPE_STRING, at: index) }
                set(bits: number, MYSQL_TYPE_LONGLONG, isUnsigned: true, at: index)
            default: set(typed.plainText, MYSQL_TYPE_STRING, at: index)
            }
        }

        private mutating func set(_ text: String, _ type: enum_field_types, at index: Int) {
            text.withUTF8Bytes { _ = set(UnsafeRawBufferPointer($0), type, at: index) }
        }

        /// `2026-11-21T12:37:03.000123Z` goes over as `2026-11-21 12:37:03.000123`.
        private mutating func set(timestamp text: String, at index: Int) {
            text.withUTF8Bytes { text in
                let count = MySQLTime.lengthWithoutZone(text)
                let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<count])
                let copy = set(bytes, MYSQL_TYPE_STRING, at: index)
                guard count > 10, text[10] == UInt8(ascii: "T") else { return }
                copy.storeBytes(of: UInt8(ascii: " "), toByteOffset: 10, as: UInt8.self)
            }
        }

        /// Encodes a point in time in its parts; false for one that microseconds do not tell exactly.
        mutating func set(_ time: Date, at index: Int) -> Bool {
            guard let microseconds = DateText.microseconds(of: time) else { return false }
            set(MySQLTime.parts(of: microseconds), at: index)
            return true
        }
    }
#endif
