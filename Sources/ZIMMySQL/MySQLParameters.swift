#if MySQL
    import CMariaDB

    /// The values that are bound to a statement, with a description of each for libmariadb.
    ///
    /// A statement uses the memory again for its next execution.
    struct MySQLParameters: ~Copyable, MySQLValues {
        /// One parameter.
        private struct Slot {
            var type: enum_field_types
            var isUnsigned = false
            var length = 0
            /// The bits of a number; of other values, the position of their first byte.
            var content: UInt64 = 0

            static let null = Slot(type: MYSQL_TYPE_NULL)

            /// Whether it lies in the slot itself.
            var isNumber: Bool { type == MYSQL_TYPE_LONGLONG || type == MYSQL_TYPE_DOUBLE }
        }

        private var slots: UnsafeMutableBufferPointer<Slot>
        /// The types that the server was sent last, where somebody asks for them.
        private var sentTypes: [Slot] = []
        private var bytes = MySQLBytes()
        private var binds: [MYSQL_BIND] = []

        init() { slots = .allocate(capacity: 0) }

        deinit { slots.deallocate() }

        /// Makes room for so many values; those that are not given are NULL.
        mutating func extend(to count: Int) {
            guard slots.count < count else { return }
            let more = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
            for index in 0..<count { more.initializeElement(at: index, to: index < slots.count ? slots[index] : .null) }
            slots.deallocate()
            slots = more
        }

        /// Forgets all values.
        mutating func removeAll() {
            bytes.removeAll(keeping: 65_536)
            slots.update(repeating: .null)
        }

        mutating func setNull(at index: Int) { slots[index] = .null }

        mutating func set(bits: UInt64, _ type: enum_field_types, isUnsigned: Bool, at index: Int) {
            slots[index] = Slot(type: type, isUnsigned: isUnsigned, length: 8, content: bits)
        }

        mutating func set(
            _ value: UnsafeRawBufferPointer, _ type: enum_field_types, at index: Int
        ) -> UnsafeMutableRawPointer {
            slots[index] = Slot(type: type, length: value.count, content: UInt64(bytes.count))
            return bytes.append(value)
        }

        mutating func set(_ time: MYSQL_TIME, at index: Int) {
            // libmariadb reads it where it lies.
            _ = bytes.extend(by: (16 - bytes.count % 16) % 16)
            let length = MemoryLayout<MYSQL_TIME>.size
            slots[index] = Slot(type: MYSQL_TYPE_DATETIME, length: length, content: UInt64(bytes.count))
            bytes.extend(by: length).initializeMemory(as: MYSQL_TIME.self, to: time)
        }

        /// Notes the types of the values that are sent next.
        ///
        /// - Parameter areAlone: whether no value stands beside another, or a column, of which something is made.
        /// - Returns: whether one differs from that of the value before it. NULL takes that of the value before it, which
        ///   matters of a real number only: `coalesce(?, column)` would make one of the column.
        mutating func noteTypes(areAlone: @autoclosure () -> Bool) -> Bool {
            if sentTypes.count < slots.count {
                sentTypes.append(contentsOf: repeatElement(.null, count: slots.count - sentTypes.count))
            }
            var differs = false
            for index in slots.indices {
                let sent = sentTypes[index]
                if slots[index].type == MYSQL_TYPE_NULL, sent.type != MYSQL_TYPE_DOUBLE || areAlone() { continue }
                if sent.type == slots[index].type, sent.isUnsigned == slots[index].isUnsigned { continue }
                if sent.type != MYSQL_TYPE_NULL { differs = true }
                sentTypes[index] = slots[index]
            }
            return differs
        }

        /// How many bytes the message to the server has: for each value its type, whether it is NULL, a length of up to nine
        /// bytes, and the value.
        var packetSize: Int {
            slots.reduce(11 + (slots.count + 7) / 8) { size, slot in
                size + 2 + slot.length + MySQLLength.width(of: slot.length)
            }
        }

        /// Passes the descriptions, whose addresses are valid inside the closure only.
        mutating func withBinds<T>(_ body: (UnsafeMutablePointer<MYSQL_BIND>?) throws -> T) rethrows -> T {
            if binds.count < slots.count {
                binds.append(contentsOf: repeatElement(MYSQL_BIND(), count: slots.count - binds.count))
            }
            let (slots, bytes) = (slots, bytes.base)
            return try binds.withUnsafeMutableBufferPointer { binds in
                for index in slots.indices {
                    let slot = slots[index]
                    binds[index].buffer_type = slot.type
                    binds[index].is_unsigned = slot.isUnsigned ? 1 : 0
                    binds[index].buffer_length = UInt(slot.length)
                    binds[index].buffer = slot.isNumber ? Self.number(index, slots) : bytes + Int(slot.content)
                }
                return try body(binds.baseAddress)
            }
        }

        /// Where the number of a slot lies.
        private static func number(
            _ index: Int, _ slots: UnsafeMutableBufferPointer<Slot>
        ) -> UnsafeMutableRawPointer? {
            guard let start = slots.baseAddress, let offset = MemoryLayout<Slot>.offset(of: \.content) else {
                return nil
            }
            return UnsafeMutableRawPointer(start + index) + offset
        }
    }
#endif
