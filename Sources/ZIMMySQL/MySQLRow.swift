#if MySQL
    import CMariaDB
    import Foundation
    import ZIMDb

    /// The buffers into which libmariadb writes the values of one row.
    struct MySQLRow {
        private(set) var columns: [MySQLColumn] = []
        private var buffers: [UnsafeMutableRawPointer] = []
        private var capacities: [Int] = []
        private var binds: UnsafeMutablePointer<MYSQL_BIND>?
        private var lengths: UnsafeMutablePointer<UInt>?
        private var nulls: UnsafeMutablePointer<my_bool>?
        private var kinds: UnsafeMutablePointer<MySQLColumn.Kind>?
        private var cells: UnsafeMutablePointer<EngineCell>?
        /// Points in time as they are read without text.
        private var moments: UnsafeMutablePointer<Int64>?

        var start: UnsafePointer<EngineCell>? { cells.map { UnsafePointer($0) } }
        var count: Int { columns.count }

        /// Allocates buffers for the columns of a result, unless they are unchanged.
        mutating func prepare(_ new: [MySQLColumn]) {
            guard new != columns else { return }
            deallocate()
            columns = new
            guard !new.isEmpty else { return }
            let binds = UnsafeMutablePointer<MYSQL_BIND>.allocate(capacity: new.count)
            let lengths = UnsafeMutablePointer<UInt>.allocate(capacity: new.count)
            let nulls = UnsafeMutablePointer<my_bool>.allocate(capacity: new.count)
            let kinds = UnsafeMutablePointer<MySQLColumn.Kind>.allocate(capacity: new.count)
            let cells = UnsafeMutablePointer<EngineCell>.allocate(capacity: new.count)
            let moments = UnsafeMutablePointer<Int64>.allocate(capacity: new.count)
            binds.initialize(repeating: MYSQL_BIND(), count: new.count)
            lengths.initialize(repeating: 0, count: new.count)
            nulls.initialize(repeating: 0, count: new.count)
            moments.initialize(repeating: 0, count: new.count)
            for (index, column) in new.enumerated() {
                let buffer = UnsafeMutableRawPointer.allocate(byteCount: column.capacity, alignment: 16)
                memset(buffer, 0, column.capacity)
                buffers.append(buffer)
                capacities.append(column.capacity)
                binds[index].buffer_type = column.bufferType
                binds[index].buffer = buffer
                binds[index].buffer_length = UInt(column.capacity)
                binds[index].length = lengths + index
                binds[index].is_null = nulls + index
                binds[index].is_unsigned = column.kind == .unsigned ? 1 : 0
                (kinds + index).initialize(to: column.kind)
                (cells + index).initialize(to: EngineCell(start: buffer, count: 0, form: .null))
            }
            self.binds = binds
            self.lengths = lengths
            self.nulls = nulls
            self.kinds = kinds
            self.cells = cells
            self.moments = moments
        }

        /// Binds the buffers.
        func bind(_ statement: UnsafeMutablePointer<MYSQL_STMT>) -> Bool {
            binds.map { mysql_stmt_bind_result(statement, $0) == 0 } ?? true
        }

        /// Fetches the next row.
        ///
        /// - Returns: libmariadb's code: 0, `MYSQL_NO_DATA`, or 1 for a failure.
        mutating func fetch(_ statement: UnsafeMutablePointer<MYSQL_STMT>) -> Int32 {
            let code = mysql_stmt_fetch(statement)
            guard code == 0 || code == MYSQL_DATA_TRUNCATED else { return code }
            if code == MYSQL_DATA_TRUNCATED, !fetchRest(statement) { return 1 }
            describe()
            return 0
        }

        /// Enlarges the buffers of truncated values and fetches these again.
        private mutating func fetchRest(_ statement: UnsafeMutablePointer<MYSQL_STMT>) -> Bool {
            guard let binds, let lengths, let nulls, let cells else { return false }
            var hasGrown = false
            for (index, column) in columns.enumerated() where column.isVariable && nulls[index] == 0 {
                let length = Int(clamping: lengths[index])
                guard length > capacities[index] else { continue }
                let (double, isTooMuch) = length.multipliedReportingOverflow(by: 2)
                let capacity = length > 1 << 20 || isTooMuch ? length : double
                buffers[index].deallocate()
                buffers[index] = .allocate(byteCount: capacity, alignment: 16)
                capacities[index] = capacity
                binds[index].buffer = buffers[index]
                binds[index].buffer_length = UInt(capacity)
                cells[index].start = UnsafeRawPointer(buffers[index])
                guard mysql_stmt_fetch_column(statement, binds + index, UInt32(index), 0) == 0 else { return false }
                hasGrown = true
            }
            return !hasGrown || bind(statement)
        }

        /// Describes the cells. Numbers are byte-swapped in place, because the readers expect network byte order.
        private func describe() {
            guard let lengths, let nulls, let cells, let moments, let kinds else { return }
            for index in 0..<columns.count {
                guard nulls[index] == 0 else {
                    cells[index].form = .null
                    cells[index].count = 0
                    continue
                }
                let kind = kinds[index]
                switch kind {
                case .integer, .unsigned, .double:
                    let buffer = UnsafeMutableRawPointer(mutating: cells[index].start)
                    let number = buffer.load(as: UInt64.self)
                    buffer.storeBytes(of: number.bigEndian, as: UInt64.self)
                    cells[index].count = 8
                    cells[index].form =
                        kind == .double ? .float8 : kind == .unsigned && number >> 63 == 1 ? .other : .int8
                case .datetime, .timestamp:
                    let buffer = UnsafeRawPointer(buffers[index])
                    cells[index].count = 8
                    if let moment = MySQLTime.microseconds(buffer.load(as: MYSQL_TIME.self)) {
                        moments[index] = moment.bigEndian
                        cells[index].start = UnsafeRawPointer(moments + index)
                        cells[index].form = .microseconds
                    } else {
                        cells[index].start = buffer
                        cells[index].form = .other
                    }
                case .text, .bytes, .float, .decimal, .date, .time, .bit:
                    cells[index].count = Int32(clamping: lengths[index])
                    cells[index].form = kind == .text ? .text : kind == .bytes ? .bytes : .other
                }
            }
        }

        /// The value of a column of the row; NULL where there is no such column.
        func value(at index: Int) -> SQLValue {
            guard columns.indices.contains(index), let cells, cells[index].form != .null else { return .null }
            let column = columns[index]
            let buffer = buffers[index]
            let bytes = UnsafeRawBufferPointer(start: buffer, count: min(capacities[index], Int(cells[index].count)))
            switch column.kind {
            case .integer: return .integer(Int64(bigEndian: buffer.load(as: Int64.self)))
            case .unsigned:
                let number = UInt64(bigEndian: buffer.load(as: UInt64.self))
                return Int64(exactly: number).map { .integer($0) } ?? typed(String(number), "bigint unsigned")
            case .double: return .real(Double(bitPattern: UInt64(bigEndian: buffer.load(as: UInt64.self))))
            case .float: return .real(Double(buffer.load(as: Float.self)))
            case .decimal: return typed(String(decoding: bytes, as: UTF8.self), "decimal")
            case .date: return typed(time(buffer, column), "date")
            case .time: return typed(time(buffer, column), "time")
            case .datetime: return typed(time(buffer, column), "datetime")
            case .timestamp: return typed(time(buffer, column), "timestamp")
            case .bit:
                let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                return Int64(exactly: number).map { .integer($0) } ?? typed(String(number), "bit")
            case .text:
                let text = UTF8Text.decode(bytes.assumingMemoryBound(to: UInt8.self))
                return text.map { .text($0) } ?? .blob([UInt8](bytes))
            case .bytes: return .blob([UInt8](bytes))
            }
        }

        private func time(_ buffer: UnsafeMutableRawPointer, _ column: MySQLColumn) -> String {
            MySQLTime.text(buffer.load(as: MYSQL_TIME.self), column.kind, decimals: column.decimals)
        }

        private func typed(_ text: String, _ type: String) -> SQLValue { .typed(SQLTypedText(text, type: type)) }

        /// Must be called once more, by the owner, at the end.
        mutating func deallocate() {
            for buffer in buffers { buffer.deallocate() }
            buffers = []
            capacities = []
            columns = []
            binds?.deallocate()
            lengths?.deallocate()
            nulls?.deallocate()
            kinds?.deallocate()
            cells?.deallocate()
            moments?.deallocate()
            binds = nil
            lengths = nil
            nulls = nil
            kinds = nil
            cells = nil
            moments = nil
        }
    }
#endif
