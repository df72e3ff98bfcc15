public import ZIMDb

/// Raw SQL whose rows become models.
///
/// ```swift
/// let late = try session.query(Order.self, sql: """
///     SELECT o.* FROM orders o JOIN new_order n ON n.no_o_id = o.o_id WHERE o.o_w_id = \(1)
///     """).all()
/// ```
///
/// The result's columns are matched by name, in any order; additional columns are ignored. Two columns of a name that the class
/// has, as `SELECT *` of joined tables gives, are an error: which of them is meant cannot be told.
public struct SQLQuery<M: Model> {
    let session: Session
    let plan: TablePlan
    let sql: SQL

    /// All models of the result.
    ///
    /// - Throws: ``ModelError`` with code unknownColumn if the result lacks a column of the class, query if it has one twice;
    ///   `DatabaseError`. A statement that changes rows has not run then, except a procedure, or MariaDB's `RETURNING`, whose
    ///   columns are known only then, or where another program has changed the table, outside of a transaction.
    public func all() throws -> sending [M] {
        sent(try models().cast())
    }

    /// The first model of the result.
    public func first() throws -> sending M? {
        sent(try models(limit: 1).first.map { unsafeDowncast($0, to: M.self) })
    }

    private func models(limit: Int = .max) throws -> [Model] {
        try session.withLoadHooksBehind {
            try run { _, load in
                var window = WindowRows()
                try load(&window, limit)
                return window.models
            }
        }
    }

    /// Calls a closure with each model in turn; at most 1,000 of them are in memory at a time.
    ///
    /// The rows are those that there were when it began, as with ``Query/forEach(_:)``.
    ///
    /// - Throws: what the closure throws, and ``ModelError`` as ``all()``.
    public func forEach(_ body: (M) throws -> Void) throws {
        try run(inBatches: true) { statement, load in try Window.forEach(statement, in: session, load, body) }
    }

    private func run<T>(
        inBatches: Bool = false, _ body: (Statement, (inout WindowRows, Int) throws -> Void) throws -> T
    ) throws -> T {
        let rendered = try sql.render(with: session.dialect)
        var statement = try session.compiled(rendered.sql, for: plan)
        var sources: [Int]?
        do { if try statement.knowsColumns() { sources = try self.sources(statement) } } catch {
            throw session.examine(error)
        }
        // The text, where all its rows are collected before the first is given.
        var collected: String?
        if inBatches, !session.isReadOnly, session.dialect.features.contains(.liveRows), statement.isReadOnly,
            let text = Self.collected(rendered.sql)
        {
            statement = try session.compiled(text, for: plan)
            collected = rendered.sql
        }
        return try session.run(statement) { statement in
            try session.bind(rendered.parameters, to: statement)
            if inBatches { statement.readInBatches() }
            if try statement.learnColumns() { sources = try self.sources(statement, hasRun: true) }
            let loader = RowLoader(plan: plan, session: session, sources: sources)
            var check: (() throws -> Void)?
            if statement.cursor == nil {
                check = {
                    guard collected != nil || statement.wasCompiledAnew else { return }
                    try requireSame(loader.sources, of: statement, collecting: collected)
                }
            }
            return try body(statement) { window, limit in
                defer { check = nil }
                try loader.load(statement, into: &window, limit: limit, behindFirst: check)
            }
        }
    }

    /// Outside of a transaction another program may change a table at any time. SQLite finds that out with the first row.
    ///
    /// - Parameter text: that of the query whose rows are collected. They have names of their own: `name COLLATE NOCASE` is
    ///   `name` there, a `name` behind it is `name:1`, and `true` the number of the column.
    private func requireSame(_ sources: [Int]?, of statement: Statement, collecting text: String?) throws {
        do { if try self.sources(statement, hasRun: true) == sources { return } } catch  where text != nil {}
        if let text, let now = try session.connection.prepare(text, from: 0)?.statement,
            try self.sources(now) == sources
        {
            return
        }
        session.connection.forgetStatements()
        throw DatabaseError(
            .schemaChanged, "the result has other columns than before, since a table was changed", sql: statement.sql,
            hint: statement.isReadOnly
                ? "Run it again" : "What the statement has changed stays, unless it is rolled back")
    }

    /// The text of a query whose rows are collected first; nil for other statements, whose rows SQLite collects anyway.
    private static func collected(_ sql: String) -> String? {
        let tokens = SQLTokenizer(sql).tokens.filter { !$0.isSpace }
        guard let first = tokens.first, ["SELECT", "WITH", "VALUES"].contains(first.text.uppercased()),
            let last = tokens.last(where: { $0.kind != .terminal })
        else { return nil }
        let end = last.offset + last.text.utf8.count
        return
            "WITH zim_rows AS MATERIALIZED (\(String(decoding: sql.utf8.prefix(end), as: UTF8.self))) SELECT * FROM zim_rows"
    }

    /// Where each of the class's columns stands in the result; nil if they stand as the class has them.
    private func sources(_ statement: Statement, hasRun: Bool = false) throws -> [Int]? {
        let hasChanged = hasRun && (!statement.isReadOnly || statement.mayChange)
        let names = statement.columnNames.map { $0.lowercased() }
        let sources = try plan.mapping.columns.map { column in
            let name = column.name.lowercased()
            guard let index = names.firstIndex(of: name) else {
                throw ModelError(
                    .unknownColumn,
                    "the result has no column \"\(column.name)\", which class \(plan.mapping.type) needs; it has "
                        + "(\(statement.columnNames.joined(separator: ", ")))",
                    table: plan.mapping.table, column: column.name, sql: statement.sql,
                    hint: hasChanged ? "What the statement has changed stays, unless it is rolled back" : nil)
            }
            guard !names[(index + 1)...].contains(name) else {
                throw ModelError(
                    .query,
                    "the result has two columns \"\(column.name)\", and class \(plan.mapping.type) takes one",
                    table: plan.mapping.table, column: column.name, sql: statement.sql,
                    hint:
                        "Select the columns of \"\(plan.mapping.table)\" alone, or give the other one a name of its own"
                        + (hasChanged ? "; what the statement has changed stays, unless it is rolled back" : ""))
            }
            return index
        }
        return sources == Array(sources.indices) ? nil : sources
    }
}

extension Session {
    /// Makes a query for models from raw SQL; interpolated values are bound.
    public func query<M: Model>(_ type: M.Type, sql: SQL) throws -> SQLQuery<M> {
        SQLQuery(session: self, plan: try plan(for: type), sql: sql)
    }
}
