import ZIMDb

/// An INSERT of any number of rows, for engines that take lists: each column is one parameter.
///
/// ```sql
/// INSERT INTO "play" ("title", "acts") SELECT "zim_keys"."k0", "zim_keys"."k1" FROM unnest($1::text[], $2::bigint[])
///   WITH ORDINALITY AS zim_keys(k0, k1, ordinal) ORDER BY "zim_keys"."ordinal" RETURNING "pk"
/// ```
///
/// One text does for all of them. The rows are numbered in the order of the list, so keys that the database counts up
/// ascend with it: sorted, they are those of the models one after the other, in whatever order RETURNING gives them. A
/// sequence that descends, or begins anew, is looked for beforehand; then each model has a statement of its own.
///
/// Source: <https://www.postgresql.org/docs/15/sql-insert.html>, <https://www.postgresql.org/docs/15/functions-array.html>
final class ListInsert {
    let statement: CachedSQL
    /// The positions of the columns that are written, in order, and the types of their lists.
    let written: [Int]
    let types: [String]
    /// The position of the key that is read back; nil if nothing is.
    let key: Int?

    /// How many rows one statement inserts at most: each is held in memory as text meanwhile.
    static let rows = 1_000

    /// nil if the engine has no lists, a column is itself a list, or a part of the key is filled in that is not counted up.
    init?(_ plan: TablePlan, _ single: InsertPlan, in session: Session) throws {
        guard !single.written.isEmpty, single.returned.count <= 1,
            let types = try plan.listTypes(of: single.written, in: session),
            !types.contains(where: ArrayLiteral.isTakenApart)
        else { return nil }
        key = single.returned.first
        if let key, try !plan.isCounted(key, in: session) || plan.insertTriggers(in: session) != .none {
            return nil
        }
        self.types = types
        written = single.written
        let names = plan.mapping.columns.map(\.name)
        let made = MadeUpNames(beside: [plan.mapping])
        let set = made("keys")
        let rows = types.indices.reduce(SelectStatement()) { $0.column(.column("k\($1)", of: set)) }
            .from(KeySet.Form.lists(types: types).source(made)).orderBy(.column("ordinal", of: set))
        var insert = InsertStatement(into: plan.target).columns(written.map { names[$0] }).select(rows)
        if let key { insert = insert.returning(.column(names[key]), alias: nil) }
        statement = try plan.cached(insert)
    }
}

extension TablePlan {
    /// The insert of many rows as lists; nil if it cannot be done.
    func listInsert(_ single: InsertPlan, omitting omitted: [Int], in session: Session) throws -> ListInsert? {
        if let known = listInserts[omitted] { return known }
        let made = try ListInsert(self, single, in: session)
        listInserts[omitted] = .some(made)
        return made
    }

    /// Whether the database counts a column up by itself.
    fileprivate func isCounted(_ position: Int, in session: Session) throws -> Bool {
        guard let value = try tableSchema(in: session).column(mapping.columns[position].name)?.defaultValue else {
            return false
        }
        guard value.hasSuffix("AS IDENTITY") || value.hasPrefix("nextval(") else { return false }
        // Sorted, the numbers are those of the rows in their order only if each is larger than the one before.
        return try session.schemaReader.isAscending(
            mapping.columns[position].name, of: mapping.table, schema: mapping.schema)
    }
}

extension Session {
    /// Inserts the rows of several models with one statement.
    ///
    /// - Returns: the keys that the database gave them, in the order of the models.
    func insertRows(
        of models: [Model], _ plan: TablePlan, with insert: ListInsert, _ single: InsertPlan
    ) throws -> [Int64] {
        let rows = try models.map { try plan.mapping.values(insert.written, of: $0) }
        for (index, type) in insert.types.enumerated() {
            try plan.requireKept(rows.lazy.map { $0[index] }, at: insert.written[index], in: self)
            try ArrayLiteral.requireFitting(
                rows.lazy.map { $0[index] }, type: type, plan.mapping, insert.written[index])
        }
        let statement = try compiled(insert.statement, for: plan)
        var keys: [Int64] = []
        try changing(plan, models) {
            try run(statement) { statement in
                for (index, type) in insert.types.enumerated() {
                    try statement.bind(ArrayLiteral.value(rows.map { $0[index] }, type: type), at: index + 1)
                }
                let row = Row(statement)
                while try statement.step() { keys.append(try row.get(0)) }
            }
        }
        try requireChanges(models.count, plan, of: single)
        return keys.sorted()
    }
}
