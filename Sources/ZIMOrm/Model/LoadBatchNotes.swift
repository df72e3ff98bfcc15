import ZIMDb

/// What is noted of a batch's models once they are changed or saved. Most batches are only read, and many are of one model,
/// so it is kept apart.
final class LoadBatchNotes {
    // Unchecked, as in the load batch.

    /// The parts of keys that rows have in place of what their properties hold or held, by slot and position.
    @exclusivity(unchecked) var changedKeys: [UInt32: [Int: SQLValue]] = [:]
    /// The columns, by slot, that count as changed whatever their properties hold.
    @exclusivity(unchecked) var unknown: [UInt32: Set<Int>] = [:]
    /// The changed columns, by slot, from the 64th on, of classes that note their changes themselves.
    var wideChanges: [UInt32: Set<Int>] = [:]
    /// The columns of foreign keys, by slot, that were set: where one of them is changed, all are written.
    @exclusivity(unchecked) var setKeys: [UInt32: Set<[Int]>] = [:]
    /// The foreign keys, by slot, of rows whose property refers to no model because none was loaded into it.
    var unloadedKeys: [UInt32: [SQLValue]] = [:]
    /// The values of rows that are spelled otherwise than their properties would be written.
    @exclusivity(unchecked) var spellings = SpellingList()
    /// What rows held, by slot and position, where changes are compared with it.
    @exclusivity(unchecked) var rowValues: [UInt32: [Int: SQLValue]] = [:]
    /// The columns, by slot, of rows of which only some were read.
    @exclusivity(unchecked) var unread: [UInt32: Set<Int>] = [:]
    /// What `didLoad()` has set, by slot and position, that is not to be written.
    @exclusivity(unchecked) var loadChanges: [UInt32: [Int: SQLValue]] = [:]
    /// Saves and deletions since, by slot.
    @exclusivity(unchecked) var undoEntries = UndoList()
    /// The changes that were written last, and their positions: siblings mostly change alike.
    @exclusivity(unchecked) var latestChanges: (changes: ColumnChanges, positions: [Int])?
}

extension LoadBatch {
    /// The notes, made where there are none yet.
    var notes: LoadBatchNotes {
        if let knownNotes { return knownNotes }
        let made = LoadBatchNotes()
        knownNotes = made
        return made
    }

    var changedKeys: [UInt32: [Int: SQLValue]] {
        get { knownNotes?.changedKeys ?? [:] }
        _modify { yield &notes.changedKeys }
    }

    var unloadedKeys: [UInt32: [SQLValue]] {
        get { knownNotes?.unloadedKeys ?? [:] }
        _modify { yield &notes.unloadedKeys }
    }
}

extension Model {
    /// What `didLoad()` has set in a model of a row that nobody asked for is not written with a foreign key, unless a hook of
    /// saving makes another value of it.
    final func leaveOutLoadChanges(except foreignKey: [String]) throws {
        guard let record else { return }
        let written = try record.mapping.indexes(of: foreignKey)
        let changes = record.changes(of: self).filter { !written.contains($0) }
        guard !changes.isEmpty else { return }
        ownRecord(record).notes.loadChanges[slot] = try Dictionary(
            uniqueKeysWithValues: changes.map { ($0, try record.mapping.value($0, of: self)) })
    }
}
