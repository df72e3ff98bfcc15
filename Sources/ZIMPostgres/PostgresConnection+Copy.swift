#if PostgreSQL
    import CPostgres
    import ZIMDb

    extension PostgresConnection {
        /// Sends rows by COPY: in its binary form where the columns' types have one that is written here, else in that of
        /// text, which the server reads as each column's type.
        ///
        /// Where a row comes whose values only the server can read, those before it were one COPY, and the rest is another.
        package func copy(
            into target: String, rows: (inout BulkRow) throws -> Bool, traces: TraceHub
        ) throws -> Int? {
            var row = BulkRow()
            var hasRow = try rows(&row)
            let types = hasRow ? try columnTypes(of: target, row.count, "COPY \(target) FROM STDIN") : []
            var sum = 0
            // A second COPY is part of the first only inside a transaction.
            if isInTransaction, hasRow, var form = PostgresCopyBinary(types: types), form.append(row) {
                let sql = "COPY \(target) FROM STDIN (FORMAT binary)"
                sum = try traced(sql, traces) { try copyBinary(sql, &form, &row, &hasRow, rows) }
                guard hasRow else { return sum }
            }
            let sql = "COPY \(target) FROM STDIN"
            sum += try traced(sql, traces) { try copyText(sql, types, &row, hasRow, rows, behind: sum) }
            note(changes: sum)
            return sum
        }

        private func traced(_ sql: String, _ traces: TraceHub, _ body: () throws -> Int) throws -> Int {
            let started = ContinuousClock.now
            do {
                let count = try body()
                if traces.isActive {
                    traces.emit(
                        StatementTrace(sql: sql, parameters: [], duration: .now - started, rows: count, error: nil))
                }
                return count
            } catch let error as DatabaseError {
                if traces.isActive {
                    traces.emit(
                        StatementTrace(sql: sql, parameters: [], duration: .now - started, rows: 0, error: error))
                }
                throw error
            }
        }

        /// - Parameters:
        ///   - row: the row that the form holds already; at the end the one that has to go as text.
        ///   - hasRow: whether there is such a one.
        private func copyBinary(
            _ sql: String, _ form: inout PostgresCopyBinary, _ row: inout BulkRow, _ hasRow: inout Bool,
            _ rows: (inout BulkRow) throws -> Bool
        ) throws -> Int {
            try beginCopy(sql)
            do {
                hasRow = try rows(&row)
                while hasRow, form.append(row) {
                    if form.count >= PostgresCopyText.size {
                        try form.withBytes { try send($0, sql) }
                        form.removeAll()
                    }
                    hasRow = try rows(&row)
                }
                form.end()
                try form.withBytes { try send($0, sql) }
            } catch { throw abandon(error, sql) }
            guard PQputCopyEnd(handle, nil) == 1 else { throw broken(sql) }
            return note(copied: try finish(sql, behind: 0))
        }

        private func copyText(
            _ sql: String, _ types: [Oid], _ row: inout BulkRow, _ hasRow: Bool,
            _ rows: (inout BulkRow) throws -> Bool, behind sum: Int
        ) throws -> Int {
            var hasRow = hasRow
            var text = PostgresCopyText(types: types)
            try beginCopy(sql)
            do {
                while hasRow {
                    try text.append(row)
                    if text.bytes.count >= PostgresCopyText.size {
                        try text.bytes.withUnsafeBytes { try send($0, sql) }
                        text.bytes.removeAll(keepingCapacity: true)
                    }
                    hasRow = try rows(&row)
                }
                try text.bytes.withUnsafeBytes { try send($0, sql) }
            } catch { throw abandon(error, sql) }
            guard PQputCopyEnd(handle, nil) == 1 else { throw broken(sql) }
            return note(copied: try finish(sql, behind: sum))
        }

        /// The server undoes what it was sent; why is the caller's business.
        private func abandon(_ error: any Error, _ sql: String) -> any Error {
            PQputCopyEnd(handle, "the program stopped")
            _ = try? finish(sql, behind: 0)
            return error
        }

        /// The types of the columns, as the server finds them for an INSERT.
        private func columnTypes(of target: String, _ count: Int, _ sql: String) throws -> [Oid] {
            let places = (0..<count).map { "$\($0 + 1)" }.joined(separator: ", ")
            do {
                let description = try prepare("INSERT INTO \(target) VALUES (\(places))", as: "")
                return (0..<PQnparams(description.handle)).map { PQparamtype(description.handle, $0) }
            } catch var error as DatabaseError {
                error.sql = sql
                throw error
            }
        }

        private func beginCopy(_ sql: String) throws {
            guard !isClosed else { throw closedError(sql) }
            guard PQsendQuery(handle, sql) == 1, let first = PQgetResult(handle).map({ PostgresResult($0) }) else {
                throw broken(sql)
            }
            guard first.status == PGRES_COPY_IN else {
                while let next = PQgetResult(handle) { PQclear(next) }
                throw lostOrFailed(first, sql)
            }
        }

        private func send(_ rows: UnsafeRawBufferPointer, _ sql: String) throws {
            if watched?.isCancelled == true { throw CancellationError() }
            let start = rows.baseAddress?.assumingMemoryBound(to: CChar.self)
            let isSent = PQputCopyData(handle, start, Int32(clamping: rows.count)) == 1
            guard isSent else { throw broken(sql) }
        }

        /// - Parameter rows: how many rows an earlier COPY of the same call has taken.
        private func finish(_ sql: String, behind rows: Int) throws -> PostgresResult {
            var last: PostgresResult?
            while let next = PQgetResult(handle) {
                let result = PostgresResult(next)
                if last?.status != PGRES_FATAL_ERROR { last = result }
            }
            guard let last, last.status == PGRES_COMMAND_OK else {
                var error = lostOrFailed(last, sql)
                if let place = last?.field(ZIM_PG_CONTEXT).flatMap({ PostgresCopyPlace($0) }) {
                    error.message += place.words(behind: rows)
                }
                throw error
            }
            return last
        }
    }

    /// Rows in the text form of COPY.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-copy.html>, "Text Format"
    struct PostgresCopyText {
        /// After so many bytes they are sent.
        static let size = 65_536

        var bytes: [UInt8] = []

        private let types: [Oid]

        /// - Parameter types: those of the columns; none where there is no row.
        init(types: [Oid]) {
            self.types = types
            bytes.reserveCapacity(Self.size + 4_096)
        }

        mutating func append(_ row: BulkRow) throws {
            let row = row.values
            for (index, value) in row.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: "\t")) }
                switch value {
                case .null: bytes.append(contentsOf: "\\N".utf8)
                case .integer(let number): bytes.append(contentsOf: String(number).utf8)
                case .real(let number):
                    bytes.append(contentsOf: (Int64(exactly: number).map { String($0) } ?? String(number)).utf8)
                // As text it would be read as an escaped or hexadecimal form of other bytes.
                case .text(let text) where index < types.count && types[index] == PostgresOID.bytea:
                    append(hexadecimal: Array(text.utf8))
                case .text(let text): try append(escaped: text, row)
                case .typed(let typed): try append(escaped: typed.text, row)
                case .blob(let blob): append(hexadecimal: blob)
                }
            }
            bytes.append(UInt8(ascii: "\n"))
        }

        private mutating func append(hexadecimal blob: [UInt8]) {
            bytes.append(contentsOf: "\\\\x".utf8)
            bytes.append(contentsOf: SQLValue.hexadecimal(blob).utf8)
        }

        private mutating func append(escaped text: String, _ row: [SQLValue]) throws {
            var text = text
            let isPlain = text.withUTF8 { utf8 in
                guard !utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else { return false }
                bytes.append(contentsOf: utf8)
                return true
            }
            if isPlain { return }
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
                case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
                case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
                case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
                case 0:
                    throw DatabaseError(
                        .value, "text \(SQLValue.text(text)) holds the character NUL, which PostgreSQL cannot hold",
                        parameters: row)
                default: bytes.append(byte)
                }
            }
        }
    }
#endif
