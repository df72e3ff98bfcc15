import ZIMDb

/// The foreign keys of models whose property refers to no model yet.
///
/// `person.dog` is nil if the dog was not loaded with the person, and its key must not be lost when the person is
/// saved. Once a model was in the property, or the column was cleared, nil means that there is none.
extension LoadBatch {
    /// The row's value of a column, where its property is still to be loaded.
    func unloadedKey(_ field: ReferenceField, of model: Model) -> SQLValue? {
        guard let values = unloadedKeys[model.slot] else { return nil }
        for (index, position) in mapping.references.enumerated()
        where index < values.count && (mapping.columns[position].field as? ReferenceField)?.isSame(as: field) == true {
            return values[index]
        }
        return nil
    }

    /// Keeps the foreign keys of a row that has just been read into a model.
    func keepReferences(of model: Model, _ row: Row, _ first: Int, _ sources: [Int]?) {
        let values = mapping.references.map { row.storedValue(at: sources?[$0] ?? first &+ $0) }
        guard !values.allSatisfy(\.isNull) else { return }
        unloadedKeys[model.slot] = values
    }

    /// Takes the foreign keys over from the batch that a model was in, before it joins this one.
    func takeReferences(of model: Model) {
        guard let values = model.record?.unloadedKeys[model.slot] else { return }
        unloadedKeys[UInt32(truncatingIfNeeded: members.count)] = values
    }

    /// Where a property refers to a model now, that is what counts from here on.
    func forgetReferences(of model: Model) {
        guard unloadedKeys[model.slot] != nil else { return }
        for index in mapping.references {
            guard let field = mapping.columns[index].field as? ReferenceField,
                field.reference.model(of: model) != nil
            else { continue }
            forgetReference(field.reference, of: model)
        }
    }

    func forgetReference(_ reference: ModelReference, of model: Model) {
        guard unloadedKeys[model.slot] != nil else { return }
        for (index, position) in mapping.references.enumerated()
        where (mapping.columns[position].field as? ReferenceField)?.reference === reference {
            unloadedKeys[model.slot]?[index] = .null
        }
    }

    /// The properties hold what the row does.
    func refreshReferences(of model: Model) throws {
        for index in mapping.references { try refreshOriginal(index, of: model) }
    }
}

extension Model {
    /// The database that holds the model's row; nil for a model without one.
    package final var rowDatabase: Database? { isLoaded ? record?.handle.database : nil }

    /// The key of the model's row, whatever its properties hold by now; nil for a model without one.
    package final var rowKey: [SQLValue]? { isLoaded ? record?.key(of: self) : nil }

    /// Throws if the model's row is another database's.
    package final func requireRow(of database: Database, to what: String) throws {
        guard let own = rowDatabase else { return }
        try requireOwn(database, of: own, currentMapping(), to: what)
    }

    /// The row does not hold what a property refers to, whatever is known of it: the next update writes it.
    package final func markChanged(_ reference: ModelReference) {
        guard let record else { return }
        if record.mapping.tracksItself { return record.forget(self) }
        let mapping = record.mapping
        for index in mapping.references
        where (mapping.columns[index].field as? ReferenceField)?.reference === reference {
            record.notes.unknown[slot, default: []].insert(index)
        }
    }

    /// Puts a model that was loaded for a property into it: nothing has changed by that.
    package final func attach(_ other: Model?, to reference: ModelReference) throws {
        guard let other else { return }
        reference.set(other, in: self)
        record?.forgetReference(reference, of: self)
        try record?.refreshReferences(of: self)
    }
}
