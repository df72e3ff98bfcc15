#if MySQL
    import CMariaDB
    import ZIMDb

    /// The values of one row, read where libmariadb has received them.
    ///
    /// libmariadb would copy each value into a buffer of ours. Instead it calls ``receive`` for each column, which notes
    /// where the value lies; the notes are valid until the next row is fetched.
    ///
    /// Source: <https://mariadb.com/kb/en/mysql_stmt_attr_set/>, `STMT_ATTR_CB_RESULT`
    struct MySQLRow {
        private(set) var columns: [MySQLColumn] = []
        /// What ``receive`` is given: it has the same address as long as the row is in use.
        private let notes: UnsafeMutablePointer<Notes>
        private var binds: [MYSQL_BIND] = []
        /// Whether there are columns whose values are not always clear.
        private(set) var hasComputedBits = false
        /// The bytes of a row whose message is gone.
        private var kept: UnsafeMutableRawPointer?

        private struct Notes {
            var count = 0
            var positions: UnsafeMutablePointer<Position>?
            var cells: UnsafeMutablePointer<EngineCell>?
            /// The numbers, and the microseconds of points in time, in network order.
            var numbers: UnsafeMutablePointer<UInt64>?
        }

        /// A value in the message.
        private struct Position {
            let kind: MySQLColumn.Kind
            let width: UInt8
            let number: UnsafeMutablePointer<UInt64>
            var count: Int32
            var start: UnsafeRawPointer
        }

        private let flagsExpressions: Bool

        init(_ server: MySQLServer) {
            flagsExpressions = server.flagsExpressions
            notes = .allocate(capacity: 1)
            notes.initialize(to: Notes())
        }

        var start: UnsafePointer<EngineCell>? { notes.pointee.cells.map { UnsafePointer($0) } }
        var count: Int { columns.count }

        /// Has the rows of a statement's results handed over to this one.
        func listen(to statement: UnsafeMutablePointer<MYSQL_STMT>) {
            zim_mysql_hand_over(statement, Self.receive, notes)
        }

        /// Makes room for the columns of a result, unless there is.
        ///
        /// - Returns: whether they are others than before.
        mutating func prepare(_ fields: UnsafePointer<MYSQL_FIELD>?, _ count: Int) -> Bool {
            let fields = UnsafeBufferPointer(start: fields, count: fields == nil ? 0 : count)
            let isKnown =
                fields.count == columns.count
                && fields.indices.allSatisfy {
                    columns[$0].isDescribed(by: fields[$0], flagsExpressions: flagsExpressions)
                }
            guard !isKnown else { return false }
            removeColumns()
            columns = fields.map { MySQLColumn($0, flagsExpressions: flagsExpressions) }
            hasComputedBits = columns.contains { $0.kind == .computedBit }
            guard !columns.isEmpty else { return true }
            let positions = UnsafeMutablePointer<Position>.allocate(capacity: columns.count)
            let cells = UnsafeMutablePointer<EngineCell>.allocate(capacity: columns.count)
            let numbers = UnsafeMutablePointer<UInt64>.allocate(capacity: columns.count)
            numbers.initialize(repeating: 0, count: columns.count)
            for (index, column) in columns.enumerated() {
                let number = numbers + index
                (positions + index).initialize(
                    to: Position(kind: column.kind, width: column.width, number: number, count: 0, start: number))
                (cells + index).initialize(to: EngineCell(start: number, count: 0, form: .null))
            }
            notes.pointee = Notes(count: columns.count, positions: positions, cells: cells, numbers: numbers)
            var bind = MYSQL_BIND()
            bind.buffer_type = MYSQL_TYPE_STRING
            bind.flags = UInt32(MADB_BIND_DUMMY)
            binds = Array(repeating: bind, count: columns.count)
            return true
        }

        /// Tells libmariadb that no value is to be copied.
        mutating func bind(_ statement: UnsafeMutablePointer<MYSQL_STMT>) -> Bool {
            binds.withUnsafeMutableBufferPointer { mysql_stmt_bind_result(statement, $0.baseAddress) == 0 }
        }

        /// Fetches the next row.
        ///
        /// - Returns: libmariadb's code: 0, `MYSQL_NO_DATA`, or 1 for a failure.
        func fetch(_ statement: UnsafeMutablePointer<MYSQL_STMT>) -> Int32 {
            let code = mysql_stmt_fetch(statement)
            if code != 0 { forget() }
            return code
        }

        /// Must be called before the message is given up; all values are NULL then.
        func forget() {
            guard let cells = notes.pointee.cells else { return }
            for index in 0..<notes.pointee.count { cells[index].form = .null }
        }

        /// Notes a value, and moves on behind it.
        ///
        /// - Parameters:
        ///   - data: the ``Notes``.
        ///   - row: where the value begins; nil for NULL.
        private static let receive:
            @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) ->
                Void = {
                    data, column, row in
                    guard let notes = data?.assumingMemoryBound(to: Notes.self), Int(column) < notes.pointee.count,
                        let position = notes.pointee.positions.map({ $0 + Int(column) }),
                        let cell = notes.pointee.cells.map({ $0 + Int(column) })
                    else { return }
                    guard let row, let message = row.pointee else {
                        cell.pointee.form = .null
                        cell.pointee.count = 0
                        return
                    }
                    row.pointee = message + note(UnsafePointer(message), position, cell)
                }

        /// - Returns: how many bytes of the message were read.
        private static func note(
            _ message: UnsafePointer<UInt8>, _ position: UnsafeMutablePointer<Position>,
            _ cell: UnsafeMutablePointer<EngineCell>
        ) -> Int {
            let bytes = UnsafeRawPointer(message)
            switch position.pointee.kind {
            case .integer:
                let number: Int64 =
                    switch position.pointee.width {
                    case 1: Int64(bytes.load(as: Int8.self))
                    case 2: Int64(Int16(littleEndian: bytes.loadUnaligned(as: Int16.self)))
                    case 4: Int64(Int32(littleEndian: bytes.loadUnaligned(as: Int32.self)))
                    default: Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
                    }
                put(UInt64(bitPattern: number), .int8, position, cell)
            case .unsigned:
                let number: UInt64 =
                    switch position.pointee.width {
                    case 1: UInt64(bytes.load(as: UInt8.self))
                    case 2: UInt64(UInt16(littleEndian: bytes.loadUnaligned(as: UInt16.self)))
                    case 4: UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
                    default: UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
                    }
                put(number, number >> 63 == 1 ? .other : .int8, position, cell)
            case .double: put(UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)), .float8, position, cell)
            case .float: put(bytes, 4, .other, position, cell)
            case .datetime, .timestamp:
                let count = Int(message.pointee)
                put(bytes + 1, count, .other, position, cell)
                if let time = MySQLTime(bytes + 1, count, isDuration: false).microseconds {
                    put(UInt64(bitPattern: time), .microseconds, position, cell)
                }
                return 1 + count
            case .date, .time:
                put(bytes + 1, Int(message.pointee), .other, position, cell)
                return 1 + Int(message.pointee)
            case .text: return put(lengthInFront: bytes, .text, position, cell)
            case .bytes: return put(lengthInFront: bytes, .bytes, position, cell)
            case .decimal, .bit, .computedBit: return put(lengthInFront: bytes, .other, position, cell)
            }
            return Int(position.pointee.width)
        }

        @inline(__always)
        private static func put(
            _ number: UInt64, _ form: EngineCell.Form, _ position: UnsafeMutablePointer<Position>,
            _ cell: UnsafeMutablePointer<EngineCell>
        ) {
            position.pointee.number.pointee = number.bigEndian
            cell.pointee.start = UnsafeRawPointer(position.pointee.number)
            cell.pointee.count = 8
            cell.pointee.form = form
        }

        @inline(__always)
        private static func put(
            _ start: UnsafeRawPointer, _ count: Int, _ form: EngineCell.Form,
            _ position: UnsafeMutablePointer<Position>,
            _ cell: UnsafeMutablePointer<EngineCell>
        ) {
            position.pointee.start = start
            position.pointee.count = Int32(clamping: count)
            cell.pointee.start = start
            cell.pointee.count = position.pointee.count
            cell.pointee.form = form
        }

        @inline(__always)
        private static func put(
            lengthInFront bytes: UnsafeRawPointer, _ form: EngineCell.Form, _ position: UnsafeMutablePointer<Position>,
            _ cell: UnsafeMutablePointer<EngineCell>
        ) -> Int {
            let (length, width) = MySQLLength.read(bytes)
            put(bytes + width, length, form, position, cell)
            return width + length
        }

        /// Copies the row that the statement stands on, since its message will be overwritten.
        mutating func keep() {
            guard let positions = notes.pointee.positions, let cells = notes.pointee.cells else { return }
            let size = (0..<count).reduce(0) { $0 + (cells[$1].form == .null ? 0 : Int(positions[$1].count)) }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 16)
            var end = memory
            for index in 0..<count where cells[index].form != .null && positions[index].count > 0 {
                let (from, length) = (positions[index].start, Int(positions[index].count))
                end.copyMemory(from: from, byteCount: length)
                positions[index].start = UnsafeRawPointer(end)
                if cells[index].start == from { cells[index].start = UnsafeRawPointer(end) }
                end += length
            }
            kept?.deallocate()
            kept = memory
        }

        /// The value of a column of the row; NULL where there is no such column.
        func value(at index: Int) -> SQLValue {
            guard columns.indices.contains(index), let cell = start.map({ $0[index] }), cell.form != .null,
                let position = notes.pointee.positions.map({ $0[index] })
            else { return .null }
            let column = columns[index]
            let bytes = UnsafeRawBufferPointer(start: position.start, count: Int(position.count))
            let number = UInt64(bigEndian: position.number.pointee)
            switch column.kind {
            case .integer: return .integer(Int64(bitPattern: number))
            case .unsigned:
                return Int64(exactly: number).map { .integer($0) } ?? typed(String(number), "bigint unsigned")
            case .double: return .real(Double(bitPattern: number))
            case .float:
                return .real(
                    Double(Float(bitPattern: UInt32(littleEndian: position.start.loadUnaligned(as: UInt32.self)))))
            case .decimal: return typed(String(decoding: bytes, as: UTF8.self), "decimal")
            case .date: return typed(time(position).date, "date")
            case .time: return typed(time(position).duration(decimals: column.decimals), "time")
            case .datetime: return typed(time(position).timestamp(decimals: column.decimals), "datetime")
            case .timestamp: return typed(time(position).timestamp(decimals: column.decimals), "timestamp")
            case .bit: return bit(MySQLBits.number(bytes))
            case .computedBit:
                return MySQLBits.number(computed: bytes, width: Int(column.width)).map { bit($0) } ?? .null
            case .text:
                let text = UTF8Text.decode(bytes.assumingMemoryBound(to: UInt8.self))
                return text.map { .text($0) } ?? .blob([UInt8](bytes))
            case .bytes: return .blob([UInt8](bytes))
            }
        }

        private func bit(_ number: UInt64) -> SQLValue {
            Int64(exactly: number).map { .integer($0) } ?? typed(String(number), "bit")
        }

        /// The first column of the row whose value cannot be told.
        var unclearColumn: String? {
            guard let positions = notes.pointee.positions, let cells = notes.pointee.cells else { return nil }
            return columns.indices.first { index in
                guard columns[index].kind == .computedBit, cells[index].form != .null else { return false }
                let bytes = UnsafeRawBufferPointer(start: positions[index].start, count: Int(positions[index].count))
                return MySQLBits.number(computed: bytes, width: Int(columns[index].width)) == nil
            }.map { columns[$0].name }
        }

        private func time(_ position: Position) -> MySQLTime {
            MySQLTime(position.start, Int(position.count), isDuration: position.kind == .time)
        }

        private func typed(_ text: String, _ type: String) -> SQLValue { .typed(SQLTypedText(text, type: type)) }

        private mutating func removeColumns() {
            columns = []
            binds = []
            notes.pointee.positions?.deallocate()
            notes.pointee.cells?.deallocate()
            notes.pointee.numbers?.deallocate()
            notes.pointee = Notes()
            kept?.deallocate()
            kept = nil
        }

        /// Must be called by the owner at the end; the row is of no use any more.
        mutating func deallocate() {
            removeColumns()
            notes.deallocate()
        }
    }
#endif
