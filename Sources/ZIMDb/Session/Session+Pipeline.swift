extension Session {
    /// Runs several statements, in a pipeline if the engine has one, so that it waits once and not for each statement.
    ///
    /// ```swift
    /// try session.execute(together: prices.map { "UPDATE item SET i_price = \($0.price) WHERE i_id = \($0.id)" })
    /// // PostgreSQL: a pipeline; SQLite, which has no network: one after the other
    /// ```
    ///
    /// - Returns: the number of rows that each statement inserted, updated or deleted.
    /// - Throws: ``DatabaseError`` of the first statement that fails; those before it stay part of the transaction,
    ///   those after it do not run. On PostgreSQL the transaction then accepts no other statement. `SQLBuildError` for a
    ///   text or a value that the engine's dialect has no form of.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-pipeline-mode.html>
    @discardableResult
    public func execute(together statements: some Sequence<SQL>) throws -> [Int] {
        try checkOpen()
        var changes: [Int] = []
        var waiting: [(statement: Statement, parameters: [SQLValue])] = []
        var size = 0
        func send() throws {
            guard !waiting.isEmpty else { return }
            defer { (waiting, size) = ([], 0) }
            changes += try run(together: waiting)
        }
        func wait(_ statement: Statement, _ parameters: [SQLValue]) throws {
            waiting.append((statement, parameters))
            for parameter in parameters { size += parameter.length }
            if waiting.count >= Self.together || size >= Self.size { try send() }
        }
        var last: (sql: SQL, statement: Statement)?
        for sql in statements {
            if let last, last.statement.isReusable,
                let parameters = sql.parameters(asWrittenIn: last.sql)?.bound(in: dialect)
            {
                try check(last.statement)
                try wait(last.statement, parameters)
                continue
            }
            let rendered = try sql.render(with: dialect)
            let statement: Statement
            do { statement = try connection.statement(rendered.sql) } catch { throw examine(error) }
            guard rendered.parameters.count == statement.parameterCount else {
                throw DatabaseError(
                    .misuse,
                    "the statement has \(statement.parameterCount) parameters, \(rendered.parameters.count) values were given",
                    sql: rendered.sql, parameters: rendered.parameters)
            }
            try check(statement)
            last = (sql, statement)
            try wait(statement, rendered.parameters)
        }
        try send()
        return changes
    }

    /// How many statements the engine gets at once, and how many bytes their values may have.
    private static let together = 1000
    private static let size = 1 << 22

    private func run(together statements: [(statement: Statement, parameters: [SQLValue])]) throws -> [Int] {
        do {
            if let changes = try connection.engine.run(together: statements, traces: connection.traces) {
                return changes
            }
        } catch { throw examine(error) }
        return try statements.map { statement, parameters in
            let before = connection.engine.totalChanges
            try run(statement) { statement in
                try bind(parameters, to: statement)
                while try statement.step() {}
            }
            return connection.engine.totalChanges == before ? 0 : changes
        }
    }
}

extension SQLValue {
    /// The bytes of a value that may have any number of them.
    fileprivate var length: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .typed(let typed): typed.text.utf8.count
        case .blob(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }
}
