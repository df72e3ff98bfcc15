#if MySQL
    import CMariaDB
    import ZIMDb

    /// The server of a connection: its product and version, and the session settings that ZIM makes.
    struct MySQLServer: Sendable {
        let isMariaDB: Bool
        /// TiDB has the version of MySQL that it follows, but not all of its functions.
        let isTiDB: Bool
        /// As `101119` for 10.11.19.
        let version: Int
        private let isolation: String

        /// - Throws: ``DatabaseError`` with code cannotOpen for a server that is too old.
        init(_ handle: UnsafeMutablePointer<MYSQL>, location: String) throws {
            let text = mysql_get_server_info(handle).map { String(cString: $0) } ?? ""
            isMariaDB = text.contains("MariaDB")
            isTiDB = text.contains("TiDB")
            version = Int(mysql_get_server_version(handle))
            guard version >= (isMariaDB ? 100_500 : 50_700) else {
                throw DatabaseError(
                    .cannotOpen, "\(location) is \(isMariaDB ? "MariaDB" : "MySQL") \(text), which is too old",
                    hint: "MySQL 5.7 or MariaDB 10.5 is the oldest that will do")
            }
            let hasNewName = isMariaDB ? version >= 110_100 : version >= 50_720
            isolation = hasNewName ? "transaction_isolation" : "tx_isolation"
        }

        var dialect: MySQLDialect {
            MySQLDialect(
                isMariaDB ? .mariaDB : .mySQL, makesTables: !isTiDB && version >= (isMariaDB ? 100_600 : 80_004),
                isOlder: !isMariaDB && !isTiDB && version < 80_000)
        }

        /// Whether a BIT that is an expression's is flagged as binary in the description of a result; else one is told by
        /// having no table.
        var flagsExpressions: Bool { isMariaDB || version < 80_000 }

        /// Whether a text may hold surrogates; MySQL 8 refuses them.
        var holdsSurrogates: Bool { isMariaDB || !isTiDB && version < 80_000 }

        /// Whether the message about a duplicate names its table: `'stock.PRIMARY'`.
        var namesTablesOfKeys: Bool { !isMariaDB && !isTiDB && version >= 80_019 }

        /// Whether a prepared statement keeps the types that its parameters have had: after 1.25 the server would take 2 for a
        /// real number, too, and so a whole number of more than 53 bits for another one.
        ///
        /// Source: <https://dev.mysql.com/doc/refman/8.0/en/prepare.html>
        var keepsParameterTypes: Bool { !isMariaDB && version >= 80_022 }

        /// The setting that limits a statement's time.
        var timeLimit: String { isMariaDB ? "max_statement_time" : "max_execution_time" }

        /// The setting's value for a duration: MariaDB takes seconds, MySQL milliseconds.
        func limit(_ time: Duration) -> String {
            let milliseconds = time.limitMilliseconds
            return isMariaDB ? "\(Double(milliseconds) / 1000)" : "\(milliseconds)"
        }

        /// Strict: a value that does not fit is an error and never truncated, and 0 does not stand for the next AUTO_INCREMENT
        /// value. With NO_ZERO_DATE or NO_ZERO_IN_DATE the server would change stored dates on their way: it reads `2001-02-31`
        /// or `2001-02-00` as `0000-00-00` wherever it copies rows to a temporary table, for DISTINCT, groups and windows.
        static let mode =
            "STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO"

        /// What a server can be told for all, and DEFAULT would take over: a limit cuts every result, `a IS NULL` finds the row
        /// that was inserted last, a COMMIT begins the next transaction or ends the connection, each statement begins one,
        /// constraints are not enforced, and messages that name a constraint are in another language.
        ///
        /// Source: <https://mariadb.com/kb/en/server-system-variables/>
        private static let ownDefaults = [
            "sql_select_limit = \(UInt64.max)", "sql_auto_is_null = 0", "completion_type = 'NO_CHAIN'",
            "autocommit = 1", "foreign_key_checks = 1", "unique_checks = 1", "lc_messages = 'en_US'",
        ]

        /// Makes the session settings that decoding relies on and those of the options, and verifies them.
        func configure(_ connection: MySQLConnection) throws -> MySQLSessionSettings {
            let options = connection.engine.options
            let wait = (options.busyTimeout.limitMilliseconds + 999) / 1000
            var settings = [
                "time_zone = '+00:00'", "sql_mode = '\(Self.mode)'", "innodb_lock_wait_timeout = \(wait)",
                "lock_wait_timeout = \(wait)",
            ]
            settings += Self.ownDefaults
            // It keeps answers by the collation of a column, also where the query compares by another one.
            if isMariaDB { settings += ["optimizer_switch = 'subquery_cache=off'", "check_constraint_checks = 1"] }
            if let limit = options.server.statementTimeout {
                settings.append("\(timeLimit) = \(self.limit(limit))")
            }
            try connection.ask("SET SESSION " + settings.joined(separator: ", SESSION "))
            if options.server.waitsForCluster { try waitForCluster(connection) }
            if options.access.isReadOnly { try connection.ask("SET SESSION TRANSACTION READ ONLY") }
            for statement in options.connectionSetup {
                for piece in MySQLScript.statements(of: statement) { try connection.ask(piece.text) }
            }
            do { return try check(connection) } catch var error as DatabaseError where error.engineCode == 1205 {
                // It locks no row: a node waits for a cluster that it has lost.
                error.code = .connection
                error.message = "\(connection.engine.location) has no connection to its cluster: \(error.message)"
                error.hint = "Connect to another node"
                throw error
            }
        }

        private func waitForCluster(_ connection: MySQLConnection) throws {
            do { try connection.ask("SET SESSION wsrep_sync_wait = 1") } catch let error as DatabaseError
                where error.engineCode == 1193
            {
                throw DatabaseError(
                    .misuse,
                    "\(connection.engine.location) is no node of a Galera cluster, whose commits could be waited for",
                    hint: "Leave options.server.waitsForCluster false")
            }
        }

        private func check(_ connection: MySQLConnection) throws -> MySQLSessionSettings {
            let row =
                try connection.ask(
                    "SELECT @@character_set_client, @@character_set_connection, @@character_set_results, @@sql_mode, "
                        + "@@\(isolation), @@max_allowed_packet, @@time_zone, @@max_sort_length, "
                        + (isMariaDB
                            ? "@@binlog_format = 'STATEMENT' AND @@log_bin, 1"
                            : "0, NOT @@explicit_defaults_for_timestamp")
                ).first?.map { $0 ?? "" } ?? []
            guard row.count == 10, let packetLimit = Int(row[5]), let sortLength = Int(row[7]) else {
                throw DatabaseError(.cannotOpen, "\(connection.engine.location) does not tell its settings")
            }
            guard row.prefix(3).allSatisfy({ $0 == "utf8mb4" }) else {
                throw DatabaseError(
                    .cannotOpen,
                    "\(connection.engine.location) speaks \(row[0]), not utf8mb4",
                    hint: "Take SET NAMES out of connectionSetup and of the server's init_connect")
            }
            // What is written and read as UTC would be other points in time.
            guard ["+00:00", "UTC", "ETC/UTC", "GMT", "ETC/GMT"].contains(row[6].uppercased()) else {
                throw DatabaseError(
                    .cannotOpen,
                    "\(connection.engine.location) has the time_zone \(row[6]), in which a Date is another point in time",
                    hint:
                        "Take SET time_zone out of connectionSetup, and use CONVERT_TZ where a query needs local times")
            }
            let mode = row[3].uppercased()
            let unwanted = ["ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "NO_ZERO_DATE", "NO_ZERO_IN_DATE"]
            guard mode.contains("STRICT_"), !unwanted.contains(where: mode.contains) else {
                throw DatabaseError(
                    .cannotOpen,
                    "\(connection.engine.location) has the sql_mode \(mode), in which values are cut, dates are read as "
                        + "0000-00-00 or quotes differ",
                    hint: "Leave sql_mode out of connectionSetup, or add to it: "
                        + "SET SESSION sql_mode = CONCAT(@@sql_mode, ',ALLOW_INVALID_DATES')")
            }
            // MariaDB cuts the digits of a second that a column does not keep, MySQL rounds them; either can be told otherwise.
            let rounds =
                isMariaDB ? mode.contains("TIME_ROUND_FRACTIONAL") : !mode.contains("TIME_TRUNCATE_FRACTIONAL")
            return MySQLSessionSettings(
                readsRepeatably: row[4] == "REPEATABLE-READ", packetLimit: packetLimit,
                sortLength: isTiDB ? .max : sortLength, roundsSeconds: rounds, refillsTimes: row[9] == "1",
                logsStatements: row[8] == "1")
        }
    }

    /// What a connection is told by its server.
    struct MySQLSessionSettings {
        /// Whether REPEATABLE READ is the default isolation level.
        let readsRepeatably: Bool
        /// The bytes that one statement may have.
        let packetLimit: Int
        /// How many bytes of a text decide where `ORDER BY` places it.
        let sortLength: Int
        /// Whether digits of a second that a column does not keep are rounded; else they are cut.
        let roundsSeconds: Bool
        /// Whether NULL is stored as the present time in a TIMESTAMP that is NOT NULL: on MySQL as it is told, on MariaDB always.
        let refillsTimes: Bool
        /// Whether MariaDB hands statements on to its replicas as text, for which it takes one set of parameters only.
        ///
        /// Source: <https://mariadb.com/kb/en/binary-log-formats/>
        let logsStatements: Bool
    }
#endif
