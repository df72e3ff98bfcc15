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
    func upByStatements(_ database: Database, _ steps: any SchemaSteps, before end: Int) throws -> [String] {
        try database.withoutTransaction { session in
            let name = "zim " + table
            let seconds = max(1, Int(database.options.busyTimeout.components.seconds))
            guard try session.value(steps.lock(name, waiting: seconds), as: Int?.self) == 1 else {
                throw DatabaseError(.busy, "another program is running the migrations of \(database.location)")
            }
            defer { _ = try? session.value(steps.unlock(name), as: Int?.self) }
            if try !hasTable(session) { try session.execute(recordTable(session)) }
            var names: [String] = []
            while true {
                let records = try self.records(session)
                try verify(records)
                guard let migration = migrations[..<end].dropFirst(records.count).first else { return names }
                try run(migration, at: records.count + 1, steps, session)
                names.append(migration.name)
            }
        }
    }

    private func run(
        _ migration: Migration, at position: Int, _ steps: any SchemaSteps, _ session: Session
    ) throws {
        guard let sql = migration.sql else {
            throw DatabaseError(
                .migration,
                "the migration \"\(migration.name)\" is a closure, of which \(session.database.location) cannot undo a part",
                hint: "Write it as SQL: its statements are recorded one by one")
        }
        var done = 0
        if let begun = try begun(session) {
            let statements = steps.statements(of: sql)
            guard begun.name == migration.name else {
                throw DatabaseError(
                    .migration, "\"\(begun.name)\" has begun, so \"\(migration.name)\" cannot be the next")
            }
            guard
                steps.statements(of: begun.sql).prefix(begun.done).elementsEqual(statements.prefix(begun.done))
            else {
                throw DatabaseError(
                    .migration,
                    "\"\(migration.name)\" was edited in what was done: its first \(begun.done == 1 ? "statement" : "\(begun.done) statements")",
                    hint: "Change the statements behind them only")
            }
            guard !begun.isOpen else {
                let done = try recording(["done": .integer(Int64(begun.done) + 1), "open": 0]).text(
                    for: session.dialect)
                let undone = try recording(["open": 0]).text(for: session.dialect)
                throw DatabaseError(
                    .migration,
                    "the migration \"\(migration.name)\" was interrupted in statement \(begun.done + 1), and may have done it",
                    sql: statements.dropFirst(begun.done).first, hint: "If it was done: \(done); if not: \(undone)")
            }
            done = begun.done
            try session.execute(recording(["sql": .text(sql)]))
        } else {
            try session.execute(record(of: migration, at: position).column("done", value: 0).column("open", value: 0))
        }
        try run(steps.statements(of: sql), from: done, of: migration, session)
        try session.execute(recording(["done": .null, "applied": now]))
    }

    private func run(
        _ statements: [String], from start: Int, of migration: Migration, _ session: Session
    ) throws {
        for (number, statement) in statements.enumerated() where number >= start {
            try session.execute(recording(["open": 1]))
            do { try session.executeMigration(statement) } catch var error as DatabaseError {
                // A statement that fails has done nothing; where the connection is lost, nobody knows.
                if error.code != .connection {
                    try session.execute(recording(["open": 0]))
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
            try session.execute(recording(["done": .integer(Int64(number) + 1), "open": 0]))
        }
    }

    /// Changes the record of the migration that has begun and not ended.
    private func recording(_ values: KeyValuePairs<String, SQLValue>) -> UpdateStatement {
        values.reduce(UpdateStatement(tableName)) { $0.column($1.key, value: $1.value) }.where("done", .isNot, nil)
    }

    private func begun(_ session: Session) throws -> Begun? {
        let rows = try session.rows(
            SelectStatement().columns(["name", "sql", "done", "open"]).from(tableName).where("done", .isNot, nil))
        return try rows.first.map { row in
            Begun(
                name: try row.get(0, as: String.self), sql: try row.get(1, as: String.self),
                done: try row.get(2, as: Int.self), isOpen: try row.get(3, as: Int.self) != 0)
        }
    }
}
