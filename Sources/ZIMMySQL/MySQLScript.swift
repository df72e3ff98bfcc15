#if MySQL
    import ZIMDb

    /// One statement of a script.
    struct MySQLStatementText {
        /// The byte range in the script.
        let start: Int
        let end: Int
        var text: String
        let parameterCount: Int
        let verb: StatementVerb
        /// Whether a query may change rows all the same, by a function that it calls.
        let mayChange: Bool
        /// Whether the server commits an open transaction before it executes the statement.
        let commitsFirst: Bool
        /// The first word outside comments, in upper case.
        let firstWord: String

        /// Whether a read-only session may run it: it changes neither data nor schema, server, files or session settings.
        let changesNothing: Bool
        /// Whether a value is compared with the rows of a query: `IN (SELECT …)`, `<> ALL (SELECT …)`.
        var hasQueryInList = false
        /// Whether only the server knows what it does to the transaction and to the settings of the connection.
        var hidesEffects = false
        /// Whether it changes settings of the connection.
        var changesSettings = false
        /// Whether it takes a lock or makes a temporary table that its connection keeps when the session is over.
        var staysWithConnection = false
        /// Whether the server fills tables of its catalogue for it, and makes warnings of what interrupts it meanwhile.
        var readsCatalogue = false

        /// Whether what is known of tables may be wrong behind it; ANALYZE, LOCK and the like commit, and change no schema.
        var changesSchema: Bool { commitsFirst && ["ALTER", "CREATE", "DROP", "RENAME"].contains(firstWord) }

        /// Whether it adds rows.
        var inserts: Bool { verb == .change && (firstWord == "INSERT" || firstWord == "REPLACE") }

        /// Whether each parameter is the value of a row or stands behind `=` by itself, so that nothing is made of it and another
        /// value: `INSERT … VALUES (?, ?), (?, ?)`, `UPDATE … SET a = ?, b = ? WHERE c = ?`.
        func isEachParameterAlone() -> Bool {
            let tokens = SQLTokenizer(text, rules: .mySQL).filter { !$0.isSpace }
            var isInRows = false
            for (index, token) in tokens.enumerated() {
                let next = tokens.indices.contains(index + 1) ? tokens[index + 1] : nil
                if token.kind == .parameter {
                    let isBehindEquals = index > 0 && ["=", "<=>"].contains(tokens[index - 1].text)
                    let ends =
                        next.map { [",", ")", "WHERE", "AND", "OR", "LIMIT"].contains($0.word ?? $0.text) } ?? true
                    guard isInRows || isBehindEquals && ends else { return false }
                } else if !["(", ")", ","].contains(token.text) {
                    // Not a column of this name, nor the function.
                    let beginsRows =
                        index > 0 && !["(", ",", "="].contains(tokens[index - 1].text) && next?.text == "("
                    isInRows = beginsRows && (token.word == "VALUES" || token.word == "VALUE")
                }
            }
            return true
        }
    }

    /// Splits a script into its statements by MySQL's lexical rules.
    ///
    /// Source: <https://mariadb.com/kb/en/language-structure/>, <https://mariadb.com/kb/en/sql-statements-that-cause-an-implicit-commit/>
    enum MySQLScript {
        static let parsed = ParsedTexts<MySQLStatementText>()

        /// Whether a statement may commit what it, or the transaction before it, has changed.
        ///
        /// - Parameter alone: whether it was sent outside of a transaction, to be one of its own.
        static func mayCommit(_ sql: String, alone: Bool) -> Bool {
            statements(of: sql).contains {
                $0.firstWord == "COMMIT" || $0.commitsFirst || $0.hidesEffects || $0.changesSettings
                    || alone && (!$0.verb.isReadOnly || $0.mayChange)
            }
        }

        static func statements(of sql: String) -> [MySQLStatementText] {
            let tokenizer = SQLTokenizer(sql, rules: .mySQL)
            var statements = tokenizer.statements(Body.self).compactMap { statement($0, of: sql) }
            // The isolation of the one transaction that begins: the two are one.
            if statements.count == 2, sql.hasPrefix("SET TRANSACTION "), statements[1].firstWord == "START" {
                let whole = MySQLStatementText(
                    start: 0, end: statements[1].end, text: sql, parameterCount: 0, verb: .control, mayChange: false,
                    commitsFirst: false,
                    firstWord: "SET", changesNothing: statements.allSatisfy(\.changesNothing))
                return [whole]
            }
            // The text of the only one stays as it was written, so that it is found again by it.
            if statements.count == 1, !tokenizer.contains(where: { $0.kind == .terminal }) { statements[0].text = sql }
            return statements
        }

        /// How MariaDB's block outside of a routine begins; BEGIN without these words begins a transaction.
        ///
        /// Source: <https://mariadb.com/kb/en/begin-end/>
        static let block = ["BEGIN", "NOT", "ATOMIC"]

        /// Refuses a script for the `mysql` program before a part of it has run.
        static func refuseDelimiter(_ statements: [MySQLStatementText]) throws {
            guard let command = statements.first(where: { $0.firstWord == "DELIMITER" }) else { return }
            throw DatabaseError(
                .misuse, "DELIMITER is a command of the mysql program, which the server does not know",
                sql: String(command.text.prefix { !$0.isNewline }),
                hint: "Leave it out, and end each statement with a semicolon: the body of a procedure is kept together")
        }

        /// Whether a semicolon ends the statement: those between BEGIN and END of a trigger or a procedure do not.
        private struct Body: ScriptNesting {
            private var words: [String] = []
            /// Whether it begins with another word than CREATE, as most statements do.
            private var isPlain = false
            private var blocks = 0
            private var isAfterEnd = false
            /// Whether a statement may begin here: IF( ) and REPEAT( ) are functions elsewhere.
            private var isAtStart = false

            var isOutside: Bool { blocks == 0 }
            private var isDefinition: Bool {
                words.starts(with: MySQLScript.block)
                    || words.contains { ["TRIGGER", "PROCEDURE", "FUNCTION", "EVENT", "PACKAGE"].contains($0) }
            }

            /// `l1:LOOP` reads like a parameter behind a name.
            private static let labelled: Set<String> = [":BEGIN", ":LOOP", ":REPEAT", ":WHILE", ":FOR"]

            mutating func note(_ token: SQLToken) {
                if isPlain { return }
                guard let word = token.word else {
                    if token.isSpace { return }
                    isAfterEnd = false
                    // A label stands in front of a colon.
                    isAtStart = token.kind == .terminal || token.text == ")" || token.text == ":"
                    if isDefinition, Self.labelled.contains(token.text.uppercased()) { blocks += 1 }
                    return
                }
                if words.count < 16 { words.append(word) }
                isPlain = words.first != "CREATE" && !MySQLScript.block.starts(with: words.prefix(3))
                guard isDefinition else { return }
                switch word {
                // CASE … END CASE, IF … END IF: the word behind END belongs to it.
                case "BEGIN", "CASE": if !isAfterEnd { blocks += 1 }
                case "ATOMIC" where words == MySQLScript.block: blocks = 1
                case "END": blocks = max(0, blocks - 1)
                case "IF", "LOOP", "REPEAT", "WHILE", "FOR": if isAtStart, !isAfterEnd { blocks += 1 }
                default: break
                }
                isAfterEnd = word == "END"
                isAtStart = ["ROW", "BEGIN", "ATOMIC", "THEN", "ELSE", "DO", "LOOP", "REPEAT"].contains(word)
            }
        }

        private static func statement(_ all: ArraySlice<SQLToken>, of sql: String) -> MySQLStatementText? {
            let tokens = all.drop { $0.isSpace && !isExecuted($0) }
            guard let first = tokens.first, let last = tokens.last else { return nil }
            let words = withoutSettings(tokens.compactMap(\.word))
            let verb = verb(of: words)
            let end = last.offset + last.text.utf8.count
            let text = SQLScript.text(of: sql, from: first.offset, to: end)
            // The server executes the text in `/*! … */`.
            let runsComments = tokens.contains(where: isExecuted)
            let seen = runsComments ? withoutSettings(seenTokens(of: text).compactMap(\.word)) : words
            return MySQLStatementText(
                start: first.offset, end: end, text: text,
                parameterCount: tokens.count { $0.kind == .parameter && $0.text.hasPrefix("?") }, verb: verb,
                mayChange: verb.isReadOnly
                    && (runsComments || FunctionCalls.mayChange(tokens, harmless: MySQLFunctions.harmless)),
                commitsFirst: commitsFirst(words), firstWord: words.first ?? "",
                changesNothing: changesNothing(words, verb) && !runsComments,
                hasQueryInList: hasQueryInList(tokens), hidesEffects: hidesEffects(tokens, words, verb),
                changesSettings: changesSettings(tokens, words), staysWithConnection: staysWithConnection(seen),
                readsCatalogue: verb == .query
                    && tokens.contains { $0.text.utf8.count > 17 && $0.name.lowercased() == "information_schema" })
        }

        private static func hidesEffects(
            _ tokens: ArraySlice<SQLToken>, _ words: [String], _ verb: StatementVerb
        ) -> Bool {
            guard let word = words.first, let token = tokens.first, !isExecuted(token) else { return true }
            switch verb {
            case .control: return tokens.contains(where: isExecuted) || words.starts(with: ["SET", "STATEMENT"])
            case .query: return !queries.contains(word)
            default: return ["CALL", "EXECUTE", "BEGIN"].contains(word)
            }
        }

        /// Whether SET changes the session's own variables: not those of the server, of a user, of one statement or of one
        /// transaction.
        private static func changesSettings(_ tokens: ArraySlice<SQLToken>, _ words: [String]) -> Bool {
            guard words.first == "SET", let behind = tokens.dropFirst().first(where: { !$0.isSpace }),
                !["STATEMENT", "TRANSACTION", "PASSWORD"].contains(behind.word)
            else { return false }
            var (depth, isAtName) = (0, true)
            for token in tokens.dropFirst() where !token.isSpace {
                let isOfUser = token.text.hasPrefix("@") && !token.text.hasPrefix("@@")
                if isAtName, !isOfUser, !isServerVariable(token.text) { return true }
                if token.text == "(" { depth += 1 }
                if token.text == ")" { depth -= 1 }
                isAtName = depth == 0 && token.text == ","
            }
            return false
        }

        /// Source: <https://mariadb.com/kb/en/lock-tables/>, <https://mariadb.com/kb/en/get_lock/>
        static func staysWithConnection(_ words: [String]) -> Bool {
            switch words.first {
            case "LOCK", "BACKUP", "HANDLER": true
            case "FLUSH": words.contains("LOCK") || words.contains("EXPORT")
            case "CREATE": words.prefix(4).contains("TEMPORARY")
            default: words.contains("GET_LOCK")
            }
        }

        /// Whether what SET names, or its first word, is the server's: `GLOBAL`, `@@GLOBAL.sort_buffer_size`.
        static func isServerVariable(_ name: String) -> Bool {
            let scope = (name.hasPrefix("@@") ? name.dropFirst(2) : name[...]).prefix { $0 != "." }.uppercased()
            return ["GLOBAL", "PERSIST", "PERSIST_ONLY"].contains(scope)
        }

        private static func hasQueryInList(_ tokens: ArraySlice<SQLToken>) -> Bool {
            var isBehindIn = false
            for token in tokens where !token.isSpace {
                if isBehindIn, token.text == "(" { continue }
                if isBehindIn, ["SELECT", "WITH", "VALUES", "TABLE"].contains(token.word) { return true }
                isBehindIn = ["IN", "ALL", "ANY", "SOME"].contains(token.word)
            }
            return false
        }

        private static func changesNothing(_ words: [String], _ verb: StatementVerb) -> Bool {
            guard let first = words.first else { return false }
            func holds(_ some: String...) -> Bool { some.contains { words.contains($0) } }
            switch first {
            case "SELECT", "VALUES", "TABLE", "WITH": return verb == .query && !holds("OUTFILE", "DUMPFILE")
            case "SHOW", "DESCRIBE", "DESC", "HELP", "EXPLAIN", "ANALYZE": return verb == .show
            case "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "USE": return true
            case "BEGIN", "START": return verb == .control && !holds("WRITE")
            // Only the isolation of a transaction; other settings would stay with the connection.
            case "SET": return holds("TRANSACTION") && holds("ISOLATION") && !holds("WRITE", "GLOBAL", "FOR")
            default: return false
            }
        }

        /// The server executes the text in `/*! … */`.
        static func isExecuted(_ token: SQLToken) -> Bool { SQLLexicalRules.mySQL.executes(token) }

        /// The tokens that the server sees, with those of the text in `/*! … */`, and without spaces.
        static func seenTokens(of sql: String) -> [SQLToken] {
            SQLTokenizer(sql, rules: .mySQL).flatMap { token -> [SQLToken] in
                guard isExecuted(token) else { return token.isSpace ? [] : [token] }
                let text = token.text.dropFirst(token.text.hasPrefix("/*M") ? 4 : 3).drop { $0.isNumber }
                return seenTokens(of: String(text.hasSuffix("*/") ? text.dropLast(2) : text))
            }
        }

        private static let queries: Set<String> = ["SELECT", "VALUES", "WITH", "TABLE"]
        private static let changes: Set<String> = ["INSERT", "UPDATE", "DELETE", "REPLACE"]

        /// Of `SET STATEMENT … FOR SELECT …` what is behind FOR.
        ///
        /// Source: <https://mariadb.com/kb/en/set-statement/>
        static func withoutSettings(_ words: [String]) -> [String] {
            guard words.starts(with: ["SET", "STATEMENT"]), let mark = words.firstIndex(of: "FOR") else { return words }
            let rest = Array(words[(mark + 1)...])
            return verb(of: rest) == .control ? words : rest
        }

        private static func verb(of words: [String]) -> StatementVerb {
            guard let first = words.first else { return .other }
            switch first {
            case "BEGIN" where words.starts(with: block): return .other
            case "SELECT", "VALUES": return .query
            // REPLACE( ) is a function, too; taken for a change, the statement is only handled with more care.
            case "WITH": return words.contains { changes.contains($0) } ? .change : .query
            case "INSERT", "UPDATE", "DELETE", "REPLACE": return .change
            case "BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET", "USE": return .control
            case "SHOW", "DESCRIBE", "DESC", "HELP": return .show
            case "EXPLAIN": return words.contains("ANALYZE") && words.contains { changes.contains($0) } ? .other : .show
            case "ANALYZE":
                if words.dropFirst().first.map({ $0 == "TABLE" || $0 == "LOCAL" || $0.hasPrefix("NO_WRITE") }) ?? true {
                    return .other
                }
                return words.contains { changes.contains($0) } ? .other : .show
            default: return others.contains(first) ? .other : .query
            }
        }

        /// The first words of other statements. Any other text is sent as a query, and the server decides.
        private static let others: Set<String> = [
            "ALTER", "BACKUP", "BINLOG", "CACHE", "CALL", "CHANGE", "CHECK", "CHECKSUM", "CREATE", "DEALLOCATE", "DO",
            "DROP", "EXECUTE", "FLUSH", "GRANT", "HANDLER", "INSTALL", "KILL", "LOAD", "LOCK", "OPTIMIZE", "PREPARE",
            "PURGE", "RENAME", "REPAIR", "RESET", "REVOKE", "SHUTDOWN", "STOP", "TRUNCATE", "UNINSTALL", "UNLOCK", "XA",
        ]

        static let committing: Set<String> = [
            "ALTER", "ANALYZE", "CACHE", "CHECK", "CREATE", "DROP", "FLUSH", "GRANT", "INSTALL", "LOCK", "OPTIMIZE",
            "RENAME", "REPAIR", "RESET", "REVOKE", "TRUNCATE", "UNINSTALL", "UNLOCK",
        ]

        private static func commitsFirst(_ words: [String]) -> Bool {
            if words.starts(with: ["SET", "PASSWORD"]) { return true }
            guard let first = words.first, committing.contains(first) else { return false }
            let second = words.dropFirst().first
            if first == "CREATE" || first == "DROP" { return second != "TEMPORARY" }
            if first == "ANALYZE" { return second == "TABLE" || second == "LOCAL" || second?.hasPrefix("NO_") == true }
            return true
        }
    }
#endif
