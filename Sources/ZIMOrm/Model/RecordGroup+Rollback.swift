import ZIMDb

/// What is kept so that a rollback leaves models as it leaves the database: as they were before.
extension RecordGroup {
    /// What was known of a model's row before a save or a deletion.
    struct Mark {
        let handle: SessionHandle
        let generation: UInt64
        /// Where the transaction began, and how many savepoints were open in it.
        let start: UInt64
        let depth: Int
        /// The row's key; nil as long as only other columns were written.
        var key: [SQLValue]?
        let originals: OriginalRow?
        /// What a class that keeps account itself had noted.
        var changes: ColumnChanges?
        /// The values of the row that were spelled in a way of their own.
        let spellings: [Spelling]
        let state: ModelState
    }

    /// What a model was before it came into a group of its own.
    struct Former {
        let record: RecordGroup?
        let slot: UInt32
        let state: ModelState
        /// The properties that the database filled in.
        let given: [Given]

        init(of model: Model, given: [Given]) {
            record = model.record
            slot = model.slot
            state = model.state
            self.given = given
        }

        /// What it was before two changes that can only be undone together.
        init(of model: Model, before earlier: Former, given: [Given]) {
            record = earlier.record
            slot = earlier.slot
            state = earlier.state
            self.given = earlier.given + given.filter { new in !earlier.given.contains { $0.place == new.place } }
        }
    }

    /// A property that the database filled in, and what it held before.
    struct Given {
        let place: Int
        let before: SQLValue
        let value: SQLValue
    }

    /// Takes a model in that a write or a new look at its row takes out of its former group.
    ///
    /// - Parameter stored: what the database filled in, as it holds it.
    func takeOver(_ model: Model, from row: Row? = nil, given: [Given] = [], stored: [Spelling] = []) throws {
        if since > 0 { former = before(model, given) }
        let spellings = row == nil ? Self.spellings(of: model, mapping, with: stored) : []
        if !mapping.references.isEmpty, row == nil { takeReferences(of: model) }
        model.record?.leave(model)
        model.state.subtract([.isLoaded, .isDeleted, .hasMark, .mayBeStale, .isStale])
        if mapping.tracksItself { model.columnChanges = ColumnChanges() }
        if let row {
            try adopt(model, from: row, at: 0, sources: nil)
        } else {
            try adopt(model, spellings: spellings)
        }
    }

    private func before(_ model: Model, _ given: [Given]) -> Former {
        guard let record = model.record, record.handle === handle, let session = handle.session,
            session.savepointDepth == 0, record.since >= session.transactionStart, let earlier = record.former
        else { return Former(of: model, given: given) }
        return Former(of: model, before: earlier, given: given)
    }

    /// Frees a long row of former groups one after the other: each freeing the next would need a stack as long.
    func releaseFormer() {
        var next = former?.record
        former = nil
        while next != nil, isKnownUniquelyReferenced(&next) {
            let following = next?.former?.record
            next?.former = nil
            next = following
        }
    }

    /// Notes what is known of a model's row, which the session is about to change.
    ///
    /// - Parameter key: the row's key; nil where the change leaves it as it is.
    func mark(_ model: Model, key: [SQLValue]?, in session: Session) {
        let slot = model.slot
        // Outside savepoints only the whole transaction can be undone, so the first of several changes says it all.
        if model.state.contains(.hasMark), session.savepointDepth == 0, let last = knownNotes?.marks.last(slot),
            last.depth == 0,
            last.handle === session.handle, last.start == session.transactionStart
        {
            // What a later save of the transaction writes is undone together with the first.
            let changes = model.columnChanges
            if changes == nil && key == nil { return }
            notes.marks.changeLast(slot) { mark in
                if let changes { mark.changes?.formUnion(changes) }
                if mark.key == nil { mark.key = key }
            }
            return
        }
        notes.marks.append(
            Mark(
                handle: session.handle, generation: session.generation, start: session.transactionStart,
                depth: session.savepointDepth, key: key,
                originals: mapping.tracksItself ? nil : originals.copy(slot, mapping), changes: model.columnChanges,
                spellings: knownNotes?.spellings.all(of: slot) ?? [],
                state: model.state), to: slot, members: members.count)
        model.state.insert(.hasMark)
    }

    /// Takes back what rollbacks undid of a model.
    ///
    /// - Returns: whether it is in its former group again, which may have something to take back too.
    func settle(_ model: Model) -> Bool {
        while let mark = knownNotes?.marks.last(model.slot), mark.handle.wasRolledBack(mark.generation) {
            knownNotes?.marks.removeLast(model.slot)
            restore(mark, of: model)
        }
        // What no rollback can undo any more need not be kept.
        if let last = knownNotes?.marks.last(model.slot), last.handle.session == nil {
            knownNotes?.marks.removeAll(model.slot)
        }
        guard handle.wasRolledBack(since) else {
            if former != nil, handle.session == nil { former = nil }
            return false
        }
        if let former {
            restore(former, of: model)
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

    private func restore(_ mark: Mark, of model: Model) {
        if mapping.tracksItself {
            model.columnChanges?.formUnion(mark.changes ?? .all)
            if let key = mark.key { changedKeys[model.slot] = Dictionary(zip(mapping.key, key)) { first, _ in first } }
        }
        if let kept = mark.originals { originals.restore(kept, model.slot, mapping) }
        if knownNotes?.spellings.isEmpty == false || !mark.spellings.isEmpty {
            notes.spellings.replace(mark.spellings, of: model.slot)
        }
        let keyStart = Int(model.slot) * mapping.key.count
        for (place, value) in (mark.key ?? []).enumerated() where keyStart + place < keys.count {
            keys[keyStart + place] = value
        }
        model.state.subtract([.isLoaded, .isDeleted])
        model.state.formUnion(mark.state.intersection([.isLoaded, .isDeleted]))
    }

    private func restore(_ former: Former, of model: Model) {
        leave(model)
        let slot = Int(former.slot)
        if let record = former.record, slot < record.members.count {
            record.members[slot] = Unmanaged.passUnretained(model)
        }
        let kept: ModelState = [.hasDelegateBit, .hasAssignedSpelling]
        model.state = former.state.subtracting(kept).union(model.state.intersection(kept))
        for given in former.given {
            let column = mapping.columns[given.place]
            // What was set since by somebody else stays.
            guard let value = try? column.value(of: model), value == given.value else { continue }
            try? column.field.assign(given.before, to: model)
        }
        model.slot = former.slot
        // What the row holds of it is not known to a class that keeps account itself.
        if mapping.tracksItself { model.columnChanges = .all }
        // Last: it may be all that keeps this group alive.
        model.record = former.record
    }
}

extension Model {
    /// Takes back what a rollback undid: a row that was inserted then is new again, one that was deleted is there.
    final func settle() {
        while state.contains(.hasMark), let record, record.settle(self) {}
    }
}
