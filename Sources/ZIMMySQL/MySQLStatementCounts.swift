#if MySQL
    import ZIMDb

    /// How many statements of each kind the server has run for a connection, with those inside of procedures.
    ///
    /// A procedure's text is the server's, and so is what it executes of a comment. What such a statement has done to the
    /// transaction and to the connection's settings can be told by what was counted meanwhile.
    ///
    /// Source: <https://mariadb.com/kb/en/server-status-variables/>, <https://dev.mysql.com/doc/refman/8.0/en/server-status-variables.html>
    struct MySQLStatementCounts {
        static let query = "SHOW SESSION STATUS WHERE Variable_name LIKE 'Com%' AND Value <> '0'"

        private var counts: [Substring: Int] = [:]

        /// - Parameter rows: what ``query`` gives.
        /// - Returns: nil for a server that does not count.
        init?(_ rows: [[String?]]) {
            for row in rows {
                guard row.count == 2, let name = row[0], let count = row[1].flatMap({ Int($0) }) else { continue }
                counts[name.dropFirst("Com_".count)] = count
            }
            if counts.isEmpty { return nil }
        }

        /// How many of a kind ran since.
        private func count(_ kind: Substring, since before: Self) -> Int {
            counts[kind, default: 0] - before.counts[kind, default: 0]
        }

        /// Whether a setting may have changed, or a lock or a temporary table was left.
        func hasLeftSomething(since before: Self) -> Bool {
            // MySQL counts a temporary table as any other.
            ["set_option", "change_db", "lock_tables", "flush", "ha_open", "create_temporary_table", "create_table"]
                .contains { count($0, since: before) > 0 }
        }

        /// Whether CALL, EXECUTE or a comment has run a statement, which may have changed something.
        func hasRunOthers(since before: Self) -> Bool {
            counts.keys.contains { kind in
                !kind.hasPrefix("stmt_") && !["call_procedure", "execute_sql", "show_status"].contains(kind)
                    && count(kind, since: before) > 0
            }
        }

        /// What became of the transaction that was open before.
        ///
        /// - Parameters:
        ///   - isOpen: whether one is open.
        ///   - failure: the error that the statement ended with.
        /// - Returns: nil if it is the same.
        func end(since before: Self, isOpen: Bool, failure: DatabaseError?) -> TransactionEnd? {
            let (begins, commits) = (count("begin", since: before), count("commit", since: before))
            let rollbacks = count("rollback", since: before)
            guard !isOpen || begins + commits + rollbacks > 0 else { return nil }
            // BEGIN commits what is open. One that is open still, and has no BEGIN of its own, began behind the first's end.
            let beganFirst = begins > 0 && (!isOpen || begins > commits + rollbacks)
            // Else the order is not told. What is taken for committed is never sent again.
            if beganFirst || commits > 0 { return .committed }
            let isDefined = counts.keys.contains { kind in
                count(kind, since: before) > 0 && !kind.hasSuffix("temporary_table")
                    && MySQLScript.committing.contains(kind.prefix { $0 != "_" }.uppercased())
            }
            if isDefined { return .committed }
            // SET autocommit = 1 commits without a word; after a deadlock the server has rolled all of it back.
            return failure == nil && count("set_option", since: before) > 0 ? .committed : .rolledBack
        }
    }
#endif
