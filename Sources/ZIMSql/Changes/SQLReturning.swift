/// A statement that can return the rows that it changes: INSERT, UPDATE, DELETE and the upsert.
///
/// ```swift
/// let rendered = try InsertStatement(into: "person").column("name", value: "Ada").returning("pk").render(for: .sqlite)
/// // INSERT INTO "person" ("name") VALUES (?) RETURNING "pk"
/// ```
///
/// Source: <https://www.sqlite.org/lang_returning.html>, <https://www.postgresql.org/docs/15/dml-returning.html>
public protocol SQLReturning {
    /// Adds an expression to RETURNING.
    consuming func returning(_ expression: SQLExpression, alias: String?) -> Self
}

extension SQLReturning {
    /// Adds columns to RETURNING; `*` is all of them.
    public consuming func returning(_ columns: String...) -> Self {
        var statement = self
        for column in columns { statement = statement.returning(.name(column), alias: nil) }
        return statement
    }

    /// Adds an expression to RETURNING.
    public consuming func returning(_ expression: SQLExpression) -> Self { returning(expression, alias: nil) }
}

extension SQLWriter {
    /// Writes RETURNING, or nothing where nothing is returned.
    ///
    /// - Parameter isAfterUpdate: whether the rows are those of an UPDATE, or of a change of several tables.
    mutating func returning(_ columns: [SelectClauses.ResultColumn], isAfterUpdate: Bool = false) throws {
        guard !columns.isEmpty else { return }
        if isAfterUpdate || !features.contains(.insertReturning) {
            try require(.returning, "RETURNING", hint: "Read the row by its key afterwards")
        }
        put(" RETURNING ")
        try resultColumns(columns)
    }

    /// Writes expressions and their aliases with commas between them.
    ///
    /// - Parameter types: which of them get the types of their values if they are values; nil for all.
    mutating func resultColumns(_ columns: [SelectClauses.ResultColumn], types: [Bool]? = nil) throws {
        try columns.withUnsafeBufferPointer { columns in
            for index in columns.indices {
                if index > 0 { put(", ") }
                let isTyped = types.map { $0.indices.contains(index) && $0[index] }
                try columns[index].write(isTyped: isTyped, to: &self)
            }
        }
    }
}

extension SelectClauses.ResultColumn {
    /// - Parameter isTyped: whether a value gets its type in a column that other queries have, too; nil where it is its own.
    @inline(__always)
    fileprivate func write(isTyped: Bool?, to writer: inout SQLWriter) throws {
        // Most are names without an alias, for which the whole column would be copied.
        if case .name(let path) = expression.node {
            try writer.name(path)
        } else if expression.isValue {
            let value = isTyped.map { writer.inColumn(expression, isTyped: $0) } ?? writer.result(expression)
            try value.write(to: &writer)
        } else {
            try expression.write(to: &writer)
        }
        if alias != nil, let alias {
            // MySQL would send a question mark for it.
            if writer.features.contains(.onDuplicateKey), alias.utf8.contains(where: { $0 >= 0xF0 }) {
                throw SQLBuildError(
                    .unsupported,
                    "\(writer.dialect.name) has no name with a character beyond U+FFFF, as '\(alias)' has",
                    hint: "Choose another alias")
            }
            writer.put(" AS ")
            writer.identifier(alias)
        }
    }
}
