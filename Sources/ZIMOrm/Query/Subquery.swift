public import ZIMDb

extension Query {
    /// The query as a value of another one's expression: `(SELECT avg("amount") FROM "sale" WHERE …)`.
    ///
    /// ```swift
    /// let mean = try session.query(Sale.self).filter(\.shop == 1).subquery(.average(.column("amount")))
    /// let large = try session.query(Sale.self).filter(.column("amount") > mean).all()
    /// // … WHERE "amount" > (SELECT avg("amount") FROM "sale" WHERE "sale"."shop" = ?)
    /// ```
    ///
    /// A limit or an offset applies to the rows that are aggregated, as it does in ``count()``.
    ///
    /// A condition may name columns of the query around this one by their table, as long as it is another table: tables have no
    /// alias here, so the name of a table that stands in both means that of this query.
    ///
    /// - Parameter expression: an aggregate, or any expression if the query has `limit(1)`: a subquery has one value.
    /// - Throws: ``ModelError`` with code query if it could have several.
    public func subquery(_ expression: SQLExpression) throws -> SQLExpression {
        let statement = try checked(beside: [expression])
        guard expression.hasAggregate || (spec.limit ?? Int.max) <= 1 else {
            throw ModelError(
                .query, "a subquery of \"\(plan.mapping.table)\" could have several values, and SQL compares with one",
                table: plan.mapping.table, hint: "Take an aggregate, such as .maximum(…), or add limit(1)")
        }
        guard expression.hasAggregate, !spec.isCut, !spec.orderings.isEmpty else {
            return .operand("(\(statement.named(try statement.aggregate(expression))))")
        }
        // An order of the rows says nothing of an aggregate, and PostgreSQL refuses it.
        var unordered = self
        unordered.spec.orderings = []
        return try unordered.subquery(expression)
    }

    /// Throws unless this is a query of a session, which has another around it.
    func requireSession(_ other: Session, around table: String) throws {
        guard session !== other else { return }
        throw ModelError(.query, "a subquery of \"\(plan.mapping.table)\" belongs to another session", table: table)
    }

    /// `("a", "b") IN (SELECT "c", "d" FROM …)`
    ///
    /// - Parameters:
    ///   - columns: those of the query around this one.
    ///   - own: what this one finds.
    func holds(_ columns: [SQLExpression], _ own: [SQLExpression]) throws -> SQLExpression {
        let rows = try rows(of: own)
        guard let only = columns.first, columns.count == 1 else { return .binary(.row(columns), .in, rows) }
        return .binary(only, .in, rows)
    }

    /// `SELECT "a", "b" FROM …`: the rows that IN compares with.
    private func rows(of expressions: [SQLExpression]) throws -> SQLExpression {
        var ordered = self
        if !spec.isCut { ordered.spec.orderings = [] }
        let statement = try ordered.checked(selecting: expressions)
        let rows = try statement.selection(expressions)
        let features = plan.dialect.features
        // MariaDB and MySQL do not cut the rows of such a list, and SQLite 3.40 loses rows of one with DISTINCT and a limit.
        let isLost = features.contains(.multipleTableChanges) || features.contains(.liveRows) && spec.isDistinct
        // Inside of a table that an IN reads, MariaDB 10.11 forgets another IN.
        guard features.contains(.changedTableIsHidden) || spec.hasLimit && isLost else {
            return .sql("\(statement.named(rows))")
        }
        return .sql("\(statement.named(SelectStatement().from(statement.names.source(rows, "rows"))))")
    }
}

extension Filter {
    /// The property's column holds one of the values that another query finds in a column.
    ///
    /// ```swift
    /// let large = try session.query(Order.self).filter(\.amount > 100)
    /// try session.query(Customer.self).filter(.in(\.id, \.customer, of: large)).all()
    /// // … WHERE "customer"."id" IN (SELECT "orders"."customer" FROM "orders" WHERE "orders"."amount" > ?)
    /// ```
    ///
    /// Both are columns of one type; one of them may be NULL, which no value equals. Behind `!` the values hold for `NOT IN` of
    /// SQL: if one of them is NULL, no row is found. ``exists(_:)`` has no such case.
    ///
    /// - Throws: when the query is sent, ``ModelError`` with code query if the types differ or the other query is of another
    ///   session.
    public static func `in`<Value: ColumnValue, Other: Model, OtherValue: ColumnValue>(
        _ path: KeyPath<M, Value>, _ other: KeyPath<Other, OtherValue>, of query: Query<Other>
    ) -> Filter {
        RowValue(path).in(RowValue(other), of: query)
    }
}

extension RowValue {
    /// The columns hold what another query finds in as many columns of a row.
    ///
    /// ```swift
    /// let open = try session.query(Order.self).filter(\.carrier == nil)
    /// try session.query(OrderLine.self).filter(RowValue(\.year, \.order).in(RowValue(\.year, \.number), of: open)).all()
    /// // … WHERE ("order_line"."year", "order_line"."order") IN
    /// //   (SELECT "orders"."year", "orders"."number" FROM "orders" WHERE "orders"."carrier" IS NULL)
    /// ```
    ///
    /// Behind `!` it is `NOT IN` of SQL: a row of the query with NULL leaves out every row that its other columns do not tell
    /// from it.
    ///
    /// - Throws: as ``Filter/in(_:_:of:)``, and query if the numbers of columns differ.
    public func `in`<Other: Model, OtherValues>(
        _ other: RowValue<Other, OtherValues>, of query: Query<Other>
    ) -> Filter<M> {
        filter { plan, session, positions, resolver in
            try query.requireSession(session, around: plan.mapping.table)
            let others = try other.positions(in: query.plan.mapping)
            guard others.count == positions.count else {
                throw ModelError(
                    .query,
                    "\(positions.count) columns of \"\(plan.mapping.table)\" are compared with \(others.count) of "
                        + "\"\(query.plan.mapping.table)\"", table: plan.mapping.table)
            }
            let pairs = try zip(positions, others).map { index, otherPosition in
                try ComparedPair(left: plan, index, right: query.plan, otherPosition)
                    .sides(
                        resolver.column(index), query.plan.mapping.column(otherPosition), ofOneType: true, in: session)
            }
            return try query.holds(pairs.map(\.left), pairs.map(\.right))
        }
    }
}

extension QueryStatement {
    /// A statement of this query inside that of another.
    fileprivate func named(_ statement: SelectStatement) -> NamedStatement {
        NamedStatement(statement: statement, prefix: names.prefix)
    }
}
