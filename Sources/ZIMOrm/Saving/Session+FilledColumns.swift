import ZIMDb

extension Session {
    /// The end of an insert of several models, of whose rows the database has filled in more than a key: one statement reads it
    /// for all of them.
    ///
    /// ```sql
    /// SELECT … FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS zim_keys(k0, k1, ordinal)
    ///   JOIN "memo" ON "memo"."tenant" = "zim_keys"."k0" AND "memo"."number" = "zim_keys"."k1"
    /// ```
    ///
    /// - Parameter key: the position of the key that the database has counted up, and what its property held.
    func finishInserts(
        _ models: [Model], _ plan: TablePlan, lookingUp positions: [Int],
        key: (position: Int, before: [SQLValue])? = nil
    ) throws {
        let mapping = plan.mapping
        let before = try models.map { try mapping.values(positions, of: $0) }
        let keys = try models.map { try mapping.keyValues(of: $0) }
        let stored = try readBack(positions, of: models, plan, by: mapping.key, keys)
        for (index, model) in models.enumerated() {
            try finishInsert(
                model, plan, omitted: positions + (key.map { [$0.position] } ?? []),
                before: before[index] + (key.map { [$0.before[index]] } ?? []), stored: stored[index])
        }
    }

    /// Reads some columns of the rows of several models that were just written.
    ///
    /// - Parameters:
    ///   - wanted: the positions of what is read.
    ///   - positions: the positions of the columns by which the rows are found, and `keys` their values.
    ///   - isLocking: whether rows of others may be among them: they are read as they are, not as they were when the
    ///     transaction first read.
    /// - Returns: what of each is spelled otherwise than the properties would be written.
    func readBack(
        _ wanted: [Int], of models: [Model], _ plan: TablePlan, by positions: [Int], _ keys: [[SQLValue]],
        isLocking: Bool = false
    ) throws -> [[Spelling]] {
        try zip(models, zip(keys, rows(plan, with: positions, keys, isLocking: isLocking))).map { model, found in
            guard let row = found.1 else { throw missing(found.0, positions, plan) }
            return try zip(wanted, plan.mapping.values(wanted, of: row)).compactMap { position, value in
                try plan.mapping.assign(value, to: position, of: model)
                return plan.mapping.spelling(value, at: position, of: model)
            }
        }
    }
}

extension TablePlan {
    /// Whether the rows of a list can be found by their keys behind the INSERT. A trigger may change the key or delete the row, a
    /// key may have several spellings, and one that is not the table's own may be NULL, or that of other rows, too.
    func canLookUp(_ insert: InsertPlan, in session: Session) throws -> Bool {
        let key = try tableSchema(in: session).primaryKey
        return try !key.isEmpty && Set(key) == Set(mapping.keyNames)
            && !mapping.key.contains(where: insert.lookedUp.contains) && insertTriggers(in: session) == .none
            && hasExactKey(in: session)
    }

    /// The INSERT of rows of a list. Where RETURNING gives them in no order that one may rely on, it gives back parts of the key
    /// only.
    func listed(omitting omitted: [Int], rows: Int = 1, in session: Session) throws -> InsertPlan {
        try insertPlan(
            omitting: omitted, rows: rows, readsKey: false, looksUp: !dialect.features.contains(.returningAsWritten),
            in: session)
    }
}
