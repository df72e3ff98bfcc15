#if MySQL
    import CMariaDB
    import ZIMDb

    /// The message with which MariaDB runs a statement for many sets of parameters, written as it goes over: libmariadb would
    /// ask for a description of each value, and write it from there.
    ///
    /// The values of a set come in the order of their parameters; with the first, the set begins anew. A parameter has one
    /// type in all sets of a message.
    ///
    /// Source: <https://mariadb.com/kb/en/com_stmt_bulk_execute/>
    struct MySQLParameterSets: ~Copyable, MySQLValues {
        /// More rows in a message gain nothing.
        private static let most = 1_024
        private static let null = UInt16(truncatingIfNeeded: MYSQL_TYPE_NULL.rawValue)

        private(set) var count = 0
        private var message = MySQLBytes()
        /// The types of the set that is being bound.
        private var types: UnsafeMutableBufferPointer<UInt16> = .allocate(capacity: 0)
        /// The parameter that comes next.
        private var next = 0
        /// Where the last value and the set begin in the message.
        private var valueStart = 0
        private var setStart = 0
        private var isOutOfOrder = false
        /// Whether the set that is bound has to go with the next message.
        private(set) var hasRefused = false

        init() {}

        deinit { types.deallocate() }

        /// The message's size in bytes, with its command.
        var packetSize: Int { setStart + 1 }

        /// Begins a message for so many parameters.
        mutating func begin(_ parameters: Int) {
            if types.count != parameters {
                types.deallocate()
                types = .allocate(capacity: parameters)
            }
            removeAll()
            _ = message.extend(by: headSize)
            beginSets()
            restart()
        }

        /// Begins the next message with the set that was refused; the one before was sent.
        mutating func continueWithRefused() {
            message.remove(headSize..<setStart)
            beginSets()
        }

        mutating func removeAll() {
            (count, hasRefused) = (0, false)
            message.removeAll(keeping: 1 << 20)
        }

        /// In front of the sets stand the statement's number and the flags, six bytes, and the types.
        private var headSize: Int { 6 + 2 * types.count }

        private mutating func beginSets() {
            count = 0
            setStart = headSize
            for index in types.indices { setType(Self.null, index) }
        }

        private mutating func restart() {
            message.shorten(to: setStart)
            (next, isOutOfOrder) = (0, false)
        }

        // MARK: Values

        mutating func setNull(at index: Int) {
            add(Self.null, at: index, size: 1).storeBytes(of: UInt8(STMT_INDICATOR_NULL.rawValue), as: UInt8.self)
        }

        mutating func set(bits: UInt64, _ type: enum_field_types, isUnsigned: Bool, at index: Int) {
            let target = add(Self.type(type) | (isUnsigned ? 0x8000 : 0), at: index, size: 9)
            target.storeBytes(of: UInt8(STMT_INDICATOR_NONE.rawValue), as: UInt8.self)
            target.storeBytes(of: bits.littleEndian, toByteOffset: 1, as: UInt64.self)
        }

        mutating func set(
            _ value: UnsafeRawBufferPointer, _ type: enum_field_types, at index: Int
        ) -> UnsafeMutableRawPointer {
            if value.count < 251 {
                let target = add(Self.type(type), at: index, size: 2)
                target.storeBytes(of: UInt8(STMT_INDICATOR_NONE.rawValue), as: UInt8.self)
                target.storeBytes(of: UInt8(value.count), toByteOffset: 1, as: UInt8.self)
            } else {
                let target = add(Self.type(type), at: index, size: 1 + MySQLLength.width(of: value.count))
                target.storeBytes(of: UInt8(STMT_INDICATOR_NONE.rawValue), as: UInt8.self)
                MySQLLength.write(value.count, to: target + 1)
            }
            return message.append(value)
        }

        /// Source: <https://mariadb.com/kb/en/protocol-data-types/>, "Timestamp binary encoding"
        mutating func set(_ time: MYSQL_TIME, at index: Int) {
            let target = add(Self.type(MYSQL_TYPE_DATETIME), at: index, size: 13)
            func put(_ part: UInt32, at offset: Int) {
                target.storeBytes(of: UInt8(truncatingIfNeeded: part), toByteOffset: offset, as: UInt8.self)
            }
            put(UInt32(STMT_INDICATOR_NONE.rawValue), at: 0)
            put(11, at: 1)
            target.storeBytes(
                of: UInt16(truncatingIfNeeded: time.year).littleEndian, toByteOffset: 2, as: UInt16.self)
            put(time.month, at: 4)
            put(time.day, at: 5)
            put(time.hour, at: 6)
            put(time.minute, at: 7)
            put(time.second, at: 8)
            let microseconds = UInt32(truncatingIfNeeded: time.second_part)
            target.storeBytes(of: microseconds.littleEndian, toByteOffset: 9, as: UInt32.self)
        }

        /// Makes room for the value of a parameter.
        @inline(__always)
        private mutating func add(_ type: UInt16, at index: Int, size: Int) -> UnsafeMutableRawPointer {
            if index == 0 || index != next { seek(index) }
            types[index] = type
            next = index + 1
            valueStart = message.count
            return message.extend(by: size)
        }

        @inline(never)
        private mutating func seek(_ index: Int) {
            if index == 0 { return restart() }
            while next < index { setNull(at: next) }
            if next == index + 1 {
                message.shorten(to: valueStart)
            } else if next > index {
                isOutOfOrder = true
            }
        }

        /// What is bound of the set.
        var boundValues: [SQLValue] {
            var position = setStart
            return (0..<next).map { index in
                defer { position += size(at: position, types[index]) }
                return value(at: position, types[index])
            }
        }

        private func value(at position: Int, _ type: UInt16) -> SQLValue {
            let start = UnsafeRawPointer(message.base + position)
            guard type != Self.null else { return .null }
            let bits = { UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 1, as: UInt64.self)) }
            switch type {
            case Self.type(MYSQL_TYPE_LONGLONG): return .integer(Int64(bitPattern: bits()))
            case Self.type(MYSQL_TYPE_LONGLONG) | 0x8000:
                return .typed(SQLTypedText(String(bits()), type: "bigint unsigned"))
            case Self.type(MYSQL_TYPE_DOUBLE): return .real(Double(bitPattern: bits()))
            case Self.type(MYSQL_TYPE_DATETIME):
                let time = MySQLTime(start.assumingMemoryBound(to: UInt8.self) + 2, 11, isDuration: false)
                return .typed(SQLTypedText(time.timestamp(decimals: 6), type: "datetime"))
            default:
                let (length, width) = MySQLLength.read(start + 1)
                let bytes = UnsafeRawBufferPointer(start: start + 1 + width, count: length)
                if type == Self.type(MYSQL_TYPE_LONG_BLOB) { return .blob([UInt8](bytes)) }
                let text = String(decoding: bytes, as: UTF8.self)
                return type == Self.type(MYSQL_TYPE_STRING)
                    ? .text(text) : .typed(SQLTypedText(text, type: "decimal"))
            }
        }

        private func size(at position: Int, _ type: UInt16) -> Int {
            switch type {
            case Self.null: return 1
            case Self.type(MYSQL_TYPE_LONGLONG), Self.type(MYSQL_TYPE_LONGLONG) | 0x8000, Self.type(MYSQL_TYPE_DOUBLE):
                return 9
            case Self.type(MYSQL_TYPE_DATETIME): return 13
            default:
                let (length, width) = MySQLLength.read(message.base + position + 1)
                return 1 + width + length
            }
        }

        // MARK: Sets

        /// Adds what is bound to the sets of the message; what is not bound is NULL.
        ///
        /// - Parameter limit: the bytes that the message may have; the first set may have more.
        /// - Returns: false if the set has other types than those before, or no room: then it waits for the next message.
        /// - Throws: ``DatabaseError`` if its values did not come in order.
        mutating func add(limit: Int) throws -> Bool {
            while next < types.count { setNull(at: next) }
            guard !isOutOfOrder else { throw DatabaseError(.misuse, "the parameters of a set must be bound in order") }
            hasRefused = count > 0 && (count >= Self.most || message.count > limit) || !takesTypes
            if hasRefused { return false }
            for index in types.indices where types[index] != Self.null { setType(types[index], index) }
            count += 1
            (setStart, next) = (message.count, 0)
            return true
        }

        /// Whether each parameter has had the same type so far, or only NULL.
        private var takesTypes: Bool {
            types.indices.allSatisfy { index in
                let known = type(index)
                return types[index] == known || known == Self.null || types[index] == Self.null
            }
        }

        /// A type is two bytes, of which the highest bit says that there is no sign.
        @inline(__always)
        private static func type(_ type: enum_field_types) -> UInt16 { UInt16(truncatingIfNeeded: type.rawValue) }

        @inline(__always)
        private func type(_ index: Int) -> UInt16 {
            UInt16(littleEndian: message.base.loadUnaligned(fromByteOffset: 6 + 2 * index, as: UInt16.self))
        }

        @inline(__always)
        private func setType(_ type: UInt16, _ index: Int) {
            message.base.storeBytes(of: type.littleEndian, toByteOffset: 6 + 2 * index, as: UInt16.self)
        }

        /// Executes the statement for all sets.
        ///
        /// - Returns: libmariadb's code.
        func execute(_ statement: UnsafeMutablePointer<MYSQL_STMT>) -> Int32 {
            zim_mysql_execute_sets(statement, message.base.assumingMemoryBound(to: CChar.self), UInt(setStart))
        }
    }
#endif
