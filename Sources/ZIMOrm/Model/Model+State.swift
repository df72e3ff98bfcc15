import ZIMDb

extension Model {
    /// Whether the model's row exists as far as the model knows: it was loaded or saved, and not deleted since.
    public final var isLoaded: Bool {
        settle()
        return state.contains(.isLoaded) && !state.contains(.isDeleted)
    }

    /// Whether the model's row was deleted through this model.
    public final var isDeleted: Bool {
        settle()
        return state.contains(.isDeleted)
    }

    /// The values of the key's columns as the model holds them now, in key order; empty without a key.
    public final var keyValues: [SQLValue] {
        (try? currentMapping().keyValues(of: self)) ?? []
    }

    /// The names of the columns that ``save()`` would write: those that changed since the model was loaded or saved, or
    /// all of a new model.
    ///
    /// - Throws: ``ModelError`` where the class cannot be mapped or a value cannot be stored.
    public final func changedColumns() throws -> [String] {
        let mapping = try currentMapping()
        guard isLoaded, let record else { return mapping.columns.map(\.name) }
        return try record.changes(of: self).map { mapping.columns[$0].name }
    }

    /// Whether there is anything that ``save()`` would write.
    public final func hasChanges() throws -> Bool { try !changedColumns().isEmpty }

    package final func currentMapping() throws -> Mapping {
        if let record { return record.mapping }
        return try MappingRegistry.mapping(of: type(of: self))
    }

    /// Takes back what a rollback undid: a row that was inserted then is new again, one that was deleted is there.
    final func settle() {
        guard state.contains(.hasMark), let record else { return }
        while let mark = record.marks[slot]?.last, mark.handle.wasRolledBack(mark.generation) {
            record.marks[slot]?.removeLast()
            record.setKey(mark.key, of: self)
            if mark.isDeletion {
                state.remove(.isDeleted)
            } else {
                // Which columns the rolled-back save had written is not known any more: the next one writes all.
                try? record.forget(self)
            }
        }
        if let birth = record.birth, record.handle.wasRolledBack(birth) {
            state.remove([.isLoaded, .isDeleted])
        }
    }

    /// Notes a change that a rollback of its session would undo.
    final func mark(isDeletion: Bool, in session: Session, key: [SQLValue]) {
        guard let record else { return }
        let mark = RecordGroup.Mark(
            isDeletion: isDeletion, handle: session.handle, generation: session.generation,
            depth: session.savepointDepth,
            key: key)
        state.insert(.hasMark)
        // Outside savepoints only the whole transaction can be undone, so the first of several saves says it all.
        if mark.depth == 0, !isDeletion, let last = record.marks[slot]?.last, last.depth == 0, !last.isDeletion,
            last.handle === mark.handle
        {
            return
        }
        record.marks[slot, default: []].append(mark)
    }
}
