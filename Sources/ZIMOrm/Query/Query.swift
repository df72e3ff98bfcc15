public import ZIMDb

/// A query for one class's rows, built step by step and sent when you ask for its result.
///
/// ```swift
/// let open = try session.query(OrderLine.self)
///     .filter(\.warehouse == 1 && \.delivered == nil)
///     .orderBy(\.order, ascending: false)
///     .limit(20)
///     .all()
/// ```
///
/// A query is a value: each step returns a new one. It is only valid in its session.
///
/// ## Topics
/// ### Narrowing
/// - ``filter(_:)-(Filter<M>)``
/// - ``filter(_:)-(PredicateText)``
/// - ``limit(_:)``
/// - ``offset(_:)``
/// - ``after(_:)-(M)``
/// - ``unfiltered()``
/// ### Asking
/// - ``all()``
/// - ``first()``
/// - ``count()``
/// - ``exists()``
/// - ``forEach(_:)``
/// ### Changing rows
/// - ``update(_:)``
/// - ``delete()``
public struct Query<M: Model> {
    let session: Session
    let plan: TablePlan
    var spec = QuerySpec()
    /// What was wrong with an earlier step: thrown when the query is sent, so that steps can be chained without `try`.
    var failure: (any Error)?

    init(session: Session, plan: TablePlan) {
        self.session = session
        self.plan = plan
        do { spec.defaultFilter = try session.defaultFilter(of: plan) } catch { failure = error }
    }

    consuming func adding(_ change: (inout Query) throws -> Void) -> Query {
        guard failure == nil else { return self }
        do { try change(&self) } catch { failure = error }
        return self
    }

    // Declared before the other filters: only then does Swift say what is wrong in a closure.

    /// Keeps the rows that satisfy a condition over the class's properties, which are those of `$0`.
    ///
    /// ```swift
    /// query.filter { $0.year == 1998 && ($0.number > 2 || $0.customer == nil) }
    /// // WHERE "Invoice"."year" = ? AND ("Invoice"."number" > ? OR "Invoice"."customer" IS NULL)
    /// ```
    ///
    /// It is the filter by key paths, `filter(\.year == 1998)`, in a form in which Swift knows the class while it reads the
    /// condition: of a misspelt property it says which one it is, wherever it stands.
    public func filter(_ condition: (ModelProperties<M>) -> Filter<M>) -> Query { filter(condition(ModelProperties())) }

    /// Keeps the rows that satisfy a condition over the class's properties.
    public func filter(_ condition: Filter<M>) -> Query {
        adding {
            $0.spec.conditions.append(
                try condition.resolve(FilterResolver(plan: plan, session: session)))
        }
    }

    /// Keeps the rows that satisfy a predicate; interpolated values are bound.
    ///
    /// ```swift
    /// query.filter("lastName BEGINSWITH \("Mac") AND (age > 18 OR fax = nil)")
    /// ```
    public func filter(_ predicate: PredicateText) -> Query {
        adding { query in
            let node = try predicate.parse()
            var resolver = PredicateResolver(plan: query.plan, session: query.session, spec: query.spec)
            let condition: SQLExpression
            do { condition = try resolver.expression(node) } catch { throw predicate.explained(error) }
            query.spec = resolver.spec
            query.spec.conditions.append(condition)
        }
    }

    /// Keeps the rows that satisfy an expression of the statement builder. A literal is parsed as a predicate.
    @_disfavoredOverload
    public func filter(_ expression: SQLExpression) -> Query { adding { $0.spec.conditions.append(expression) } }

    /// Orders by a property, after any orders given before.
    ///
    /// ```swift
    /// query.orderBy(\.delivered, ascending: false, nulls: .first)
    /// // ORDER BY "order_line"."ol_delivery_d" DESC NULLS FIRST
    /// // MariaDB, MySQL: ORDER BY CASE WHEN `order_line`.`ol_delivery_d` IS NULL THEN 0 ELSE 1 END,
    /// //   `order_line`.`ol_delivery_d` DESC
    /// ```
    ///
    /// - Parameters:
    ///   - path: the property.
    ///   - ascending: whether the smallest value comes first.
    ///   - nulls: where NULL stands; without it, NULL is the smallest value on every engine. MariaDB and MySQL sort the rows for
    ///     the other place, since no index of theirs has it. Pages by ``after(_:)-(M)`` and ``last()`` go by it, too.
    public func orderBy<Value: ColumnValue>(
        _ path: KeyPath<M, Value>, ascending: Bool = true, nulls: SQLNulls? = nil
    ) -> Query {
        adding { query in
            query.spec.orderings.append(try query.sorting(query.plan.mapping.index(of: path), ascending, nulls))
        }
    }

    /// Orders by a column, property or dotted path, after any orders given before.
    ///
    /// ```swift
    /// query.orderBy("customer.name", nulls: .last)      // ORDER BY "customer"."c_name" NULLS LAST
    /// ```
    ///
    /// - Parameters:
    ///   - name: the column, property or path.
    ///   - ascending: whether the smallest value comes first.
    ///   - nulls: where NULL stands, as for a property; so do rows from which the path leads nowhere.
    public func orderBy(_ name: String, ascending: Bool = true, nulls: SQLNulls? = nil) -> Query {
        adding { query in
            if let position = query.plan.mapping.firstIndex(of: name) {
                query.spec.orderings.append(try query.sorting(position, ascending, nulls))
                return
            }
            var resolver = PredicateResolver(plan: query.plan, session: query.session, spec: query.spec)
            let target = try resolver.path(name.split(separator: ".").map(String.init), position: nil)
            let sorted = try query.session.plan(for: target.mapping).sortKey(
                target.expression, target.position, in: query.session)
            query.spec = resolver.spec
            query.spec.orderings.append(
                Ordering(expression: sorted.key, isAscending: ascending, position: nil, nulls: nulls))
        }
    }

    /// Orders by an expression of the statement builder. A literal is a column's name.
    @_disfavoredOverload
    public func orderBy(_ expression: SQLExpression, ascending: Bool = true, nulls: SQLNulls? = nil) -> Query {
        adding {
            $0.spec.orderings.append(
                Ordering(expression: expression, isAscending: ascending, position: nil, nulls: nulls))
        }
    }

    private func sorting(_ position: Int, _ isAscending: Bool, _ nulls: SQLNulls?) throws -> Ordering {
        let sorted = try plan.sortKey(plan.mapping.column(position), position, in: session)
        return Ordering(
            expression: sorted.key, isAscending: isAscending, position: sorted.isColumn ? position : nil, nulls: nulls)
    }

    /// Orders by the primary key, after any orders given before.
    public func orderByKey(ascending: Bool = true) -> Query {
        adding { query in
            let mapping = query.plan.mapping
            query.spec.orderings += mapping.key.map {
                Ordering(expression: mapping.column($0), isAscending: ascending, position: $0)
            }
        }
    }

    /// Limits the number of rows.
    ///
    /// The primary key completes the query's order, so that the same rows come in the same order every time, and pages
    /// by ``offset(_:)`` or ``after(_:)-(M)`` follow each other without a gap. A class without a key has no such order.
    ///
    /// ```swift
    /// let newest = try session.query(Order.self).orderBy(\.day, ascending: false).limit(20).all()
    /// // … ORDER BY "orders"."o_day" DESC, "orders"."o_w_id" DESC, "orders"."o_id" DESC LIMIT ?
    /// ```
    public func limit(_ count: Int) -> Query {
        adding { query in
            guard count >= 0 else { throw ModelError(.query, "a limit of \(count) rows is negative") }
            query.spec.limit = count
        }
    }

    /// Skips a number of rows; the primary key completes the order as with ``limit(_:)``.
    public func offset(_ count: Int) -> Query {
        adding { query in
            guard count >= 0 else { throw ModelError(.query, "an offset of \(count) rows is negative") }
            query.spec.offset = count
        }
    }

    /// Removes duplicate rows: `SELECT DISTINCT`.
    public func distinct() -> Query {
        adding { $0.spec.isDistinct = true }
    }

    /// The statement that ``all()`` would send, and its parameters.
    ///
    /// - Throws: what is wrong with the query.
    public func rendered() throws -> RenderedSQL { try checked().select() }

    /// The text of the statement that ``all()`` would send.
    public var sql: String {
        get throws { try rendered().sql }
    }

    /// - Parameters:
    ///   - selected: what is selected in place of whole rows.
    ///   - others: what else stands in the statement.
    func checked(
        selecting selected: [SQLExpression] = [], beside others: [SQLExpression] = []
    ) throws -> QueryStatement {
        if let failure { throw failure }
        if let ordered = spec.continuedOrder, ordered < spec.orderings.count, spec.groupBy.isEmpty {
            throw ModelError(
                .query,
                "the order of \"\(plan.mapping.table)\" was added to behind after, which goes by the whole order",
                table: plan.mapping.table, hint: "Call orderBy before after")
        }
        var complete = spec
        complete.orderGroups()
        if spec.isCut { complete.completeOrder(with: plan.mapping, selecting: selected) }
        try plan.readNullableKey(for: complete.orderings, in: session)
        return QueryStatement(
            plan: plan, spec: complete,
            hidesKeyColumns: try complete.namesKeyColumns(beside: selected + others, plan.dialect))
    }
}

extension Session {
    /// Makes a query for a class's rows.
    public func query<M: Model>(_ type: M.Type) throws -> Query<M> { Query(session: self, plan: try plan(for: type)) }
}
