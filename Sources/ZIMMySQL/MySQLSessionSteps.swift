#if MySQL
    import ZIMDb

    /// What statements have done for their session alone: its settings and variables, prepared statements, locks and temporary
    /// tables. What a procedure has done for it is not known.
    enum MySQLSessionSteps {
        /// - Parameters:
        ///   - done: the statements that a session has run.
        ///   - rest: those that another one will run.
        static func steps(of done: ArraySlice<String>, before rest: ArraySlice<String>) -> SessionSteps {
            /// What is prepared, locked or set, by the index of the statement that did it.
            var (held, prepared, temporary): ([Int], [String: Int], [String: Int]) = ([], [:], [:])
            var lost: [(index: Int, variables: Set<String>?)] = []
            var again: [Int] = []
            for (index, statement) in zip(done.indices, done) {
                let tokens = withoutSettings(MySQLScript.seenTokens(of: statement))
                let words = tokens.compactMap(\.word)
                switch words.first {
                case "SET":
                    let second = words.dropFirst().first ?? ""
                    if ["PASSWORD", "DEFAULT"].contains(second) { continue }
                    let isOfServer = MySQLScript.isServerVariable(second)
                    if isOfServer, !tokens.hasText(",") { continue }
                    // The isolation of the next transaction alone.
                    if second == "TRANSACTION", index != done.indices.last { continue }
                    guard isOfServer || isComputed(tokens) else {
                        again.append(index)
                        continue
                    }
                    let targets = zip(tokens, tokens.dropFirst()).filter { before, _ in
                        before.word == "SET" || before.text == ","
                    }
                    lost.append((index, targets.allSatisfy({ isVariable($0.1) }) ? variables(of: tokens) : nil))
                case "PREPARE": tokens.dropFirst().first.map { prepared[$0.name.lowercased()] = index }
                case "DEALLOCATE": tokens.last.map { prepared[$0.name.lowercased()] = nil }
                case "DROP":
                    if words.contains("PREPARE") { tokens.last.map { prepared[$0.name.lowercased()] = nil } }
                    for token in tokens { temporary[token.name.lowercased()] = nil }
                case "CREATE":
                    guard MySQLScript.staysWithConnection(words), let name = createdName(tokens) else { continue }
                    temporary[name] = index
                case "LOCK", "FLUSH": if MySQLScript.staysWithConnection(words) { held = [index] }
                case "UNLOCK": held = []
                default:
                    if MySQLScript.staysWithConnection(words) { lost.append((index, nil)) }
                    if setsVariable(tokens, words) { lost.append((index, variables(of: tokens))) }
                }
            }
            let needed = names(of: rest)
            var steps = SessionSteps()
            steps.repeatable = (again + prepared.values + held).sorted()
            // What the statements behind them do not name, they can do without.
            let missed =
                lost.filter { $0.variables.map(needed.mayHold) ?? true }.map(\.index)
                + temporary.filter { needed.mayHold([$0.key]) }.map(\.value)
            steps.lost = (missed + (asksLastInsert(rest) ? lastInsert(done) : [])).min()
            return steps
        }

        /// What statements name; nil where a procedure or a text that is prepared may name anything.
        private struct Names {
            var known: Set<String>?

            func mayHold(_ names: Set<String>) -> Bool { known.map { !$0.isDisjoint(with: names) } ?? true }
        }

        private static func names(of rest: ArraySlice<String>) -> Names {
            var names: Set<String> = []
            for statement in rest {
                let tokens = MySQLScript.seenTokens(of: statement)
                if tokens.contains(where: { ["CALL", "EXECUTE", "PREPARE"].contains($0.word) }) { return Names() }
                names.formUnion(tokens.map { $0.name.lowercased() })
            }
            return Names(known: names)
        }

        private static func variables(of tokens: [SQLToken]) -> Set<String> {
            Set(tokens.filter(isVariable).map { $0.name.lowercased() })
        }

        /// Of `SET STATEMENT … FOR …` what is behind FOR.
        private static func withoutSettings(_ tokens: [SQLToken]) -> [SQLToken] {
            guard tokens.prefix(2).map(\.word) == ["SET", "STATEMENT"],
                let mark = tokens.firstIndex(where: { $0.word == "FOR" })
            else { return tokens }
            return Array(tokens[(mark + 1)...])
        }

        /// The name behind `TEMPORARY TABLE IF NOT EXISTS`, without its database.
        private static func createdName(_ tokens: [SQLToken]) -> String? {
            guard let start = tokens.firstIndex(where: { $0.word == "TEMPORARY" }) else { return nil }
            let rest = tokens[start...].dropFirst(2).drop { ["IF", "NOT", "EXISTS"].contains($0.word) }
            let isQualified = rest.dropFirst().first?.text == "."
            return rest.dropFirst(isQualified ? 2 : 0).first?.name.lowercased()
        }

        // MARK: Values

        /// Whether what SET sets may be another value when it is sent again: it asks tables, the clock, or what ran before.
        private static func isComputed(_ tokens: [SQLToken]) -> Bool {
            var last: String?
            for token in tokens {
                defer { last = token.word }
                if token.text == "(", let last, !constant.contains(last) { return true }
                guard let word = token.word, !isVariable(token) else { continue }
                let name = word.split(separator: ".").last.map { String($0.drop { $0 == "@" }) } ?? word
                if changing.contains(name) || word.hasPrefix("@@") && MySQLScript.isServerVariable(word) { return true }
            }
            return false
        }

        /// Words in front of a parenthesis, and functions whose result depends on their arguments only.
        private static let constant = Set(
            """
            ABS AND CAST CEIL CEILING CHAR CHAR_LENGTH COALESCE CONCAT CONCAT_WS CONVERT DATE DIV ELSE FLOOR GREATEST HEX IF IFNULL
            IN INTERVAL LCASE LEAST LEFT LENGTH LOWER LPAD LTRIM MOD NOT NULLIF OR QUOTE REPEAT REPLACE RIGHT ROUND RPAD RTRIM
            SUBSTR SUBSTRING SUBSTRING_INDEX THEN TIME TIMESTAMP TRIM UCASE UNHEX UPPER WHEN XOR
            """.split(whereSeparator: \.isWhitespace).map(String.init))

        /// Queries, what stands for a function, and variables of which the server changes the value, or that hold once.
        private static let changing = Set(
            """
            SELECT VALUES TABLE NEXT PREVIOUS CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER LOCALTIME LOCALTIMESTAMP
            UTC_DATE UTC_TIME UTC_TIMESTAMP IDENTITY INSERT_ID LAST_INSERT_ID ERROR_COUNT WARNING_COUNT RAND_SEED1 RAND_SEED2
            """.split(whereSeparator: \.isWhitespace).map(String.init))

        private static func isVariable(_ token: SQLToken) -> Bool {
            token.text.hasPrefix("@") && !token.text.hasPrefix("@@")
        }

        /// Whether a statement other than SET gives a variable a value.
        private static func setsVariable(_ tokens: [SQLToken], _ words: [String]) -> Bool {
            if ["CALL", "GET", "BEGIN"].contains(words.first) { return tokens.contains(where: isVariable) }
            return tokens.hasText(":=")
                || zip(tokens, tokens.dropFirst()).contains { $0.word == "INTO" && isVariable($1) }
        }

        // MARK: The last INSERT

        /// Whether one of the statements asks for what the last INSERT gave before they insert rows themselves.
        private static func asksLastInsert(_ rest: ArraySlice<String>) -> Bool {
            for statement in rest {
                let words = MySQLScript.seenTokens(of: statement).compactMap(\.word)
                let asks = ["LAST_INSERT_ID", "ROW_COUNT", "FOUND_ROWS", "@@IDENTITY", "@@LAST_INSERT_ID"]
                if words.contains(where: asks.contains) { return true }
                if inserts(words) { return false }
            }
            return false
        }

        private static func lastInsert(_ done: ArraySlice<String>) -> [Int] {
            done.indices.last { inserts(MySQLScript.seenTokens(of: done[$0]).compactMap(\.word)) }.map { [$0] } ?? []
        }

        private static func inserts(_ words: [String]) -> Bool {
            ["INSERT", "REPLACE", "LOAD", "CALL", "EXECUTE", "BEGIN"].contains(MySQLScript.withoutSettings(words).first)
        }
    }
#endif
