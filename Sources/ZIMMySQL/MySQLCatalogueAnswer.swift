#if MySQL
    import CMariaDB
    import ZIMDb

    /// Answers of MariaDB's catalogue that lack rows.
    ///
    /// While the server fills a table of `information_schema`, it makes a warning of each error, so that one broken table does
    /// not hide the others: of a time-out and of `KILL QUERY` as well. What it has not read by then is missing.
    extension MySQLConnection {
        /// Throws what interrupted the statement that has just been answered.
        func requireWholeAnswer(to sql: String) throws {
            guard mysql_warning_count(handle) > 0 else { return }
            for row in try ask("SHOW WARNINGS") {
                guard let code = row.dropFirst().first.flatMap({ $0 }).flatMap({ Int32($0) }) else { continue }
                let error = MySQLFailure(number: code, message: row.last.flatMap { $0 } ?? "").error(
                    sql: sql, showsValues: engine.options.valuesInMessages)
                if [.interrupted, .timedOut, .busy, .outOfMemory].contains(error.code) { throw error }
            }
        }
    }
#endif
