/// A CREATE INDEX.
///
/// ```swift
/// CreateIndexStatement("person_name", on: "person", unique: true).column("last_name").column("born", descending: true)
///     .where("deleted", .equalTo, 0)
/// // CREATE UNIQUE INDEX "person_name" ON "person" ("last_name", "born" DESC) WHERE "deleted" = 0
/// ```
///
/// Source: <https://www.sqlite.org/lang_createindex.html>, <https://www.postgresql.org/docs/15/sql-createindex.html>
public struct CreateIndexStatement: SQLStatement, SQLFilterable {
    var name: SQLTable?
    var table: SQLTable?
    var isUnique = false
    var isConditional = false
    struct Term: Hashable, Sendable {
        let ordering: SQLOrdering
        /// How many characters or bytes of a column are indexed; nil for all.
        var prefix: Int?
    }

    var terms: [Term] = []
    var conditions: [SQLCondition] = []
    var method: String?

    /// Starts a CREATE INDEX; name the index with ``index(_:on:)``.
    public init() {}

    /// Starts a CREATE INDEX of an index on a table.
    public init(_ index: some SQLTableSource, on table: some SQLTableSource, unique: Bool = false) {
        name = index.sqlTable
        self.table = table.sqlTable
        isUnique = unique
    }

    /// Names the index and its table. The schema may stand before either, and is written where the engine takes it: SQLite
    /// before the index, the others before the table.
    public consuming func index(_ index: some SQLTableSource, on table: some SQLTableSource) -> CreateIndexStatement {
        name = index.sqlTable
        self.table = table.sqlTable
        return self
    }

    /// Makes the index unique.
    public consuming func unique(_ isUnique: Bool = true) -> CreateIndexStatement {
        self.isUnique = isUnique
        return self
    }

    /// Does nothing if the index exists: `IF NOT EXISTS`.
    public consuming func ifNotExists(_ isConditional: Bool = true) -> CreateIndexStatement {
        self.isConditional = isConditional
        return self
    }

    /// Adds a column; its name is not split at dots.
    public consuming func column(
        _ name: String, descending: Bool = false, nulls: SQLNulls? = nil
    ) -> CreateIndexStatement {
        column(.column(name), descending: descending, nulls: nulls)
    }

    /// Adds an expression, for example `.lower(.column("name"))` or `.column("name").collate("NOCASE")`.
    public consuming func column(
        _ expression: SQLExpression, descending: Bool = false, nulls: SQLNulls? = nil
    ) -> CreateIndexStatement {
        terms.append(Term(ordering: SQLOrdering(expression, descending: descending, nulls: nulls)))
        return self
    }

    /// Adds the first characters of a text, or the first bytes of binary data: `"note"(191)`. MariaDB and MySQL, which
    /// want that of columns whose values may have any length; the other engines index the whole column, and refuse it in a
    /// unique index.
    public consuming func column(_ name: String, prefix: Int) -> CreateIndexStatement {
        terms.append(Term(ordering: SQLOrdering(.column(name), descending: false), prefix: prefix))
        return self
    }

    /// Adds several columns in this order.
    public consuming func columns(_ names: [String], descending: Bool = false) -> CreateIndexStatement {
        terms += names.map { Term(ordering: SQLOrdering(.column($0), descending: descending)) }
        return self
    }

    /// Chooses the index method: `USING gin`. PostgreSQL.
    public consuming func using(_ method: String) -> CreateIndexStatement {
        self.method = method
        return self
    }

    /// Adds a condition for the rows of a partial index.
    public consuming func `where`(_ condition: consuming SQLCondition) -> CreateIndexStatement {
        conditions.append(condition)
        return self
    }

    /// - Throws: ``SQLBuildError`` if a name or the columns are missing, the names have two schemas, or the dialect lacks a
    ///   clause, as MySQL lacks `IF NOT EXISTS` of an index.
    public func write(to writer: inout SQLWriter) throws {
        try writer.inlined { writer in
            let isSQLite = writer.features.contains(.rowidTables)
            let place = try IndexPlace(name, on: table, schemaBeforeIndex: isSQLite, foldsNames: isSQLite)
            writer.put(isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
            if isConditional {
                try writer.requireConditionalIndexes("CREATE INDEX IF NOT EXISTS")
                writer.put("IF NOT EXISTS ")
            }
            try writer.table(place.index, of: "a CREATE INDEX")
            writer.put(" ON ")
            try writer.table(place.table, of: "the table of a CREATE INDEX")
            if let method {
                try writer.require(.indexMethods, "CREATE INDEX … USING", hint: "Leave using out")
                writer.put(" USING ")
                writer.identifier(method)
            }
            guard !terms.isEmpty else {
                throw SQLBuildError(.incomplete, "a CREATE INDEX has no columns", hint: "Add column(_:descending:)")
            }
            writer.put(" (")
            for (index, term) in terms.enumerated() {
                if index > 0 { writer.put(", ") }
                try write(term, to: &writer)
            }
            writer.put(")")
            if !conditions.isEmpty {
                try writer.refuseOnMySQL(
                    "index of some rows only",
                    hint: "Leave where out, or index an expression that is NULL for the others")
                writer.put(" WHERE ")
                try writer.conditions(conditions)
            }
        }
    }

    private func write(_ element: Term, to writer: inout SQLWriter) throws {
        let term = element.ordering
        if case .collate = term.expression.node {
            try writer.refuseOnMySQL("COLLATE in an index", hint: "Give the column the collation")
        } else if !term.expression.isColumn, writer.features.contains(.insertReturning) {
            // MariaDB; MySQL has it.
            try writer.refuseOnMySQL("index of an expression", hint: "Index a generated column")
        }
        try writer.indexed(term.expression)
        if let prefix = element.prefix {
            if writer.features.contains(.keyLengths) {
                writer.raw("(\(prefix))")
            } else if isUnique {
                // Without the length it would let pass what it is to refuse.
                throw SQLBuildError(
                    .unsupported, "\(writer.dialect.name) has no unique index of the beginning of a column",
                    hint: "Index an expression: substr(…, 1, \(prefix))")
            }
        }
        if term.descending { writer.put(" DESC") }
        guard let nulls = term.nulls else { return }
        try writer.require(.nullsInIndex, "NULLS \(nulls.rawValue) in an index", hint: "Leave nulls out")
        writer.raw(" NULLS " + nulls.rawValue)
    }
}

extension SQLWriter {
    /// Writes what an index is over: a name and its collation without parentheses, any other expression with them.
    mutating func indexed(_ expression: SQLExpression) throws {
        if case .collate = expression.node { return try expression.write(to: &self) }
        if expression.isColumn { return try expression.write(to: &self) }
        put("(")
        try expression.write(to: &self)
        put(")")
    }

    /// - Throws: ``SQLBuildError`` for MySQL, which knows no conditions of indexes.
    func requireConditionalIndexes(_ clause: String) throws {
        try require(
            .conditionalIndexes, clause, hint: "Ask with ShowIndexesStatement whether there is one of that name")
    }
}
