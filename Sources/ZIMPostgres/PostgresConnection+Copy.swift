#if PostgreSQL
    import CPostgres
    import ZIMDb

    extension PostgresConnection {
        /// Sends rows by COPY, in its text form: the server reads each value as its column's type.
        package func copy(into target: String, rows: () throws -> [SQLValue]?, traces: TraceHub) throws -> Int? {
            let sql = "COPY \(target) FROM STDIN"
            let started = ContinuousClock.now
            do {
                let count = try copy(sql, target, rows)
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

        private func copy(_ sql: String, _ target: String, _ rows: () throws -> [SQLValue]?) throws -> Int {
            var next = try rows()
            var text = PostgresCopyText(types: try next.map { try types(of: target, $0.count, sql) } ?? [])
            try beginCopy(sql)
            do {
                while let row = next {
                    try text.append(row)
                    if text.bytes.count >= PostgresCopyText.size { try send(&text, sql) }
                    next = try rows()
                }
                try send(&text, sql)
            } catch {
                // The server undoes what it was sent; why is the caller's business.
                PQputCopyEnd(handle, "the program stopped")
                _ = try? finish(sql)
                throw error
            }
            guard PQputCopyEnd(handle, nil) == 1 else { throw broken(sql) }
            let result = try finish(sql)
            return note(copied: result)
        }

        /// The types of the columns, as the server finds them for an INSERT.
        private func types(of target: String, _ count: Int, _ sql: String) throws -> [Oid] {
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

        private func send(_ text: inout PostgresCopyText, _ sql: String) throws {
            if watched?.isCancelled == true { throw CancellationError() }
            let isSent = text.bytes.withUnsafeBytes { bytes in
                PQputCopyData(
                    handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count)) == 1
            }
            text.bytes.removeAll(keepingCapacity: true)
            guard isSent else { throw broken(sql) }
        }

        private func finish(_ sql: String) throws -> PostgresResult {
            var last: PostgresResult?
            while let next = PQgetResult(handle) {
                let result = PostgresResult(next)
                if last?.status != PGRES_FATAL_ERROR { last = result }
            }
            guard let last, last.status == PGRES_COMMAND_OK else { throw lostOrFailed(last, sql) }
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

        mutating func append(_ row: [SQLValue]) throws {
            for (place, value) in row.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: "\t")) }
                switch value {
                case .null: bytes.append(contentsOf: "\\N".utf8)
                case .integer(let number): bytes.append(contentsOf: String(number).utf8)
                case .real(let number):
                    bytes.append(contentsOf: (Int64(exactly: number).map { String($0) } ?? String(number)).utf8)
                // As text it would be read as an escaped or hexadecimal form of other bytes.
                case .text(let text) where place < types.count && types[place] == PostgresOID.bytea:
                    append(hexadecimal: Array(text.utf8))
                case .text(let text): try append(escaped: text, value, row)
                case .typed(let typed): try append(escaped: typed.text, value, row)
                case .blob(let blob): append(hexadecimal: blob)
                }
            }
            bytes.append(UInt8(ascii: "\n"))
        }

        private mutating func append(hexadecimal blob: [UInt8]) {
            bytes.append(contentsOf: "\\\\x".utf8)
            bytes.append(contentsOf: SQLValue.hexadecimal(blob).utf8)
        }

        private mutating func append(escaped text: String, _ value: SQLValue, _ row: [SQLValue]) throws {
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
                case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
                case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
                case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
                case 0:
                    throw DatabaseError(
                        .value, "text \(value.description) holds the character NUL, which PostgreSQL cannot hold",
                        parameters: row)
                default: bytes.append(byte)
                }
            }
        }
    }
#endif
