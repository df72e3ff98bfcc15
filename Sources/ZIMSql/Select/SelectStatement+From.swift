extension SelectStatement {
    /// Reads from a table, a subquery or a function; a second call adds another after a comma.
    ///
    /// ```swift
    /// SelectStatement().from("main.phone call", alias: "c")                             // FROM "main"."phone call" AS "c"
    /// SelectStatement().from(SelectStatement().from("person"), alias: "p")              // FROM (SELECT …) AS "p"
    /// ```
    ///
    /// - Parameters:
    ///   - table: the source. In a string, a dot separates the schema; spaces need no quotes.
    ///   - alias: its name in this statement. PostgreSQL requires one for a subquery.
    ///   - columns: names for the columns of a function or subquery. PostgreSQL.
    public consuming func from(
        _ table: some SQLTableSource, alias: String? = nil, columns: [String] = []
    ) -> SelectStatement {
        clauses.sources.reserveFirst(2)
        clauses.sources.append(SQLSource(table: table.sqlTable, alias: alias, aliasColumns: columns))
        return self
    }

    /// Joins a table, a subquery or a function.
    ///
    /// ```swift
    /// statement.join("phone call", alias: "c", type: .left).joinOn("c.person_pk", .equalTo, column: "p.pk")
    /// // LEFT JOIN "phone call" AS "c" ON "c"."person_pk" = "p"."pk"
    /// ```
    ///
    /// The following `joinOn` or ``joinUsing(_:)`` sets its condition; cross and natural joins have none. Rendering
    /// throws ``SQLBuildError`` if a condition is missing or not allowed, and if the dialect lacks the join.
    public consuming func join(
        _ table: some SQLTableSource, alias: String? = nil, columns: [String] = [], type: SQLJoinType = .inner,
        lateral: Bool = false
    ) -> SelectStatement {
        clauses.sources.append(
            SQLSource(
                table: table.sqlTable, alias: alias, aliasColumns: columns, join: type, isLateral: lateral))
        return self
    }

    /// Sets the condition of the last join by common columns: `USING ("a", "b")`.
    public consuming func joinUsing(_ columns: String...) -> SelectStatement {
        var next = consume self
        next.clauses.joinUsing(columns)
        return next
    }

    /// Adds a condition to the last join.
    public consuming func joinOn(_ condition: consuming SQLCondition) -> SelectStatement {
        var next = consume self
        next.clauses.joinOn(condition)
        return next
    }

}

extension SelectClauses {
    fileprivate mutating func joinOn(_ condition: consuming SQLCondition) {
        let last = sources.count - 1
        guard last >= 0, sources[last].join != nil else { return misplace("joinOn") }
        sources[last].conditions.reserveFirst(2)
        sources[last].conditions.append(condition)
    }

    fileprivate mutating func joinUsing(_ columns: [String]) {
        let last = sources.count - 1
        guard last >= 0, sources[last].join != nil else { return misplace("joinUsing") }
        sources[last].using += columns
    }

    /// Keeps the mistake for rendering, since building does not throw.
    private mutating func misplace(_ call: String) {
        changeRare {
            $0.misplaced =
                $0.misplaced ?? SQLBuildError(.invalid, "\(call) stands before any join", hint: "Call join first")
        }
    }
}
