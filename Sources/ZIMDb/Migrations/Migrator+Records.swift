import Foundation

/// What a database has recorded of a migration that ran.
struct MigrationRecord {
    let name: String
    /// The text that ran; nil for a closure.
    let sql: String?
    let date: Date
}

extension Migrator {
    /// The table of the records, whatever its name looks like.
    var tableName: SQLIdentifier { SQLIdentifier(parts: [table]) }

    func recordTable(_ session: Session) -> CreateTableStatement {
        let steps = session.connection.engine.schemaSteps
        let statement = CreateTableStatement(tableName)
            .column("position", type: .integer, .notNull, .primaryKey())
            .column("name", type: steps?.nameType ?? .text, .notNull, .unique)
            .column("sql", type: steps?.textType ?? .text)
            .column("applied", type: .text, .notNull)
        guard steps != nil else { return statement }
        // How many statements of one that has not ended are done, and whether another one was sent.
        return statement.column("done", type: .integer).column("open", type: .integer)
    }

    func record(of migration: Migration, at position: Int) -> InsertStatement {
        InsertStatement(into: tableName).column("position", value: position).column("name", value: migration.name)
            .column("sql", value: migration.sql).column("applied", value: now)
    }

    /// When something is recorded.
    var now: SQLValue { DateFormat.iso8601.sqlValue(of: Date()) }

    func hasTable(_ session: Session) throws -> Bool {
        // LIKE takes "_" for any character.
        try session.rows(ShowTablesStatement().like(table)).contains { $0["name"] == .text(table) }
    }

    /// What ran, the first first.
    func records(_ session: Session) throws -> [MigrationRecord] {
        guard try hasTable(session) else { return [] }
        var records: [MigrationRecord] = []
        var select = SelectStatement().columns(["name", "sql", "applied"]).from(tableName).orderBy("position")
        if session.connection.engine.schemaSteps != nil { select = select.where("done", .is, nil) }
        try session.forEachRow(select) { row in
            records.append(MigrationRecord(name: try row.get(0), sql: try row.get(1), date: try row.get(2)))
        }
        return records
    }

    /// Whether the list begins with what ran.
    ///
    /// - Throws: ``DatabaseError`` with code migration if it does not.
    func verify(_ records: [MigrationRecord]) throws {
        var names: Set<String> = []
        for migration in migrations where !names.insert(migration.name).inserted {
            throw DatabaseError(.migration, "two migrations are called \"\(migration.name)\"")
        }
        for (index, record) in records.enumerated() {
            guard names.contains(record.name) else {
                throw DatabaseError(
                    .migration, "the database has run \"\(record.name)\", which is not among the migrations",
                    hint: "The program may be older than the database")
            }
            let migration = migrations[index]
            guard migration.name == record.name else {
                throw DatabaseError(
                    .migration, "\"\(migration.name)\" stands before \"\(record.name)\", which ran without it",
                    hint: "Put new migrations behind those that ran")
            }
            guard Self.isSame(migration.sql, record.sql) else { throw edited(migration, record) }
        }
    }

    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return Migration.script(of: left).hasSameBytes(as: Migration.script(of: right))
    }

    private func edited(_ migration: Migration, _ record: MigrationRecord) -> DatabaseError {
        // Swift takes "\r\n" for one character, and two spellings of "é" for the same.
        func lines(_ text: String) -> [[UInt8]] {
            Migration.script(of: text).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
                Array($0)
            }
        }
        func line(_ lines: [[UInt8]], _ number: Int) -> String {
            guard number < lines.count else { return "the end" }
            let text = String(decoding: lines[number], as: UTF8.self).replacing("\r", with: "\\r")
            return "\"\(text.prefix(100))\""
        }
        var difference = "it ran as \(record.sql == nil ? "a closure" : "SQL")"
        if let old = record.sql, let new = migration.sql {
            let (old, new) = (lines(old), lines(new))
            let number =
                zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(old.count, new.count)
            difference = "line \(number + 1) was \(line(old, number)) when it ran and is \(line(new, number)) now"
        }
        return DatabaseError(
            .migration, "\"\(migration.name)\" was edited after it ran: \(difference)",
            hint: "Write a new migration")
    }
}
