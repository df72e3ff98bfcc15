#if PostgreSQL
    import ZIMDb

    extension PostgresConnection {
        /// The numbers of the tables that the open transaction has read, as its locks tell: those behind views and inside of
        /// functions, and partitions; and those above them, whose triggers hear of changes of theirs.
        ///
        /// If one of them has no trigger that tells of its changes, they include ``TableSet/unheard``. The system's catalogues
        /// do not count: the library reads them itself.
        ///
        /// - Throws: ``DatabaseError`` with code misuse for a foreign table: nobody tells what another server's tables hold.
        ///
        /// Source: <https://www.postgresql.org/docs/15/view-pg-locks.html>
        func tablesRead(by statements: [String]) throws -> TableSet {
            let result = try ask(Self.lockedTables, [PostgresWatcher.channel])
            var tables = TableSet()
            for row in 0..<result.rowCount {
                guard let number = result.text(row, 0), let kind = result.text(row, 1), let name = result.text(row, 2)
                else { continue }
                guard kind != "f" else {
                    throw DatabaseError(
                        .misuse, "\(name) is a foreign table, and changes of its rows cannot be seen",
                        hint: "Read it again now and then")
                }
                tables.insert(number)
                if result.text(row, 3) != "t" || isPooled { tables.insert(TableSet.unheard) }
            }
            return tables
        }

        private static let lockedTables = """
            WITH RECURSIVE used (number) AS (
                SELECT l.relation FROM pg_catalog.pg_locks AS l
                WHERE l.locktype = 'relation' AND l.granted AND l.pid = pg_catalog.pg_backend_pid()
                    AND l.database = (SELECT d.oid FROM pg_catalog.pg_database AS d
                        WHERE d.datname = pg_catalog.current_database())
                UNION
                SELECT i.inhparent FROM pg_catalog.pg_inherits AS i JOIN used ON i.inhrelid = used.number)
            SELECT c.oid, c.relkind, c.oid::pg_catalog.regclass::text,
                NOT pg_catalog.pg_is_in_recovery() AND EXISTS (
                    SELECT FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_proc AS p ON p.oid = t.tgfoid
                    WHERE t.tgrelid = c.oid AND t.tgname = $1 AND p.proname = $1 AND t.tgenabled IN ('O', 'A'))
            FROM used JOIN pg_catalog.pg_class AS c ON c.oid = used.number
                JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
            """
    }
#endif
