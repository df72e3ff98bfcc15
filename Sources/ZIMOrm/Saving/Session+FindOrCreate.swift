import ZIMDb

extension Session {
    /// Fills a model from the row that has its values in a unique key, or inserts the model if there is none.
    ///
    /// ```swift
    /// let label = Label()
    /// (label.house, label.word) = ("north", "fragile")
    /// try session.findOrCreate(label, on: ["house", "word"])
    /// // INSERT INTO "label" ("house", "word", "color") VALUES (?, ?, ?) ON CONFLICT ("house", "word") DO NOTHING …
    /// ```
    ///
    /// Two programs that do this at the same time get the same row, because the unique key decides, not an earlier
    /// query. An existing row is not changed; the model has its values afterwards. It is
    /// ``upsert(_:on:updating:)-(Model,_,_)`` without an update. NULL in the unique key never conflicts: the model is
    /// inserted.
    ///
    /// The model's hooks are those of saving, `willSave()` and `didSave()`, whether its row is new or was there: `didLoad()` is
    /// not called for it.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - columns: the columns of a primary key, UNIQUE constraint or unique index, or their properties.
    /// - Throws: as ``upsert(_:on:updating:)-(Model,_,_)``.
    public func findOrCreate(_ model: Model, on columns: [String]) throws {
        try upsert(model, on: columns, updating: [])
    }

    /// Does the same for several models.
    ///
    /// - Throws: as ``upsert(_:on:updating:)-(Model,_,_)``.
    public func findOrCreate(_ models: [Model], on columns: [String]) throws {
        try upsert(models, on: columns, updating: [])
    }

    /// The model of the row that has some values in a unique key; if there is none, it is made, filled and inserted.
    ///
    /// ```swift
    /// let (product, isNew) = try session.findOrCreate(Product.self, by: ["name": "hammer"]) { $0.price = 7 }
    /// // SELECT … FROM "Product" WHERE "name" = ? …
    /// // INSERT INTO "Product" ("name", "price") VALUES (?, ?) ON CONFLICT ("name") DO NOTHING …
    /// ```
    ///
    /// Two programs that do this at the same time get the same row, because the unique key decides: see
    /// ``findOrCreate(_:on:)-(Model,_)``. Rows that the class's default filter hides are found, too. NULL in the unique key
    /// equals nothing: the model is inserted.
    ///
    /// - Parameters:
    ///   - type: the class.
    ///   - values: the values of a primary key, UNIQUE constraint or unique index, by column or property.
    ///   - fill: sets the other properties of a new model; it is not called for a row that is there.
    /// - Returns: the model, and whether its row is new.
    /// - Throws: ``ModelError`` with code query if the table has no such unique key, unknownColumn, value, conflict if two rows
    ///   hold the values in two forms, notSaveable if the database computes another value; as ``upsert(_:on:updating:)-(Model,_,_)``,
    ///   and what `fill` throws.
    @discardableResult
    public func findOrCreate<M: Model>(
        _ type: M.Type, by values: [String: any SQLValueConvertible], _ fill: (M) throws -> Void = { _ in }
    ) throws -> sending (model: M, isNew: Bool) {
        let plan = try plan(for: type)
        let names = values.keys.sorted()
        let positions = try plan.upsertTarget(on: names, updating: [], in: self).positions
        let model = type.init()
        for (name, value) in values {
            let position = try plan.mapping.index(of: name)
            try plan.mapping.assign(
                plan.mapping.normalized([value.sqlValue], for: [position], areGiven: true)[0], to: position, of: model)
        }
        let key = try plan.mapping.values(positions, of: model)
        if !key.contains(where: \.isNull), let row = try row(type, plan, with: positions, key) {
            return (sent(row), false)
        }
        try fill(model)
        if dialect.features.contains(.onDuplicateKey) { return try insertOrFind(model, plan, positions, key) }
        let isNew = try saying({ _ in }) {
            try transaction { _ in
                try upsert([model], on: names, updating: [])
                try requireComputed(positions, key, of: model, plan)
            }
            return callScope?.found.contains(ObjectIdentifier(model)) == false
        }
        return (sent(model), isNew)
    }

    /// The same where the engine counts a row that an upsert leaves as it is like one that it inserts.
    private func insertOrFind<M: Model>(
        _ model: M, _ plan: TablePlan, _ positions: [Int], _ key: [SQLValue]
    ) throws -> sending (model: M, isNew: Bool) {
        try plan.requireUniqueKey(positions, in: self)
        do {
            try transaction { _ in
                try insert(model)
                try requireComputed(positions, key, of: model, plan)
            }
            return (sent(model), true)
        } catch let error as DatabaseError where error.code == .constraint {
            // A hook may have changed what was asked for, and the row may have come behind what this transaction reads.
            let tried = try plan.mapping.values(positions, of: model)
            guard !tried.contains(where: \.isNull),
                let row = try row(type(of: model), plan, with: positions, tried, isLocking: true)
            else { throw error }
            return (sent(row), false)
        }
    }

    /// The row whose properties read as some values.
    private func row<M: Model>(
        _ type: M.Type, _ plan: TablePlan, with positions: [Int], _ key: [SQLValue], isLocking: Bool = false
    ) throws -> M? {
        let query = try query(type).unfiltered().filter(
            Filter { resolver in
                .all(try zip(positions, key).map { try resolver.condition($0, .equalTo, $1) })
            }
        ).limit(2)
        let rows = try (isLocking ? query.locked() : query).all()
        if rows.count < 2 { return rows.first }
        throw ModelError(
            .conflict, "two rows of \"\(plan.mapping.table)\" hold \(pairs(positions, key, plan)) in two forms",
            table: plan.mapping.table, hint: "findOrCreate(_:on:) takes a model with the values as one row stores them")
    }

    /// Throws if the database has computed another value of a unique key than the one that was asked for.
    private func requireComputed(_ positions: [Int], _ key: [SQLValue], of model: Model, _ plan: TablePlan) throws {
        let computed = try plan.generatedColumns(in: self)
        for (position, value) in zip(positions, key) where computed.contains(position) {
            if try plan.mapping.value(position, of: model) == value { continue }
            throw ModelError(
                .notSaveable,
                "a new row of \"\(plan.mapping.table)\" does not hold \(pairs(positions, key, plan)): the database computes "
                    + "\"\(plan.mapping.columns[position].name)\"",
                table: plan.mapping.table, column: plan.mapping.columns[position].name,
                hint: "Set what it is computed of where the new model is filled")
        }
    }

    private func pairs(_ positions: [Int], _ key: [SQLValue], _ plan: TablePlan) -> String {
        zip(positions, key).map { "\(plan.mapping.columns[$0].name) = \($1.shown)" }.joined(separator: ", ")
    }
}
