#if MySQL
    import ZIMDb

    /// The state of the open transaction, to detect implicit commits.
    ///
    /// The server commits before DDL. If the transaction has changed nothing yet, ZIM starts it again after the statement.
    /// Otherwise ZIM refuses the statement, because the earlier changes could no longer be rolled back.
    ///
    /// Source: <https://mariadb.com/kb/en/sql-statements-that-cause-an-implicit-commit/>
    struct MySQLTransaction {
        /// The statement that started it.
        private var beginning: MySQLStatementText?
        private var savepoints: [String] = []
        var hasChanged = false
        /// What became of it where a statement ended it whose text does not say so.
        private(set) var hiddenEnd: TransactionEnd?

        /// Whether the transaction is READ ONLY. The server enforces that for rows, but commits it for `CREATE DATABASE`, `GRANT`
        /// and others, and executes them.
        var isReadOnly: Bool { beginning?.text.hasSuffix(" READ ONLY") ?? false }

        /// The statements to send for a transaction-control text: the server takes one at a time, and needs RELEASE SAVEPOINT
        /// for RELEASE.
        static func pieces(of statement: MySQLStatementText) -> [String] {
            let sql = statement.text
            if sql.hasPrefix("SET TRANSACTION "), let end = sql.firstRange(of: "; ") {
                return [String(sql[..<end.lowerBound]), String(sql[end.upperBound...])]
            }
            let words = words(sql)
            if statement.firstWord == "RELEASE", words.count == 2 { return ["RELEASE SAVEPOINT \(words[1])"] }
            return [sql]
        }

        private static func words(_ sql: String) -> [Substring] { sql.split(whereSeparator: \.isWhitespace) }

        /// Records an executed transaction-control statement.
        mutating func note(_ statement: MySQLStatementText) {
            let words = Self.words(statement.text)
            let name = words.last.map { String($0) } ?? ""
            switch statement.firstWord {
            case _ where Self.begins(statement): begin(statement)
            case "COMMIT": end()
            case "ROLLBACK":
                guard words.count > 2 else { return end() }
                if let position = savepoints.lastIndex(of: name) { savepoints.removeSubrange((position + 1)...) }
            case "SAVEPOINT": savepoints.append(name)
            case "RELEASE": if let position = savepoints.lastIndex(of: name) { savepoints.removeSubrange(position...) }
            default: break
            }
        }

        static func begins(_ statement: MySQLStatementText) -> Bool {
            switch statement.firstWord {
            case "START", "BEGIN": true
            case "SET": statement.text.hasPrefix("SET TRANSACTION ") && words(statement.text).contains("START")
            default: false
            }
        }

        private mutating func begin(_ statement: MySQLStatementText) {
            end()
            beginning = statement
            hiddenEnd = nil
        }

        /// Records that it was ended by a statement whose text does not say so.
        mutating func noteHiddenEnd(_ hidden: TransactionEnd) {
            end()
            hiddenEnd = hidden
        }

        mutating func end() {
            beginning = nil
            savepoints = []
            hasChanged = false
        }

        /// Call it before a statement that may commit implicitly.
        ///
        /// - Returns: the statement that starts the transaction again; nil if it stays open or none is open.
        /// - Throws: ``DatabaseError`` with code misuse if changes would be committed, and for BEGIN in a transaction: the server
        ///   ends that one, and what runs behind it would no longer be a part of it.
        func beforeCommitting(_ statement: MySQLStatementText, isOpen: Bool) throws -> MySQLStatementText? {
            guard isOpen else { return nil }
            if statement.verb == .control, Self.begins(statement) {
                throw DatabaseError(
                    .misuse,
                    "MySQL commits the open transaction before \(statement.firstWord), so that what it has changed could not be "
                        + "undone", sql: statement.text,
                    hint: "Use session.transaction { } for a part that can be undone alone, or withoutTransaction")
            }
            guard statement.commitsFirst else { return nil }
            guard !hasChanged, savepoints.isEmpty, let beginning else {
                throw DatabaseError(
                    .misuse,
                    "MySQL commits the transaction before \(statement.firstWord), so that what it has changed could not be "
                        + "undone", sql: statement.text,
                    hint: "Change the schema before anything else in the transaction, or in withoutTransaction")
            }
            return beginning
        }
    }

    extension MySQLConnection {
        func beginStatement(readOnly: Bool) -> String {
            if readOnly {
                return (readsRepeatably ? "" : "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; ")
                    + "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"
            }
            return engine.options.server.isolation.map { beginStatement(readOnly: false, isolation: $0) }
                ?? "START TRANSACTION"
        }

        func beginStatement(readOnly: Bool, isolation: BeginStatement.Isolation) -> String {
            "SET TRANSACTION ISOLATION LEVEL \(isolation.rawValue); START TRANSACTION" + (readOnly ? " READ ONLY" : "")
        }
    }
#endif
