/// The result of a statement without rows.
public struct ExecutionResult: Sendable, Hashable {
    /// The number of inserted, updated or deleted rows, without those that triggers changed.
    ///
    /// In an upsert MariaDB and MySQL count a row that is updated twice, and one that stays as it is once, as an inserted one.
    public let changes: Int
    /// The rowid of the last INSERT.
    public let lastInsertedRowID: Int64
}

extension Session {
    /// Runs raw SQL, which may be a script of several statements; interpolated values are bound.
    ///
    /// ```swift
    /// try session.execute("DELETE FROM new_order WHERE no_w_id = \(1) AND no_o_id < \(2100)")
    /// // DELETE FROM new_order WHERE no_w_id = ? AND no_o_id < ?
    /// ```
    ///
    /// - Throws: ``DatabaseError``; earlier statements of a script stay part of the transaction.
    @discardableResult
    public func execute(_ sql: SQL) throws -> ExecutionResult { try execute(rendered: sql.render(with: dialect)) }

    /// Runs a statement of the statement builder.
    ///
    /// - Throws: ``DatabaseError``, `SQLBuildError`.
    @discardableResult
    public func execute(_ statement: some SQLRenderable) throws -> ExecutionResult {
        try execute(rendered: statement.render(with: dialect))
    }

    private func execute(rendered: RenderedSQL) throws -> ExecutionResult {
        var parameters = rendered.parameters[...]
        var changes = 0
        var start: Int? = 0
        while let position = start, let (statement, next) = try compile(rendered.sql, from: position) {
            start = next
            let own = Array(parameters.prefix(statement.parameterCount))
            guard own.count == statement.parameterCount else { throw missing(own.count, statement) }
            parameters = parameters.dropFirst(own.count)
            let before = connection.engine.totalChanges
            try run(statement, with: own) { statement in
                while try statement.step() {}
            }
            // The engine's count is the last INSERT's, UPDATE's or DELETE's, whatever ran since.
            if !statement.isReadOnly { changes = connection.engine.totalChanges == before ? 0 : self.changes }
            // BEGIN, COMMIT and ROLLBACK TO change nothing themselves, but what is true after them may be something else.
            if statement.isReadOnly, statement.columnCount == 0 { noteChange() }
        }
        guard parameters.isEmpty else {
            throw DatabaseError(
                .misuse,
                "\(rendered.parameters.count) values were given, \(parameters.count) of them without a placeholder",
                sql: rendered.sql, parameters: rendered.parameters)
        }
        return ExecutionResult(changes: changes, lastInsertedRowID: lastInsertedRowID)
    }

    /// A statement of a script and where the next one begins.
    private func compile(_ script: String, from start: Int) throws -> (statement: Statement, next: Int?)? {
        try checkOpen()
        do { return try connection.statement(script, from: start) } catch { throw examine(error) }
    }

    /// The statement of a text that holds just one, for as many values.
    private func compile(_ rendered: RenderedSQL) throws -> Statement {
        try checkOpen()
        let statement: Statement
        do { statement = try connection.statement(rendered.sql) } catch { throw examine(error) }
        guard rendered.parameters.count >= statement.parameterCount else {
            throw missing(rendered.parameters.count, statement)
        }
        return statement
    }

    /// Binds the values and runs; what fails carries them.
    private func run<T>(
        _ statement: Statement, with parameters: [SQLValue], _ body: (Statement) throws -> T
    ) throws -> T {
        let control = try control(of: statement)
        do {
            let result = try run(statement) { statement in
                try bind(parameters, to: statement)
                return try body(statement)
            }
            if let control { note(control) }
            return result
        } catch var error as DatabaseError where error.parameters.isEmpty && error.sql == statement.sql {
            error.parameters = parameters
            throw error
        }
    }

    private func missing(_ given: Int, _ statement: Statement) -> DatabaseError {
        DatabaseError(
            .misuse, "the statement has \(statement.parameterCount) parameters, \(given) values were given",
            sql: statement.sql)
    }

    /// - Throws: ``DatabaseError`` with code value for what the engine cannot hold, such as NaN on SQLite.
    package func bind(_ values: [SQLValue], to statement: Statement, from first: Int = 1) throws {
        // An array's elements would be copied one by one.
        try values.withUnsafeBufferPointer { values in
            for index in values.indices { try bind(values[index], to: statement, at: first + index) }
        }
    }

    /// - Throws: as for several.
    @inline(__always)
    package func bind(_ value: SQLValue, to statement: Statement, at index: Int) throws {
        do { try statement.bind(value, at: index) } catch let mismatch as ValueMismatch {
            throw DatabaseError(.value, "parameter \(index): \(mismatch)", sql: statement.sql)
        }
    }

    /// Calls a closure for each row of a query, without keeping the rows.
    ///
    /// On SQLite the query goes on among what the closure writes: rows that it inserts or changes may come as well, or again.
    /// To change the rows that are read, read them first: `rows(_:)`.
    ///
    /// ```swift
    /// try session.forEachRow("SELECT i_id, i_price FROM item WHERE i_price > \(50)") { row in
    ///     print(try row.get(0, as: Int.self), try row.get(1, as: Double.self))
    /// }
    /// ```
    ///
    /// - Throws: ``DatabaseError``, `SQLBuildError`, and what the closure throws.
    public func forEachRow(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        try forEachRow(rendered: sql.render(with: dialect), inBatches: true, body)
    }

    /// Calls a closure for each row of a statement of the statement builder, without keeping the rows.
    public func forEachRow(_ statement: some SQLRenderable, _ body: (Row) throws -> Void) throws {
        try forEachRow(rendered: statement.render(with: dialect), inBatches: true, body)
    }

    /// - Parameters:
    ///   - inBatches: whether a server shall hand over some rows at a time, for whoever keeps none.
    ///   - begin: is called before the first row, and where there is none: it says the names of the columns, and no values.
    package func forEachRow(
        rendered: RenderedSQL, inBatches: Bool = false, begin: (Row) throws -> Void = { _ in },
        _ body: (Row) throws -> Void
    ) throws {
        try run(compile(rendered), with: rendered.parameters) { statement in
            if inBatches { statement.readInBatches() }
            let row = Row(statement)
            var isThere = try statement.step()
            try begin(row)
            while isThere {
                try body(row)
                try checkCancellation()
                isThere = try statement.step()
            }
        }
    }

    /// All rows of a query.
    ///
    /// ```swift
    /// let rows = try session.rows("SELECT w_id, w_name FROM warehouse")
    /// print(rows[0]["w_name"] ?? .null)
    /// ```
    public func rows(_ sql: SQL) throws -> [ResultRow] { try rows(rendered: sql.render(with: dialect)) }

    /// All rows of a statement of the statement builder, including those of RETURNING.
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

    /// The first column of the first row; nil if there is no row.
    ///
    /// ```swift
    /// let count = try session.value("SELECT count(*) FROM stock", as: Int.self)
    /// ```
    public func value<Value: ColumnValue>(_ sql: SQL, as type: Value.Type = Value.self) throws -> Value? {
        let rendered = try sql.render(with: dialect)
        return try run(compile(rendered), with: rendered.parameters) { statement in
            try statement.step() ? try Row(statement).get(0, as: type) : nil
        }
    }
}

extension SQLRenderable {
    /// Renders for a dialect that is known at run time only.
    package func render(with dialect: any SQLDialect) throws -> RenderedSQL {
        var writer = SQLWriter(for: dialect)
        try write(to: &writer)
        return try writer.finish()
    }
}
