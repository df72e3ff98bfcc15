/// An INSERT of one row, of many rows, or of the rows of a query.
///
/// ```swift
/// InsertStatement(into: "person").column("first_name", value: "Ada").column("born", value: 1815)
/// // INSERT INTO "person" ("first_name", "born") VALUES (?, ?)
/// InsertStatement(into: "person").columns(["first_name", "born"]).values("Ada", 1815).values("Grace", 1906)
/// // INSERT INTO "person" ("first_name", "born") VALUES (?, ?), (?, ?)
/// InsertStatement(into: "person").columns(["first_name"]).select(SelectStatement().column("name").from("import"))
/// // INSERT INTO "person" ("first_name") SELECT "name" FROM "import"
/// ```
///
/// Names of columns are not split at dots. Rendering throws ``SQLBuildError`` if the table is missing, if the number
/// of values in a row differs from the number of columns, or if there are both rows and a query.
///
/// Source: <https://www.sqlite.org/lang_insert.html>, <https://www.postgresql.org/docs/15/sql-insert.html>
public struct InsertStatement: SQLStatement, SQLReturning {
    enum Source: Hashable, Sendable {
        case rows([[SQLExpression]])
        case select(SelectStatement)
        case defaults
        /// more than one of these
        case several
    }

    var table: SQLTable?
    var alias: String?
    var columnNames: [String] = []
    /// The values of `column(_:value:)`, which are the first row.
    var row: [SQLExpression] = []
    var source: Source = .rows([])
    var action: SQLConflictAction?
    /// Whether a column that the server always numbers itself takes the value that is given.
    package var overridesIdentity = false
    var commonTables: [SQLCommonTable] = []
    var returned: [SelectClauses.ResultColumn] = []

    /// Starts an INSERT; name the table with ``into(_:alias:)``.
    public init() {}

    /// Starts an INSERT into a table.
    public init(into table: some SQLTableSource) { self.table = table.sqlTable }

    /// Names the table, and an alias for it that an upsert's conditions may use.
    public consuming func into(_ table: some SQLTableSource, alias: String? = nil) -> InsertStatement {
        self.table = table.sqlTable
        self.alias = alias
        return self
    }

    /// Adds a column and its value to the row.
    public consuming func column(_ name: String, value: some SQLOperand) -> InsertStatement {
        column(name, value: value.sqlOperand)
    }

    /// Adds a column and the expression of its value to the row; nil is NULL.
    public consuming func column(_ name: String, value: SQLExpression) -> InsertStatement {
        columnNames.append(name)
        row.append(value)
        return self
    }

    /// Names the columns of the rows that `values` or `select` give.
    public consuming func columns(_ names: [String]) -> InsertStatement {
        columnNames += names
        return self
    }

    /// Adds a row, with its values in the order of the columns.
    public consuming func values(_ row: (any SQLOperand)?...) -> InsertStatement {
        values(SQLExpression.row(of: row))
    }

    /// Adds a row of expressions.
    public consuming func values(_ row: [SQLExpression]) -> InsertStatement {
        rows([row])
    }

    /// Adds rows of expressions.
    public consuming func rows(_ more: [[SQLExpression]]) -> InsertStatement {
        guard case .rows(var rows) = source else { return more.isEmpty ? self : self.replacing(.rows(more)) }
        source = .rows([])
        rows += more
        source = .rows(rows)
        return self
    }

    private consuming func replacing(_ new: Source) -> InsertStatement {
        switch (source, new) {
        case (.rows(let rows), _) where rows.isEmpty: source = new
        case (.select, .select), (.defaults, .defaults): source = new
        default: source = .several
        }
        return self
    }

    /// Inserts the rows of a query.
    public consuming func select(_ statement: SelectStatement) -> InsertStatement { replacing(.select(statement)) }

    /// Inserts a row of default values: `DEFAULT VALUES`.
    public consuming func defaultValues() -> InsertStatement { replacing(.defaults) }

    /// Sets what happens if the row violates a constraint: `INSERT OR IGNORE`.
    public consuming func or(_ action: SQLConflictAction) -> InsertStatement {
        self.action = action
        return self
    }

    /// Names a subquery for this statement: `WITH "name" AS (SELECT …) INSERT …`.
    public consuming func with(
        _ name: String, columns: [String] = [], as statement: SelectStatement
    ) -> InsertStatement {
        commonTables.append(
            SQLCommonTable(
                name: name, columns: columns, isRecursive: false, materialized: nil, body: .select(statement)))
        return self
    }

    public consuming func returning(_ expression: SQLExpression, alias: String?) -> InsertStatement {
        returned.append(SelectClauses.ResultColumn(expression: expression, alias: alias))
        return self
    }
}

extension SQLExpression {
    /// The expressions of a row's values; a single array is the row itself, since no column holds a list.
    static func row(of values: [(any SQLOperand)?]) -> [SQLExpression] {
        let row = values.map { $0.map { $0.sqlOperand } ?? nil }
        if row.count == 1, case .list(let items)? = row.first?.node { return items }
        return row
    }
}
