import ZIMDb

/// What rows held when they were read or written, for classes whose changes are compared with it.
extension LoadBatch {
    /// What a model's row held in a column; nil if that is not known.
    func rowValue(_ position: Int, of model: Model) -> SQLValue? {
        if let kept = knownNotes?.rowValues[model.slot]?[position] { return kept }
        if mapping.keepsRow { return nil }
        if let stored = spelling(position, of: model) { return stored }
        return mapping.tracksItself ? nil : originals.value(position, of: model, mapping)
    }

    /// Keeps the row that a model was just read from.
    ///
    /// - Parameter sources: where each column stands in the row; a column that was not read stands nowhere.
    @inline(never)
    func keepRow(of model: Model, _ row: Row, _ first: Int, _ sources: [Int]?) {
        var values: [Int: SQLValue] = [:]
        for index in mapping.columns.indices {
            let source = sources?[index] ?? first + index
            if source >= 0 { values[index] = row.value(at: source, for: mapping.columns[index].field) }
        }
        (model.record ?? self).notes(of: model).rowValues[model.slot] = values
    }

    /// Keeps in mind which columns a model was made without.
    func noteUnread(_ positions: Set<Int>, of model: Model) {
        guard !positions.isEmpty else { return }
        notes(of: model).unread[model.slot] = positions
    }

    /// The columns of which nobody knows what the row holds: they were not read, nor have their properties been set.
    func unread(of model: Model) -> Set<Int> {
        guard let unread = knownNotes?.unread[model.slot], !unread.isEmpty else { return [] }
        // Of a stale model all columns count as changed, which says nothing about these.
        if model.state.contains(.isStale), !mapping.tracksItself {
            return unread.filter { originals.isUnchanged($0, of: model, mapping) }
        }
        return unread.subtracting(changes(of: model))
    }

    /// Whether nobody knows the version of a model's row: it was not read, nor has the property been set.
    func isVersionUnknown(_ position: Int, of model: Model) -> Bool {
        position == mapping.versionPosition && unread(of: model).contains(position)
    }

    /// The row holds what some properties do now.
    func keepRow(of model: Model, writing positions: some Sequence<Int>) throws {
        guard mapping.keepsRow || knownNotes?.rowValues[model.slot] != nil else { return }
        var values = knownNotes?.rowValues[model.slot] ?? [:]
        for index in positions {
            let value = try mapping.keepsRow ? mapping.value(index, of: model) : nil
            values[index] = value
        }
        notes.rowValues[model.slot] = values
    }

    /// A spelling of the row is about to be forgotten, which the next change is still compared with.
    func keepRowValue(_ position: Int, of model: Model) {
        guard let stored = spelling(position, of: model), knownNotes?.rowValues[model.slot]?[position] == nil else {
            return
        }
        notes.rowValues[model.slot, default: [:]][position] = stored
    }

    /// The notes in which something can be said of a model: those of its own batch, where it shared one.
    private func notes(of model: Model) -> LoadBatchNotes { model.ownRecord(self).notes }

    /// Notes the version that a change gave a model's row.
    func noteVersion(_ version: GeneratedValue, of model: Model, in session: Session) throws {
        noteUndo(model, key: nil, in: session)
        noteGiven([version], of: model, in: session)
        replaceSpellings([], at: [version.position], of: model)
        knownNotes?.unread[model.slot]?.remove(version.position)
        if mapping.keepsRow { notes.rowValues[model.slot, default: [:]][version.position] = version.value }
        guard !mapping.tracksItself else { return }
        try refreshOriginal(version.position, of: model)
        knownNotes?.unknown[model.slot]?.remove(version.position)
    }

    /// Notes what a change gave properties, besides what a rollback takes back of it.
    func noteGiven(_ given: [GeneratedValue], of model: Model, in session: Session) {
        guard let undoEntry = notes.undoEntries.last(model.slot), !given.isEmpty else { return }
        if undoEntry.given.isEmpty { session.restoreOnRollback(model) }
        notes.undoEntries.changeLast(model.slot) { entry in
            for new in given {
                guard let known = entry.given.firstIndex(where: { $0.position == new.position }) else {
                    entry.given.append(new)
                    continue
                }
                entry.given[known] = GeneratedValue(
                    position: new.position, before: entry.given[known].before, value: new.value)
            }
        }
    }

    /// Gives a property back what it held, unless somebody has set another value since.
    func restore(_ given: GeneratedValue, of model: Model) {
        guard let value = try? mapping.columns[given.position].value(of: model), value == given.value else { return }
        try? model.assignUnnoticed(given.before, to: given.position, in: mapping)
    }
}

extension Model {
    /// Sets a column's property to what its row holds: no change that a class which tracks itself would note.
    final func assignUnnoticed(_ value: SQLValue, to position: Int, in mapping: Mapping) throws {
        let changes = columnChanges
        let wide = record?.knownNotes?.wideChanges[slot]
        try mapping.assign(value, to: position, of: self)
        guard var changes else { return }
        if position < ColumnChanges.sharedPosition {
            if !changes.isAll { changes.remove(position) }
        } else if let record, record.knownNotes?.wideChanges[slot] != wide {
            record.notes.wideChanges[slot] = wide
        }
        columnChanges = changes
    }
}
