extension SelectStatement {
    /// Reads from a table, a subquery or a function; a second call adds another after a comma.
    ///
    /// ```swift
    /// SelectStatement().from("main.phone call", alias: "c")                             // FROM "main"."phone call" AS "c"
    /// SelectStatement().from(SelectStatement().from("person"), alias: "p")              // FROM (SELECT …) AS "p"
    /// ```
    ///
    /// - Parameters:
    ///   - table: what is read. In a string a dot separates the schema; spaces and the like need nothing.
    ///   - alias: its name in this statement. PostgreSQL demands one for a subquery.
    ///   - columns: names for the columns of a function or subquery. PostgreSQL.
    public consuming func from(
        _ table: some SQLTableSource, alias: String? = nil, columns: [String] = []
    ) -> SelectStatement {
        append(SQLSource(table: table.sqlTable, alias: alias, aliasColumns: columns))
    }

    /// Joins a table, a subquery or a function.
    ///
    /// ```swift
    /// statement.join("phone call", alias: "c", type: .left).joinOn("c.person_pk", .equalTo, column: "p.pk")
    /// // LEFT JOIN "phone call" AS "c" ON "c"."person_pk" = "p"."pk"
    /// ```
    ///
    /// Its condition is what `joinOn` or ``joinUsing(_:)`` say next; cross and natural joins have none. Rendering
    /// throws ``SQLBuildError`` where a condition is missing or too much, and where the dialect lacks the join.
    public consuming func join(
        _ table: some SQLTableSource, alias: String? = nil, columns: [String] = [], type: SQLJoinType = .inner,
        lateral: Bool = false
    ) -> SelectStatement {
        append(
            SQLSource(
                table: table.sqlTable, alias: alias, aliasColumns: columns, join: type, isLateral: lateral))
    }

    private consuming func append(_ source: SQLSource) -> SelectStatement {
        clauses.value.sources.append(source)
        return self
    }

    /// Matches the rows of the last join by columns that both sides have: `USING ("a", "b")`.
    public consuming func joinUsing(_ columns: String...) -> SelectStatement {
        changeJoin("joinUsing") { $0.using += columns }
    }

    /// Adds a condition to the last join.
    public consuming func joinOn(_ condition: SQLCondition) -> SelectStatement {
        changeJoin("joinOn") { $0.conditions.append(condition) }
    }

    private consuming func changeJoin(_ call: String, _ change: (inout SQLSource) -> Void) -> SelectStatement {
        let last = clauses.value.sources.count - 1
        guard last >= 0, clauses.value.sources[last].join != nil else {
            clauses.value.changeRare {
                $0.misplaced =
                    $0.misplaced ?? SQLBuildError(.invalid, "\(call) stands before any join", hint: "Call join first")
            }
            return self
        }
        change(&clauses.value.sources[last])
        return self
    }
}
