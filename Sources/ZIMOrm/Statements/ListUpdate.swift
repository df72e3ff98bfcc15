import ZIMDb

/// An UPDATE of any number of rows, for engines that take lists: each column and each part of the key is one parameter.
///
/// ```sql
/// UPDATE "seat" SET "guest" = zim_keys.k0 FROM unnest($1::text[], $2::text[], $3::bigint[])
///   WITH ORDINALITY AS zim_keys(k0, k1, k2, ordinal) WHERE "seat"."hall" = zim_keys.k1 AND "seat"."number" = zim_keys.k2
/// ```
///
/// Source: <https://www.postgresql.org/docs/15/sql-update.html>
struct ListUpdate {
    let shape: CachedSQL
    /// The positions of the columns that are written, in order.
    let written: [Int]
    /// The types of the lists, those of the key's parts last.
    let types: [String]

    func bind(_ members: [UpdateMember], _ plan: TablePlan, to statement: Statement, in session: Session) throws {
        let rows = try members.map { try plan.mapping.values(written, of: $0.model) + $0.compared }
        for (index, position) in written.enumerated() {
            let values = rows.lazy.map { $0[index] }
            try plan.requireKept(values, at: position, in: session)
            try ArrayLiteral.requireFitting(values, type: types[index], plan.mapping, position)
        }
        for (index, type) in types.enumerated() {
            try statement.bind(ArrayLiteral.value(rows.lazy.map { $0[index] }, type: type), at: index + 1)
        }
    }
}

extension TablePlan {
    /// Whether the engine takes lists of values as parameters.
    var takesLists: Bool { dialect.features.contains(.unnest) }

    /// The update of many rows as lists; nil if the engine has none, or a column is itself a list.
    func listUpdate(writing positions: [Int], _ lock: ExpectedRow? = nil, in session: Session) throws -> ListUpdate? {
        let compared = lock?.positions ?? []
        guard let types = try listTypes(of: positions + mapping.key + compared, in: session),
            !types.contains(where: ArrayLiteral.isTakenApart)
        else { return nil }
        let change = OptimisticChange(written: positions, compared: compared, version: lock?.version, isList: true)
        if let known = optimisticChanges[change] { return ListUpdate(shape: known, written: positions, types: types) }
        let names = mapping.columns.map(\.name)
        var writer = SQLWriter(for: dialect)
        writer.avoidNames(of: [mapping])
        writer.raw("UPDATE \(tableSQL) SET ")
        for (index, position) in positions.enumerated() {
            writer.raw("\(index == 0 ? "" : ", ")\(Self.list([names[position]], dialect)) = ")
            writer.madeUp("keys.k\(index)")
        }
        if let version = lock?.version { writer.raw(", " + countingUp(version, of: mapping.table)) }
        writer.raw(" FROM ")
        try KeySet.Form.lists(types: types).writeSource(&writer)
        for (index, name) in mapping.keyNames.enumerated() {
            writer.raw(index == 0 ? " WHERE " : " AND ")
            let column = Self.list([mapping.table], dialect) + "." + Self.list([name], dialect)
            writer.raw("\(column) = ")
            writer.madeUp("keys.k\(positions.count + index)")
        }
        for (index, position) in compared.enumerated() {
            let condition = try heldCondition(position, of: mapping.table, in: session)
            writer.raw(" AND " + condition.before)
            writer.madeUp("keys.k\(positions.count + mapping.key.count + index)")
            writer.raw(condition.after)
        }
        let shape = CachedSQL(writer.sql)
        optimisticChanges[change] = shape
        return ListUpdate(shape: shape, written: positions, types: types)
    }
}
