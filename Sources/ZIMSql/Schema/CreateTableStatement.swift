/// A CREATE TABLE.
///
/// ```swift
/// CreateTableStatement("stock")
///     .column("warehouse", type: .integer, .notNull).column("item", type: .varchar(20), .notNull)
///     .column("quantity", type: .integer, .default(0), .check(.column("quantity") >= 0))
///     .primaryKey(["warehouse", "item"])
///     .foreignKey(["warehouse"], references: "warehouse", ["pk"], onDelete: .cascade)
/// // CREATE TABLE "stock" ("warehouse" INTEGER NOT NULL, "item" VARCHAR(20) NOT NULL, "quantity" INTEGER DEFAULT 0
/// // CHECK ("quantity" >= 0), PRIMARY KEY ("warehouse", "item"),
/// // FOREIGN KEY ("warehouse") REFERENCES "warehouse" ("pk") ON DELETE CASCADE)
/// ```
///
/// Values are written as literals, since DDL statements take no parameters.
///
/// Source: <https://www.sqlite.org/lang_createtable.html>, <https://www.postgresql.org/docs/15/sql-createtable.html>
public struct CreateTableStatement: SQLStatement {
    var table: SQLTable?
    var isTemporary = false
    var isConditional = false
    var isStrict = false
    var hasNoRowid = false
    var columns: [SQLColumnDefinition] = []
    var constraints: [SQLTableConstraint] = []
    var query: SelectStatement?

    /// Starts a CREATE TABLE; name the table with ``table(_:temporary:)``.
    public init() {}

    /// Starts a CREATE TABLE of a table.
    public init(_ table: some SQLTableSource, temporary: Bool = false) {
        self.table = table.sqlTable
        isTemporary = temporary
    }

    /// Names the table; a temporary one is dropped with its connection.
    public consuming func table(_ table: some SQLTableSource, temporary: Bool = false) -> CreateTableStatement {
        self.table = table.sqlTable
        isTemporary = temporary
        return self
    }

    /// Does nothing if the table exists: `IF NOT EXISTS`.
    public consuming func ifNotExists(_ isConditional: Bool = true) -> CreateTableStatement {
        self.isConditional = isConditional
        return self
    }

    /// Adds a column. SQLite needs no type.
    public consuming func column(
        _ name: String, type: SQLDataType? = nil, _ constraints: SQLColumnConstraint...
    ) -> CreateTableStatement {
        column(name, type: type, constraints: constraints)
    }

    /// Adds a column with its constraints in an array.
    public consuming func column(
        _ name: String, type: SQLDataType?, constraints: [SQLColumnConstraint]
    ) -> CreateTableStatement {
        columns.append(SQLColumnDefinition(name: name, type: type, constraints: constraints))
        return self
    }

    /// Adds a column with a default value.
    public consuming func column(
        _ name: String, type: SQLDataType, defaultValue: SQLDefaultValue
    ) -> CreateTableStatement {
        column(name, type: type, constraints: [.default(defaultValue)])
    }

    /// Adds a column that may be the primary key.
    public consuming func column(_ name: String, type: SQLDataType, primaryKey: Bool) -> CreateTableStatement {
        column(name, type: type, constraints: primaryKey ? [.primaryKey, .notNull] : [])
    }

    /// Adds a column that may be unique.
    public consuming func column(_ name: String, type: SQLDataType, unique: Bool) -> CreateTableStatement {
        column(name, type: type, constraints: unique ? [.unique] : [])
    }

    /// Makes one or more columns the primary key.
    public consuming func primaryKey(_ columns: [String], name: String? = nil) -> CreateTableStatement {
        adding(.primaryKey(columns), name)
    }

    /// Adds a UNIQUE constraint over one or more columns.
    public consuming func unique(_ columns: [String], name: String? = nil) -> CreateTableStatement {
        adding(.unique(columns), name)
    }

    /// Adds a CHECK constraint.
    public consuming func check(_ condition: SQLExpression, name: String? = nil) -> CreateTableStatement {
        adding(.check(condition), name)
    }

    /// Adds a foreign key of one or more columns.
    public consuming func foreignKey(
        _ columns: [String], references table: some SQLTableSource, _ parentColumns: [String] = [],
        onDelete: SQLForeignKeyAction? = nil, onUpdate: SQLForeignKeyAction? = nil, deferrable: SQLDeferral? = nil,
        name: String? = nil
    ) -> CreateTableStatement {
        let parent = SQLForeignKey(
            table: table.sqlTable, columns: parentColumns, onDelete: onDelete, onUpdate: onUpdate, deferral: deferrable)
        return adding(.foreignKey(columns, parent), name)
    }

    private consuming func adding(_ node: SQLTableConstraint.Node, _ name: String?) -> CreateTableStatement {
        constraints.append(SQLTableConstraint(name: name, node: node))
        return self
    }

    /// Enforces the type of every value: `STRICT`. SQLite; PostgreSQL always does.
    public consuming func strict() -> CreateTableStatement {
        isStrict = true
        return self
    }

    /// Stores the rows in the primary key's order: `WITHOUT ROWID`. SQLite; left out elsewhere, where no table has a rowid.
    public consuming func withoutRowid() -> CreateTableStatement {
        hasNoRowid = true
        return self
    }

    /// Creates the table from a query's rows: `CREATE TABLE … AS SELECT …`.
    public consuming func `as`(_ query: SelectStatement) -> CreateTableStatement {
        self.query = query
        return self
    }

    /// - Throws: ``SQLBuildError`` if the name or the columns are missing, or a table is made from a query and has columns of
    ///   its own, or on SQLite STRICT or WITHOUT ROWID.
    public func write(to writer: inout SQLWriter) throws {
        try writer.inlined { writer in
            writer.put(isTemporary ? "CREATE TEMPORARY TABLE " : "CREATE TABLE ")
            if isConditional { writer.put("IF NOT EXISTS ") }
            try writer.table(table, of: "a CREATE TABLE")
            if let query {
                guard columns.isEmpty, constraints.isEmpty else {
                    throw SQLBuildError(
                        .invalid, "a CREATE TABLE has both columns and a query", hint: "Use one of them")
                }
                guard !(isStrict || hasNoRowid) || !writer.features.contains(.rowidTables) else {
                    throw SQLBuildError(
                        .unsupported,
                        "\(writer.dialect.name) has no STRICT and no WITHOUT ROWID of a table made from a query",
                        hint: "Create the table with its columns, then insert the query's rows")
                }
                writer.put(" AS ")
                return try query.write(to: &writer)
            }
            try writeColumns(to: &writer)
        }
    }

    /// The foreign keys of columns, for an engine that takes them only behind all columns.
    private var columnForeignKeys: [SQLTableConstraint] {
        columns.flatMap { column in
            column.constraints.compactMap { constraint in
                constraint.parent.map { SQLTableConstraint(name: nil, node: .foreignKey([column.name], $0)) }
            }
        }
    }

    private func writeColumns(to writer: inout SQLWriter) throws {
        guard !columns.isEmpty else {
            throw SQLBuildError(.incomplete, "a CREATE TABLE has no columns", hint: "Add column(_:type:)")
        }
        writer.put(" (")
        let movesKeys = !writer.features.contains(.columnForeignKeys)
        for (index, column) in columns.enumerated() {
            if index > 0 { writer.put(", ") }
            try (movesKeys ? column.withoutReferences : column).write(to: &writer)
        }
        for constraint in constraints + (movesKeys ? columnForeignKeys : []) {
            writer.put(", ")
            try constraint.write(to: &writer)
        }
        writer.put(")")
        guard writer.features.contains(.rowidTables) else { return }
        if isStrict { writer.put(" STRICT") }
        if hasNoRowid { writer.put(isStrict ? ", WITHOUT ROWID" : " WITHOUT ROWID") }
    }
}
