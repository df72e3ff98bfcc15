import ZIMDb

/// What is kept so that a rollback leaves models as it leaves the database: as they were before.
extension LoadBatch {
    /// What was known of a model's row before a save or a deletion.
    struct UndoEntry {
        let handle: SessionHandle
        let generation: UInt64
        /// Where the transaction began, and how many savepoints were open in it.
        let start: UInt64
        let depth: Int
        /// The row's key; nil as long as only other columns were written.
        var key: [SQLValue]?
        let originals: OriginalRow?
        /// What a class that tracks its changes itself had noted.
        var changes: NotedChanges?
        /// The columns that counted as changed whatever their properties hold.
        var unknown: Set<Int>?
        /// The foreign keys that were set.
        var setKeys: Set<[Int]>?
        /// The values of the row that were spelled in a way of their own.
        let spellings: [SpellingList.Entry]
        /// What the row held, where changes are compared with it.
        let rowValues: [Int: SQLValue]?
        let state: ModelState
        /// What the change gave properties: the version that the row got, and what the database filled in.
        var given: [GeneratedValue] = []
    }

    /// What a model was before it came into a batch of its own.
    struct Snapshot {
        let record: LoadBatch?
        let slot: UInt32
        let state: ModelState
        /// The properties that the database filled in.
        let given: [GeneratedValue]
        /// Of a class that tracks its changes: those that were not written, and the key of the row.
        let tracked: (changes: NotedChanges, key: [SQLValue])?
        /// Whether a row has been read into its properties since; it may have been another row.
        let isRead: Bool

        /// The key that was filled in in each model of a batch; its value is that of the model's row.
        private(set) var filled: FilledKey?

        /// That of models which were new.
        init(ofNewModels filled: FilledKey?) {
            (record, slot, state, given, tracked, isRead) = (nil, 0, [], [], nil, false)
            self.filled = filled
        }

        init(of model: Model, given: [GeneratedValue], isRead: Bool) {
            self.isRead = isRead
            record = model.record
            slot = model.slot
            state = model.state
            self.given = given
            tracked = model.record.flatMap { record in model.notedChanges.map { ($0, record.key(of: model)) } }
        }

        /// What it was before two changes that can only be undone together.
        init(of model: Model, before earlier: Snapshot, given: [GeneratedValue], isRead: Bool) {
            self.isRead = isRead || earlier.isRead
            record = earlier.record
            slot = earlier.slot
            state = earlier.state
            let known = model.record?.filledIn(earlier, of: model) ?? earlier.given
            self.given = known + given.filter { new in !known.contains { $0.position == new.position } }
            tracked = earlier.tracked.map { earlier in
                var changes = earlier.changes
                if let own = model.notedChanges { changes.formUnion(own) }
                // Those that were written between the two.
                for entry in model.record?.knownNotes?.undoEntries.all(model.slot) ?? [] {
                    changes.formUnion(entry.changes ?? .all)
                }
                return (changes, earlier.key)
            }
        }
    }

    /// A property that the database filled in, and what it held before.
    struct GeneratedValue {
        let position: Int
        let before: SQLValue
        let value: SQLValue
    }

    /// A key that the database counts up, and what its property held before.
    struct FilledKey {
        let position: Int
        let before: SQLValue
    }

    /// What the database filled in of a model of this batch.
    fileprivate func filledIn(_ snapshot: Snapshot, of model: Model) -> [GeneratedValue] {
        guard let filled = snapshot.filled, let part = mapping.key.firstIndex(of: filled.position) else {
            return snapshot.given
        }
        let key = key(of: model)
        guard part < key.count else { return snapshot.given }
        return snapshot.given + [GeneratedValue(position: filled.position, before: filled.before, value: key[part])]
    }

    /// Moves a model to this batch after it was written or read again.
    ///
    /// - Parameter stored: what the database filled in, as it holds it.
    func takeOver(_ model: Model, from row: Row? = nil, given: [GeneratedValue] = [], stored: [Spelling] = []) throws {
        if since > 0 { snapshot = before(model, given, isRead: row != nil) }
        let spellings = row == nil ? Self.spellings(of: model, mapping, with: stored) : []
        if !mapping.references.isEmpty, row == nil { takeReferences(of: model) }
        model.record?.leave(model)
        model.state.subtract([.isLoaded, .isDeleted, .hasUndoEntry, .mayBeStale, .isStale])
        if mapping.tracksItself { model.columnChanges = ColumnChanges() }
        if let row {
            try adopt(model, from: row, at: 0, sources: nil)
        } else {
            try adopt(model, spellings: spellings)
            try keepRow(of: model, writing: mapping.columns.indices)
        }
    }

    private func before(_ model: Model, _ given: [GeneratedValue], isRead: Bool) -> Snapshot {
        guard let record = model.record, record.handle === handle, let session = handle.session,
            session.savepointDepth == 0, record.since >= session.transactionStart, let earlier = record.snapshot
        else { return Snapshot(of: model, given: given, isRead: isRead) }
        return Snapshot(of: model, before: earlier, given: given, isRead: isRead)
    }

    /// Frees a long chain of snapshots one after the other: each freeing the next would need a stack as long.
    func releaseSnapshots() {
        var next = snapshot?.record
        snapshot = nil
        while next != nil, isKnownUniquelyReferenced(&next) {
            let following = next?.snapshot?.record
            next?.snapshot = nil
            next = following
        }
    }

    /// Notes what is known of a model's row, which the session is about to change.
    ///
    /// - Parameter key: the row's key; nil if the change leaves it as it is.
    func noteUndo(_ model: Model, key: [SQLValue]?, in session: Session) {
        let slot = model.slot
        // Outside savepoints only the whole transaction can be undone, so the first of several changes says it all.
        if model.state.contains(.hasUndoEntry), session.savepointDepth == 0,
            let last = knownNotes?.undoEntries.last(slot),
            last.depth == 0,
            last.handle === session.handle, last.start == session.transactionStart
        {
            // What a later save of the transaction writes is undone together with the first.
            let (changes, unknown) = (model.notedChanges, knownNotes?.unknown[slot])
            let setKeys = knownNotes?.setKeys[slot]
            if changes == nil && key == nil && unknown == nil && setKeys == nil { return }
            notes.undoEntries.changeLast(slot) { undoEntry in
                if let setKeys { undoEntry.setKeys = setKeys.union(undoEntry.setKeys ?? []) }
                if let unknown { undoEntry.unknown = unknown.union(undoEntry.unknown ?? []) }
                if let changes { undoEntry.changes?.formUnion(changes) }
                if undoEntry.key == nil { undoEntry.key = key }
            }
            return
        }
        notes.undoEntries.append(
            UndoEntry(
                handle: session.handle, generation: session.generation, start: session.transactionStart,
                depth: session.savepointDepth, key: key,
                originals: mapping.tracksItself ? nil : originals.copy(slot, mapping), changes: model.notedChanges,
                unknown: knownNotes?.unknown[slot], setKeys: knownNotes?.setKeys[slot],
                spellings: knownNotes?.spellings.all(of: slot) ?? [],
                rowValues: knownNotes?.rowValues[slot], state: model.state), to: slot, members: members.count)
        model.state.insert(.hasUndoEntry)
    }

    /// Takes back what rollbacks undid of a model.
    ///
    /// - Returns: whether it is in its previous batch again, which may have something to take back too.
    func restoreAfterRollback(_ model: Model) -> Bool {
        while let undoEntry = knownNotes?.undoEntries.last(model.slot),
            undoEntry.handle.wasRolledBack(undoEntry.generation)
        {
            knownNotes?.undoEntries.removeLast(model.slot)
            restore(undoEntry, of: model)
        }
        // Entries that no rollback can undo are dropped.
        if let last = knownNotes?.undoEntries.last(model.slot), last.handle.session == nil {
            knownNotes?.undoEntries.removeAll(model.slot)
        }
        guard handle.wasRolledBack(since) else {
            if sharing != .shared, snapshot != nil, handle.session == nil { snapshot = nil }
            return false
        }
        if let snapshot {
            restore(snapshot, of: model)
            return true
        }
        // It was read among changes that are undone: what the row holds now is not known.
        if model.state.contains(.mayBeStale) {
            model.state.remove(.mayBeStale)
            model.state.insert(.isStale)
            forget(model)
        }
        return false
    }

    private func restore(_ undoEntry: UndoEntry, of model: Model) {
        if mapping.tracksItself, var changes = model.notedChanges {
            changes.formUnion(undoEntry.changes ?? .all)
            model.note(changes)
        }
        if let key = undoEntry.key {
            changedKeys[model.slot] = Dictionary(zip(mapping.key, key)) { first, _ in first }
        }
        for given in undoEntry.given { restore(given, of: model) }
        if undoEntry.rowValues != nil || knownNotes?.rowValues[model.slot] != nil {
            notes.rowValues[model.slot] = undoEntry.rowValues
        }
        if let setKeys = undoEntry.setKeys { notes.setKeys[model.slot, default: []].formUnion(setKeys) }
        if let unknown = undoEntry.unknown { notes.unknown[model.slot, default: []].formUnion(unknown) }
        if let kept = undoEntry.originals { originals.restore(kept, model.slot, mapping) }
        if knownNotes?.spellings.isEmpty == false || !undoEntry.spellings.isEmpty {
            notes.spellings.replace(undoEntry.spellings, of: model.slot)
        }
        model.state.subtract([.isLoaded, .isDeleted])
        model.state.formUnion(undoEntry.state.intersection([.isLoaded, .isDeleted]))
    }

    private func restore(_ snapshot: Snapshot, of model: Model) {
        leave(model)
        let slot = Int(snapshot.slot)
        if let record = snapshot.record, slot < record.members.count {
            record.members[slot] = Unmanaged.passUnretained(model)
        }
        let kept: ModelState = [.hasDelegateBit, .hasAssignedSpelling, .hasParentColumns]
        model.state = snapshot.state.subtracting(kept).union(model.state.intersection(kept))
        var changes = model.notedChanges
        for given in filledIn(snapshot, of: model) {
            let column = mapping.columns[given.position]
            // What was set since by somebody else stays.
            guard let value = try? column.value(of: model), value == given.value else { continue }
            try? column.field.assign(given.before, to: model)
        }
        AssignedSpellings.forgetFound(model)
        model.slot = snapshot.slot
        changes?.formUnion(snapshot.tracked?.changes ?? .all)
        // Last: it may be all that keeps this batch alive.
        model.record = snapshot.record
        if let changes { model.note(changes) }
        // Its row has the key that it had, but the properties may hold what another row was then.
        if snapshot.isRead, model.state.contains(.isLoaded) { model.state.insert(.isStale) }
        guard let tracked = snapshot.tracked, let record = model.record else { return }
        if !record.key(of: model).elementsEqual(tracked.key, by: { $0.isIdentical(to: $1) }) {
            model.ownRecord(record).changedKeys[model.slot] = Dictionary(zip(mapping.key, tracked.key)) { first, _ in
                first
            }
        }
    }
}

extension Session {
    /// Has a rollback restore a model at once: others are restored when they are used next, but a program reads properties itself
    /// that the database has filled in.
    func restoreOnRollback(_ model: Model) { onRollback.append { [weak model] in model?.restoreAfterRollback() } }
}

extension Model {
    /// Takes back what a rollback undid: a row that was inserted then is new again, one that was deleted is there.
    final func restoreAfterRollback() {
        while state.contains(.hasUndoEntry), let record, record.restoreAfterRollback(self) {}
    }
}
