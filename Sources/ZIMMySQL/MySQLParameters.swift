#if MySQL
    import CMariaDB
    import Foundation
    import ZIMDb

    /// The bound values of a statement in one buffer, with a description of each value for libmariadb.
    ///
    /// A statement reuses the buffer for its next execution. Values that are kept as a set stay in it behind one another.
    struct MySQLParameters {
        private var bytes: [UInt8] = []
        private var starts: [Int] = []
        private var binds: [MYSQL_BIND] = []
        private(set) var sets = MySQLParameterSets()

        private static var null: MYSQL_BIND {
            var bind = MYSQL_BIND()
            bind.buffer_type = MYSQL_TYPE_NULL
            return bind
        }

        /// Makes room for so many values; those that are not given are NULL.
        mutating func extend(to count: Int) {
            guard binds.count < count else { return }
            let more = count - binds.count
            starts.append(contentsOf: repeatElement(0, count: more))
            binds.append(contentsOf: repeatElement(Self.null, count: more))
        }

        /// Forgets all values.
        mutating func removeAll() {
            bytes.removeAll(keepingCapacity: bytes.count < 65_536)
            sets.removeAll()
            for index in binds.indices { binds[index] = Self.null }
        }

        /// Encodes a value; its number counts from 0.
        ///
        /// - Throws: `ValueMismatch` for a value that the server cannot store.
        mutating func set(_ value: SQLValue, at index: Int) throws {
            switch value {
            case .null: binds[index] = Self.null
            case .integer(let number): set(UInt64(bitPattern: number), MYSQL_TYPE_LONGLONG, at: index)
            case .real(let number):
                guard number.isFinite else {
                    throw ValueMismatch.binding(value, as: "double")
                }
                set(number.bitPattern, MYSQL_TYPE_DOUBLE, at: index)
            case .text(let text): set(text, MYSQL_TYPE_STRING, at: index)
            case .blob(let blob): blob.withUnsafeBytes { set($0, MYSQL_TYPE_LONG_BLOB, at: index) }
            case .typed(let typed):
                if let engine = typed.engine { throw ValueMismatch.foreign(value, engine) }
                set(typed, at: index)
            }
        }

        private mutating func set(_ typed: SQLTypedText, at index: Int) {
            switch typed.type {
            // As text the server would compare them as real numbers, and take 0.1 + 0.2 for 0.3.
            case "decimal", "numeric": set(typed.text, MYSQL_TYPE_NEWDECIMAL, at: index)
            case "bigint unsigned", "bit":
                guard let number = UInt64(typed.text) else { return set(typed.text, MYSQL_TYPE_STRING, at: index) }
                set(number, MYSQL_TYPE_LONGLONG, at: index)
                binds[index].is_unsigned = 1
            case "datetime", "timestamp", "timestamptz":
                place(MYSQL_TYPE_STRING, at: index) { MySQLTime.append(withoutZone: typed.text, to: &$0) }
            default: set(typed.plainText, MYSQL_TYPE_STRING, at: index)
            }
        }

        private mutating func set(_ number: UInt64, _ type: enum_field_types, at index: Int) {
            // Numbers are read where they stand.
            while bytes.count % 8 != 0 { bytes.append(0) }
            place(type, at: index) { bytes in withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
        }

        private mutating func set(_ text: String, _ type: enum_field_types, at index: Int) {
            var text = text
            text.withUTF8 { set(UnsafeRawBufferPointer($0), type, at: index) }
        }

        /// Copies a value that goes over as it is.
        mutating func set(_ value: UnsafeRawBufferPointer, _ type: enum_field_types, at index: Int) {
            place(type, at: index) { $0.append(contentsOf: value) }
        }

        /// Encodes a point in time as `2026-02-28 12:34:56.789`; false for one that this text does not tell exactly.
        mutating func set(_ moment: Date, at index: Int) -> Bool {
            guard let microseconds = DateText.microseconds(of: moment), microseconds % 1000 == 0 else { return false }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DateText.longest) { text in
                guard let start = text.baseAddress, let count = DateText.write(moment, as: .iso8601, to: start),
                    count > 11, text[count - 1] == UInt8(ascii: "Z")
                else { return false }
                text[10] = UInt8(ascii: " ")
                set(UnsafeRawBufferPointer(start: start, count: count - 1), MYSQL_TYPE_STRING, at: index)
                return true
            }
        }

        private mutating func place(_ type: enum_field_types, at index: Int, _ write: (inout [UInt8]) -> Void) {
            let start = bytes.count
            write(&bytes)
            starts[index] = start
            Self.describe(&binds[index], type, UInt(bytes.count - start))
        }

        private static func describe(_ bind: inout MYSQL_BIND, _ type: enum_field_types, _ length: UInt) {
            bind.buffer_type = type
            bind.buffer_length = length
            bind.is_unsigned = 0
        }

        /// Keeps the values as a set, to whose message belong at most so many bytes.
        ///
        /// - Returns: false if they have other types than those of the sets before, or there is no room for them.
        mutating func addSet(limit: Int) -> Bool {
            let isTaken = sets.add(binds, starts, limit: limit)
            // What the next set does not bind is NULL, not what this one has.
            for index in binds.indices { Self.describe(&binds[index], MYSQL_TYPE_NULL, 0) }
            return isTaken
        }

        /// How many bytes the message to the server has: for each value its type, whether it is NULL, a length of up to nine
        /// bytes, and the value.
        var packetSize: Int {
            if sets.count > 0 { return sets.packetSize }
            return binds.reduce(11 + (binds.count + 7) / 8) { size, bind in
                let length = Int(clamping: bind.buffer_length)
                return size + 2 + length + (length < 251 ? 1 : length < 65_536 ? 3 : length < 16_777_216 ? 4 : 9)
            }
        }

        /// Executes the statement for all sets.
        ///
        /// - Returns: libmariadb's code.
        mutating func executeSets(_ statement: UnsafeMutablePointer<MYSQL_STMT>) -> Int32 {
            if bytes.isEmpty { bytes.append(0) }
            return bytes.withUnsafeMutableBytes { sets.execute(statement, values: $0) }
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
