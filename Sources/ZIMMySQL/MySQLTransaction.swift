#if MySQL
    import ZIMDb

    /// What is known of the open transaction, so that none ends without the caller's knowledge.
    ///
    /// The server commits before it changes the schema. Where the transaction has changed nothing yet, that can be
    /// repaired: it is begun anew. Where it has, the statement is refused, since what came before could not be undone.
    ///
    /// Source: <https://mariadb.com/kb/en/sql-statements-that-cause-an-implicit-commit/>
    struct MySQLTransaction {
        /// The statement that began it.
        private var beginning: MySQLStatementText?
        private var savepoints: [String] = []
        var hasChanged = false

        /// What is sent one by one for a statement of control: the server takes one at a time, and says RELEASE SAVEPOINT
        /// where others are content with RELEASE.
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

        /// Notes a statement of control that has run.
        mutating func note(_ statement: MySQLStatementText) {
            let words = Self.words(statement.text)
            let name = words.last.map { String($0) } ?? ""
            switch statement.firstWord {
            case "START", "BEGIN": begin(statement)
            case "SET" where statement.text.hasPrefix("SET TRANSACTION ") && words.contains("START"): begin(statement)
            case "COMMIT": end()
            case "ROLLBACK":
                guard words.count > 2 else { return end() }
                if let place = savepoints.lastIndex(of: name) { savepoints.removeSubrange((place + 1)...) }
            case "SAVEPOINT": savepoints.append(name)
            case "RELEASE": if let place = savepoints.lastIndex(of: name) { savepoints.removeSubrange(place...) }
            default: break
            }
        }

        private mutating func begin(_ statement: MySQLStatementText) {
            end()
            beginning = statement
        }

        private mutating func end() {
            beginning = nil
            savepoints = []
            hasChanged = false
        }

        /// Called before a statement that may make the server commit.
        ///
        /// - Returns: what begins the transaction anew afterwards; nil where it stays open, or none is.
        /// - Throws: ``DatabaseError`` with code misuse where something would be committed.
        func beforeCommitting(_ statement: MySQLStatementText, isOpen: Bool) throws -> MySQLStatementText? {
            guard isOpen, statement.commitsFirst else { return nil }
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
#endif
