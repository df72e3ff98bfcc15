import Foundation

/// Migrations on a server that commits each DDL statement: a migration of several statements cannot be one transaction, so
/// that each statement is recorded, and the next call goes on behind the last one that was done.
///
/// The lock and the records have a session of their own, and so has each migration: what it sets, locks or leaves open ends
/// with it.
extension Migrator {
    /// A migration that has begun and not ended.
    struct Begun {
        let name: String
        let sql: String
        /// How many of its statements were done.
        let done: Int
        /// Whether the next one was sent, and nobody knows what became of it.
        let isOpen: Bool
    }

    /// Whether the list goes on with the migration that has begun. One that has done nothing may be replaced.
    ///
    /// - Parameter finished: how many migrations have ended.
    /// - Throws: ``DatabaseError`` with code migration if it does not, or if the migration was interrupted.
    func verify(_ begun: Begun, behind finished: Int, _ steps: any SchemaSteps, _ session: Session) throws {
        guard begun.done > 0 || begun.isOpen else { return }
        guard let next = migrations.dropFirst(finished).first,
            migrations.contains(where: { $0.name == begun.name })
        else {
            let done = begun.done == 1 ? "its first statement is" : "its first \(begun.done) statements are"
            throw DatabaseError(
                .migration, "the database has begun \"\(begun.name)\", which is not among the migrations",
                hint: "Put it back: "
                    + (begun.isOpen ? "it was interrupted in statement \(begun.done + 1)" : "\(done) done")
                    + ". The program may be older than the database")
        }
        guard next.name == begun.name else {
            throw DatabaseError(
                .migration, "\"\(next.name)\" stands before \"\(begun.name)\", which has begun without it",
                hint: "Put new migrations behind those that ran")
        }
        let statements = try steps.statements(of: Migration.script(of: try sql(of: next, session)))
        guard
            try steps.statements(of: Migration.script(of: begun.sql)).prefix(begun.done)
                .elementsEqual(statements.prefix(begun.done))
        else {
            throw DatabaseError(
                .migration,
                "\"\(next.name)\" was edited in what was done: its first \(begun.done == 1 ? "statement" : "\(begun.done) statements")",
                hint: "Change the statements behind them only")
        }
        guard !begun.isOpen else {
            throw DatabaseError(
                .migration,
                "the migration \"\(next.name)\" was interrupted in statement \(begun.done + 1), and may have done it",
                sql: statements.dropFirst(begun.done).first, hint: try howToClose(begun.done, session))
        }
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
                let begun = try begun(session)
                // What has begun, and is not asked for yet, may wait.
                let next = migrations[..<end].dropFirst(records.count).first
                if let begun, next != nil || !migrations.contains(where: { $0.name == begun.name }) {
                    try verify(begun, behind: records.count, steps, session)
                }
                guard let migration = next else { return names }
                try run(migration, at: records.count + 1, begun, steps, session)
                names.append(migration.name)
            }
        }
    }

    private func sql(of migration: Migration, _ session: Session) throws -> String {
        guard let sql = migration.sql else {
            throw DatabaseError(
                .migration,
                "the migration \"\(migration.name)\" is a closure, of which \(session.database.location) cannot undo a part",
                hint: "Write it as SQL: its statements are recorded one by one")
        }
        return sql
    }

    private func run(
        _ migration: Migration, at position: Int, _ begun: Begun?, _ steps: any SchemaSteps, _ session: Session
    ) throws {
        let sql = try sql(of: migration, session)
        let statements = try steps.statements(of: Migration.script(of: sql))
        let done = begun?.done ?? 0
        if begun != nil {
            try session.execute(recording(["name": .text(migration.name), "sql": .text(sql)]))
        } else {
            try session.execute(record(of: migration, at: position).column("done", value: 0).column("open", value: 0))
        }
        if done < statements.count {
            try session.execute(steps.waiting)
            try session.database.withOwnConnection { own in
                if done > 0 { try resume(migration, statements, behind: done, steps, own) }
                try run(statements, from: done, of: migration, steps, own, recording: session)
            }
        }
        try session.execute(recording(["done": .null, "applied": now]))
    }

    /// Makes the session what it was behind the statements that are done.
    private func resume(
        _ migration: Migration, _ statements: [String], behind done: Int, _ steps: any SchemaSteps, _ session: Session
    ) throws {
        let before = steps.session(of: statements, done: done)
        func refusal(_ number: Int, _ reason: String, _ code: DatabaseError.Code = .migration) -> DatabaseError {
            DatabaseError(
                code,
                "the migration \"\(migration.name)\" cannot go on with statement \(done + 1): statement \(number + 1) \(reason)",
                sql: statements.dropFirst(number).first,
                hint:
                    "Move the statements behind the \(done == 1 ? "one that is" : "\(done) that are") done, and what they "
                    + "need, to a new migration")
        }
        if let lost = before.lost { throw refusal(lost, "was for the session that has ended, and cannot be repeated") }
        for (number, statement) in statements.enumerated() where before.repeatable.contains(number) {
            do { try session.executeMigration(statement) } catch let error as DatabaseError {
                throw refusal(number, "was for the session that has ended, and fails now: \(error.message)", error.code)
            }
        }
    }

    private func run(
        _ statements: [String], from start: Int, of migration: Migration, _ steps: any SchemaSteps,
        _ session: Session, recording records: Session
    ) throws {
        for (number, statement) in statements.enumerated() where number >= start {
            try records.execute(recording(["open": 1]))
            var wasSent = false
            do {
                try session.executeMigration(statement) { wasSent = true }
                // SET autocommit = 0, or a procedure, leaves one open.
                if session.connection.engine.isInTransaction { try session.connection.run("COMMIT") }
            } catch var error as DatabaseError {
                error.message =
                    "the migration \"\(migration.name)\" failed in statement \(number + 1) of \(statements.count): "
                    + error.message
                    + (number > 0
                        ? "; the \(number == 1 ? "one" : "\(number)") before it \(number == 1 ? "is" : "are") done"
                        : "")
                // Most statements that fail have done nothing; where the connection is lost, nobody knows.
                let isLost = error.code == .connection
                func mayBeDone() -> Bool {
                    let engine = session.connection.engine
                    return (try? steps.mayBeDone(statement, on: engine) { try records.rows($0).map(\.values) }) ?? true
                }
                let isOpen = isLost || wasSent && mayBeDone()
                if isOpen, !isLost {
                    error.message += "; it may have done a part, which must be undone or finished by hand"
                }
                if isOpen || (try? records.execute(recording(["open": 0]))) == nil {
                    error.hint = try howToClose(number, records)
                } else {
                    error.hint =
                        error.hint ?? "Correct this statement and those behind it; the next call goes on with it"
                }
                throw error
            }
            do { try records.execute(recording(["done": .integer(Int64(number) + 1), "open": 0])) } catch var error
                as DatabaseError
            {
                error.message =
                    "the migration \"\(migration.name)\" has done statement \(number + 1) of \(statements.count), which "
                    + "could not be recorded: \(error.message)"
                error.hint = try howToClose(number, records)
                throw error
            }
        }
    }

    /// What to tell the records of a statement of which nobody knows whether it was done.
    private func howToClose(_ number: Int, _ session: Session) throws -> String {
        let done = try recording(["done": .integer(Int64(number) + 1), "open": 0]).text(for: session.dialect)
        let undone = try recording(["open": 0]).text(for: session.dialect)
        return "If it was done: \(done); if not: \(undone)"
    }

    /// Changes the record of the migration that has begun and not ended.
    private func recording(_ values: KeyValuePairs<String, SQLValue>) -> UpdateStatement {
        values.reduce(UpdateStatement(tableName)) { $0.column($1.key, value: $1.value) }.where("done", .isNot, nil)
    }

    /// The migration that has begun and not ended; nil where there is none.
    func begun(_ session: Session) throws -> Begun? {
        let rows = try session.rows(
            SelectStatement().columns(["name", "sql", "done", "open"]).from(tableName).where("done", .isNot, nil))
        return try rows.first.map { row in
            Begun(
                name: try row.get(0, as: String.self), sql: try row.get(1, as: String.self),
                done: try row.get(2, as: Int.self), isOpen: try row.get(3, as: Int.self) != 0)
        }
    }
}
