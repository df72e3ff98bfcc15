import ZIMDb

extension Session {
    /// Gives models that were filled by hand the spelling in which rows hold their keys, so that an upsert, an update or
    /// a deletion finds those rows.
    ///
    /// Columns that hold a value in one way only cost no statement; others one for each hundred models.
    ///
    /// - Parameter positions: the columns of the key.
    /// - Throws: ``ModelError`` with code formMissing if the spellings are too many to look for, conflict where several
    ///   rows hold a key.
    func adoptStoredKey(_ positions: [Int], of models: [Model], _ plan: TablePlan) throws {
        if try plan.haveOneSpelling(positions, in: self) { return }
        let unknown = models.filter { !knowsRow(of: $0, positions) }
        for piece in unknown.pieces(of: Self.keysPerLook) { try adopt(positions, piece, plan) }
    }

    /// SQLite takes 500 parts of a compound statement; shorter ones are compiled faster.
    private static var keysPerLook: Int { 100 }

    private func adopt(_ positions: [Int], _ models: ArraySlice<Model>, _ plan: TablePlan) throws {
        let mapping = plan.mapping
        let columns = positions.reduce(SelectStatement()) { $0.column(plan.column($1)) }.from(plan.target)
        var asked: [(model: Model, written: [SQLValue])] = []
        var statement: SelectStatement?
        for model in models {
            let written = try positions.map { try mapping.columns[$0].value(of: model) }
            if try written.contains(where: \.isNull) || plan.isExact(written, at: positions, in: self) { continue }
            let conditions = try zip(positions, written).map { index, value in
                try plan.condition(.column(mapping.columns[index].name), .equalTo, value, at: index, in: self)
            }
            let rows = columns.column(.operand(SQL(unsafe: String(asked.count)))).where(.all(conditions))
            statement = statement?.unionAll(rows) ?? rows
            asked.append((model, written))
        }
        guard let statement else { return }
        let rendered = try plan.dialect.render(statement, MadeUpNames(beside: [mapping]))
        let found = try run(compiled(rendered.sql, for: plan)) { statement in
            try bind(rendered.parameters, to: statement)
            var found = [[[SQLValue]]](repeating: [], count: asked.count)
            let row = Row(statement)
            while try statement.step() {
                let number = try row.get(positions.count, as: Int.self)
                if found.indices.contains(number) {
                    found[number].append(positions.indices.map { row.storedValue(at: $0) })
                }
            }
            return found
        }
        for ((model, written), rows) in zip(asked, found) { try adopt(positions, of: model, plan, written, rows) }
    }

    /// - Parameter found: the keys of the rows that hold the model's, as they are stored.
    private func adopt(
        _ positions: [Int], of model: Model, _ plan: TablePlan, _ written: [SQLValue], _ found: [[SQLValue]]
    ) throws {
        let mapping = plan.mapping
        guard let stored = found.first, !found.contains(where: { $0.elementsEqual(written) { $0.isIdentical(to: $1) } })
        else { return }
        guard found.count == 1 else {
            throw ModelError(
                .conflict,
                "\(found.count) rows of \"\(mapping.table)\" hold the key of a model, each in a spelling of its own: "
                    + found.map { "(\($0.map(\.shown).joined(separator: ", ")))" }.joined(separator: " and "),
                table: mapping.table, key: written, hint: "Load the row that is meant, or delete the others")
        }
        for (index, value) in zip(positions, stored) {
            let spelling = mapping.spelling(value, at: index, of: model)
            AssignedSpellings.note(spelling, at: index, of: model, mapping, isFound: true)
        }
    }

    /// Changes the row of a model that was filled by hand: the one that holds the key as the model would write it, and where
    /// there is none, the one that holds it in another spelling. Only then one statement more looks for that.
    ///
    /// - Parameter change: changes the row of a key; throws rowNotFound where there is none.
    /// - Returns: the key of the row.
    /// - Throws: as ``adoptStoredKey(_:of:_:)``, and what the change throws.
    @discardableResult
    func changeRow(
        of model: Model, _ plan: TablePlan, key: [SQLValue], _ change: ([SQLValue]) throws -> Void
    ) throws -> [SQLValue] {
        do {
            try change(key)
            return key
        } catch let error as ModelError where error.code == .rowNotFound {
            try adoptStoredKey(plan.mapping.key, of: [model], plan)
            let stored = try plan.mapping.keyValues(of: model)
            if stored.elementsEqual(key, by: { $0.isIdentical(to: $1) }) { throw error }
            do { try change(stored) } catch {
                AssignedSpellings.forgetFound(model)
                throw error
            }
            return stored
        }
    }

    /// Whether the model was read from the row, with the key that it has still.
    private func knowsRow(of model: Model, _ positions: [Int]) -> Bool {
        guard model.isLoaded, let record = model.record, record.handle.database === database else { return false }
        return !record.changes(of: model).contains(where: positions.contains)
    }
}

extension TablePlan {
    /// Whether columns hold a value in one way only, if they can hold it.
    func haveOneSpelling(_ positions: [Int], in session: Session) throws -> Bool {
        try positions.allSatisfy { index in
            let match = try match(index, in: session)
            return match.isPlain || match.isListed
        }
    }

    /// Whether columns hold each value in one way only.
    func isExact(_ positions: [Int], in session: Session) throws -> Bool {
        try positions.allSatisfy { try match($0, in: session).isPlain }
    }
}
