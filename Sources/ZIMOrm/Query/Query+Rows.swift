public import ZIMDb

extension Query {
    /// All models that the query finds.
    ///
    /// - Throws: ``ModelError`` if a value is invalid for its property, `DatabaseError`.
    public func all() throws -> sending [M] {
        sent(try models())
    }

    /// The first model in the query's order; any model if the query has no order.
    public func first() throws -> sending M? {
        var one = limit(Swift.min(1, spec.limit ?? 1))
        // Where neither an order nor a page was asked for, any row will do, and none need be sorted.
        one.spec.takesAnyRow = spec.orderings.isEmpty && !spec.isCut
        return sent(try one.models().first)
    }

    var loader: RowLoader {
        RowLoader(plan: plan, session: session, loading: spec.loading)
    }

    private func load(_ statement: Statement, into window: inout WindowRows, limit: Int = .max) throws {
        if spec.joined.isEmpty { return try loader.load(statement, into: &window, limit: limit) }
        try JoinedRowReader(loads: spec.joined, loader: loader).load(statement, into: &window, limit: limit)
    }

    func models() throws -> [M] {
        let query = try checked()
        return try models(query.selection(), query) { try load($0, into: &$1) }
    }

    /// The models of a statement of the query, with what is loaded with them.
    func models(
        _ statement: SelectStatement, _ query: QueryStatement, _ load: (Statement, inout WindowRows) throws -> Void
    ) throws -> [M] {
        var window = WindowRows()
        try session.withLoadHooksBehind { try run(statement, query) { try load($0, &window) } }
        for load in spec.eager { try load.load(for: window.models, in: session) }
        return window.models.cast()
    }

    /// Calls a closure with each model in turn; at most 1,000 of them are in memory at a time.
    ///
    /// ```swift
    /// try session.query(OrderLine.self).forEach { line in total += line.amount }
    /// ```
    ///
    /// The rows are those that there were when it began, whatever the closure writes. In a transaction that writes, SQLite first
    /// collects them: `WITH "zim_rows" AS MATERIALIZED (SELECT …) SELECT * FROM "zim_rows"`.
    ///
    /// - Throws: what the closure throws; the query ends then.
    ///
    /// Source: <https://www.sqlite.org/isolation.html>, <https://www.sqlite.org/lang_with.html#materialization_hints>
    public func forEach(_ body: (M) throws -> Void) throws {
        let query = try checked()
        let isLive = !session.isReadOnly && plan.dialect.features.contains(.liveRows)
        try run(isLive ? query.collected() : query.selection(), query) { statement in
            try Window.forEach(
                statement, in: session,
                { window, most in
                    try load(statement, into: &window, limit: most)
                    for load in spec.eager { try load.load(for: window.models, in: session) }
                }, body)
        }
    }

    /// The number of rows that the query finds.
    public func count() throws -> Int { try aggregate(.count(), as: Int.self) ?? 0 }

    /// Whether the query finds any row.
    public func exists() throws -> Bool {
        try run(checked().exists()) { try $0.step() ? try Row($0).get(0, as: Bool.self) : false }
    }

    /// The sum of a property over the rows; nil if all values are NULL or there is no row.
    public func sum<Value: ColumnValue>(_ path: KeyPath<M, Value>) throws -> Value? { try aggregate("sum", path) }

    /// The sum of a property that can be nil.
    public func sum<Value: ColumnValue>(_ path: KeyPath<M, Value?>) throws -> Value? {
        try aggregate("sum", path) ?? nil
    }

    /// The smallest value of a property that can be nil.
    public func min<Value: ColumnValue>(_ path: KeyPath<M, Value?>) throws -> Value? {
        try aggregate("min", path) ?? nil
    }

    /// The largest value of a property that can be nil.
    public func max<Value: ColumnValue>(_ path: KeyPath<M, Value?>) throws -> Value? {
        try aggregate("max", path) ?? nil
    }

    /// The smallest value of a property.
    public func min<Value: ColumnValue>(_ path: KeyPath<M, Value>) throws -> Value? { try aggregate("min", path) }

    /// The largest value of a property.
    public func max<Value: ColumnValue>(_ path: KeyPath<M, Value>) throws -> Value? { try aggregate("max", path) }

    /// The mean of a property over the rows in which it is not NULL. The engine adds whole and decimal numbers up exactly, but
    /// SQLite decimal numbers as real ones; `aggregate("avg", …)` gives all digits.
    public func average<Value: ColumnValue>(_ path: KeyPath<M, Value>) throws -> Double? {
        try aggregate(.mean(of: column(plan.mapping.index(of: path)), for: plan.dialect), as: Double?.self) ?? nil
    }

    /// An aggregate of a column that is named at run time, such as `"sum"` of `"ol_amount"`.
    ///
    /// - Parameters:
    ///   - function: sum, avg, min, max, count or total.
    ///   - name: the column or property.
    public func aggregate(_ function: String, _ name: String) throws -> SQLValue {
        let known = ["sum", "avg", "min", "max", "count", "total"]
        guard known.contains(function.lowercased()) else {
            throw ModelError(.query, "\"\(function)\" is no aggregate; known: \(known.joined(separator: ", "))")
        }
        let position = try plan.mapping.index(of: name)
        if ["min", "max"].contains(function.lowercased()) { try plan.requireSortable(position, in: session) }
        let column = column(position)
        if function.lowercased() == "total", !plan.dialect.features.contains(.total) {
            let sum = SQLExpression.function("sum", column)
            return .real(try aggregate(sum, as: Double?.self)?.flatMap { $0 } ?? 0)
        }
        let isMean = function.lowercased() == "avg"
        return try aggregate(
            isMean ? .mean(of: column, for: plan.dialect) : .function(function, operand(position)), as: SQLValue.self)
            ?? .null
    }

    private func aggregate<Value: ColumnValue>(_ function: String, _ path: KeyPath<M, Value>) throws -> Value? {
        let position = try plan.mapping.index(of: path)
        if function != "sum" { try plan.requireSortable(position, in: session) }
        return try plan.mapping.naming(position) {
            try aggregate(.function(function, operand(position))) { row in
                if row.isNull(0) { return nil }
                if function == "sum" { return try Value(column: row.value(at: 0)) }
                // One of the column's own values, so it is read as the column is: a date in its format.
                let model = M()
                try plan.mapping.read(position, from: row, at: 0, into: model)
                return model[keyPath: path]
            }
        }
    }

    private func operand(_ position: Int) throws -> SQLExpression {
        try plan.aggregated(column(position), at: position, in: session)
    }

    private func column(_ position: Int) -> SQLExpression { plan.mapping.column(position) }

    private func aggregate<Value: ColumnValue>(_ expression: SQLExpression, as type: Value.Type) throws -> Value? {
        try aggregate(expression) { try $0.get(0, as: type) }
    }

    private func aggregate<Value>(_ expression: SQLExpression, _ read: (Row) throws -> Value?) throws -> Value? {
        var unordered = self
        if spec.limit == nil && spec.offset == nil { unordered.spec.orderings = [] }
        let statement = try unordered.checked(beside: [expression])
        return try run(statement.rendered(statement.aggregate(expression))) {
            try $0.step() ? try read(Row($0)) : nil
        }
    }

    /// Updates all rows that the query finds, in one statement.
    ///
    /// ```swift
    /// try session.query(Stock.self).filter(\.warehouse == 1).update(.set(\.quantity, 100))
    /// // UPDATE "stock" SET "s_quantity" = ? WHERE "stock"."s_w_id" = ?
    /// ```
    ///
    /// - Returns: the number of updated rows.
    @discardableResult
    public func update(_ assignments: Assignment<M>...) throws -> Int {
        guard !assignments.isEmpty else { return 0 }
        let resolver = FilterResolver(plan: plan, session: session)
        var resolved = try assignments.map { try $0.resolve(resolver) }
        if let version = plan.mapping.versionPosition, !resolved.contains(where: { $0.position == version }) {
            // Models that were read before must not write over this change.
            resolved.append((version, plan.countedUp(version, isReadBack: false)))
        }
        return try change(readingTable: true) { try $0.update(resolved) }
    }

    /// Deletes all rows that the query finds, in one statement.
    ///
    /// - Returns: the number of deleted rows.
    @discardableResult
    public func delete() throws -> Int { try change { try $0.delete() } }

    /// - Parameter matters: whether it matters that conditions read what is changed meanwhile.
    private func change(
        readingTable matters: Bool = false, _ render: (QueryStatement) throws -> RenderedSQL
    ) throws -> Int {
        var statement = try checked()
        if matters { statement.readsTable = try statement.readsItself() }
        if !statement.isOfKeys, !statement.isPlain || statement.readsTable {
            statement.changedRows = try plan.changedRows(in: session)
        }
        let rendered = try render(statement)
        try session.requireSaveable(plan)
        let isShown = statement.changedRows == .shown
        let isUncounted = try session.isUncounted(plan)
        // Nobody writes between the two.
        let found = isShown || isUncounted ? try count() : nil
        if isShown, let found { try requireNoTwins(statement, found) }
        var changed = 0
        try session.changing(plan, []) {
            try run(rendered) { while try $0.step() {} }
            changed = (isUncounted ? found : nil) ?? session.changes
        }
        return changed
    }

    /// What a view shows is told apart by the class's key alone: throws where other rows have that of one that was found.
    private func requireNoTwins(_ statement: QueryStatement, _ found: Int) throws {
        guard !plan.mapping.key.isEmpty else { return }
        let met = try run(statement.countOfKeys()) { try $0.step() ? Row($0).get(0, as: Int.self) : 0 }
        // A row is found once for each that it is joined to.
        let isJoined = !spec.joins.isEmpty || spec.joinTable != nil
        if met == found || isJoined && met < found { return }
        let key = plan.mapping.keyNames.joined(separator: ", ")
        throw ModelError(
            .conflict,
            met > found
                ? "\(met) rows of \"\(plan.mapping.table)\" have the keys (\(key)) of the \(found) that were found: none was changed"
                : "\(found - met) of the \(found) rows of \"\(plan.mapping.table)\" that were found have NULL in the key (\(key)): "
                    + "none was changed",
            table: plan.mapping.table,
            hint: "Filter by the view's own columns alone, or name columns in primaryKey that tell its rows apart")
    }
}

extension TablePlan {
    /// A column for an aggregate: of a BIT as a number, where an expression is sent in two forms.
    func aggregated(_ column: SQLExpression, at position: Int, in session: Session) throws -> SQLExpression {
        guard dialect.features.contains(.ambiguousBits),
            try tableSchema(in: session).column(mapping.columns[position].name)?.type.lowercased().hasPrefix("bit")
                == true
        else { return column }
        return column + 0
    }
}

/// A column and its new value, for ``Query/update(_:)``.
public struct Assignment<M: Model> {
    let resolve: (FilterResolver) throws -> (position: Int, value: SQLExpression)

    /// Sets a property's column to a value.
    public static func set<Value: ColumnValue>(_ path: KeyPath<M, Value>, _ value: Value) -> Assignment {
        let bound = value.sqlValue
        return Assignment { resolver in
            let position = try resolver.mapping.index(of: path)
            return (position, try resolver.written(bound, to: position))
        }
    }

    /// Sets a property's column to an expression, for example `.column("s_quantity") - 5`.
    public static func set<Value: ColumnValue>(_ path: KeyPath<M, Value>, to expression: SQLExpression) -> Assignment {
        Assignment { (try $0.mapping.index(of: path), expression) }
    }

    /// Sets a column that is named at run time to a value.
    public static func set(_ name: String, _ value: some SQLValueConvertible) -> Assignment {
        let bound = value.sqlValue
        return Assignment { resolver in
            let position = try resolver.mapping.index(of: name)
            return (position, try resolver.written(bound, to: position))
        }
    }
}

extension [Model] {
    /// The same array as one of a subclass, which all its elements are known to be: the elements are not touched.
    func cast<M: Model>() -> [M] { unsafeBitCast(self, to: [M].self) }
}
