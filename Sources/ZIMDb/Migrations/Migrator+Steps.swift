import Foundation

/// Migrations on a server that commits each DDL statement: a migration of several statements cannot be one transaction, so
/// that each statement is recorded, and the next call goes on behind the last one that was done.
extension Migrator {
    /// A migration that has begun and not ended.
    private struct Begun {
        let name: String
        let sql: String
        /// How many of its statements were done.
        let done: Int
        /// Whether the next one was sent, and nobody knows what became of it.
        let isOpen: Bool
    }

    /// Runs the pending migrations, with a lock by name, so that another program waits.
    ///
    /// - Returns: the names of the migrations that this call ran, or ended.
    func upByStatements(_ database: Database, before end: Int) throws -> [String] {
        try database.withoutTransaction { session in
            let name = "zim " + table.prefix(20)
            let seconds = max(1, Int(database.options.busyTimeout.components.seconds))
            guard
                try session.value("SELECT GET_LOCK(CONCAT(\(name), SHA1(DATABASE())), \(seconds))", as: Int?.self) == 1
            else {
                throw DatabaseError(.busy, "another program is running the migrations of \(database.location)")
            }
            defer { _ = try? session.value("SELECT RELEASE_LOCK(CONCAT(\(name), SHA1(DATABASE())))", as: Int?.self) }
            if try !hasTable(session) { try session.execute(recordTable(session)) }
            var names: [String] = []
            while true {
                let records = try self.records(session)
                try verify(records)
                guard let migration = migrations[..<end].dropFirst(records.count).first else { return names }
                try run(migration, at: records.count + 1, session)
                names.append(migration.name)
            }
        }
    }

    private func run(_ migration: Migration, at position: Int, _ session: Session) throws {
        guard let sql = migration.sql else {
            throw DatabaseError(
                .migration,
                "the migration \"\(migration.name)\" is a closure, of which \(session.database.location) cannot undo a part",
                hint: "Write it as SQL: its statements are recorded one by one")
        }
        var done = 0
        if let begun = try begun(session) {
            let statements = statements(of: sql, session)
            guard begun.name == migration.name else {
                throw DatabaseError(
                    .migration, "\"\(begun.name)\" has begun, so \"\(migration.name)\" cannot be the next")
            }
            guard
                self.statements(of: begun.sql, session).prefix(begun.done).elementsEqual(statements.prefix(begun.done))
            else {
                throw DatabaseError(
                    .migration,
                    "\"\(migration.name)\" was edited in what was done: its first \(begun.done == 1 ? "statement" : "\(begun.done) statements")",
                    hint: "Change the statements behind them only")
            }
            guard !begun.isOpen else {
                throw DatabaseError(
                    .migration,
                    "the migration \"\(migration.name)\" was interrupted in statement \(begun.done + 1), and may have done it",
                    sql: statements.dropFirst(begun.done).first,
                    hint:
                        "If it was done: UPDATE `\(table)` SET `done` = \(begun.done + 1), `open` = 0 WHERE `done` IS NOT NULL; "
                        + "if not: SET `open` = 0")
            }
            done = begun.done
            try session.execute("UPDATE \(identifier: table) SET `sql` = \(sql) WHERE `done` IS NOT NULL")
        } else {
            try session.execute(
                """
                INSERT INTO \(identifier: table) (`position`, `name`, `sql`, `applied`, `done`, `open`) VALUES \
                (\(position), \(migration.name), \(sql), \(DateFormat.iso8601.sqlValue(of: Date())), 0, 0)
                """)
        }
        try runStatements(of: migration, sql, from: done, session)
        try session.execute(
            """
            UPDATE \(identifier: table) SET `done` = NULL, `applied` = \(DateFormat.iso8601.sqlValue(of: Date())) \
            WHERE `done` IS NOT NULL
            """)
    }

    private func runStatements(of migration: Migration, _ sql: String, from start: Int, _ session: Session) throws {
        let statements = statements(of: sql, session)
        for (number, statement) in statements.enumerated() where number >= start {
            try session.execute("UPDATE \(identifier: table) SET `open` = 1 WHERE `done` IS NOT NULL")
            do { try session.executeMigration(statement) } catch var error as DatabaseError {
                // A statement that fails has done nothing; where the connection is lost, nobody knows.
                if error.code != .connection {
                    try session.execute("UPDATE \(identifier: table) SET `open` = 0 WHERE `done` IS NOT NULL")
                }
                error.message =
                    "the migration \"\(migration.name)\" failed in statement \(number + 1) of \(statements.count): "
                    + error.message
                    + (number > 0
                        ? "; the \(number == 1 ? "one" : "\(number)") before it \(number == 1 ? "is" : "are") done"
                        : "")
                error.hint = error.hint ?? "Correct this statement and those behind it; the next call goes on with it"
                throw error
            }
            try session.execute(
                "UPDATE \(identifier: table) SET `done` = \(number + 1), `open` = 0 WHERE `done` IS NOT NULL")
        }
    }

    private func begun(_ session: Session) throws -> Begun? {
        let rows = try session.rows(
            "SELECT `name`, `sql`, `done`, `open` FROM \(identifier: table) WHERE `done` IS NOT NULL")
        return try rows.first.map { row in
            Begun(
                name: try row.get(0, as: String.self), sql: try row.get(1, as: String.self),
                done: try row.get(2, as: Int.self), isOpen: try row.get(3, as: Int.self) != 0)
        }
    }

    private func statements(of sql: String, _ session: Session) -> [String] {
        session.connection.engine.steps(of: sql) ?? [sql]
    }
}
