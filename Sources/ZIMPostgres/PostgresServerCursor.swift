#if PostgreSQL
    import CPostgres
    import ZIMDb

    /// A cursor of the server's, from which rows are fetched some at a time; other statements may run between.
    ///
    /// Single-row mode would need no cursor, but it holds the connection until the last row is read, and a loop over rows
    /// mostly sends statements of its own.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-declare.html>
    final class PostgresServerCursor {
        private let connection: PostgresConnection
        private let sql: String
        private let name: String
        private let count: Int
        private let isBinary: Bool
        private(set) var isAtEnd = false
        private var isOpen = false

        init(
            _ sql: String, _ parameters: inout PostgresParameters, types: [Oid], isBinary: Bool,
            connection: PostgresConnection
        ) throws {
            self.connection = connection
            self.sql = sql
            self.isBinary = isBinary
            name = connection.newName()
            count = Int(Int32(clamping: max(1, connection.engine.options.server.rowsPerFetch)))
            let prefix = "DECLARE \(name) NO SCROLL CURSOR FOR "
            let declaration = prefix + sql
            _ = try parameters.withPointers { values, lengths, formats, count in
                try connection.run(sql, behind: prefix) {
                    PQsendQueryParams(
                        connection.handle, declaration, count, types.isEmpty ? nil : types, values, lengths, formats, 0)
                }
            }
            isOpen = true
        }

        deinit { close() }

        /// The next rows; fewer than were asked for are the last.
        func next() throws -> PostgresResult {
            let fetch = "FETCH FORWARD \(count) FROM \(name)"
            let result: PostgresResult
            do {
                result = try connection.run(sql) {
                    PQsendQueryParams(connection.handle, fetch, 0, nil, nil, nil, nil, isBinary ? 1 : 0)
                }
            } catch var error as DatabaseError where error.sqlState == "34000" && error.message.contains(name) {
                isOpen = false
                error.code = .misuse
                error.message =
                    "the rest of the rows is gone: a ROLLBACK TO, ROLLBACK or COMMIT ran inside of their loop"
                error.hint = "Use session.transaction { } there, or read all rows first"
                throw error
            }
            isAtEnd = Int(result.rowCount) < count
            if isAtEnd { close() }
            return result
        }

        /// The end of the transaction closes it, too.
        func close() {
            guard isOpen else { return }
            isOpen = false
            // Of a cancelled task's transaction nothing else runs, and CLOSE would be cancelled, too.
            guard connection.isInTransaction, !connection.isTransactionFailed, connection.watched?.isCancelled != true
            else { return }
            let sql = "CLOSE \(name)"
            _ = try? connection.run(sql) { PQsendQuery(connection.handle, sql) }
        }
    }
#endif
