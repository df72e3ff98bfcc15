import ZIMDb

/// The keys of a set as a table that the rows of another are looked up in: where no index finds these rows, each of them is
/// read once and not once for each key.
///
/// ```sql
/// WITH "zim_list" ("ordinal", "k0") AS MATERIALIZED (SELECT … FROM json_each(?) …),
///     "zim_keys" ("ordinal", "k0") AS MATERIALIZED (SELECT ordinal, CAST(k0 AS TEXT) FROM zim_list)
/// SELECT … FROM "phone" CROSS JOIN zim_keys ON +"phone"."person" = zim_keys.k0
/// ```
///
/// SQLite gives such a table an automatic index. That index holds the keys as a comparison would make them.
///
/// Source: <https://www.sqlite.org/optoverview.html#automatic_query_time_indexes>
struct KeyTable {
    let form: KeySet.Form
    /// The columns that the keys are compared with.
    let matched: [ComparedColumn]
    let comparisons: [KeyComparison]

    /// The parts that differ from key to key.
    private var parts: [Int] { matched.indices.filter { !form.constants.contains($0) } }

    /// The statement with the list of the keys, and the table of what a comparison makes of them.
    func adding(to statement: SelectStatement, _ names: MadeUpNames) -> SelectStatement {
        let columns = (["ordinal"] + parts.map { "k\($0)" }).map(names.keyColumn)
        let ordinal = SQLExpression.operand(SQL(unsafe: names.keyColumn("ordinal")))
        let keys = parts.reduce(SelectStatement().column(ordinal)) { $0.column(.operand(converted($1, names))) }
        let isJSON = if case .json = form { true } else { false }
        return statement.with(names("list"), columns: columns, materialized: isJSON ? true : nil, as: list(names))
            .with(names("keys"), columns: columns, materialized: true, as: keys.from(names.sql("list")))
    }

    private func list(_ names: MadeUpNames) -> SelectStatement {
        if let rows = form.rows { return rows }
        let values = parts.indices.map { parts.count == 1 ? "set.value" : "set.value ->> \($0)" }
        return (["set.key"] + values).reduce(SelectStatement()) { $0.column(.operand(names.sql($1))) }
            .from(names.jsonEach(.parameter, as: "set"))
            // SQLite takes each of the two for 25 rows; of as few keys as that it makes no index.
            .join("json_each('[0]')" as SQL, type: .cross)
    }

    /// A part as the comparison makes it: no column of the table has an affinity that says so.
    private func converted(_ part: Int, _ names: MadeUpNames) -> SQL {
        let name = SQL(unsafe: names.keyColumn("k\(part)"))
        if comparisons[part].cast != nil || comparisons[part].isBare { return comparisons[part].cast(name) }
        switch matched[part].affinity {
        case .integer, .numeric, .real:
            // Text that is a number throughout.
            return "CASE WHEN CAST(\(name) AS NUMERIC) = \(name) THEN CAST(\(name) AS NUMERIC) ELSE \(name) END"
        case .text: return "CASE typeof(\(name)) WHEN 'blob' THEN \(name) ELSE CAST(\(name) AS TEXT) END"
        case .blob, nil: return name
        }
    }

    func condition(_ part: Int, _ column: SQLExpression, _ names: MadeUpNames) -> SQLExpression {
        var comparison = comparisons[part]
        guard !form.constants.contains(part) else { return comparison.condition(column, .parameter) }
        // What is converted already is compared as it is; a cast says how the column's values are converted.
        comparison.isBare = comparison.cast == nil
        comparison.cast = nil
        return comparison.condition(column, .operand(names.key("k\(part)")))
    }
}
