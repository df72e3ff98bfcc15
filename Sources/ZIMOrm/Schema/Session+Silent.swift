import ZIMDb

extension Session {
    /// The rows of a question of the library's own: no trace tells of it, since the program did not ask it.
    ///
    /// The statement is not cached: one that was compiled without a trace, or without the data source's privileges, must not be
    /// reused.
    package func silentRows(_ sql: SQL) throws -> [ResultRow] {
        let rendered = try sql.render(with: dialect)
        guard let (statement, _) = try connection.engine.prepare(rendered.sql, from: 0, traces: TraceHub.silent) else {
            return []
        }
        return try run(statement) { statement in
            try bind(rendered.parameters, to: statement)
            let names = statement.columnNames
            var rows: [ResultRow] = []
            while try statement.step() { rows.append(ResultRow(columns: names, values: Row(statement).values)) }
            return rows
        }
    }

    /// The same of a question about how tables are made, without the data source's privileges: a class must be mapped
    /// however little it may do.
    func schemaRows(_ sql: SQL) throws -> [ResultRow] {
        try connection.engine.withoutPrivileges { try silentRows(sql) }
    }
}
