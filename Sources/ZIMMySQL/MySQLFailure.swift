#if MySQL
    import CMariaDB
    import ZIMDb

    /// Maps errors of the server and of libmariadb to ``DatabaseError``.
    ///
    /// Source: <https://mariadb.com/kb/en/mariadb-error-code-reference/>,
    /// <https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html>
    struct MySQLFailure {
        let number: Int32
        let state: String
        let message: String

        init(number: UInt32, state: UnsafePointer<CChar>?, message: UnsafePointer<CChar>?) {
            self.number = Int32(clamping: number)
            self.state = state.map { String(cString: $0) } ?? ""
            self.message = message.map { String(cString: $0) } ?? "the server said nothing"
        }

        /// An error that was told as a warning.
        init(number: Int32, message: String) {
            (self.number, state, self.message) = (number, "", message)
        }

        init(_ handle: UnsafeMutablePointer<MYSQL>) {
            self.init(number: mysql_errno(handle), state: mysql_sqlstate(handle), message: mysql_error(handle))
        }

        init(_ statement: UnsafeMutablePointer<MYSQL_STMT>) {
            self.init(
                number: mysql_stmt_errno(statement), state: mysql_stmt_sqlstate(statement),
                message: mysql_stmt_error(statement))
        }

        /// Whether the connection is lost.
        var isLoss: Bool {
            // A node of a cluster that loses the others during a COMMIT says only that.
            Self.losses.contains(number) || number == 1180 && message.contains("Not connected to Primary Component")
        }

        /// Whether libmariadb says so, and not the server.
        static func isOwn(_ number: Int32) -> Bool { (2000..<3000).contains(number) || (5000..<6000).contains(number) }

        var isOwn: Bool { Self.isOwn(number) }

        /// Whether the server or the session does not write. 1290 names the option that forbids a statement: `--read-only`,
        /// `--secure-file-priv`.
        private var isReadOnly: Bool {
            switch number {
            case 1792, 1836: true
            case 1290: message.contains("read-only") || message.contains("read_only")
            default: false
            }
        }

        /// Whether the statement must be prepared again. It was not executed.
        var isOutdated: Bool { number == 1243 || number == 1615 }

        /// Whether the result's columns changed since the statement was prepared. It was executed.
        var hasOtherColumns: Bool { number == 2057 }

        /// The error of a statement; the columns of its constraint are looked up later.
        func error(sql: String, showsValues: Bool) -> DatabaseError {
            var text = message
            let code = self.code
            if !showsValues, code == .value || code == .constraint { text = text.withoutQuotedValues }
            var error = DatabaseError(code, text, engineCode: number, sql: sql, sqlState: state)
            switch number {
            case 1213, 1020, 1412, 2057: error.hint = DatabaseError.runAgain
            case 1205: error.hint = "Try again, raise busyTimeout, or keep transactions short"
            case _ where isReadOnly: error.hint = "Write to a server, and in a session, that can write"
            case 167, 1467: error.hint = "Give the column a larger type"
            case 1615:
                error.hint =
                    "Raise table_definition_cache of the server: it forgets a view while others use as many tables"
            case 1461: error.hint = "Lower statementCacheSize, or raise max_prepared_stmt_count of the server"
            case 1153, 2020: error.hint = "Raise max_allowed_packet of the server, or send less at once"
            case 1118, 1071: error.hint = "Shorten the columns, or index a part of them"
            case 1170: error.hint = "Give the column a length, as VARCHAR(191) has, or index a part of it"
            default: break
            }
            return error
        }

        /// The code of an error number; for unknown numbers, that of the SQLSTATE class.
        var code: DatabaseError.Code {
            if isLoss { return .connection }
            if number == 1290 { return isReadOnly ? .readOnly : .other }
            // MariaDB's "unknown error", which says of what.
            if number == 1105 { return message.contains("max_allowed_packet") ? .tooBig : .other }
            if let code = Self.codes[number] { return code }
            switch state.prefix(2) {
            case "08": return .connection
            case "22": return .value
            case "23": return .constraint
            case "28": return .authentication
            case "42", "21", "3D": return .sql
            case "40": return .serialization
            case "45": return .constraint
            default: return .other
            }
        }

        private static let losses: Set<Int32> = [
            2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2011, 2012, 2013, 2014, 2055, 5013, 5014, 1053, 1077, 1078,
            1079, 1080,
            1152, 1158, 1159, 1160, 1161, 1184, 1927, 4031,
        ]

        private static let codes: [Int32: DatabaseError.Code] = {
            var codes: [Int32: DatabaseError.Code] = [:]
            func set(_ code: DatabaseError.Code, _ numbers: Int32...) { for number in numbers { codes[number] = code } }
            set(.deadlock, 1213)
            set(.serialization, 1020, 3101)
            set(.schemaChanged, 1412, 2057)
            set(.busy, 1205, 3572)
            set(.interrupted, 1317)
            set(.timedOut, 1969, 3024)
            set(.readOnly, 1792, 1836, 1223, 3989)
            set(.privilege, 1142, 1143, 1227, 1370, 1044, 1410, 1095)
            set(.authentication, 1045, 1698, 1251, 1862, 1820, 3118, 2058, 2059)
            set(.cannotOpen, 1049)
            set(.connection, 1040, 1047, 1129, 1130, 1203, 1226, 2026)
            // AUTO_INCREMENT or a sequence is exhausted; both servers say 1264, too.
            set(.full, 1021, 1114, 1041, 1461, 1615, 167, 1467, 4084)
            set(.outOfMemory, 1037, 1038, 2008)
            set(.inputOutput, 3, 5, 9, 1026, 1030)
            set(.corrupt, 126, 127, 145, 1034, 1194, 1712)
            set(.tooBig, 1153, 2020, 1301)
            set(.value, 1264, 1265, 1292, 1366, 1406, 1411, 1365, 1690, 1367, 1416, 4078, 3140, 1300, 3854, 1526)
            set(.constraint, 1062, 1586, 1451, 1452, 1216, 1217, 1048, 1364, 3819, 1369, 1644, 1761, 1762, 4025)
            set(.misuse, 2030, 2031, 2034, 2036)
            // 1052, an ambiguous name, has the SQLSTATE of constraints.
            set(.sql, 1051, 1052, 1054, 1064, 1091, 1146, 1109, 1136, 1305, 1295, 1235, 1193, 1210)
            return codes
        }()

        /// The error of a failed connection attempt.
        ///
        /// - Parameter isPlain: whether it went over the network without TLS: who needs that is refused as with a wrong password.
        static func connecting(
            _ handle: UnsafeMutablePointer<MYSQL>, location: String, hasPassword: Bool, isPlain: Bool
        ) -> DatabaseError {
            let failure = MySQLFailure(handle)
            var error = DatabaseError(
                failure.code == .privilege ? .authentication : failure.code, "\(location): \(failure.message)",
                engineCode: failure.number, sqlState: failure.state)
            switch failure.number {
            case 1045, 1698:
                error.hint =
                    !hasPassword
                    ? "Give the password in MYSQL_PWD or the URL"
                    : "Check user and password"
                        + (isPlain ? ", and whether the account asks for TLS, which this connection is without" : "")
            case 1044: error.hint = "GRANT the user something in this database"
            case 1049: error.hint = "Check the database's name"
            case 1040, 1203, 1226: error.hint = "Close connections, or lower server.maximumConnections"
            case 2026: error.hint = "Check ssl-ca, ssl-cert and the host's name, or choose another ssl-mode"
            case 2002, 2003, 2005: error.hint = "Check host, port and socket, and that the server runs"
            case 2058, 2059: error.hint = "libmariadb lacks the plugin by which this user signs in"
            default: break
            }
            return error
        }

        /// The connection broke while a statement ran.
        func lost(_ sql: String, location: String, mayCommit: Bool) -> DatabaseError {
            .lostConnection(
                message, location: location, sql: sql, mayCommit: mayCommit, engineCode: number, sqlState: state)
        }
    }

    extension String {
        /// A message of the server without the values that it quotes: `Duplicate entry '…' for key 'PRIMARY'`. Names that
        /// it quotes stay.
        var withoutQuotedValues: String {
            for (start, end) in [
                ("Duplicate entry '", "' for key '"), ("Incorrect ", " for column "),
                ("Data truncated for column", ""),
            ] where hasPrefix(start) {
                if end.isEmpty { return self }
                guard let behind = ranges(of: end).last else { break }
                guard let quote = self[..<behind.lowerBound].firstIndex(of: "'") else { return self }
                return self[...quote] + "…" + (end.hasPrefix("'") ? "" : "'") + self[behind.lowerBound...]
            }
            let partition = "Table has no partition for value "
            if hasPrefix(partition) { return partition + "…" }
            // The quotations in these messages are names.
            for start in [
                "Column '", "Field '", "Out of range value for column", "Data too long for column",
                "CHECK OPTION failed", "CONSTRAINT ", "Check constraint", "Invalid JSON text: ",
                "Cannot add or update", "Cannot delete or update",
            ]
            where hasPrefix(start) { return self }
            return withoutQuotations
        }
    }
#endif
