#if PostgreSQL
    import ZIMDb

    /// One statement of a text.
    struct PostgresStatementText {
        /// Where it begins and ends in the text, in bytes.
        let start: Int
        let end: Int
        /// The statement alone; its parameters are numbered from 1.
        var text: String
        let parameterCount: Int
        let verb: StatementVerb
        /// Whether a query may change rows all the same, by a function that it calls.
        let mayChange: Bool
        /// Whether it would let a read-only transaction or session write.
        let allowsWrites: Bool

        /// Whether it sets something, and begins no transaction.
        let isSetting: Bool

        /// Whether it takes a lock, or makes a temporary table or a cursor, that its connection keeps when the session is over.
        let staysWithConnection: Bool

        /// Whether the server can keep it as a prepared statement.
        var canBePrepared: Bool { verb == .query || verb == .change }

        /// Whether it frees statements that the library has prepared, by its command tag.
        func frees(_ command: String) -> Bool {
            ["DEALLOCATE ALL", "DISCARD ALL"].contains(command) || command == "DEALLOCATE" && text.contains("zim_")
        }
    }

    /// Cuts a script into its statements, by PostgreSQL's own lexical rules.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-syntax-lexical.html>
    enum PostgresScript {
        static let parsed = ParsedTexts<PostgresStatementText>()

        /// Whether a statement may commit what it, or its transaction, has changed.
        ///
        /// - Parameter alone: whether it was sent outside of a transaction, to be one of its own.
        static func mayCommit(_ sql: String, alone: Bool) -> Bool {
            let first = SQLTokenizer(sql, rules: .postgreSQL).first { !$0.isSpace }
            if first?.isWord("COMMIT") == true || first?.isWord("END") == true { return true }
            return alone && (try? statements(of: sql).contains { !$0.verb.isReadOnly || $0.mayChange }) != false
        }

        static func statements(of sql: String) throws -> [PostgresStatementText] {
            if sql.utf8.contains(0) {
                throw DatabaseError(
                    .misuse, "the text holds a NUL character, which PostgreSQL cannot read", sql: sql,
                    hint: "Bind values as parameters; a name cannot hold NUL")
            }
            let tokenizer = SQLTokenizer(sql, rules: .postgreSQL)
            var statements: [PostgresStatementText] = []
            for tokens in tokenizer.statements(Nesting.self) {
                if let statement = statement(tokens, of: sql, isFirst: statements.isEmpty) {
                    statements.append(statement)
                }
            }
            // The text of the only one stays as it was written, so that it is found again by it.
            if statements.count == 1, !tokenizer.contains(where: { $0.kind == .terminal }) { statements[0].text = sql }
            return statements
        }

        /// Whether a semicolon ends the statement: those between the parentheses of CREATE RULE and inside BEGIN ATOMIC
        /// of CREATE FUNCTION do not.
        private struct Nesting: ScriptNesting {
            private var parentheses = 0
            private var blocks = 0
            private var lastWord = ""

            var isOutside: Bool { parentheses == 0 && blocks == 0 }

            mutating func note(_ token: SQLToken) {
                switch token.kind {
                case .operator where token.text == "(": parentheses += 1
                case .operator where token.text == ")": parentheses = max(0, parentheses - 1)
                case .keyword, .identifier:
                    let word = token.text.uppercasedASCII
                    if word == "ATOMIC", lastWord == "BEGIN" {
                        blocks = 1
                    } else if blocks > 0 {
                        if word == "CASE" { blocks += 1 }
                        if word == "END" { blocks -= 1 }
                    }
                    lastWord = word
                default: break
                }
            }
        }

        private static func statement(
            _ all: ArraySlice<SQLToken>, of sql: String, isFirst: Bool
        ) -> PostgresStatementText? {
            let tokens = all.drop { $0.isSpace }
            guard let first = tokens.first, let last = tokens.last else { return nil }
            let numbers = tokens.compactMap { number($0) }
            // A script's parameters are counted through; the server counts those of each statement from 1.
            let offset = isFirst ? 0 : (numbers.min() ?? 1) - 1
            let end = last.offset + last.text.utf8.count
            var text = ""
            if offset == 0 { text = SQLScript.text(of: sql, from: first.offset, to: end) }
            for token in tokens where offset > 0 {
                text += number(token).map { "$\($0 - offset)" } ?? token.text
            }
            let verb = verb(of: tokens)
            let words = tokens.compactMap(\.word)
            return PostgresStatementText(
                start: first.offset, end: end, text: text,
                parameterCount: (numbers.max() ?? offset) - offset, verb: verb,
                mayChange: verb.isReadOnly && mayChange(tokens), allowsWrites: verb == .control && allowsWrites(tokens),
                isSetting: words.first == "SET" || words.first == "RESET",
                staysWithConnection: staysWithConnection(words))
        }

        /// Source: <https://www.postgresql.org/docs/15/functions-admin.html#FUNCTIONS-ADVISORY-LOCKS>,
        /// <https://www.postgresql.org/docs/15/sql-createtable.html>
        private static func staysWithConnection(_ words: [String]) -> Bool {
            let pairs = zip(words, words.dropFirst())
            func isTemporary(_ word: String) -> Bool { word == "TEMP" || word == "TEMPORARY" }
            func isSchema(_ word: String) -> Bool { word == "PG_TEMP" || word == "\"PG_TEMP\"" }
            switch words.first {
            case "CREATE":
                let kind = words.dropFirst().prefix {
                    ["OR", "REPLACE", "LOCAL", "GLOBAL"].contains($0) || isTemporary($0)
                }
                let isLeft = kind.contains(where: isTemporary) || words.contains(where: isSchema)
                return isLeft && !pairs.contains { $0 == "COMMIT" && $1 == "DROP" }
            case "DECLARE": return words.contains("HOLD")
            default:
                // What is inserted into such a table was told when it was made.
                let isQuery = words.first == "SELECT" || words.first == "WITH"
                return words.contains(where: locks.contains)
                    || pairs.contains { $0 == "INTO" && (isTemporary($1) || isQuery && isSchema($1)) }
            }
        }

        private static let locks: Set<String> = [
            "PG_ADVISORY_LOCK", "PG_ADVISORY_LOCK_SHARED", "PG_TRY_ADVISORY_LOCK", "PG_TRY_ADVISORY_LOCK_SHARED",
        ]

        /// `SET TRANSACTION READ WRITE`, `BEGIN READ WRITE`, `SET default_transaction_read_only = off`. This is against mistakes:
        /// a function may do the same.
        private static func allowsWrites(_ tokens: ArraySlice<SQLToken>) -> Bool {
            let words = tokens.compactMap(\.word)
            guard let first = words.first, ["SET", "RESET", "DISCARD", "BEGIN", "START"].contains(first) else {
                return false
            }
            if ["RESET", "DISCARD"].contains(first), words.dropFirst().first == "ALL" { return true }
            if zip(words, words.dropFirst()).contains(where: { $0 == "READ" && $1 == "WRITE" }) { return true }
            let names = ["transaction_read_only", "default_transaction_read_only"]
            let value = tokens.last { !$0.isSpace }?.text.lowercased().filter { $0 != "'" } ?? ""
            return tokens.contains { names.contains($0.name.lowercased()) }
                && !["on", "true", "yes", "1"].contains(value)
        }

        private static func number(_ token: SQLToken) -> Int? {
            guard token.kind == .parameter, token.text.hasPrefix("$") else { return nil }
            return Int(token.text.dropFirst()).flatMap { $0 > 0 ? $0 : nil }
        }

        private static func mayChange(_ tokens: ArraySlice<SQLToken>) -> Bool {
            // A cursor runs its query as it goes on.
            if let first = tokens.first?.word, first == "FETCH" || first == "MOVE" { return true }
            return FunctionCalls.mayChange(
                tokens, harmless: PostgresFunctions.harmless, catalog: "PG_CATALOG", quotedAreOwn: true)
        }

        private static func verb(of tokens: ArraySlice<SQLToken>) -> StatementVerb {
            let words = tokens.lazy.compactMap(\.word)
            let changes = ["INSERT", "UPDATE", "DELETE", "MERGE"]
            guard let first = words.first else { return .other }
            switch first {
            case "SELECT", "VALUES", "TABLE":
                // SELECT … INTO makes a table.
                return words.contains("INTO") ? .other : .query
            case "WITH": return words.contains { changes.contains($0) } ? .change : .query
            case "INSERT", "UPDATE", "DELETE", "MERGE": return .change
            case "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE", "SET", "RESET",
                "LISTEN",
                "UNLISTEN", "DECLARE", "FETCH", "MOVE", "CLOSE", "DEALLOCATE", "DISCARD", "PREPARE":
                return .control
            case "SHOW": return .show
            case "EXPLAIN":
                let runs = words.contains("ANALYZE") || words.contains("ANALYSE")
                return runs && words.contains { changes.contains($0) } ? .other : .show
            default: return others.contains(first) ? .other : .query
            }
        }

        /// The words that other statements begin with. What begins with none is left to the server to judge.
        ///
        /// Source: <https://www.postgresql.org/docs/15/sql-commands.html>
        private static let others: Set<String> = [
            "ALTER", "ANALYZE", "ANALYSE", "CALL", "CHECKPOINT", "CLUSTER", "COMMENT", "COPY", "CREATE", "DO", "DROP",
            "EXECUTE", "GRANT", "IMPORT", "LOAD", "LOCK", "NOTIFY", "REASSIGN", "REFRESH", "REINDEX", "REVOKE",
            "SECURITY", "TRUNCATE", "VACUUM",
        ]
    }
#endif
