#if MySQL
    import BenchmarkHarness
    import CMariaDBRaw
    import Foundation

    /// The yardstick on MySQL: the loops that one would write by hand with libmariadb into final Swift classes, with
    /// statements prepared once and parameters and results in the binary form.
    final class RawMySQL {
        static let name = "libmariadb"

        static let columns = "region, number, first_name, last_name, email, age, score, created_at, avatar, note"

        let connection: UnsafeMutablePointer<MYSQL>
        private var prepared: [String: RawMySQLStatement] = [:]

        init(url: String) throws {
            guard let parts = URLComponents(string: url), let connection = mysql_init(nil) else {
                throw BenchmarkError("no memory for a connection, or no URL: \(url)")
            }
            self.connection = connection
            mysql_options(connection, MYSQL_SET_CHARSET_NAME, "utf8mb4")
            mysql_options(connection, MYSQL_INIT_COMMAND, "SET time_zone = '+00:00'")
            let socket = parts.queryItems?.first { $0.name == "socket" }?.value
            let database = String(parts.path.dropFirst())
            guard
                mysql_real_connect(
                    connection, parts.host, parts.user, parts.password, database.isEmpty ? nil : database,
                    UInt32(parts.port ?? 0), socket, 0) != nil
            else { throw lastError }
        }

        deinit {
            prepared.removeAll()
            mysql_close(connection)
        }

        var lastError: BenchmarkError { BenchmarkError("libmariadb: " + String(cString: mysql_error(connection))) }

        /// No statement of the harness has a semicolon inside.
        func execute(_ sql: String) throws {
            for statement in sql.split(separator: ";") where statement.contains(where: { !$0.isWhitespace }) {
                try send(String(statement))
            }
        }

        private func send(_ sql: String) throws {
            guard mysql_real_query(connection, sql, UInt(sql.utf8.count)) == 0 else { throw lastError }
            if let result = mysql_store_result(connection) { mysql_free_result(result) }
        }

        func reading<T>(_ body: () throws -> T) throws -> T {
            try transaction("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY", body)
        }

        func writing<T>(_ body: () throws -> T) throws -> T { try transaction("START TRANSACTION", body) }

        private func transaction<T>(_ begin: String, _ body: () throws -> T) throws -> T {
            try send(begin)
            do {
                let result = try body()
                try send("COMMIT")
                return result
            } catch {
                try? send("ROLLBACK")
                throw error
            }
        }

        /// A statement, which the server prepares the first time.
        func statement(_ sql: String) throws -> RawMySQLStatement {
            if let statement = prepared[sql] { return statement }
            let statement = try RawMySQLStatement(sql, connection)
            prepared[sql] = statement
            return statement
        }
    }
#endif
