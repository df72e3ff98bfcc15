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
    ///   those after it do not run. On PostgreSQL the transaction then accepts no other statement.
    ///
    /// Source: <https://www.postgresql.org/docs/15/libpq-pipeline-mode.html>
    @discardableResult
    public func execute(together statements: some Sequence<SQL>) throws -> [Int] {
        try checkOpen()
        var changes: [Int] = []
        var waiting: [(statement: Statement, parameters: [SQLValue])] = []
        func send() throws {
            guard !waiting.isEmpty else { return }
            defer { waiting = [] }
            changes += try run(together: waiting)
        }
        var last: (sql: SQL, statement: Statement)?
        for sql in statements {
            if let last, let parameters = sql.parameters(asWrittenIn: last.sql) {
                try check(last.statement)
                waiting.append((last.statement, parameters))
                if waiting.count >= Self.together { try send() }
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
            waiting.append((statement, rendered.parameters))
            if waiting.count >= Self.together { try send() }
        }
        try send()
        return changes
    }

    /// How many statements are sent before their answers are read: the answers must fit into the system's buffers.
    private static let together = 1000

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
