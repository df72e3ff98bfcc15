public import ZIMDb

/// A query whose rows are grouped: `GROUP BY`.
///
/// ```swift
/// let busy = try session.query(OrderLine.self)
///     .groupBy("ol_w_id", "ol_d_id")
///     .having(.count() > 10)
///     .rows(.count(), .function("sum", .column("ol_amount")))
/// // SELECT "order_line"."ol_w_id", "order_line"."ol_d_id", count(*), sum("ol_amount") FROM "order_line"
/// //   GROUP BY "order_line"."ol_w_id", "order_line"."ol_d_id" HAVING count(*) > ?
/// ```
public struct GroupedQuery<M: Model> {
    var query: Query<M>

    /// Keeps the groups for which an expression is true: `HAVING`.
    public func having(_ expression: SQLExpression) -> GroupedQuery {
        var copy = self
        copy.query.spec.having.append(expression)
        return copy
    }

    /// Orders the groups.
    @_disfavoredOverload
    public func orderBy(_ expression: SQLExpression, ascending: Bool = true, nulls: SQLNulls? = nil) -> GroupedQuery {
        GroupedQuery(query: query.orderBy(expression, ascending: ascending, nulls: nulls))
    }

    /// Orders the groups by a grouped column.
    public func orderBy(_ name: String, ascending: Bool = true, nulls: SQLNulls? = nil) -> GroupedQuery {
        GroupedQuery(query: query.orderBy(name, ascending: ascending, nulls: nulls))
    }

    /// Limits the number of groups.
    public func limit(_ count: Int) -> GroupedQuery { GroupedQuery(query: query.limit(count)) }

    /// Skips a number of groups.
    public func offset(_ count: Int) -> GroupedQuery { GroupedQuery(query: query.offset(count)) }

    /// The statement that ``rows(_:)`` would send, and its parameters.
    public func rendered(_ expressions: SQLExpression...) throws -> RenderedSQL { try rendered(expressions) }

    private func rendered(_ expressions: [SQLExpression]) throws -> RenderedSQL {
        let statement = try query.checked(beside: expressions)
        return try statement.groups(expressions)
    }

    /// One row for each group: its grouped columns, then the values of the expressions.
    public func rows(_ expressions: SQLExpression...) throws -> [ResultRow] {
        try query.run(rendered(expressions)) { try $0.resultRows() }
    }

    /// The number of groups.
    public func count() throws -> Int {
        let rendered = try query.checked().countOfGroups()
        return try query.run(rendered) { try $0.step() ? try Row($0).get(0, as: Int.self) : 0 }
    }
}

extension Query {
    /// Groups rows by a property.
    public func groupBy<Value: ColumnValue>(_ path: KeyPath<M, Value>) -> GroupedQuery<M> {
        groupBy { [try $0.index(of: path)] }
    }

    /// A limit before the groups would be one of rows, and SQL has none there.
    private func requireUncut() throws {
        guard spec.groupBy.isEmpty, spec.limit != nil || spec.offset != nil else { return }
        throw ModelError(
            .query, "rows of \"\(plan.mapping.table)\" are grouped behind a limit or an offset",
            table: plan.mapping.table,
            hint: "Call groupBy first: its limit is one of groups")
    }

    /// Groups rows by columns or properties of the class; a path through a relationship is none.
    public func groupBy(_ names: String...) -> GroupedQuery<M> { groupBy(names) }

    fileprivate func groupBy(_ names: [String]) -> GroupedQuery<M> { groupBy { try $0.indexes(of: names) } }

    /// Groups rows by an expression of the statement builder. A literal is a column's name.
    ///
    /// ```swift
    /// let month = SQLExpression.function("substr", .column("ol_delivery_d"), 1, 7)
    /// for row in try session.query(OrderLine.self).groupBy(month).orderBy(month).rows(.count()) {
    ///     print(row[0], row[1])  // 2026-03 17
    /// }
    /// // SELECT substr("ol_delivery_d", ?, ?), count(*) FROM "order_line"
    /// //   GROUP BY substr("ol_delivery_d", ?, ?) ORDER BY substr("ol_delivery_d", ?, ?)
    /// ```
    ///
    /// The value of the expression comes in the rows where those of grouped columns do; what its column is called depends on
    /// the engine. The same expression may stand in ``GroupedQuery/having(_:)``, in an order, and among the expressions of
    /// ``GroupedQuery/rows(_:)``: PostgreSQL gets its parameters once, and MariaDB and MySQL an alias for HAVING.
    ///
    /// - Parameter expression: no aggregate.
    /// - Throws: when the query is sent, ``ModelError`` with code query if rows are grouped behind a limit, `DatabaseError`.
    @_disfavoredOverload
    public func groupBy(_ expression: SQLExpression) -> GroupedQuery<M> { grouped { _ in [expression] } }

    private func groupBy(_ positions: (Mapping) throws -> [Int]) -> GroupedQuery<M> {
        grouped { try positions($0).map($0.column) }
    }

    private func grouped(_ expressions: (Mapping) throws -> [SQLExpression]) -> GroupedQuery<M> {
        GroupedQuery(
            query: adding { query in
                try query.requireUncut()
                query.spec.groupBy += try expressions(query.plan.mapping)
            })
    }
}

extension GroupedQuery {
    /// Also groups by another property.
    public func groupBy<Value: ColumnValue>(_ path: KeyPath<M, Value>) -> GroupedQuery { query.groupBy(path) }

    /// Also groups by other columns or properties, behind those before.
    ///
    /// ```swift
    /// let lines = try session.query(OrderLine.self).groupBy(\.warehouse)
    /// let fine = try lines.groupBy("ol_d_id", "ol_o_id").rows(.count())
    /// // … GROUP BY "order_line"."ol_w_id", "order_line"."ol_d_id", "order_line"."ol_o_id"
    /// ```
    public func groupBy(_ names: String...) -> GroupedQuery { query.groupBy(names) }

    /// Also groups by an expression of the statement builder. A literal is a column's name.
    @_disfavoredOverload
    public func groupBy(_ expression: SQLExpression) -> GroupedQuery { query.groupBy(expression) }
}

extension Query {
    /// The values of some expressions, of each row or, if they are aggregates, of all rows together.
    ///
    /// ```swift
    /// let total = try session.query(OrderLine.self).filter(\.warehouse == 1)
    ///     .rows(.count(), .sum(.column("ol_amount")), .maximum(.column("ol_number"))).first
    /// // SELECT count(*), sum("ol_amount"), max("ol_number") FROM "order_line" WHERE "order_line"."ol_w_id" = ?
    /// ```
    ///
    /// An order and a limit are those of the rows that are returned, as in SQL. Aggregates of a query with a limit, an offset or
    /// `distinct` are refused: whether they would be over all rows is not to be seen.
    ///
    /// - Throws: ``ModelError`` with code query, `DatabaseError`.
    public func rows(_ expressions: SQLExpression...) throws -> [ResultRow] {
        var query = self
        if expressions.contains(where: \.hasAggregate) {
            guard spec.limit == nil, spec.offset == nil, !query.spec.isDistinct else {
                throw ModelError(
                    .query,
                    "rows of \"\(plan.mapping.table)\" are aggregated, and the query has a limit, an offset or distinct",
                    table: plan.mapping.table, hint: "Group the rows, or ask count(), sum(…) and the like")
            }
            // There is one row.
            query.spec.orderings = []
        }
        guard !expressions.isEmpty else {
            throw ModelError(.query, "rows of \"\(plan.mapping.table)\" names no expression", table: plan.mapping.table)
        }
        return try query.run(query.checked(selecting: expressions).select(expressions)) { try $0.resultRows() }
    }
}

extension Statement {
    func resultRows() throws -> [ResultRow] {
        var rows: [ResultRow] = []
        let row = Row(self)
        let names = row.columnNames
        while try step() { rows.append(ResultRow(columns: names, values: row.values)) }
        return rows
    }
}
