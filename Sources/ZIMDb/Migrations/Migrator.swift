import Foundation

/// Runs the pending migrations of a database in order, each once and in a transaction of its own.
///
/// ```swift
/// let migrator = Migrator([
///     Migration("0001 stock", sql: "CREATE TABLE stock (warehouse INTEGER, item INTEGER, PRIMARY KEY (warehouse, item))"),
///     Migration("0002 shelf", sql: "ALTER TABLE stock ADD COLUMN shelf TEXT"),
/// ])
/// try migrator.up(database)                       // ["0001 stock", "0002 shelf"]
/// try migrator.status(of: database).pending       // []
/// ```
///
/// A table records the name and the text of each migration that ran. A list that does not begin with those is refused:
/// one in which a migration was inserted, removed or edited. A migration that fails is rolled back, and the next call
/// continues with it. If two programs start at the same time, one waits for the other, and each migration runs once.
/// On a server each runs on a connection of its own, so that what one sets holds for none behind it.
///
/// MySQL and MariaDB commit each statement about the schema. There, each statement of a migration is recorded, and the next
/// call goes on behind the last one that was done; migrations are SQL, not closures.
public struct Migrator: Sendable {
    /// The migrations, the first to run first.
    public let migrations: [Migration]
    /// The table that records the migrations.
    public let table: String

    /// Makes a migrator for a list of migrations.
    ///
    /// - Parameters:
    ///   - migrations: the migrations, the first to run first.
    ///   - table: the name of the table that records the migrations.
    public init(_ migrations: [Migration], table: String = "zim_migration") {
        self.migrations = migrations
        self.table = table
    }

    /// Which migrations ran in a database, and which are pending. Nothing is changed.
    ///
    /// - Throws: ``DatabaseError`` if the database cannot be read; a list that is refused is
    ///   ``MigrationStatus/problem``, and so is a migration that was interrupted on MySQL or MariaDB.
    public func status(of database: Database) throws -> MigrationStatus {
        let status = try look(at: database)
        // A snapshot may be older than the lock that was free: what it shows as interrupted may have ended meanwhile.
        return status.problem == nil ? status : try look(at: database)
    }

    private func look(at database: Database) throws -> MigrationStatus {
        var problem: DatabaseError?
        let records = try database.read { session in
            let records = try self.records(session)
            do {
                try verify(records)
                if let steps = session.connection.engine.schemaSteps, try hasTable(session),
                    let begun = try begun(session),
                    // One that runs at this moment is not interrupted.
                    try session.value(steps.isLocked("zim " + table), as: Int?.self) != 1
                {
                    try verify(begun, behind: records.count, steps, session)
                }
            } catch let error as DatabaseError where error.code == .migration { problem = error }
            return records
        }
        let ran = Set(records.map(\.name))
        return MigrationStatus(
            applied: records.map { .init(name: $0.name, date: $0.date) },
            pending: migrations.map(\.name).filter { !ran.contains($0) }, problem: problem)
    }

    /// Runs the pending migrations.
    ///
    /// ```swift
    /// try migrator.up(database, through: "0002 shelf")
    /// // BEGIN IMMEDIATE; INSERT INTO "zim_migration" …; …; COMMIT, for each
    /// ```
    ///
    /// - Parameters:
    ///   - database: the database to change.
    ///   - last: the last migration to run; nil runs all.
    /// - Returns: the names of the migrations that this call ran.
    /// - Throws: ``DatabaseError`` with code migration if the list is refused, and what a migration throws; the failed
    ///   migration is rolled back.
    @discardableResult
    public func up(_ database: Database, through last: String? = nil) throws -> [String] {
        let end = try end(through: last)
        if let steps = try schemaSteps(of: database) { return try upByStatements(database, steps, before: end) }
        var names: [String] = []
        while let next = try pending(in: database, before: end) {
            if try run(next, in: database) { names.append(next.name) }
        }
        return names
    }

    /// A dry run: runs the pending migrations, rolls them all back, and returns the statements that were sent.
    ///
    /// ```swift
    /// for statement in try migrator.dryRun(database) { print(statement) }
    /// ```
    ///
    /// On SQLite, where one of them rebuilds tables, foreign keys are switched off for all of them: what another one would break
    /// is seen by ``up(_:through:)`` only. All are one transaction: what one sets for its session holds for those behind it.
    ///
    /// - Throws: as ``up(_:through:)``.
    public func dryRun(_ database: Database, through last: String? = nil) throws -> [StatementTrace] {
        struct Undo: Error {}
        let end = try end(through: last)
        guard try schemaSteps(of: database) == nil else {
            throw DatabaseError(
                .misuse, "\(database.location) commits each change of the schema, so there is no dry run of migrations",
                hint: "Try them on a copy of the database")
        }
        var statements: [StatementTrace] = []
        let pending = try database.read { session in
            let records = try self.records(session)
            try verify(records)
            return Array(migrations[..<end].dropFirst(records.count))
        }
        do {
            try transaction(in: database, isRebuilding: pending.contains { $0.isRebuildingTables }) { session throws in
                try session.lock(table)
                for migration in pending {
                    statements += try database.tracing { try apply(migration, session) }.statements
                    try committing(migration) { try session.connection.engine.requireDeferredConstraints() }
                }
                throw Undo()
            }
        } catch is Undo {}
        return statements
    }
}

extension Migrator {
    private func schemaSteps(of database: Database) throws -> (any SchemaSteps)? {
        try database.read { $0.connection.engine.schemaSteps }
    }

    /// Where the wanted part of the list ends.
    private func end(through last: String?) throws -> Int {
        guard let last else { return migrations.count }
        guard let index = migrations.firstIndex(where: { $0.name == last }) else {
            throw DatabaseError(.migration, "there is no migration \"\(last)\" in the list")
        }
        return index + 1
    }

    private func pending(in database: Database, before end: Int) throws -> Migration? {
        let records = try database.read { try self.records($0) }
        try verify(records)
        return migrations[..<end].dropFirst(records.count).first
    }

    /// Runs a migration and records it; false where another program was faster.
    private func run(_ migration: Migration, in database: Database) throws -> Bool {
        var isApplied = false
        return try committing(migration, if: { isApplied }) {
            try transaction(in: database, isRebuilding: migration.isRebuildingTables) { session in
                try session.lock(table)
                if try !hasTable(session) { try session.execute(recordTable(session)) }
                let records = try self.records(session)
                try verify(records)
                guard migrations.dropFirst(records.count).first?.name == migration.name else { return false }
                // First, since the migration may set another search path, role or encoding.
                try session.execute(record(of: migration, at: records.count + 1))
                try apply(migration, session)
                isApplied = true
                return true
            }
        }
    }

    /// Names the migration where its COMMIT fails.
    private func committing<T>(
        _ migration: Migration, if isApplied: () -> Bool = { true }, _ body: () throws -> T
    ) throws -> T {
        do { return try body() } catch var error as DatabaseError where isApplied() {
            error.message = "the migration \"\(migration.name)\" failed at its COMMIT: " + error.message
            throw error
        }
    }

    private func apply(_ migration: Migration, _ session: Session) throws {
        do {
            guard migration.isRebuildingTables, session.dialect.features.contains(.pragma) else {
                return try migration.body(session)
            }
            let before = try violations(session)
            try migration.body(session)
            let after = try violations(session).sorted {
                ($0.key.child, $0.key.parent ?? "") < ($1.key.child, $1.key.parent ?? "")
            }
            for (pair, count) in after where count > before[pair, default: 0] {
                // What could not be checked before was as wrong then, for all that is known.
                if pair.parent != nil, before[KeyPair(child: pair.child, parent: nil)] != nil { continue }
                guard let parent = pair.parent else {
                    throw DatabaseError(
                        .migration,
                        "it leaves \"\(pair.child)\" with a foreign key that leads to no primary or unique key, or to no table",
                        sql: "PRAGMA foreign_key_check")
                }
                throw DatabaseError(
                    .migration,
                    "it leaves \(count) row\(count == 1 ? "" : "s") of \"\(pair.child)\" with a foreign key to a row of "
                        + "\"\(parent)\" that is not there, \(before[pair, default: 0]) before it",
                    sql: "PRAGMA foreign_key_check")
            }
        } catch var error as DatabaseError {
            error.message = "the migration \"\(migration.name)\" failed: " + error.message
            throw error
        }
    }

    private struct KeyPair: Hashable {
        let child: String
        /// nil where SQLite cannot check the table, since one of its foreign keys leads nowhere.
        let parent: String?
    }

    /// How many rows violate foreign keys; rows that did so before a migration are none of its business, and neither are tables
    /// of which SQLite cannot say it.
    private func violations(_ session: Session) throws -> [KeyPair: Int] {
        var counts: [KeyPair: Int] = [:]
        do {
            try session.forEachRow("PRAGMA foreign_key_check") { row in
                counts[KeyPair(child: try row.get(0), parent: try row.get(2)), default: 0] += 1
            }
            return counts
        } catch let error as DatabaseError where error.message.contains("foreign key mismatch") { counts = [:] }
        for table in try session.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid") {
            let table = try table.get(0, as: String.self)
            do {
                try session.forEachRow("SELECT parent FROM pragma_foreign_key_check(\(table))") { row in
                    counts[KeyPair(child: table, parent: try row.get(0)), default: 0] += 1
                }
            } catch let error as DatabaseError where error.message.contains("foreign key mismatch") {
                counts[KeyPair(child: table, parent: nil)] = 1
            }
        }
        return counts
    }

    private func transaction<T>(
        in database: Database, isRebuilding: Bool, _ body: (Session) throws -> T
    ) throws -> T {
        guard isRebuilding, database.dialect.features.contains(.pragma) else {
            guard case .pool = database.engine.sharing, SessionHandle.session(of: database) == nil else {
                return try database.write(body)
            }
            // In a snapshot that is older than the lock, what others did before they gave it back would not be seen.
            return try database.withOwnConnection { session in
                let begin = session.connection.engine.beginStatement(readOnly: false, isolation: .readCommitted)
                return try session.inTransaction(begin, body)
            }
        }
        // Inside a transaction SQLite does not switch.
        return try database.withoutTransaction { session in
            let areOn = try session.value("PRAGMA foreign_keys", as: Bool.self) ?? false
            guard areOn else { return try session.transaction(body) }
            try session.execute("PRAGMA foreign_keys = OFF")
            let result = Swift.Result { try session.transaction(body) }
            try session.execute("PRAGMA foreign_keys = ON")
            return try result.get()
        }
    }
}
