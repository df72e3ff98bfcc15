import ZIMDb

extension Model {
    /// Sets this model's foreign key to another model's key. `save()` writes it.
    ///
    /// ```swift
    /// try order.set(customer, foreignKey: ["o_w_id", "o_d_id", "o_c_id"])
    /// ```
    ///
    /// A column that also belongs to the primary key or to another relationship is never changed: if it differs from
    /// the new parent's value, the call throws and changes nothing. The others are all written if one of them changes.
    /// In a new model, columns that are not set yet are filled in. An initial value that is another one in each new model,
    /// such as `UUID()`, does not tell whether the column was set: the first parent fills it in.
    ///
    /// - Parameters:
    ///   - parent: the model to belong to; nil is ``clear(foreignKey:)``.
    ///   - foreignKey: columns or properties of this class, in the order of the key that they reference.
    ///   - references: the columns of the other class that they reference; its primary key by default.
    /// - Throws: ``ModelError`` with code sharedColumn, keyMissing for a parent whose key has no value yet, keyMismatch,
    ///   otherDatabase for two models that were read from different ones, value for a parent's key that is no value of the
    ///   foreign key's column, or is written in another declared form there.
    public final func set(_ parent: Model?, foreignKey: [String], references: [String]? = nil) throws {
        guard let parent else { return try clear(foreignKey: foreignKey) }
        try set(parent, foreignKey: foreignKey, references: references, writesAlways: false)
    }

    /// - Parameter writesAlways: whether a loaded model writes the key though it holds it already.
    /// - Returns: whether the next save writes all of the key, or fails.
    @discardableResult
    final func set(_ parent: Model, foreignKey: [String], references: [String]?, writesAlways: Bool) throws -> Bool {
        restoreAfterRollback()
        // A key that was lost in a rollback must not be pointed to.
        parent.restoreAfterRollback()
        let mapping = try currentMapping()
        let other = try parent.currentMapping()
        if isLoaded, parent.isLoaded, let own = record?.handle.database, let theirs = parent.record?.handle.database {
            try parent.requireOwn(own, of: theirs, other, to: "be referred to")
        }
        let positions = try mapping.indexes(of: foreignKey)
        let parentPositions = try references.map { try other.indexes(of: $0) } ?? other.key
        guard positions.count == parentPositions.count, !positions.isEmpty else {
            throw ModelError(
                .keyMismatch,
                "the foreign key (\(foreignKey.joined(separator: ", "))) of \"\(mapping.table)\" has \(positions.count) columns, "
                    + "the key (\(parentPositions.map { other.columns[$0].name }.joined(separator: ", "))) of "
                    + "\"\(other.table)\" has \(parentPositions.count)",
                table: mapping.table)
        }
        // What the parent's row holds, letter for letter: to the database another spelling is another key.
        let values = try zip(positions, parentPositions).map { index, parentPosition in
            // What a column's type has made of a form's value, the other column makes of it, too, if it is of that type.
            let isConverted = other.columns[parentPosition].field.conversion != nil
            let stored =
                try isConverted
                ? other.propertyValue(parentPosition, of: parent) : other.value(parentPosition, of: parent)
            // Also where the property here would be written otherwise, but never against a declared form.
            let written = try mapping.normalized([stored], for: [index])[0]
            guard let form = mapping.columns[index].field.form else { return stored }
            guard written.isIdentical(to: stored) || mayBeOne(written, stored, index, parentPosition, of: parent) else {
                let names = (mapping.columns[index].name, other.columns[parentPosition].name)
                throw ModelError(
                    .value,
                    "\"\(mapping.table)\".\"\(names.0)\" is written as \(form), and \"\(other.table)\".\"\(names.1)\" otherwise: "
                        + "it would refer to no row",
                    table: mapping.table, column: names.0, value: stored,
                    hint: "Declare one form for both columns")
            }
            return written
        }
        if let missing = values.firstIndex(where: \.isNull) {
            throw ModelError(
                .keyMissing,
                "\"\(other.table)\".\"\(other.columns[parentPositions[missing]].name)\" has no value yet, so "
                    + "\"\(mapping.table)\" cannot point to it",
                table: other.table, column: other.columns[parentPositions[missing]].name, hint: "Save the parent first")
        }
        let guardian = try SharedColumns(of: self, mapping: mapping, foreignKey: positions)
        let changed = try zip(positions, values).filter { index, value in
            let current = try mapping.value(index, of: self)
            guard current != value else { return false }
            try guardian.check(index, from: current, to: value)
            return true
        }
        // All are checked before the first is changed.
        for (index, value) in changed { try assign(value, spelledAt: index, in: mapping) }
        ParentColumns.note(guardian.varying.intersection(positions), of: self)
        let differing = Set(changed.map(\.0))
        let written = positions.filter { differing.contains($0) || guardian.isOwn($0) }
        if !changed.isEmpty { noteSet(written) }
        guard isLoaded, let record else { return true }
        if writesAlways { ownRecord(record).forget(self, at: written) }
        return !written.isEmpty && positions.allSatisfy { written.contains($0) || mapping.key.contains($0) }
    }

    /// Whether the database may take a key in the spelling of this class's form for the one that the parent's row holds.
    private func mayBeOne(
        _ written: SQLValue, _ stored: SQLValue, _ position: Int, _ parentPosition: Int, of parent: Model
    ) -> Bool {
        let compared = try? reading { session in
            try session.plan(of: self).comparedColumns([position], in: session)
                + session.plan(of: parent).comparedColumns([parentPosition], in: session)
        }
        // Without a database that is not known.
        guard let compared else { return true }
        if compared.contains(where: \.comparesByMeaning) { return true }
        guard written.folded == stored.folded else { return false }
        // A column's type makes texts of numbers, and numbers of texts.
        return written.isNumber || stored.isNumber
            || compared.contains { $0.affinity?.isNumeric == true } || compared.last?.mergesSpellings == true
    }

    /// Notes columns of a foreign key that are written together: with half of it, a row that something else has changed since
    /// would refer to another parent than either wanted.
    private func noteSet(_ columns: [Int]) {
        guard isLoaded, columns.count > 1, let record else { return }
        ownRecord(record).notes.setKeys[slot, default: []].insert(columns)
    }

    /// Sets this model's foreign key to NULL, except for columns that also belong to a key or to another relationship.
    ///
    /// - Throws: ``ModelError`` with code sharedColumn if no column may become NULL; then nothing is changed.
    public final func clear(foreignKey: [String]) throws { try clear(foreignKey: foreignKey, writesAlways: false) }

    /// - Parameter writesAlways: whether NULL is written even if the property holds it already: the row may hold a key.
    final func clear(foreignKey: [String], writesAlways: Bool) throws {
        let mapping = try currentMapping()
        let positions = try mapping.indexes(of: foreignKey)
        let guardian = try SharedColumns(of: self, mapping: mapping, foreignKey: positions)
        let own = positions.filter { guardian.mayBecomeNull($0) }
        guard !own.isEmpty else {
            if !writesAlways, try mapping.values(positions, of: self).contains(where: \.isNull) { return }
            let reasons = positions.map { guardian.reason($0) }.joined(separator: "; ")
            throw ModelError(
                .sharedColumn,
                "the foreign key (\(foreignKey.joined(separator: ", "))) of \"\(mapping.table)\" cannot be cleared: \(reasons)",
                table: mapping.table, column: mapping.columns[positions[0]].name)
        }
        let isChanged = try mapping.values(own, of: self).contains { !$0.isNull }
        for index in own { try mapping.columns[index].field.assign(.null, to: self) }
        if isChanged { noteSet(own) }
        if writesAlways, isLoaded, let record { ownRecord(record).forget(self, at: own) }
    }

    /// Throws if this model was read from another database: its key says nothing about a row there.
    final func requireOwn(_ database: Database, of own: Database, _ mapping: Mapping, to what: String) throws {
        guard !own.isSame(as: database) else { return }
        throw mapping.belongsElsewhere(
            record?.key(of: self) ?? [], of: own, cannot: what, in: database, hint: "Find its row there")
    }
}

/// Knows which columns of a foreign key serve something else too.
private struct SharedColumns {
    private let model: Model
    private let mapping: Mapping
    private let foreignKey: Set<Int>
    /// The other foreign keys of the class, declared in it or in the database.
    private let others: [(name: String, positions: Set<Int>)]
    private let schema: TableSchema?
    /// The columns of a new model whose values do not tell whether they were set.
    var varying: Set<Int> { model.isLoaded ? [] : mapping.varyingColumns }

    init(of model: Model, mapping: Mapping, foreignKey: [Int]) throws {
        self.model = model
        self.mapping = mapping
        self.foreignKey = Set(foreignKey)
        // Without a database the class's own declarations are all there is to know.
        schema = try? model.reading { try $0.plan(of: model).tableSchema(in: $0) }
        var others: [(String, Set<Int>)] = []
        for relationship in mapping.relationships where relationship.kind == .belongsTo {
            others.append((relationship.name, Set(relationship.foreignKey.flatMap { mapping.positions(of: $0) })))
        }
        for key in schema?.foreignKeys ?? [] {
            others.append(("to \"\(key.table)\"", Set(key.columns.compactMap { mapping.firstIndex(of: $0) })))
        }
        self.others = others.filter { $0.1 != Set(foreignKey) }
    }

    private func sharing(_ position: Int) -> (name: String, positions: Set<Int>)? {
        others.first { $0.positions.contains(position) }
    }

    /// Whether a column belongs to this foreign key alone.
    func isOwn(_ position: Int) -> Bool { !mapping.key.contains(position) && sharing(position) == nil }

    func mayBecomeNull(_ position: Int) -> Bool {
        let column = mapping.columns[position]
        guard isOwn(position), column.field.acceptsNull else { return false }
        return schema?.column(column.name)?.isNotNull != true
    }

    func reason(_ position: Int) -> String {
        let name = "\"\(mapping.columns[position].name)\""
        if mapping.key.contains(position) { return name + " belongs to the primary key" }
        if let other = sharing(position) { return name + " belongs to the relationship \(other.name) too" }
        return name + " cannot be NULL"
    }

    /// Throws where a column may not take another value.
    func check(_ position: Int, from current: SQLValue, to value: SQLValue) throws {
        let isShared = mapping.key.contains(position) || sharing(position) != nil
        guard isShared else { return }
        if !model.isLoaded {
            // What a new model still holds from its init was not set by anybody.
            if current.isNull { return }
            if try mapping.columns[position].value(of: mapping.type.init()) == current { return }
            if varying.contains(position), !ParentColumns.contains(position, of: model) { return }
        } else if current.isNull, !mapping.key.contains(position), let other = sharing(position) {
            // The other relationship has no parent, and gets none by this where another part of it is NULL.
            let rest = other.positions.subtracting(foreignKey)
            if try mapping.values(rest.sorted(), of: model).contains(where: \.isNull) { return }
        }
        throw ModelError(
            .sharedColumn,
            "\"\(mapping.table)\": \(reason(position)), so it cannot change from \(current.shown) to \(value.shown)",
            table: mapping.table,
            column: mapping.columns[position].name, key: model.keyValues, value: value)
    }
}
