#if PostgreSQL
    public import ZIMDb

    /// The triggers by which a PostgreSQL server tells `observe` and `changes(in:)` of changes.
    ///
    /// ```swift
    /// let triggers = WatchTriggers(on: "orders", "order_line")
    /// print(triggers.installation)
    /// try database.write { try triggers.install(in: $0) }
    /// // CREATE TRIGGER zim_watch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "orders"
    /// //     FOR EACH STATEMENT EXECUTE FUNCTION zim_watch()
    /// ```
    ///
    /// Each table gets one trigger, which runs once a statement and sends the table's number with NOTIFY when the
    /// transaction commits. Tables without it are watched, too, by asking the server at intervals.
    ///
    /// The server refuses `PREPARE TRANSACTION` behind a NOTIFY: a table that other programs write in two-phase commits (XA) is
    /// watched without a trigger.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-createtrigger.html>, <https://www.postgresql.org/docs/15/sql-notify.html>
    public struct WatchTriggers: Sendable {
        /// The tables, by their names.
        public let tables: [String]
        /// The schema of the tables and of the function; nil for the first one of the search path.
        public let schema: String?

        /// Triggers on some tables.
        public init(on tables: String..., schema: String? = nil) { self.init(on: tables, schema: schema) }

        /// Triggers on a list of tables.
        public init(on tables: [String], schema: String? = nil) {
            self.tables = tables
            self.schema = schema
        }

        /// The SQL that makes them, for a review or a migration. It may run again.
        public var installation: String {
            let make = """
                CREATE OR REPLACE FUNCTION \(function) RETURNS trigger LANGUAGE plpgsql AS $zim$
                BEGIN
                    PERFORM pg_catalog.pg_notify('zim_watch', TG_RELID::text);
                    RETURN NULL;
                END $zim$;
                """
            return tables.reduce(make) { text, table in
                """
                \(text)
                DROP TRIGGER IF EXISTS zim_watch ON \(name(table));
                CREATE TRIGGER zim_watch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON \(name(table))
                    FOR EACH STATEMENT EXECUTE FUNCTION \(function);
                """
            }
        }

        /// The SQL that removes them, and the function with the last trigger that uses it.
        public var removal: String {
            tables.map { "DROP TRIGGER IF EXISTS zim_watch ON \(name($0));\n" }.joined() + """
                DO $zim$ BEGIN
                    IF NOT EXISTS (SELECT FROM pg_catalog.pg_trigger
                        WHERE tgfoid = pg_catalog.to_regprocedure('\(function.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))')) THEN
                        DROP FUNCTION IF EXISTS \(function);
                    END IF;
                END $zim$;
                """
        }

        /// Runs ``installation`` in a session's transaction.
        ///
        /// - Throws: `DatabaseError` with code sql for a table that does not exist, with code privilege for one that
        ///   belongs to somebody else.
        public func install(in session: Session) throws {
            try checkNames()
            try session.execute(SQL(unsafe: installation))
        }

        /// Runs ``removal`` in a session's transaction.
        public func remove(in session: Session) throws {
            try checkNames()
            try session.execute(SQL(unsafe: removal))
        }

        /// The server would cut off a name that is too long, and take another table.
        private func checkNames() throws {
            for table in tables { _ = try writer(of: table).finish() }
        }

        private var function: String { name("zim_watch") + "()" }

        /// `"schema"."table"`
        private func name(_ name: String) -> String { writer(of: name).sql }

        private func writer(of name: String) -> SQLWriter {
            var writer = SQLWriter(for: PostgreSQLDialect())
            if let schema {
                writer.identifier(schema)
                writer.raw(".")
            }
            writer.identifier(name)
            return writer
        }
    }
#endif
