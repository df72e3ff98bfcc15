extension Session {
    /// Inserts many rows in the engine's fastest way, without models.
    ///
    /// ```swift
    /// try session.bulkInsert(into: "stock", columns: ["s_w_id", "s_i_id", "s_quantity"], rows: rows)
    /// // PostgreSQL: COPY "stock" ("s_w_id", "s_i_id", "s_quantity") FROM STDIN
    /// // SQLite: INSERT INTO "stock" ("s_w_id", "s_i_id", "s_quantity") VALUES (?, ?, ?), compiled once
    /// // MariaDB: INSERT INTO `stock` (`s_w_id`, `s_i_id`, `s_quantity`) VALUES (?, ?, ?), many rows in a message
    /// // MySQL: INSERT INTO `stock` (`s_w_id`, `s_i_id`, `s_quantity`) VALUES (?, ?, ?), (?, ?, ?), …
    /// ```
    ///
    /// The rows are read one by one as they are sent, so they need not fit in memory. Constraints and triggers apply as
    /// for any INSERT, and the rows are part of the transaction.
    ///
    /// The text of a `Date`, `date.sqlValue`, becomes a point in time in UTC where the column holds such, also on MariaDB and
    /// MySQL, and stays ISO 8601 text in a column of texts. `uuid.sqlValue` is text, also in a column of bytes, where a model writes
    /// 16: give it those.
    ///
    /// Servers cut blanks off that do not fit the end of a `VARCHAR(n)`, without an error; models refuse such texts.
    ///
    /// - Parameters:
    ///   - table: the table's name, without its schema.
    ///   - schema: the table's schema; nil looks the name up as the engine does.
    ///   - columns: the columns of the values, in order; other columns get their defaults.
    ///   - rows: the values of each row.
    /// - Returns: the number of inserted rows.
    /// - Throws: ``DatabaseError``, with code misuse for a row with a different number of values. The rows are gone
    ///   when the transaction, or the savepoint around this call, is rolled back.
    ///
    /// Source: <https://www.postgresql.org/docs/15/sql-copy.html>
    @discardableResult
    public func bulkInsert(
        into table: String, schema: String? = nil, columns: [String], rows: some Sequence<[SQLValue]>
    ) throws -> Int {
        var iterator = rows.makeIterator()
        return try bulkInsert(into: table, schema: schema, columns: columns) { iterator.next() }
    }

    /// Inserts the rows that a closure returns one by one, until it returns nil. If it throws, it is as above.
    ///
    /// ```swift
    /// try session.bulkInsert(into: "stock", columns: ["s_w_id", "s_i_id"]) { try nextRowOfTheFile() }
    /// ```
    @discardableResult
    public func bulkInsert(
        into table: String, schema: String? = nil, columns: [String], next row: () throws -> [SQLValue]?
    ) throws -> Int {
        try bulkInsert(into: table, schema: schema, columns: columns) { next in
            guard let row = try row() else { return false }
            next.append(contentsOf: row)
            return true
        }
    }

    /// Inserts the rows that a closure fills in one by one, until it returns false: they need not be arrays.
    ///
    /// ```swift
    /// try session.bulkInsert(into: "stock", columns: ["s_w_id", "s_i_id", "s_changed"]) { row in
    ///     guard let item = items.next() else { return false }
    ///     row.append(item.warehouse)
    ///     row.append(item.id)
    ///     row.append(Date.now)
    ///     return true
    /// }
    /// ```
    ///
    /// If it throws, it is as with the other forms.
    ///
    /// - Parameters:
    ///   - table: the table's name, without its schema.
    ///   - schema: the table's schema; nil looks the name up as the engine does.
    ///   - columns: the columns of the values, in order.
    ///   - fill: appends a value for each column to an empty row.
    /// - Returns: the number of inserted rows.
    @discardableResult
    public func bulkInsert(
        into table: String, schema: String? = nil, columns: [String], fill: (inout BulkRow) throws -> Bool
    ) throws -> Int {
        var number = 0
        return try insert(into: table, schema, columns) { row in
            row.begin()
            guard try fill(&row) else { return false }
            number += 1
            guard row.count == columns.count else {
                throw DatabaseError(
                    .misuse, "row \(number) for \"\(table)\" has \(row.count) values for \(columns.count) columns",
                    parameters: row.values)
            }
            return true
        }
    }

    private func insert(
        into table: String, _ schema: String?, _ columns: [String], _ fill: (inout BulkRow) throws -> Bool
    ) throws -> Int {
        try checkOpen()
        guard !columns.isEmpty else { throw DatabaseError(.misuse, "no columns of \"\(table)\" were named") }
        guard !isReadOnly else {
            throw DatabaseError(
                .readOnly, "a read session cannot change the database", hint: "Use write in place of read")
        }
        var texts = BulkInsertText(into: table, schema: schema, columns, for: dialect)
        let target = try texts.target()
        do {
            noteChange()
            if let count = try connection.engine.copy(into: target, rows: fill, traces: connection.traces) {
                return count
            }
        } catch { throw examine(error) }
        if let bytes = connection.engine.insertSize {
            var insert = MultiRowInsert(texts, bytes: bytes, self)
            return try insert.run(fill)
        }
        return try insert(texts.insert(rows: 1), fill)
    }

    private func insert(_ sql: String, _ fill: (inout BulkRow) throws -> Bool) throws -> Int {
        let statement: Statement
        do { statement = try connection.statement(sql) } catch { throw examine(error) }
        var count = 0
        var row = BulkRow()
        while try fill(&row) {
            try run(statement) { statement in
                try bind(row.values, to: statement)
                while try statement.step() {}
            }
            count += 1
        }
        return count
    }
}
