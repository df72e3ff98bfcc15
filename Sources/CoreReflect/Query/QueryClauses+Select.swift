import ZIMOrm

/// A query that is ready to be sent.
struct ResolvedQuery {
    let spec: QueryClauses
    let sources: QuerySources
    private let joinConditions: [[SQLCondition]]
    private let fields: [QueryColumn]

    init(_ spec: QueryClauses, in session: Session) throws {
        self.spec = spec
        let resolved = try spec.resolvedSources(in: session)
        sources = resolved.sources
        joinConditions = resolved.conditions
        let names = resolved.sources
        fields = try spec.fields.flatMap { try names.columns($0) }
    }

    /// Whether only some columns are read, of the tables that they belong to.
    var isPartial: Bool { !fields.isEmpty }

    /// What stands before the names of a table's columns in the result.
    func prefix(_ source: Int) -> String { source == 0 ? "" : sources.sources[source].alias + "." }

    /// `SELECT …` of the rows.
    func select() throws -> SelectStatement {
        try narrowed(columns(of: SelectStatement()), isPage: true)
    }

    /// An aggregate over the rows: over a subquery where only some of them count.
    func aggregate(_ function: String, _ column: QueryColumn?, alias: String) throws -> SelectStatement {
        let isCut = spec.limit != nil || spec.offset != nil || spec.isDistinct
        guard isCut else {
            let call = column.map { self.call(function, sources.expression($0), of: $0) } ?? .count()
            return try narrowed(SelectStatement().column(call, alias: alias), isPage: false)
        }
        if let column, isPartial,
            !fields.contains(where: { $0.source == column.source && $0.position == column.position })
        {
            throw ModelError(
                .query, "\"\(sources.name(column))\" is not among the fields that the query reads",
                table: sources.root.alias, column: sources.name(column), hint: "Name it in fields(…)")
        }
        let call = column.map { self.call(function, .column(prefix($0.source) + sources.name($0)), of: $0) }
        return SelectStatement().column(call ?? .count(), alias: alias)
            .from(try select(), alias: "rows")
    }

    private func call(_ function: String, _ operand: SQLExpression, of column: QueryColumn) -> SQLExpression {
        let dialect = sources.session.dialect
        // An engine with a type of its own for them has no sum and no largest one of truth values.
        let isCounted = function == "count" || !dialect.features.contains(.booleans) || !sources.isBool(column)
        let operand = isCounted ? operand : operand.cast(as: .integer)
        return function == "avg" ? .mean(of: operand, for: dialect) : .function(function, operand)
    }

    private func columns(of statement: SelectStatement) -> SelectStatement {
        var statement = statement
        for (index, source) in sources.sources.enumerated().dropFirst() {
            let wanted = fields.filter { $0.source == index }.map { sources.name($0) }
            for name in isPartial ? wanted : source.mapping.columns.map(\.name) {
                statement = statement.column(
                    .column(name, of: source.alias), alias: prefix(index) + name)
            }
        }
        for field in fields where field.source == 0 { statement = statement.column(sources.expression(field)) }
        if isPartial { return statement }
        return sources.hasJoins ? statement.all(Self.quoted(sources.root.alias)) : statement.all()
    }

    /// The name of a table that may hold dots, as the builder reads names.
    private static func quoted(_ name: String) -> String {
        "\"" + name.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }

    /// Whether a join keeps rows that have none of a table: a left join of the table itself, or a right join behind it.
    private func mayBeMissing(_ source: Int) -> Bool {
        spec.joins.dropFirst(source).contains { $0.kind == .right }
            || source > 0 && spec.joins[source - 1].kind == .left
    }

    private func narrowed(_ statement: SelectStatement, isPage: Bool) throws -> SelectStatement {
        let root = sources.root
        let alias = root.alias == root.mapping.table ? nil : root.alias
        var statement = statement.from(root.type.identifier, alias: alias)
        // The default filters of tables of which a later join keeps no rows that have no match.
        var filters = try [sources.session.defaultFilter(of: root.type, alias: root.alias)].compactMap(\.self)
        for (join, conditions) in zip(spec.joins, joinConditions) {
            let alias = join.alias == join.type.table ? nil : join.alias
            statement = statement.join(join.type.identifier, alias: alias, type: join.kind.sqlJoin)
            for condition in conditions { statement = statement.joinOn(condition) }
            var own = try [sources.session.defaultFilter(of: join.type, alias: join.alias)].compactMap(\.self)
            if join.kind == .right { swap(&own, &filters) }
            for filter in own { statement = statement.joinOn(filter) }
        }
        for filter in filters { statement = statement.where(filter) }
        for condition in spec.conditions { statement = statement.where(try condition.resolved(in: sources)) }
        guard isPage else { return statement }
        if spec.isDistinct { statement = statement.distinct() }
        for order in spec.orders {
            let column = try sources.column(order.field)
            statement = statement.orderBy(
                try sources.session.sortTerm(
                    sources.expression(column), descending: order.direction == .desc, at: column.position,
                    of: sources.type(column), mayBeMissing: mayBeMissing(column.source)))
        }
        if let limit = spec.limit { statement = statement.limit(limit) }
        if let offset = spec.offset { statement = statement.offset(offset) }
        return statement
    }
}
