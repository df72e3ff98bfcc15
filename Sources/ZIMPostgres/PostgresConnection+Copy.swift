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
            var next = try rows(&row) ? row.values : nil
            let types = try next.map { try columnTypes(of: target, $0.count, "COPY \(target) FROM STDIN") } ?? []
            var sum = 0
            // A second COPY is part of the first only inside a transaction.
            if isInTransaction, let first = next, let form = PostgresCopyBinary(types: types, first: first) {
                let sql = "COPY \(target) FROM STDIN (FORMAT binary)"
                sum = try traced(sql, traces) { try copyBinary(sql, form, rows, &next) }
                guard next != nil else { return sum }
            }
            let sql = "COPY \(target) FROM STDIN"
            sum += try traced(sql, traces) { try copyText(sql, types, next, rows, behind: sum) }
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
        ///   - form: holds the first row already.
        ///   - next: at the end the row that has to go as text; nil where there is none.
        private func copyBinary(
            _ sql: String, _ form: PostgresCopyBinary, _ rows: (inout BulkRow) throws -> Bool, _ next: inout [SQLValue]?
        ) throws -> Int {
            try beginCopy(sql)
            do {
                var row = BulkRow(form)
                var hasRow = try rows(&row)
                while hasRow, form.isRowWritten {
                    if form.size >= PostgresCopyText.size {
                        try form.withBytes { try send($0, sql) }
                        form.removeAll()
                    }
                    hasRow = try rows(&row)
                }
                next = hasRow ? row.values : nil
                form.endRows()
                try form.withBytes { try send($0, sql) }
            } catch { throw abandon(error, sql) }
            guard PQputCopyEnd(handle, nil) == 1 else { throw broken(sql) }
            return note(copied: try finish(sql, behind: 0))
        }

        /// - Parameter first: the first row, before the others are asked for; nil for no rows at all.
        private func copyText(
            _ sql: String, _ types: [Oid], _ first: [SQLValue]?, _ rows: (inout BulkRow) throws -> Bool, behind sum: Int
        ) throws -> Int {
            var text = PostgresCopyText(types: types)
            try beginCopy(sql)
            do {
                var row = BulkRow()
                var next = first
                while let values = next {
                    try text.append(values, sql: sql)
                    if text.bytes.count >= PostgresCopyText.size {
                        try text.bytes.withUnsafeBytes { try send($0, sql) }
                        text.bytes.removeAll(keepingCapacity: true)
                    }
                    next = try rows(&row) ? row.values : nil
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
                return try engine.catalog.parameterTypes(description, on: self)
            } catch var error as DatabaseError {
                error.sql = sql
                throw error
            }
        }

        private func beginCopy(_ sql: String) throws {
            guard !isClosed else { throw closedError(sql) }
            noteSending()
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
            var rest = rows
            var isSent = true
            // libpq takes a length of 31 bits.
            while isSent, !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
                let start = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
                isSent = PQputCopyData(handle, start, Int32(truncatingIfNeeded: piece.count)) == 1
                rest = UnsafeRawBufferPointer(rebasing: rest[piece.count...])
            }
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
#endif
