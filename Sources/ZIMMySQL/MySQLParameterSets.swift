#if MySQL
    import CMariaDB

    /// The sets of parameters with which MariaDB runs a statement in one message, where their values lie, set by set.
    ///
    /// A parameter has one type in all sets of a message.
    ///
    /// Source: <https://mariadb.com/kb/en/bulk-insert-column-wise-binding/>,
    /// <https://mariadb.com/kb/en/com_stmt_bulk_execute/>
    struct MySQLParameterSets {
        /// More rows in a message gain nothing.
        private static let most = 1_024

        private(set) var count = 0
        /// The message's size in bytes.
        private(set) var packetSize = 7
        private var types: [MYSQL_BIND] = []
        private var values: [Value] = []

        fileprivate struct Value {
            let start: Int
            /// nil for NULL.
            let length: Int?
        }

        mutating func removeAll() {
            guard count > 0 else { return }
            (count, packetSize) = (0, 7)
            types.removeAll(keepingCapacity: true)
            values.removeAll(keepingCapacity: true)
        }

        /// Adds what is bound.
        ///
        /// - Parameters:
        ///   - starts: where the values lie.
        ///   - limit: the bytes that the message may have; the first set may have more.
        mutating func add(_ binds: [MYSQL_BIND], _ starts: [Int], limit: Int) -> Bool {
            if count == 0 {
                types = binds
                packetSize += 2 * binds.count
            }
            var size = packetSize
            for (index, bind) in binds.enumerated() {
                size += 10 + Int(clamping: bind.buffer_length)
                let type = types[index]
                if bind.buffer_type == MYSQL_TYPE_NULL || type.buffer_type == MYSQL_TYPE_NULL { continue }
                guard bind.buffer_type == type.buffer_type, bind.is_unsigned == type.is_unsigned else { return false }
            }
            guard count == 0 || count < Self.most && size <= limit else { return false }
            for (index, bind) in binds.enumerated() {
                let isNull = bind.buffer_type == MYSQL_TYPE_NULL
                if !isNull, types[index].buffer_type == MYSQL_TYPE_NULL { types[index] = bind }
                values.append(Value(start: starts[index], length: isNull ? nil : Int(clamping: bind.buffer_length)))
            }
            packetSize = size
            count += 1
            return true
        }

        /// Executes the statement for all sets, whose values lie in `bytes`.
        ///
        /// - Returns: libmariadb's code.
        mutating func execute(
            _ statement: UnsafeMutablePointer<MYSQL_STMT>, values bytes: UnsafeMutableRawBufferPointer
        ) -> Int32 {
            let width = types.count
            let sets = UInt32(clamping: count)
            return values.withUnsafeBufferPointer { values in
                // One byte says that a value is NULL, the other that it follows.
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2) { notes in
                    notes.initialize(repeating: CChar(STMT_INDICATOR_NONE.rawValue))
                    notes[1] = CChar(STMT_INDICATOR_NULL.rawValue)
                    var source = Source(values: values, bytes: bytes, width: width, notes: notes)
                    return types.withUnsafeMutableBufferPointer { types in
                        withUnsafeMutablePointer(to: &source) {
                            zim_mysql_execute_sets(statement, types.baseAddress, sets, describe, $0)
                        }
                    }
                }
            }
        }

        /// What the description of a set is made of.
        fileprivate struct Source {
            let values: UnsafeBufferPointer<Value>
            let bytes: UnsafeMutableRawBufferPointer
            let width: Int
            let notes: UnsafeMutableBufferPointer<CChar>

            func describe(_ set: Int, _ parameters: UnsafeMutablePointer<MYSQL_BIND>) {
                let row = values[(set * width)..<((set + 1) * width)]
                for (index, value) in row.enumerated() {
                    parameters[index].u.indicator = notes.baseAddress.map { value.length == nil ? $0 + 1 : $0 }
                    parameters[index].buffer = bytes.baseAddress.map { $0 + min(value.start, bytes.count - 1) }
                    parameters[index].buffer_length = UInt(value.length ?? 0)
                }
            }
        }
    }

    /// Called by libmariadb for each set.
    private func describe(
        _ source: UnsafeMutableRawPointer?, _ parameters: UnsafeMutablePointer<MYSQL_BIND>?, _ set: UInt32
    ) -> my_bool {
        guard let source, let parameters else { return 1 }
        source.assumingMemoryBound(to: MySQLParameterSets.Source.self).pointee.describe(Int(set), parameters)
        return 0
    }
#endif
