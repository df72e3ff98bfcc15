#if PostgreSQL
    import CPostgres
    import ZIMDb

    /// Turns what the server says of a failure into our errors.
    ///
    /// Source: <https://www.postgresql.org/docs/15/errcodes-appendix.html>
    enum PostgresFailure {
        /// The error of a statement; the columns of its constraint are found out later.
        static func error(
            _ result: PostgresResult, sql: String, behind prefix: String = "", showsValues: Bool
        ) -> DatabaseError {
            let state = result.field(ZIM_PG_SQLSTATE) ?? ""
            var message = result.field(ZIM_PG_MESSAGE) ?? "the server said nothing"
            // `invalid input syntax for type integer: "…"`: types are not quoted in these, values are. A sequence is named by its own.
            if !showsValues, state.hasPrefix("22"), state != "2200H" { message = message.withoutQuotations }
            if let detail = result.field(ZIM_PG_DETAIL), let text = showsValues ? detail : withoutValues(detail) {
                message += ": " + withoutPeriod(text)
            }
            if let position = result.field(ZIM_PG_POSITION).flatMap({ Int($0) }) {
                message += " (at character \(position - prefix.unicodeScalars.count))"
            }
            var error = DatabaseError(code(of: state, message), message, sql: sql, sqlState: state)
            error.hint = result.field(ZIM_PG_HINT).map(withoutPeriod)
            if error.code == .constraint { error.constraint = violation(result, state) }
            // Where its own timers end a statement, and not a NOWAIT; its messages have many languages.
            error.isLockTimeout = state == "55P03" && result.field(ZIM_PG_FUNCTION) == "ProcessInterrupts"
            complete(&error, state)
            return error
        }

        /// `Key (a, b)=(1, 2) already exists.` without the values; nil for a text that may consist of them.
        private static func withoutValues(_ detail: String) -> String? {
            guard detail.hasPrefix("Key ("), let start = detail.firstRange(of: ")=("),
                let end = detail.ranges(of: ") ").last, start.upperBound <= end.lowerBound
            else { return nil }
            return detail[..<start.upperBound] + "…" + detail[end.lowerBound...]
        }

        private static func complete(_ error: inout DatabaseError, _ state: String) {
            switch state {
            case "25P02":
                error.message = "a statement of this transaction failed before, so the server takes no other"
                error.hint = "Let the error end the write, or try inside session.transaction { }, a savepoint"
            case "40001", "40P01": error.hint = DatabaseError.runAgain
            case "2200H": error.hint = "Raise MAXVALUE of the sequence, and give the column a type that holds more"
            case "55P03": error.hint = "Try again, raise busyTimeout, or keep transactions short"
            default: break
            }
        }

        private static func violation(_ result: PostgresResult, _ state: String) -> ConstraintViolation {
            var violation = ConstraintViolation(kind: kind(of: state))
            violation.name = result.field(ZIM_PG_CONSTRAINT)
            // Of a view only the message tells: new row violates check option for view "cheap"
            violation.table =
                state == "44000"
                ? (result.field(ZIM_PG_MESSAGE)?.split(separator: "\"")).flatMap { $0.count > 1 ? String($0[1]) : nil }
                : result.field(ZIM_PG_TABLE)
            violation.columns = result.field(ZIM_PG_COLUMN).map { [$0] } ?? []
            return violation
        }

        private static func kind(of state: String) -> ConstraintViolation.Kind {
            switch state {
            case "23502": .notNull
            case "23503", "23001": .foreignKey
            case "23505": .unique
            case "23514", "44000": .check
            case "23P01": .exclusion
            case "P0001": .trigger
            default: .other
            }
        }

        /// The kind of failure that an SQLSTATE stands for.
        static func code(of state: String, _ message: String) -> DatabaseError.Code {
            switch state {
            case "40001": return .serialization
            case "40P01": return .deadlock
            case "55P03", "55006": return .busy
            case "57014": return .interrupted
            case "25006": return .readOnly
            case "25P02": return .transactionEnded
            case "42501": return .privilege
            // RAISE EXCEPTION of a function, which mostly is a trigger's.
            case "P0001": return .constraint
            case "3D000": return .cannotOpen
            // A sequence is exhausted.
            case "2200H", "53100", "53400": return .full
            case "53200": return .outOfMemory
            // 25P03 and 25P04 are limits of a transaction's time, with which the server ends the connection.
            case "57P01", "57P02", "57P03", "57P05", "25P03", "25P04", "53300": return .connection
            case "58030": return .inputOutput
            default: break
            }
            switch state.prefix(2) {
            case "08": return .connection
            case "22": return .value
            case "23", "44": return .constraint
            case "28": return .authentication
            case "42", "26", "0A", "3F", "34", "2F": return .sql
            case "54": return .tooBig
            case "XX": return state == "XX001" || state == "XX002" ? .corrupt : .other
            default: return .other
            }
        }

        /// The error of a connection that could not be made; libpq gives the server's code in the text only.
        static func connecting(_ message: String, location: String, usedPassword: Bool) -> DatabaseError {
            let text = message.trimmingSpace
            let state = sqlState(in: text)
            // Lines on where in the server's source it happened help nobody here.
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }.map { $0.trimmingSpace }
            var readable = lines.joined(separator: "; ")
            if let state { readable = readable.replacing(state + ": ", with: "", maxReplacements: 1) }
            var error = DatabaseError(
                state.map { code(of: $0, text) } ?? .connection, "\(location): \(readable)", sqlState: state)
            switch state?.prefix(2) {
            case "28":
                error.code = .authentication
                error.hint =
                    usedPassword
                    ? "Check user and password" : "Give the password in PGPASSWORD, ~/.pgpass or the URL"
            case "3D": error.hint = "Check the database's name"
            default:
                if state == nil, text.contains("no password supplied") {
                    error.code = .authentication
                    error.hint = "Give the password in PGPASSWORD, ~/.pgpass or the URL"
                }
            }
            return error
        }

        /// `FATAL:  28P01: password authentication failed …`, as the verbose messages have it.
        private static func sqlState(in text: String) -> String? {
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: ":").map { $0.trimmingSpace }
                if let state = parts.dropFirst().first(where: { part in
                    part.utf8.count == 5
                        && part.utf8.allSatisfy {
                            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                        } && part.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                }) {
                    return state
                }
            }
            return nil
        }

        /// The connection broke while a statement ran.
        static func lost(_ message: String, location: String, sql: String, mayCommit: Bool) -> DatabaseError {
            .lostConnection(
                withoutPeriod(message.trimmingSpace.oneLine), location: location, sql: sql, mayCommit: mayCommit)
        }

        private static func withoutPeriod(_ text: String) -> String {
            text.hasSuffix(".") ? String(text.dropLast()) : text
        }
    }

    extension StringProtocol {
        var trimmingSpace: String {
            let start = firstIndex { !$0.isWhitespace } ?? endIndex
            let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
            return start < end ? String(self[start..<end]) : ""
        }

        var oneLine: String { split(separator: "\n").map { $0.trimmingSpace }.joined(separator: "; ") }
    }

    extension DatabaseError {
        /// Tells why the transaction can only be rolled back.
        mutating func take(_ cause: DatabaseError) {
            constraint = cause.constraint
            // Whoever repeats what failed for the sake of others need not care that the error was passed over.
            if cause.isTransient { (code, isLockTimeout, hint) = (cause.code, cause.isLockTimeout, cause.hint) }
        }
    }
#endif
