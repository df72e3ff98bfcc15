#if MySQL
    import CMariaDB
    import ZIMDb

    /// The bound values of a statement in one buffer, with a description of each value for libmariadb.
    ///
    /// A statement reuses the buffer for its next execution.
    struct MySQLParameters {
        private var bytes: [UInt8] = []
        private var starts: [Int] = []
        private var binds: [MYSQL_BIND] = []

        /// Encodes new values over those of the previous execution.
        ///
        /// - Throws: ``DatabaseError`` with code value for a value that the server cannot store.
        mutating func encode(_ values: [SQLValue], sql: String) throws {
            bytes.removeAll(keepingCapacity: bytes.count < 65_536)
            starts.removeAll(keepingCapacity: true)
            binds.removeAll(keepingCapacity: true)
            for (index, value) in values.enumerated() {
                do { try append(value) } catch let mismatch as ValueMismatch {
                    throw DatabaseError(.value, "parameter \(index + 1): \(mismatch)", sql: sql, parameters: values)
                }
            }
        }

        private mutating func append(_ value: SQLValue) throws {
            switch value {
            case .null: place(MYSQL_TYPE_NULL) { _ in }
            case .integer(let number): append(UInt64(bitPattern: number), MYSQL_TYPE_LONGLONG)
            case .real(let number):
                guard number.isFinite else {
                    throw ValueMismatch.binding(value, as: "double")
                }
                append(number.bitPattern, MYSQL_TYPE_DOUBLE)
            case .text(let text): append(text, MYSQL_TYPE_STRING)
            case .blob(let blob): place(MYSQL_TYPE_LONG_BLOB) { $0.append(contentsOf: blob) }
            case .typed(let typed):
                if let engine = typed.engine { throw ValueMismatch.foreign(value, engine) }
                append(typed)
            }
        }

        private mutating func append(_ typed: SQLTypedText) {
            switch typed.type {
            // As text the server would compare them as real numbers, and take 0.1 + 0.2 for 0.3.
            case "decimal", "numeric": append(typed.text, MYSQL_TYPE_NEWDECIMAL)
            case "bigint unsigned", "bit":
                guard let number = UInt64(typed.text) else { return append(typed.text, MYSQL_TYPE_STRING) }
                append(number, MYSQL_TYPE_LONGLONG)
                binds[binds.count - 1].is_unsigned = 1
            case "datetime", "timestamp", "timestamptz":
                append(MySQLTime.withoutZone(typed.text), MYSQL_TYPE_STRING)
            default: append(typed.plainText, MYSQL_TYPE_STRING)
            }
        }

        private mutating func append(_ number: UInt64, _ type: enum_field_types) {
            place(type) { bytes in withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
        }

        private mutating func append(_ text: String, _ type: enum_field_types) {
            var text = text
            text.withUTF8 { utf8 in place(type) { $0.append(contentsOf: utf8) } }
        }

        private mutating func place(_ type: enum_field_types, _ write: (inout [UInt8]) -> Void) {
            // Numbers are read where they stand.
            let over = bytes.count % 8
            if over > 0 { bytes.append(contentsOf: repeatElement(0, count: 8 - over)) }
            starts.append(bytes.count)
            write(&bytes)
            var bind = MYSQL_BIND()
            bind.buffer_type = type
            bind.buffer_length = UInt(bytes.count - (starts.last ?? 0))
            binds.append(bind)
        }

        /// How many bytes the message to the server has: for each value its type, whether it is NULL, a length of up to nine
        /// bytes, and the value.
        var packetSize: Int {
            binds.reduce(11 + (binds.count + 7) / 8) { size, bind in
                let length = Int(clamping: bind.buffer_length)
                return size + 2 + length + (length < 251 ? 1 : length < 65_536 ? 3 : length < 16_777_216 ? 4 : 9)
            }
        }

        /// Passes the descriptions, whose addresses are valid inside the closure only.
        mutating func withBinds<T>(_ body: (UnsafeMutablePointer<MYSQL_BIND>?) throws -> T) rethrows -> T {
            // An empty value still needs an address.
            if bytes.isEmpty { bytes.append(0) }
            return try bytes.withUnsafeMutableBytes { memory in
                for (index, start) in starts.enumerated() {
                    binds[index].buffer = memory.baseAddress.map { $0 + min(start, memory.count - 1) }
                }
                return try binds.withUnsafeMutableBufferPointer { try body($0.baseAddress) }
            }
        }
    }
#endif
