extension UpsertStatement {
    /// Fails where it is worked out: two rows stand where one belongs.
    package static let otherKey = "(SELECT 1 UNION ALL SELECT 1)"

    /// Writes the upsert for an engine whose INSERT reacts to whichever unique key is taken.
    ///
    /// A row that is met by another key than the one that was named must not be changed: there the comparison of the key's
    /// columns, where one column is set to itself, goes on to what fails. Both values of the `IF` are the column, so that it has
    /// the column's type: beside anything else a `FLOAT` is made a text of six digits, and written so.
    ///
    /// Source: <https://mariadb.com/kb/en/insert-on-duplicate-key-update/>
    func writeDuplicateKey(to writer: inout SQLWriter) throws {
        guard insert.action == nil else {
            throw SQLBuildError(.invalid, "an upsert has an OR clause", hint: "Leave or(_:) out of its INSERT")
        }
        guard conditions.isEmpty, targetCondition == nil, constraint == nil else {
            throw SQLBuildError(
                .unsupported, "\(writer.dialect.name) has no condition and no name of a constraint in an upsert",
                hint: "Name a key's columns with matching([…]), and put the condition into the value that is set")
        }
        let keys = try target.map { expression in
            guard let name = expression.columnName else {
                throw SQLBuildError(
                    .unsupported, "\(writer.dialect.name) matches columns only", hint: "Name columns with matching([…])"
                )
            }
            return name
        }
        try insert.writeRows(hasConflictClause: true, to: &writer)
        writer.put(" ON DUPLICATE KEY UPDATE ")
        let assignments = try assignments()
        if keys.isEmpty {
            guard case .nothing = reaction, insert.columnNames.first != nil else {
                throw SQLBuildError(
                    .incomplete, "an upsert matches nothing", hint: "Name the columns of a key with matching([…])")
            }
        }
        // A computed column is not inserted, and cannot be set, not even to itself.
        let inserted = insert.columnNames
        if let kept = keys.first(where: inserted.contains) ?? inserted.first ?? keys.first {
            writer.identifier(kept)
            writer.put(" = ")
            try writeKept(kept, matching: keys, to: &writer)
        }
        if !assignments.isEmpty {
            writer.put(", ")
            writer.depthOfValues = writer.depth
            defer { writer.depthOfValues = nil }
            var target = ChangeTarget()
            target.table = insert.table
            try writer.assignments(writer.requireReadingOrder(assignments, of: target))
        }
        try writer.returning(insert.returned)
    }

    /// Writes a column's own value, for which the key that was named must be the one that is met.
    private func writeKept(_ column: String, matching keys: [String], to writer: inout SQLWriter) throws {
        guard !keys.isEmpty else { return try writeTarget(column, to: &writer) }
        writer.put("IF(")
        for (index, key) in keys.enumerated() {
            if index > 0 { writer.put(" AND ") }
            try writeTarget(key, to: &writer)
            writer.put(" <=> VALUES(")
            writer.identifier(key)
            writer.put(")")
        }
        writer.put(" OR ")
        writer.raw(Self.otherKey)
        for _ in 0..<2 {
            writer.put(", ")
            try writeTarget(column, to: &writer)
        }
        writer.put(")")
    }

    /// Writes a column of the table, which a column of the query may be called as.
    private func writeTarget(_ column: String, to writer: inout SQLWriter) throws {
        if case .select = insert.source, let table = insert.table {
            try table.write(to: &writer)
            writer.put(".")
        }
        writer.identifier(column)
    }
}

extension SQLExpression {
    /// The column that this is, without a table.
    var columnName: String? {
        switch node {
        case .identifier(let name), .name(let name): name
        default: nil
        }
    }
}
