import ZIMDb

extension Session {
    /// The rows of a question of the library's own: no trace tells of it, since the program did not ask it.
    ///
    /// The statement is not cached: one that was compiled without a trace, or without the data source's privileges, must not be
    /// reused.
    package func silentRows(_ sql: SQL) throws -> [ResultRow] {
        let rendered = try sql.render(with: dialect)
        let prepared: (statement: Statement, next: Int?)?
        do { prepared = try connection.prepare(rendered.sql, from: 0, traces: .silent) } catch {
            throw examine(error)
        }
        guard let statement = prepared?.statement else { return [] }
        return try run(statement) { statement in
            try bind(rendered.parameters, to: statement)
            return try statement.resultRows()
        }
    }

    /// Whether a table has a row with some values in some columns.
    func hasSilentRow(_ table: SQL, _ columns: [String], _ values: [SQLValue]) throws -> Bool {
        var sql: SQL = "SELECT 1 FROM \(table) WHERE 1 = 1"
        for (column, value) in zip(columns, values) { sql += " AND \(identifier: column) = \(value)" }
        return try !silentRows(sql + " LIMIT 1").isEmpty
    }

    /// The same of a question about how tables are made, without the data source's privileges: a class must be mapped
    /// however little it may do.
    func schemaRows(_ sql: SQL) throws -> [ResultRow] {
        try connection.engine.withoutPrivileges { try silentRows(sql) }
    }

    /// The answer to a question about a table; nil where there is no such table, or a view that does not compile: that is for
    /// the statement that reads it to say.
    ///
    /// - Throws: all other errors, such as that of a lost connection: what is not known must not be taken for the answer.
    func ifDeclared<T>(_ ask: () throws -> T) throws -> T? {
        do { return try ask() } catch let error as DatabaseError
            where error.code == .sql && !connection.engine.isTransactionFailed
        { return nil }
    }
}
