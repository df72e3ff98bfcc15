import ZIMDb

extension Query {
    /// Keeps the rows after a model in the query's order: the next page, no matter how many rows were inserted or
    /// deleted in the meantime.
    ///
    /// ```swift
    /// let query = try session.query(Order.self).orderBy(\.district).limit(50)
    /// var page = try query.all()                   // … ORDER BY "o_d_id", "o_w_id", "o_id" LIMIT ?
    /// while let last = page.last {
    ///     page = try query.after(last).all()       // WHERE ("o_d_id", "o_w_id", "o_id") > (?, ?, ?) ORDER BY …
    /// }
    /// ```
    ///
    /// The primary key completes the order of every page, so that no two rows are equal in it; the first page needs a
    /// ``limit(_:)`` for that. NULL counts as the smallest value, unless the order says where it stands. An ENUM or SET of
    /// MySQL goes by the order of its labels, as its `ORDER BY` does. The place of a loaded model is its row's, whatever its
    /// properties have been set to since.
    ///
    /// - Throws: when the query is sent, ``ModelError`` with code query if it is ordered by an expression or a path, the class
    ///   has no primary key, an order is added after this call, the model has changed and what its row holds is not known, or
    ///   its text is longer than what MySQL and MariaDB sort by; value for a text that is none of the labels; conflict if
    ///   several rows share the place, where nothing keeps the key unique: a page may have ended among them. Filter before,
    ///   since rows count here that a later filter leaves out.
    public func after(_ model: M) -> Query {
        adding { query in
            try query.completeOrder()
            let positions = query.spec.orderings.compactMap(\.position)
            try query.continue(after: query.place(of: model, at: positions))
        }
    }

    /// Keeps the rows after the given values of the order's columns, followed by those of the primary key.
    public func after(_ values: any SQLValueConvertible...) -> Query {
        adding { query in
            try query.completeOrder()
            let positions = query.spec.orderings.compactMap(\.position)
            guard values.count == positions.count else {
                let names = positions.map { query.plan.mapping.columns[$0].name }.joined(separator: ", ")
                throw ModelError(
                    .keyMismatch,
                    "the order has \(positions.count) columns (\(names)), \(values.count) values were given",
                    table: query.plan.mapping.table)
            }
            let wanted = try query.plan.mapping.normalized(
                values.map(\.sqlValue), for: positions, areGiven: true)
            for (index, value) in zip(positions, wanted) {
                guard try query.plan.isContinued(after: value, at: index, in: query.session) else {
                    throw query.plan.formMissing(index, "continued after a value", in: query.session)
                }
            }
            try query.continue(after: wanted)
        }
    }

    private mutating func completeOrder() throws {
        let mapping = plan.mapping
        guard !mapping.key.isEmpty else {
            throw ModelError(.query, "\"\(mapping.table)\" has no primary key to page by", table: mapping.table)
        }
        guard spec.orderings.allSatisfy({ $0.position != nil }) else {
            throw ModelError(.query, "a query that is ordered by an expression cannot be paged", table: mapping.table)
        }
        spec.completeOrder(with: mapping)
        spec.continuedOrder = spec.orderings.count
    }

    /// What the row of a loaded model holds, which its properties may not do any more; else what these do.
    private func place(of model: M, at positions: [Int]) throws -> [SQLValue] {
        let mapping = plan.mapping
        guard model.isLoaded, !model.state.contains(.isStale), let record = model.record, record.mapping === mapping
        else { return try mapping.values(positions, of: model) }
        let changes = record.changes(of: model)
        let unread = record.knownNotes?.unread[model.slot] ?? []
        return try positions.map { position in
            let isUnread = unread.contains(position)
            guard isUnread || changes.contains(position) else { return try mapping.value(position, of: model) }
            if let part = mapping.key.firstIndex(of: position) { return record.key(of: model)[part] }
            if !isUnread, let held = record.rowValue(position, of: model) { return held }
            let name = mapping.columns[position].name
            let reason = isUnread ? "was not read into the model" : "has been changed in the model since it was read"
            throw ModelError(
                .query,
                "\"\(mapping.table)\" is paged by \"\(name)\", which \(reason)",
                table: mapping.table, column: name,
                hint: "Save or reload the model before, or page after the values that its row holds")
        }
    }

    /// Throws if several rows share a place in the order: which of them a page had nobody knows.
    private func requireOneRow(at values: [SQLValue]) throws {
        let positions = spec.orderings.compactMap(\.position)
        // A unique key may hold NULL several times.
        let isNull = zip(positions, values).contains { plan.mapping.key.contains($0) && $1.isNull }
        if try !isNull && plan.hasUniqueKey(in: session) { return }
        var place = self
        for (ordering, value) in zip(spec.orderings, values) {
            let column = ordering.expression
            place.spec.conditions.append(value.isNull ? column.isNull : column == .value(value))
        }
        (place.spec.limit, place.spec.offset, place.spec.lock) = (2, nil, nil)
        guard try place.count() > 1 else { return }
        let pairs = zip(positions, values).map { "\(plan.mapping.columns[$0].name) = \($1.shown)" }
        throw ModelError(
            .conflict,
            "several rows of \"\(plan.mapping.table)\" have the same place in the order (\(pairs.joined(separator: ", "))), "
                + "and a page may have ended among them",
            table: plan.mapping.table,
            hint: "Nothing in the database keeps the key unique: order by columns that tell the rows apart, too")
    }

    private mutating func `continue`(after values: [SQLValue]) throws {
        let orderings = spec.orderings
        for (ordering, value) in zip(orderings, values) {
            guard let position = ordering.position else { continue }
            try plan.requireDay(value, at: position, in: session)
            try plan.requireContinued(position, behind: value, in: session)
        }
        let labels = try plan.labelOrders(of: orderings.compactMap(\.position), in: session)
        try requireOneRow(at: values)
        let columns = orderings.map(\.expression)
        let isOneWay = Set(orderings.map(\.isAscending)).count == 1
        let isNeverNull = orderings.allSatisfy {
            $0.position.map { !plan.mapping.columns[$0].field.acceptsNull } ?? false
        }
        if isOneWay, isNeverNull, labels.isEmpty, !values.contains(where: \.isNull) {
            // One comparison of rows, which an index over the columns answers.
            let operation: SQLOperator = orderings.first?.isAscending == false ? .lessThan : .greaterThan
            let right = values.map { SQLExpression.value($0) }
            spec.conditions.append(
                columns.count == 1
                    ? .binary(columns[0], operation, right[0]) : .binary(.row(columns), operation, .row(right)))
            return
        }
        var ways: [SQLExpression] = []
        for (index, ordering) in orderings.enumerated() {
            guard let beyond = try beyond(ordering, values[index], labels) else { continue }
            let equal = zip(columns, values).prefix(index).map { $1.isNull ? $0.isNull : $0 == .value($1) }
            ways.append(.all(equal + [beyond]))
        }
        spec.conditions.append(.any(ways))
    }

    /// The column lies beyond a value in its direction; nil if nothing does.
    private func beyond(
        _ ordering: Ordering, _ value: SQLValue, _ labels: [Int: LabelOrder]
    ) throws -> SQLExpression? {
        let column = ordering.expression
        if value.isNull {
            // Not `… ? column.isNotNull : nil`: that nil would be the expression NULL.
            guard ordering.isNullFirst else { return nil }
            return column.isNotNull
        }
        var beyond = ordering.isAscending ? column > .value(value) : column < .value(value)
        if let position = ordering.position, let order = labels[position] {
            guard let behind = order.rows(column, behind: value, isAscending: ordering.isAscending) else {
                throw plan.mapping.error(
                    .binding(
                        value, as: "enum", reason: "is none of the column's labels, which its rows are ordered by"),
                    column: position, key: [])
            }
            beyond = behind
        }
        if ordering.isNullFirst { return beyond }
        // MySQL takes a date of zeros for NULL where it is asked for IS NULL.
        let isNull = plan.dialect.features.contains(.nullSafeEquals) ? .operand("\(column) <=> NULL") : column.isNull
        return beyond || isNull
    }
}

extension QuerySpec {
    /// Whether only some of the rows are taken, so that their order must be complete.
    var isCut: Bool { hasLimit && groupBy.isEmpty && !takesAnyRow }

    /// Whether there is a limit or an offset, be it of groups.
    var hasLimit: Bool { limit != nil || offset != nil }

    /// Leaves to groups what they have of the order that rows were continued in, unless they have one of their own.
    mutating func orderGroups() {
        guard let continuedOrder, !groupBy.isEmpty else { return }
        let own = orderings.dropFirst(continuedOrder)
        orderings = own.isEmpty ? orderings.filter { groupBy.contains($0.expression) } : Array(own)
    }

    /// Adds the primary key to the order, so that no two rows are equal in it: in the direction of the last order, since
    /// an index over both is then gone through one way.
    ///
    /// - Parameter selected: what is selected in place of whole rows; it completes the order of distinct ones.
    mutating func completeOrder(with mapping: Mapping, selecting selected: [SQLExpression] = []) {
        let isAscending = orderings.last?.isAscending ?? true
        // Of rows that are one in what is selected, each may have another key: what is selected tells them apart.
        if isDistinct, !selected.isEmpty {
            for (index, column) in selected.enumerated() where !orderings.contains(where: { $0.expression == column }) {
                // A parameter is another one each time that it is written; a place in the list is what stands there.
                let isColumn = mapping.columns.contains {
                    column == .column($0.name, of: mapping.table) || column == .column($0.name)
                }
                let expression = isColumn ? column : .operand(SQL(unsafe: String(index + 1)))
                orderings.append(Ordering(expression: expression, isAscending: isAscending, position: nil))
            }
            return
        }
        for index in mapping.key where !orderings.contains(where: { $0.position == index }) {
            let column = SQLExpression.column(mapping.columns[index].name, of: mapping.table)
            orderings.append(Ordering(expression: column, isAscending: isAscending, position: index))
        }
    }
}
