#if MySQL
    import ZIMDb

    /// Migrations step by step, with a lock of the server.
    ///
    /// Source: <https://mariadb.com/kb/en/get_lock/>
    struct MySQLSchemaSteps: SchemaSteps {
        func statements(of script: String) throws -> [String] {
            let statements = MySQLScript.statements(of: script)
            try MySQLScript.refuseDelimiter(statements)
            return statements.map(\.text)
        }

        func session(of statements: [String], done: Int) -> SessionSteps {
            MySQLSessionSteps.steps(of: statements.prefix(done), before: statements.dropFirst(done))
        }

        func mayBeDone(
            _ statement: String, on connection: any EngineConnection, asking rows: (SQL) throws -> [[SQLValue]]
        ) throws -> Bool {
            let tokens = MySQLScript.seenTokens(of: statement)
            let words = MySQLScript.withoutSettings(tokens.compactMap(\.word))
            switch words.first {
            case "CALL", "EXECUTE", "BEGIN": return (connection as? MySQLConnection)?.hasRunOthers ?? true
            // One by one: DROP TABLE a, b.
            case "DROP": return words.contains("DATABASE") || words.contains("SCHEMA") || tokens.hasText(",")
            // The old one is dropped first.
            case "CREATE" where words.starts(with: ["CREATE", "OR", "REPLACE"]):
                return ["TABLE", "SEQUENCE", "DATABASE", "SCHEMA", "USER", "ROLE"].contains(words.dropFirst(3).first)
            case "CREATE" where ["USER", "ROLE"].contains(words.dropFirst().first),
                "ALTER" where words.dropFirst().first == "USER", "RENAME" where words.dropFirst().first == "USER":
                return tokens.hasText(",")
            // One user after the other: TO a, b.
            case "GRANT", "REVOKE":
                return tokens.reversed().prefix { $0.word != "TO" && $0.word != "FROM" }.contains { $0.text == "," }
            case let word? where MySQLScript.committing.contains(word): return false
            default: return try changesForGood(tokens, rows)
            }
        }

        /// Whether a change may have been made in a table without transactions, of which the server undoes nothing.
        ///
        /// Source: <https://mariadb.com/kb/en/information-schema-engines-table/>
        private func changesForGood(_ tokens: [SQLToken], _ rows: (SQL) throws -> [[SQLValue]]) throws -> Bool {
            let named = Set(tokens.filter { $0.word != nil }.map { $0.name.lowercased() })
            /// Whether there are any, and whether one of them is named.
            func look(_ sql: SQL) throws -> (areThere: Bool, isNamed: Bool) {
                let rows = try rows(sql)
                let isNamed = try rows.contains { row in
                    guard row.count == 3 else { return true }
                    let (schema, name) = (try String(column: row[0]), try String(column: row[1]))
                    return try named.contains(name.lowercased())
                        && (Bool(column: row[2]) || named.contains(schema.lowercased()))
                }
                return (!rows.isEmpty, isNamed)
            }
            let own: SQL = "NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')"
            let lasting = try look(
                """
                SELECT t.TABLE_SCHEMA, t.TABLE_NAME, t.TABLE_SCHEMA = DATABASE() FROM information_schema.TABLES AS t \
                JOIN information_schema.ENGINES AS e ON e.ENGINE = t.ENGINE \
                WHERE t.TABLE_TYPE = 'BASE TABLE' AND e.TRANSACTIONS <> 'YES' AND t.TABLE_SCHEMA \(own)
                """)
            if !lasting.areThere || lasting.isNamed { return lasting.isNamed }
            // What these write cannot be told from the statement.
            return try look(
                """
                SELECT s, n, s = DATABASE() FROM (\
                SELECT TABLE_SCHEMA AS s, TABLE_NAME AS n FROM information_schema.VIEWS \
                UNION SELECT EVENT_OBJECT_SCHEMA, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS \
                UNION SELECT ROUTINE_SCHEMA, ROUTINE_NAME FROM information_schema.ROUTINES) AS o WHERE s \(own)
                """
            ).isNamed
        }

        func lock(_ name: String, waiting seconds: Int) -> SQL { "SELECT GET_LOCK(\(serverWide(name)), \(seconds))" }

        func isLocked(_ name: String) -> SQL { "SELECT IS_USED_LOCK(\(serverWide(name))) IS NOT NULL" }

        func unlock(_ name: String) -> SQL { "SELECT RELEASE_LOCK(\(serverWide(name)))" }

        /// Locks are the server's; this is one of the database. A name may have 64 characters.
        private func serverWide(_ name: String) -> SQL {
            "CONCAT(\(String(name.unicodeScalars.prefix(24))), SHA1(DATABASE()))"
        }

        /// The longest that the server takes on every system, 24 days.
        var waiting: SQL { "SET SESSION wait_timeout = 2147483" }

        var nameType: SQLDataType { "VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" }
        var textType: SQLDataType { "LONGTEXT CHARACTER SET utf8mb4" }
    }

    extension [SQLToken] {
        func hasText(_ text: String) -> Bool { contains { $0.text == text } }
    }
#endif
