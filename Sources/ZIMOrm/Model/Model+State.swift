import ZIMDb

extension Model {
    /// Whether this model was loaded or saved, and not deleted since.
    public final var isLoaded: Bool {
        restoreAfterRollback()
        return state.contains(.isLoaded) && !state.contains(.isDeleted)
    }

    /// Whether the model's row was deleted through this model.
    public final var isDeleted: Bool {
        restoreAfterRollback()
        return state.contains(.isDeleted)
    }

    /// The values of the key's columns as the model holds them now, in key order; empty without a key.
    ///
    /// If a rollback removes an inserted row, its generated key is removed from the model at the next call of this
    /// property, ``isLoaded``, `save()` or a relationship. Until then the stored property still shows the lost key.
    public final var keyValues: [SQLValue] {
        restoreAfterRollback()
        return (try? currentMapping().keyValues(of: self)) ?? []
    }

    /// The names of the columns that `save()` would write: those that changed since the model was loaded or saved, or
    /// all of a new model.
    ///
    /// - Throws: ``ModelError`` if the class cannot be mapped or a value cannot be stored.
    public final func changedColumns() throws -> [String] {
        let mapping = try currentMapping()
        guard isLoaded, let record else { return mapping.columns.map(\.name) }
        return record.changes(of: self).map { mapping.columns[$0].name }
    }

    /// Whether `save()` would write anything.
    public final func hasChanges() throws -> Bool { try !changedColumns().isEmpty }

    package final func currentMapping() throws -> Mapping {
        if let record { return record.mapping }
        return try MappingRegistry.mapping(of: type(of: self))
    }
}
