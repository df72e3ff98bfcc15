/// What a statement did.
public struct ExecutionResult: Sendable, Hashable {
    /// How many rows were inserted, updated or deleted, without those that triggers changed.
    public let changes: Int
    /// The row identifier that the last INSERT gave.
    public let lastInsertedRowID: Int64
}

extension Session {
    /// Runs SQL of one's own, also a script of several statements; values that are interpolated are bound.
    ///
    /// ```swift
    /// try session.execute("DELETE FROM new_order WHERE no_w_id = \(1) AND no_o_id < \(2100)")
    /// // DELETE FROM new_order WHERE no_w_id = ? AND no_o_id < ?
    /// ```
    ///
    /// - Throws: ``DatabaseError``; statements of a script that ran before stay part of the transaction.
    @discardableResult
    public func execute(_ sql: SQL) throws -> ExecutionResult { try execute(rendered: sql.render(with: dialect)) }

    /// Runs a statement of the builder.
    ///
    /// - Throws: ``DatabaseError``, `SQLBuildError`.
    @discardableResult
    public func execute(_ statement: some SQLRenderable) throws -> ExecutionResult {
        try execute(rendered: statement.render(with: dialect))
    }

    private func execute(rendered: RenderedSQL) throws -> ExecutionResult {
        var rest: Substring? = rendered.sql[...]
        var parameters = rendered.parameters[...]
        var changes = 0
        var isFirst = true
        while let text = rest {
            let statement: Statement
            if isFirst, let whole = try? connection.statement(rendered.sql) {
                (statement, rest) = (whole, nil)
            } else {
                do {
                    guard let next = try connection.engine.prepare(String(text), traces: connection.traces) else {
                        break
                    }
                    (statement, rest) = next
                } catch { throw examine(error) }
            }
            isFirst = false
            let own = parameters.prefix(statement.parameterCount)
            guard own.count == statement.parameterCount else { throw missing(own.count, statement) }
            parameters = parameters.dropFirst(own.count)
            try run(statement) { statement in
                try bind(own, to: statement)
                while try statement.step() {}
            }
            if !statement.isReadOnly { changes = self.changes }
            // BEGIN, COMMIT and ROLLBACK TO change nothing themselves, but what is true after them may be something else.
            if statement.isReadOnly, statement.columnCount == 0 { noteChange() }
            try checkTransaction(after: statement)
        }
        guard parameters.isEmpty else {
            throw DatabaseError(
                .misuse,
                "\(rendered.parameters.count) values were given, \(parameters.count) of them without a placeholder",
                sql: rendered.sql, parameters: rendered.parameters)
        }
        return ExecutionResult(changes: changes, lastInsertedRowID: lastInsertedRowID)
    }

    private func missing(_ given: Int, _ statement: Statement) -> DatabaseError {
        DatabaseError(
            .misuse, "the statement has \(statement.parameterCount) parameters, \(given) values were given",
            sql: statement.sql)
    }

    package func bind(_ values: some Collection<SQLValue>, to statement: Statement) throws {
        var index = 0
        for value in values {
            index += 1
            try statement.bind(value, at: index)
        }
    }

    /// A statement of the caller's own may have ended the transaction that the closure stands for.
    private func checkTransaction(after statement: Statement) throws {
        guard expectsTransaction, !connection.engine.isInTransaction else { return }
        let error = DatabaseError(
            .transactionEnded, "the statement ended the transaction that this closure runs in", sql: statement.sql,
            hint: "A write commits by itself; throw an error to roll back, or use withoutTransaction")
        ended = error
        throw error
    }

    /// Steps through the rows of a query without keeping them.
    ///
    /// ```swift
    /// try session.forEachRow("SELECT i_id, i_price FROM item WHERE i_price > \(50)") { row in
    ///     print(try row.get(0, as: Int.self), try row.get(1, as: Double.self))
    /// }
    /// ```
    ///
    /// - Throws: ``DatabaseError``, `SQLBuildError`, and what the closure throws.
    public func forEachRow(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        try forEachRow(rendered: sql.render(with: dialect), body)
    }

    /// Steps through the rows of a statement of the builder without keeping them.
    public func forEachRow(_ statement: some SQLRenderable, _ body: (Row) throws -> Void) throws {
        try forEachRow(rendered: statement.render(with: dialect), body)
    }

    package func forEachRow(rendered: RenderedSQL, _ body: (Row) throws -> Void) throws {
        let statement: Statement
        do { statement = try connection.statement(rendered.sql) } catch { throw examine(error) }
        guard rendered.parameters.count >= statement.parameterCount else {
            throw missing(rendered.parameters.count, statement)
        }
        try run(statement) { statement in
            try bind(rendered.parameters, to: statement)
            let row = Row(statement)
            while try statement.step() { try body(row) }
        }
    }

    /// All rows of a query.
    ///
    /// ```swift
    /// let rows = try session.rows("SELECT w_id, w_name FROM warehouse")
    /// print(rows[0]["w_name"] ?? .null)
    /// ```
    public func rows(_ sql: SQL) throws -> [ResultRow] { try rows(rendered: sql.render(with: dialect)) }

    /// All rows of a statement of the builder; also those of RETURNING.
    public func rows(_ statement: some SQLRenderable) throws -> [ResultRow] {
        try rows(rendered: statement.render(with: dialect))
    }

    private func rows(rendered: RenderedSQL) throws -> [ResultRow] {
        var rows: [ResultRow] = []
        var names: [String]?
        try forEachRow(rendered: rendered) { row in
            let columns = names ?? row.columnNames
            names = columns
            rows.append(ResultRow(columns: columns, values: row.values))
        }
        return rows
    }

    /// The first column of the first row; nil where there is no row.
    ///
    /// ```swift
    /// let count = try session.value("SELECT count(*) FROM stock", as: Int.self)
    /// ```
    public func value<Value: ColumnValue>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
        let rendered = try sql.render(with: dialect)
        let statement: Statement
        do { statement = try connection.statement(rendered.sql) } catch { throw examine(error) }
        guard rendered.parameters.count >= statement.parameterCount else {
            throw missing(rendered.parameters.count, statement)
        }
        return try run(statement) { statement in
            try bind(rendered.parameters, to: statement)
            return try statement.step() ? try Row(statement).get(0, as: type) : nil
        }
    }
}

extension SQLRenderable {
    /// Renders for a dialect that is known at run time only.
    package func render(with dialect: any SQLDialect) throws -> RenderedSQL {
        var writer = SQLWriter(for: dialect)
        try write(to: &writer)
        return writer.rendered
    }
}
