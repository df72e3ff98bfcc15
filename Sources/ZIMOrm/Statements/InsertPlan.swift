import ZIMDb

/// One form of a table's INSERT: the columns that it writes and those that it reads back.
final class InsertPlan {
    let statement: CachedSQL
    /// The positions of the columns whose values are bound, in order.
    let written: [Int]
    /// The positions of the columns that RETURNING gives, in order.
    let returned: [Int]
    /// Those of them of which RETURNING may give the whole number by which 7.0 is kept.
    let reals: Set<Int>
    /// Whether the engine's row identifier is the key.
    let takesRowID: Bool
    /// The position of the key that the engine counts up, where the engine tells it beside the statement.
    let counted: Int?
    /// The positions of the columns that the engine fills in and that are looked up afterwards: where it has no RETURNING, and
    /// where that would not tell which row they are of.
    let lookedUp: [Int]
    /// The positions of the key's columns, where a trigger may have given the row another key than the model has.
    let changedKey: [Int]
    /// Whether the row is looked for afterwards to tell its key.
    let looksForKey: Bool
    /// Whether the key is looked up by the key that the model has, which a trigger may have changed.
    let looksUpKey: Bool
    /// Whether RETURNING gives one counted key only.
    let returnsCountedKey: Bool

    /// Whether a row that exists already stays as it is; else the positions of the columns that are written there.
    let doesNothing: Bool
    let updated: [Int]

    /// - Parameters:
    ///   - unreturned: the positions of columns that RETURNING does not tell.
    ///   - triggers: what triggers do, where they may change the key that is read back.
    init(
        plan: TablePlan, schema: TableSchema, key: TablePlan.InsertKey, unreturned: Set<Int>,
        _ triggers: InsertTriggers
    ) throws {
        let mapping = plan.mapping
        let generated = mapping.columns.indices.filter { schema.column(mapping.columns[$0].name)?.isGenerated == true }
        let omitted = Set(key.omitted).union(generated)
        let written = mapping.columns.indices.filter { !omitted.contains($0) }
        self.written = written
        let rowIDPlace = mapping.columns.firstIndex { schema.isRowID($0.name) }
        // The engine's last row identifier costs nothing; everything else that it fills in must be read back.
        let filledIn = omitted.sorted()
        let readBack = key.upsert?.readBack(of: mapping) ?? []
        takesRowID = key.rows == 1 && rowIDPlace != nil && filledIn == [rowIDPlace] && readBack.isEmpty
        let dialect = plan.dialect
        changedKey = key.readsKey ? mapping.key : []
        let hasReturning = !dialect.features.isDisjoint(with: [.returning, .insertReturning])
        // RETURNING does not know the row that a virtual table has made.
        let isVirtual = schema.kind == .virtual && !takesRowID && mapping.key.contains(where: omitted.contains)
        looksForKey =
            (key.readsKey && triggers != .hideKey || isVirtual) && dialect.features.contains(.returningAsWritten)
        let looksUpKey = key.readsKey && (triggers == .hideKey || !hasReturning)
        self.looksUpKey = looksUpKey
        let countedPosition = omitted.first { schema.column(mapping.columns[$0].name)?.identity != nil }
        counted = hasReturning || key.rows > 1 && key.upsert != nil ? nil : countedPosition
        // Rows that share a statement come back in no order that one may rely on: they are looked up afterwards.
        let wanted =
            takesRowID || key.rows > 1 && key.upsert != nil
            ? []
            : omitted.union(readBack).union(looksForKey ? [] : changedKey)
                .subtracting(isVirtual ? mapping.key : []).sorted()
        let returned =
            hasReturning
            ? wanted.filter { position in
                (!key.looksUp || mapping.key.contains(position)) && !unreturned.contains(position)
                    && (!looksUpKey || omitted.contains(position) || !mapping.key.contains(position))
            } : []
        self.returned = returned
        lookedUp = wanted.filter { hasReturning ? !returned.contains($0) : $0 != countedPosition }
        returnsCountedKey =
            dialect.features.contains(.insertReturning) && countedPosition.map { returned == [$0] } ?? false

        reals =
            dialect.features.contains(.returningAsWritten)
            ? Set(
                returned.filter { index in
                    schema.column(mapping.columns[index].name).map { ColumnAffinity($0.type) } == .real
                }) : []
        let names = mapping.columns.map(\.name)
        var insert = InsertStatement(into: plan.target)
        if written.isEmpty {
            insert = insert.defaultValues()
        } else {
            insert = insert.columns(written.map { names[$0] })
            let row = [SQLExpression](repeating: .parameter, count: written.count)
            for _ in 0..<key.rows { insert = insert.values(row) }
        }
        for position in returned { insert = insert.returning(.column(names[position]), alias: nil) }
        guard let target = key.upsert else {
            (doesNothing, updated) = (false, [])
            statement = try plan.cached(insert)
            return
        }
        let updated = written.filter { $0 != mapping.versionPosition && target.updates($0, of: mapping) }
        self.updated = updated
        // By the key that it was given the row is looked for, which the server would not take of a new row.
        insert.overridesIdentity = written.contains { position in
            mapping.key.contains(position) && schema.column(names[position])?.identity == .always
        }
        doesNothing = updated.isEmpty
        var table = mapping.table
        // Beside ON CONFLICT the row that was not inserted has that name.
        if table.lowercased() == "excluded", !dialect.features.contains(.onDuplicateKey) {
            table = "zim_excluded"
            insert = insert.into(plan.target, alias: table)
        }
        var upsert = UpsertStatement(insert).matching(target.positions.map { names[$0] })
            .updating(updated.map { names[$0] })
        if let version = mapping.versionPosition {
            upsert = upsert.set(names[version], value: plan.countedUp(version, of: table))
        }
        statement = try plan.cached(doesNothing ? upsert.doNothing() : upsert)
    }
}

extension TablePlan {
    /// - Parameters:
    ///   - readsKey: whether the key is read back where a trigger may have changed it.
    ///   - looksUp: whether what the database fills in beside the key is looked up by it.
    func insertPlan(
        omitting omitted: [Int], rows: Int = 1, upsert: UpsertTarget? = nil, readsKey: Bool = true,
        looksUp: Bool = false, in session: Session
    ) throws -> InsertPlan {
        let isPlain = omitted.isEmpty && rows == 1 && upsert == nil && readsKey
        if isPlain, let plainInsert { return plainInsert }
        let readsKey = try readsKey && rows == 1 && mayChangeKeys(in: session)
        let key = InsertKey(omitted: omitted, rows: rows, upsert: upsert, readsKey: readsKey, looksUp: looksUp)
        if let latestInsert, latestInsert.key == key { return latestInsert.plan }
        let plan: InsertPlan
        if let known = inserts[key] {
            plan = known
        } else {
            if let upsert { try requireUniqueKey(upsert.positions, in: session) }
            plan = try InsertPlan(
                plan: self, schema: tableSchema(in: session), key: key,
                unreturned: filledByTriggers(among: omitted, in: session),
                readsKey ? insertTriggers(in: session) : .none)
            inserts[key] = plan
        }
        if isPlain { plainInsert = plan } else { latestInsert = (key, plan) }
        return plan
    }

    /// The columns whose values triggers may give behind the row that RETURNING gives.
    private func filledByTriggers(among omitted: [Int], in session: Session) throws -> Set<Int> {
        // A row without a key cannot be looked up.
        guard dialect.features.contains(.returningAsWritten), !mapping.key.isEmpty else { return [] }
        let filled = omitted.filter { mapping.databaseDefaults.contains($0) && !mapping.key.contains($0) }
        return try filled.isEmpty || insertTriggers(in: session) == .none ? [] : Set(filled)
    }

    /// The columns that are left out of an INSERT of this model, so that the database fills them in: a key that it
    /// gives itself, NULL where only a default makes the row valid, and nil where the class asks for the default.
    func omitted(for model: Model, in session: Session) throws -> [Int] {
        if omitsNothing { return [] }
        let schema = try tableSchema(in: session)
        if defaulted == nil {
            defaulted = mapping.columns.indices.filter { index in
                guard let column = schema.column(mapping.columns[index].name), !column.isGenerated else { return false }
                guard mapping.columns[index].field.acceptsNull else { return false }
                // What a view's table and what triggers fill in is no default in the catalogue, so the class is believed.
                if mapping.databaseDefaults.contains(index) { return true }
                // NULL is no key, whether the column takes it or not.
                return schema.isRowID(column.name) || column.identity != nil
                    || (column.isNotNull || mapping.key.contains(index)) && column.defaultValue != nil
            }
        }
        omitsNothing = defaulted?.isEmpty == true && !mapping.isAutoIncremented
        var omitted: [Int] = []
        if mapping.isAutoIncremented, let position = mapping.key.first, try isUnset(position, of: model, schema) {
            omitted.append(position)
        }
        for index in defaulted ?? [] where !omitted.contains(index) {
            if try mapping.columns[index].value(of: model).isNull { omitted.append(index) }
        }
        return omitted.count > 1 ? omitted.sorted() : omitted
    }

    /// The same for an upsert: a nil that a loaded model was given is a change, as it is in an update, and no default.
    func omittedByUpsert(of model: Model, in session: Session) throws -> [Int] {
        let omitted = try omitted(for: model, in: session)
        guard !omitted.isEmpty, model.isLoaded, let record = model.record.map({ model.ownRecord($0) }) else {
            return omitted
        }
        let changed = record.changes(of: model)
        return omitted.filter { mapping.key.contains($0) || !changed.contains($0) }
    }

    /// Whether a key that the database can give has no value yet: NULL, or 0 where the property cannot be nil.
    private func isUnset(_ position: Int, of model: Model, _ schema: TableSchema) throws -> Bool {
        let column = mapping.columns[position]
        let value = try column.value(of: model)
        if value.isNull { return true }
        guard case .integer(0) = value, !column.field.acceptsNull else { return false }
        return schema.isRowID(column.name) || schema.column(column.name)?.defaultValue != nil
    }
}
