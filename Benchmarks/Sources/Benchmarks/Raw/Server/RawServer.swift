#if PostgreSQL
    import BenchmarkHarness
    import CPostgresRaw

    /// The yardstick on a server: the loops that one would write by hand with libpq into final Swift classes, with
    /// statements prepared once, parameters and results in the binary form.
    final class RawServer {
        static let name = "libpq"

        static let columns = "region, number, first_name, last_name, email, age, score, created_at, avatar, note"

        let connection: OpaquePointer
        private var prepared: [String: String] = [:]

        init(url: String) throws {
            guard let connection = PQconnectdb(url) else { throw BenchmarkError("no memory for a connection") }
            self.connection = connection
            guard PQstatus(connection) == CONNECTION_OK else { throw lastError }
        }

        deinit { PQfinish(connection) }

        var lastError: BenchmarkError { BenchmarkError("libpq: " + String(cString: PQerrorMessage(connection))) }

        func execute(_ sql: String) throws {
            let result = PQexec(connection, sql)
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
                throw lastError
            }
        }

        func reading<T>(_ body: () throws -> T) throws -> T {
            try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
        }

        func writing<T>(_ body: () throws -> T) throws -> T { try transaction("BEGIN", body) }

        private func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
            try execute(begin)
            do {
                let result = try body()
                try execute("COMMIT")
                return result
            } catch {
                try? execute("ROLLBACK")
                throw error
            }
        }

        /// The name of a statement, which the server prepares the first time.
        func prepared(_ sql: String) throws -> String {
            if let name = prepared[sql] { return name }
            let name = "s\(prepared.count)"
            let result = PQprepare(connection, name, sql, 0, nil)
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw lastError }
            prepared[sql] = name
            return name
        }

        /// Runs a prepared statement and reads its rows; the result is freed behind them.
        @inline(__always)
        func query<T>(_ name: String, _ parameters: RawServerParameters, _ body: (OpaquePointer) throws -> T) throws
            -> T
        {
            guard
                let result = PQexecPrepared(
                    connection, name, parameters.count, parameters.values, parameters.lengths, parameters.formats, 1)
            else { throw lastError }
            defer { PQclear(result) }
            guard PQresultStatus(result) == PGRES_TUPLES_OK || PQresultStatus(result) == PGRES_COMMAND_OK else {
                throw lastError
            }
            return try body(result)
        }

        @inline(__always)
        func forEachRow(of result: OpaquePointer, _ body: (RawServerRow) throws -> Void) rethrows {
            for row in 0..<PQntuples(result) { try body(RawServerRow(result: result, row: row)) }
        }
    }
#endif
