extension SelectStatement {
    /// Combines the rows with those of another query; the order and the limit apply to the whole.
    ///
    /// ```swift
    /// SelectStatement().column("name").from("person")
    ///     .combine(SelectStatement().column("name").from("company"), .union).orderBy("name")
    /// // SELECT "name" FROM "person" UNION SELECT "name" FROM "company" ORDER BY "name"
    /// ```
    ///
    /// Several calls combine from left to right on every engine. A member with an order, a limit or members of its own
    /// is put in parentheses, or in a subquery on SQLite.
    public consuming func combine(_ other: SelectStatement, _ operation: SQLCompoundOperator) -> SelectStatement {
        clauses.changeRare {
            $0.compounds.append(SelectClauses.Compound(operation: operation, statement: other))
        }
        return self
    }

    /// The rows of both queries without duplicates: `UNION`.
    public consuming func union(_ other: SelectStatement) -> SelectStatement { combine(other, .union) }
    /// The rows of both queries: `UNION ALL`.
    public consuming func unionAll(_ other: SelectStatement) -> SelectStatement { combine(other, .unionAll) }
    /// The rows that both queries have: `INTERSECT`.
    public consuming func intersect(_ other: SelectStatement) -> SelectStatement { combine(other, .intersect) }
    /// The rows that the other query does not have: `EXCEPT`.
    public consuming func except(_ other: SelectStatement) -> SelectStatement { combine(other, .except) }

    /// Names a subquery for this statement: `WITH "name" AS (SELECT …)`.
    ///
    /// - Parameters:
    ///   - name: the name that FROM and JOIN use.
    ///   - columns: names for its columns.
    ///   - materialized: whether the engine computes it once (`MATERIALIZED`) or merges it in; nil lets the engine
    ///     decide.
    ///   - statement: the subquery.
    public consuming func with(
        _ name: String, columns: [String] = [], materialized: Bool? = nil, as statement: SelectStatement
    ) -> SelectStatement {
        adding(
            SQLCommonTable(
                name: name, columns: columns, isRecursive: false, materialized: materialized, body: .select(statement)))
    }

    /// Names a raw SQL statement for this one, such as an INSERT with RETURNING on PostgreSQL.
    public consuming func with(
        _ name: String, columns: [String] = [], materialized: Bool? = nil, as sql: SQL
    ) -> SelectStatement {
        adding(
            SQLCommonTable(
                name: name, columns: columns, isRecursive: false, materialized: materialized, body: .sql(sql)))
    }

    /// Names a recursive subquery: `WITH RECURSIVE "name" AS (SELECT … UNION ALL SELECT …)`.
    ///
    /// ```swift
    /// let numbers = SelectStatement(values: [[1]])
    ///     .unionAll(SelectStatement().column(.name("n") + 1).from("numbers").where("n", .lessThan, 10))
    /// SelectStatement().withRecursive("numbers", columns: ["n"], as: numbers).from("numbers")
    /// ```
    public consuming func withRecursive(
        _ name: String, columns: [String] = [], materialized: Bool? = nil, as statement: SelectStatement
    ) -> SelectStatement {
        adding(
            SQLCommonTable(
                name: name, columns: columns, isRecursive: true, materialized: materialized, body: .select(statement)))
    }

    private consuming func adding(_ table: SQLCommonTable) -> SelectStatement {
        clauses.changeRare { $0.commonTables.append(table) }
        return self
    }

    /// Names a window for `over("name")`: `WINDOW "name" AS (…)`.
    public consuming func window(_ name: String, as window: SQLWindow) -> SelectStatement {
        clauses.changeRare { $0.windows.append(SelectClauses.NamedWindow(name: name, window: window)) }
        return self
    }

    /// Locks the rows until the transaction ends: `FOR UPDATE`. On SQLite rendering throws, and that of a UNION on every engine: it
    /// would lock the rows of its last member only, or fail.
    public consuming func lock(
        _ strength: SQLRowLock.Strength, of tables: [String] = [], waiting: SQLRowLock.Waiting? = nil
    ) -> SelectStatement {
        clauses.changeRare {
            $0.locks.append(SQLRowLock(strength: strength, tables: tables, waiting: waiting))
        }
        return self
    }
}
