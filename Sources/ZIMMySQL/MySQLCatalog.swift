#if MySQL
    import Synchronization
    import ZIMDb

    /// The columns of keys, shared by all connections of one database.
    final class MySQLCatalog: Sendable {
        private struct Name: Hashable {
            let table: [String]
            let key: String
        }

        private struct Known: Sendable {
            let columns: [String]
            let until: ContinuousClock.Instant
        }

        private let keys = Mutex<[Name: Known]>([:])

        /// The columns of a key; empty if they cannot be looked up.
        ///
        /// They are cached for 30 seconds: errors often come in series, and the key may be recreated with other columns.
        func columns(of key: String, in table: [String], ask: (String) throws -> [[String?]]) -> [String] {
            let name = Name(table: table, key: key)
            let now = ContinuousClock.now
            if let known = keys.withLock({ $0[name] }), known.until > now { return known.columns }
            let dialect = MySQLDialect()
            guard let own = table.last, let ownText = try? dialect.literal(.text(own)),
                let keyText = try? dialect.literal(.text(key)),
                let database = table.count > 1 ? try? dialect.literal(.text(table[0])) : "DATABASE()",
                let rows = try? ask(
                    "SELECT COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = \(database) "
                        + "AND TABLE_NAME = \(ownText) AND INDEX_NAME = \(keyText) AND COLUMN_NAME NOT IN ("
                        + "SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = \(database) "
                        + "AND TABLE_NAME = \(ownText) AND GENERATION_EXPRESSION = 'ROW END') ORDER BY SEQ_IN_INDEX")
            else { return [] }
            let columns = rows.compactMap { $0.first ?? nil }
            keys.withLock { keys in
                if keys.count >= 1_000 { keys = [:] }
                keys[name] = Known(columns: columns, until: now.advanced(by: .seconds(30)))
            }
            return columns
        }
    }
#endif
