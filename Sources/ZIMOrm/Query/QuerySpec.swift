import ZIMDb

/// The clauses of a query, without its session.
struct QuerySpec {
    var conditions = Chain<SQLExpression>()
    /// The class's default filter, until `unfiltered()` removes it.
    var defaultFilter: SQLExpression?
    var orderings: [Ordering] = []
    var joins: [QueryJoin] = []
    var groupBy: [SQLExpression] = []
    var having: [SQLExpression] = []
    var limit: Int?
    var offset: Int?
    var isDistinct = false
    /// Whether it does not matter which rows a limit takes.
    var takesAnyRow = false
    /// How many orders there were when the query was told where to continue.
    var continuedOrder: Int?
    /// The join table that joins the rows to another; joined before the table.
    var joinTable: QueryJoinTable?
    /// The keys that the rows must have; joined before the table.
    var keys: KeySet?
    /// What tells the rows of the table apart, where two of the keys may find the same one.
    var identity: [SQLExpression] = []
    /// The columns that have them; nil is the primary key.
    var keyColumns: [String]?
    /// What is loaded in the same statement.
    var joined: [JoinedLoad] = []
    /// What is loaded together with the rows.
    var eager: [EagerLoad] = []
    /// How the rows are locked; nil leaves them to others.
    var lock: QueryLock?
    /// How the models' relationships are loaded; nil leaves it to the database.
    var loading: RelationshipLoading?

    /// Whether a clause names a column without its table, where a key set has a column of that name, too.
    func namesKeyColumns(beside others: [SQLExpression], _ dialect: any SQLDialect) throws -> Bool {
        guard keys != nil else { return false }
        let conditions = (defaultFilter.map { [$0] } ?? []) + conditions.all
        // An order by a column of the class names the table, too.
        let orders = orderings.filter { $0.position == nil }.map(\.expression)
        return try dialect.nameKeyColumns(conditions + orders + groupBy + having + others)
    }
}

/// A table that a dotted path leads to, under an alias of its own.
struct QueryJoin {
    let path: String
    let alias: String
    let mapping: Mapping
    /// The alias before it and its columns, and the columns here, pair by pair.
    let source: String
    let pairs: [(from: String, to: String)]
    /// Whether the columns before it come first where they are compared, so that their collation counts: those that
    /// are pointed to, where the two sides' differ.
    var isReversed = false
    /// The default filter of the class behind the alias.
    var filter: SQLExpression?
    /// Whether a path behind a to-many relationship leads nowhere without a row of it; else NULL stands for one that is not there.
    var isRequired = true

    /// `"alias"."to" = "source"."from"`, pair by pair, and the default filter.
    var conditions: [SQLExpression] {
        pairs.map { pair in
            let here = SQLExpression.column(pair.from, of: source)
            let there = SQLExpression.column(pair.to, of: alias)
            return isReversed ? here == there : there == here
        } + (filter.map { [$0] } ?? [])
    }
}
