import CSQLite

extension Session {
    /// Inserts the rows of another session's query exactly as they are stored: text that is not UTF-8 stays text, a real
    /// number stays one. For two SQLite databases.
    ///
    /// ```swift
    /// try target.transfer("SELECT a, b FROM t", from: source, into: "INSERT INTO t (a, b) VALUES (?, ?)")
    /// ```
    ///
    /// - Parameters:
    ///   - query: what is read; as many of its columns are taken as the other statement has parameters.
    ///   - source: the session that reads.
    ///   - insert: the statement that runs for each row.
    ///   - limit: how many rows at most.
    ///   - tick: called with the row that was written last, and the number of rows so far.
    /// - Returns: how many rows were written.
    /// - Throws: ``DatabaseError``, with code misuse if one of them is of another engine.
    ///
    /// Source: <https://www.sqlite.org/c3ref/bind_blob.html>, sqlite3_bind_value
    @discardableResult
    package func transfer(
        _ query: RenderedSQL, from source: Session, into insert: String, tick: (Row, Int) throws -> Bool
    ) throws -> Int {
        let reading = try source.connection.statement(query.sql)
        let writing = try connection.statement(insert)
        guard reading.handle != nil, writing.handle != nil else {
            throw DatabaseError(.misuse, "rows are handed over as they are stored between SQLite databases only")
        }
        return try source.run(reading) { reading in
            try source.bind(query.parameters, to: reading)
            let row = Row(reading)
            var count = 0
            while try reading.step() {
                try run(writing) { writing in
                    for index in 0..<writing.parameterCount { try writing.bind(cellOf: row, at: index) }
                    while try writing.step() {}
                }
                count += 1
                guard try tick(row, count) else { break }
            }
            return count
        }
    }
}

extension Statement {
    /// Binds a column of another statement's row to the parameter of the same place.
    fileprivate func bind(cellOf row: Row, at index: Int) throws {
        guard let handle, let cell = row.cell(index) else { return try bindNull(at: index + 1) }
        try check(sqlite3_bind_value(handle, Int32(index + 1), cell.value))
    }
}
