#if MySQL
    import BenchmarkHarness
    import CMariaDBRaw
    import Foundation

    /// A prepared statement whose parameters and row lie in memory that each execution uses again.
    final class RawMySQLStatement {
        /// No value of the workloads is longer, but for a parameter that is a list.
        fileprivate static let room = 512

        private let handle: UnsafeMutablePointer<MYSQL_STMT>
        private let parameters: UnsafeMutablePointer<MYSQL_BIND>
        private let parameterCount: Int
        private let values: UnsafeMutableRawPointer
        private var list: UnsafeMutableRawPointer?
        private let results: UnsafeMutablePointer<MYSQL_BIND>
        private let cells: UnsafeMutableRawPointer
        private let lengths: UnsafeMutablePointer<UInt>
        private let nulls: UnsafeMutablePointer<my_bool>
        private let columnCount: Int

        init(_ sql: String, _ connection: UnsafeMutablePointer<MYSQL>) throws {
            guard let handle = mysql_stmt_init(connection) else { throw BenchmarkError("no memory for a statement") }
            self.handle = handle
            guard mysql_stmt_prepare(handle, sql, UInt(sql.utf8.count)) == 0 else {
                throw BenchmarkError("libmariadb: " + String(cString: mysql_stmt_error(handle)))
            }
            parameterCount = Int(mysql_stmt_param_count(handle))
            parameters = .allocate(capacity: max(parameterCount, 1))
            parameters.initialize(repeating: MYSQL_BIND(), count: max(parameterCount, 1))
            values = .allocate(byteCount: max(parameterCount, 1) * Self.room, alignment: 8)
            let count = Int(mysql_stmt_field_count(handle))
            columnCount = count
            results = .allocate(capacity: max(count, 1))
            results.initialize(repeating: MYSQL_BIND(), count: max(count, 1))
            cells = .allocate(byteCount: max(count, 1) * Self.room, alignment: 8)
            lengths = .allocate(capacity: max(count, 1))
            lengths.initialize(repeating: 0, count: max(count, 1))
            nulls = .allocate(capacity: max(count, 1))
            nulls.initialize(repeating: 0, count: max(count, 1))
            guard count > 0, let fields = mariadb_stmt_fetch_fields(handle) else { return }
            for column in 0..<count {
                let type = fields[column].type
                let isWhole = type == MYSQL_TYPE_LONG || type == MYSQL_TYPE_LONGLONG
                results[column].buffer_type = isWhole ? MYSQL_TYPE_LONGLONG : type
                results[column].buffer = cells + column * Self.room
                results[column].buffer_length = UInt(Self.room)
                results[column].length = lengths + column
                results[column].is_null = nulls + column
            }
        }

        deinit {
            mysql_stmt_close(handle)
            parameters.deallocate()
            values.deallocate()
            list?.deallocate()
            results.deallocate()
            cells.deallocate()
            lengths.deallocate()
            nulls.deallocate()
        }

        private var lastError: BenchmarkError {
            BenchmarkError("libmariadb: " + String(cString: mysql_stmt_error(handle)))
        }

        // MARK: Parameters

        @inline(__always)
        private func place(_ index: Int, _ type: enum_field_types, _ length: Int) -> UnsafeMutableRawPointer {
            precondition(length <= Self.room && index < parameterCount)
            let start = values + index * Self.room
            parameters[index].buffer_type = type
            parameters[index].buffer = start
            parameters[index].buffer_length = UInt(length)
            return start
        }

        @inline(__always)
        func bind(_ text: String, _ index: Int) {
            var text = text
            text.withUTF8 { bytes in
                let start = place(index, MYSQL_TYPE_STRING, bytes.count)
                if let from = bytes.baseAddress { start.copyMemory(from: from, byteCount: bytes.count) }
            }
        }

        @inline(__always)
        func bind(_ text: String?, _ index: Int) {
            if let text { bind(text, index) } else { _ = place(index, MYSQL_TYPE_NULL, 0) }
        }

        @inline(__always)
        func bind(_ number: Int, _ index: Int) {
            place(index, MYSQL_TYPE_LONGLONG, 8).storeBytes(of: Int64(number), as: Int64.self)
        }

        @inline(__always)
        func bind(_ number: Double, _ index: Int) {
            place(index, MYSQL_TYPE_DOUBLE, 8).storeBytes(of: number, as: Double.self)
        }

        @inline(__always)
        func bind(_ data: Data, _ index: Int) {
            let start = place(index, MYSQL_TYPE_BLOB, data.count)
            data.withUnsafeBytes { bytes in
                if let from = bytes.baseAddress { start.copyMemory(from: from, byteCount: bytes.count) }
            }
        }

        @inline(__always)
        func bind(_ date: Date, _ index: Int) {
            let start = place(index, MYSQL_TYPE_DATETIME, MemoryLayout<MYSQL_TIME>.size)
            start.storeBytes(of: RawMySQLTime.time(date), as: MYSQL_TIME.self)
        }

        /// A text of any length, for which memory is made.
        func bindList(_ bytes: [UInt8], _ index: Int) {
            list?.deallocate()
            let start = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
            start.copyMemory(from: bytes, byteCount: bytes.count)
            list = start
            parameters[index].buffer_type = MYSQL_TYPE_STRING
            parameters[index].buffer = start
            parameters[index].buffer_length = UInt(bytes.count)
        }

        /// All ten columns of a person, from a parameter on.
        @inline(__always)
        func bind(_ person: RawServerPerson, from index: Int) {
            bind(person.region, index)
            bind(person.number, index + 1)
            bind(person.firstName, index + 2)
            bind(person.lastName, index + 3)
            bind(person.email, index + 4)
            bind(person.age, index + 5)
            bind(person.score, index + 6)
            bind(person.createdAt, index + 7)
            bind(person.avatar, index + 8)
            bind(person.note, index + 9)
        }

        // MARK: Running

        /// Has the server keep the rows and send 1,000 at a time.
        func useCursor() {
            var cursor = UInt(CURSOR_TYPE_READ_ONLY.rawValue)
            mysql_stmt_attr_set(handle, STMT_ATTR_CURSOR_TYPE, &cursor)
            var rows: UInt = 1_000
            mysql_stmt_attr_set(handle, STMT_ATTR_PREFETCH_ROWS, &rows)
        }

        @inline(__always)
        func run() throws {
            if parameterCount > 0, mysql_stmt_bind_param(handle, parameters) != 0 { throw lastError }
            guard mysql_stmt_execute(handle) == 0 else { throw lastError }
        }

        /// Runs it and passes each row as it comes.
        @inline(__always)
        func forEachRow(_ body: (RawMySQLRow) throws -> Void) throws {
            try run()
            guard mysql_stmt_bind_result(handle, results) == 0 else { throw lastError }
            defer { mysql_stmt_free_result(handle) }
            let row = RawMySQLRow(cells: cells, lengths: lengths, nulls: nulls)
            while true {
                switch mysql_stmt_fetch(handle) {
                case 0: try body(row)
                case MYSQL_NO_DATA: return
                case MYSQL_DATA_TRUNCATED: throw BenchmarkError("a value is longer than its room")
                default: throw lastError
                }
            }
        }
    }

    /// The row that has just been fetched.
    struct RawMySQLRow: RawServerValues {
        let cells: UnsafeMutableRawPointer
        let lengths: UnsafeMutablePointer<UInt>
        let nulls: UnsafeMutablePointer<my_bool>

        @inline(__always)
        private func cell(_ column: Int32) -> UnsafeMutableRawPointer { cells + Int(column) * RawMySQLStatement.room }

        @inline(__always)
        func int8(_ column: Int32) -> Int { Int(cell(column).load(as: Int64.self)) }

        @inline(__always)
        func int4(_ column: Int32) -> Int { int8(column) }

        @inline(__always)
        func float8(_ column: Int32) -> Double { cell(column).load(as: Double.self) }

        @inline(__always)
        func timestamp(_ column: Int32) -> Date { RawMySQLTime.date(cell(column).load(as: MYSQL_TIME.self)) }

        @inline(__always)
        func text(_ column: Int32) -> String {
            let bytes = UnsafeRawBufferPointer(start: cell(column), count: Int(lengths[Int(column)]))
            return String(decoding: bytes, as: UTF8.self)
        }

        @inline(__always)
        func optionalText(_ column: Int32) -> String? { nulls[Int(column)] != 0 ? nil : text(column) }

        @inline(__always)
        func bytes(_ column: Int32) -> Data { Data(bytes: cell(column), count: Int(lengths[Int(column)])) }
    }

    /// The server's points in time have the parts of a calendar.
    enum RawMySQLTime {
        static func date(_ time: MYSQL_TIME) -> Date {
            let year = Int(time.year) - (time.month <= 2 ? 1 : 0)
            let era = (year >= 0 ? year : year - 399) / 400
            let month = (Int(time.month) + 9) % 12
            let ofEra = year - era * 400
            let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + (153 * month + 2) / 5 + Int(time.day) - 1
            let seconds = (days - 719_468) * 86_400 + Int(time.hour) * 3_600 + Int(time.minute) * 60 + Int(time.second)
            return Date(timeIntervalSince1970: Double(seconds) + Double(time.second_part) / 1_000_000)
        }

        static func time(_ date: Date) -> MYSQL_TIME {
            let microseconds = Int((date.timeIntervalSince1970 * 1_000_000).rounded())
            let (day, rest) = (microseconds / 86_400_000_000, microseconds % 86_400_000_000)
            let shifted = day + 719_468
            let era = shifted / 146_097
            let ofEra = shifted - era * 146_097
            let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
            let ofYear = ofEra - (365 * year + year / 4 - year / 100)
            let month = (5 * ofYear + 2) / 153
            var time = MYSQL_TIME()
            time.day = UInt32(ofYear - (153 * month + 2) / 5 + 1)
            time.month = UInt32(month < 10 ? month + 3 : month - 9)
            time.year = UInt32(year + era * 400 + (month < 10 ? 0 : 1))
            time.hour = UInt32(rest / 3_600_000_000)
            time.minute = UInt32(rest / 60_000_000 % 60)
            time.second = UInt32(rest / 1_000_000 % 60)
            time.second_part = UInt(rest % 1_000_000)
            time.time_type = MYSQL_TIMESTAMP_DATETIME
            return time
        }
    }
#endif
