#if PostgreSQL
    import CPostgres

    /// What the server answered to one statement; freed with this object.
    final class PostgresResult {
        let handle: OpaquePointer
        let rowCount: Int32
        let columnCount: Int32

        /// Takes over a result of libpq.
        init(_ handle: OpaquePointer) {
            self.handle = handle
            rowCount = PQntuples(handle)
            columnCount = PQnfields(handle)
        }

        deinit { PQclear(handle) }

        var status: ExecStatusType { PQresultStatus(handle) }

        /// The bytes of a value; nil for NULL and outside of the result.
        @inline(__always)
        func bytes(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8>? {
            guard row >= 0, row < rowCount, column >= 0, column < columnCount,
                PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column)
            else { return nil }
            let count = Int(PQgetlength(handle, row, column))
            return UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
        }

        /// A value as text, of a result in text.
        func text(_ row: Int32, _ column: Int32) -> String? {
            bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
        }

        var columnNames: [String] {
            (0..<columnCount).map { column in PQfname(handle, column).map { String(cString: $0) } ?? "" }
        }

        /// The number of each column's type.
        var columnTypes: [Oid] { (0..<columnCount).map { PQftype(handle, $0) } }

        /// Whether the values are in the server's binary form.
        var isBinary: Bool { PQbinaryTuples(handle) != 0 }

        /// What was done, as `INSERT 0 3` or `ROLLBACK`.
        var command: String { PQcmdStatus(handle).map { String(cString: $0) } ?? "" }

        /// How many rows it is about; nil if it is not about rows.
        var affected: Int? {
            guard var digit = PQcmdTuples(handle), digit.pointee != 0 else { return nil }
            var count = 0
            while digit.pointee != 0 {
                let value = UInt8(bitPattern: digit.pointee) &- UInt8(ascii: "0")
                guard value < 10, case (let sum, false) = count.multipliedReportingOverflow(by: 10) else { return nil }
                count = sum + Int(value)
                digit += 1
            }
            return count
        }

        /// What libpq itself says of a failure. Such an error has no code: the server was not heard, mostly since the
        /// connection broke before libpq had sent everything. nil if the server said something.
        var clientMessage: String? {
            guard status == PGRES_FATAL_ERROR, field(ZIM_PG_SQLSTATE) == nil else { return nil }
            return PQresultErrorMessage(handle).map { String(cString: $0) } ?? ""
        }

        /// A field of an error; nil if the server did not fill it in.
        func field(_ code: Int) -> String? {
            PQresultErrorField(handle, Int32(clamping: code)).map { String(cString: $0) }
        }
    }
#endif
