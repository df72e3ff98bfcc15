import ZIMDb

/// What models that were loaded together share: their mapping, their session, and what is known of their rows.
///
/// A model holds its batch strongly. The batch holds its models unowned: a model removes itself when it is released.
/// All models of a batch come from one query, so they are in one region, and one thread at a time uses them.
package final class LoadBatch {
    package let mapping: Mapping
    package let handle: SessionHandle
    // Unchecked: read and set for every row or save, and no access lasts while the caller's code runs.

    /// What the properties held when the rows were read or written.
    @exclusivity(unchecked) var originals = OriginalList()
    /// What is noted of models that were changed or saved; nil as long as nothing is.
    @exclusivity(unchecked) var knownNotes: LoadBatchNotes?
    /// How the rows write their dates, where that is not as a property is written.
    @exclusivity(unchecked) var styles: ColumnStyles?
    /// How rows of its table wrote them that were read before.
    var latestStyles: LatestStyles?
    /// The models that still live, by their slot; one that goes takes itself out.
    @exclusivity(unchecked) var members: ContiguousArray<Unmanaged<Model>?> = []
    /// The generation of the session when these rows were read or written: where a rollback undoes it, what is known of
    /// them may be wrong.
    let since: UInt64
    /// The state to restore after a rollback: that of the only model before it was inserted, updated, deleted or read again, or
    /// that of each model before all were inserted.
    @exclusivity(unchecked) var snapshot: Snapshot?
    private let initialState: ModelState
    /// Relationships that were loaded for all members at once.
    @exclusivity(unchecked) var batches: [RelationshipBatch] = [] { didSet { latest = nil } }
    /// The one of them that was asked last, which ``batches`` keeps alive.
    @exclusivity(unchecked) var latest: Unmanaged<RelationshipBatch>?

    /// How the models of this batch belong together.
    enum Sharing {
        /// They were loaded by one query.
        case siblings
        /// There is one only.
        case alone
        /// They were found or inserted one by one in one session. They may be sent to different threads, so nothing in the
        /// batch may change: a model of which something must be noted gets a batch of its own first.
        case shared
    }
    let sharing: Sharing

    /// How many models of the batch a relationship is loaded for at once.
    var window = Window.size
    /// How relationships of its models are loaded.
    let loading: RelationshipLoading

    /// - Parameter loading: nil as the session's database says.
    convenience init(mapping: Mapping, handle: SessionHandle, loading: RelationshipLoading? = nil) {
        self.init(mapping: mapping, handle: handle, loading: loading, since: handle.session?.generation ?? 0)
    }

    init(
        mapping: Mapping, handle: SessionHandle, loading: RelationshipLoading? = nil, since: UInt64,
        sharing: Sharing = .siblings
    ) {
        self.sharing = sharing
        self.mapping = mapping
        self.handle = handle
        self.loading = loading ?? handle.database.relationshipLoading
        self.since = since
        initialState = since > 0 ? [.isLoaded, .hasUndoEntry, .mayBeStale] : .isLoaded
    }

    deinit {
        originals.deallocate(mapping.originals)
        if snapshot != nil { releaseSnapshots() }
    }

    /// Adds a model whose properties match its row, because they were just written to it.
    ///
    /// - Parameter spellings: the columns whose value is spelled in a way of its own, in the mapping's order.
    func adopt(_ model: Model, spellings: [Spelling] = []) throws {
        take(model)
        for spelling in spellings { notes.spellings.append(spelling.value, at: spelling.position, of: model.slot) }
        for column in styles?.styles ?? [] where !spellings.contains(where: { $0.position == column.position }) {
            notes.spellings.append(nil, at: column.position, of: model.slot)
        }
        // A class that tracks itself needs no copy of anything.
        if mapping.tracksItself { return }
        try keepOriginals(of: model)
    }

    /// Adds a model that was just read from a row.
    ///
    /// The key is kept as the row has it: a date or a UUID in another spelling than ours would not be found again.
    @inline(__always)
    func adopt(_ model: Model, from row: Row, at first: Int, sources: [Int]?) throws {
        take(model)
        if model.state.contains(.hasAssignedSpelling) { AssignedSpellings.forget(model) }
        if mapping.keyReader.hasOtherTypes { mapping.keyReader.noteSpellings(row, first, sources, of: model, mapping) }
        if mapping.tracksItself {
            if row.isSpelled || styles != nil { noteSpellings(of: model, from: row, at: first, sources: sources) }
            if mapping.keepsRow { keepRow(of: model, row, first, sources) }
            return
        }
        if !mapping.references.isEmpty { keepReferences(of: model, row, first, sources) }
        try keepOriginals(of: model)
        if row.isSpelled || styles != nil { noteSpellings(of: model, from: row, at: first, sources: sources) }
        if mapping.keepsRow { keepRow(of: model, row, first, sources) }
    }

    /// Keeps what the model's properties hold, as that of its row.
    ///
    /// A value is made before it is kept: a reference to another model may have something to take back first.
    @inline(__always)
    private func keepOriginals(of model: Model) throws {
        for index in mapping.originals.others {
            do { originals.append(other: try mapping.columns[index].field.value(of: model)) } catch let mismatch
                as ValueMismatch
            {
                throw mapping.error(mismatch, column: index, key: [])
            }
        }
        originals.append(model, mapping.originals)
    }

    func refreshOriginal(_ position: Int, of model: Model) throws {
        let column = mapping.columns[position]
        let value = column.kind == .other ? try column.field.value(of: model) : .null
        originals.refresh(position, of: model, mapping, value)
    }

    /// Adds a model for which nothing else is kept.
    @inline(__always)
    func take(_ model: Model) {
        if sharing == .siblings {
            model.slot = UInt32(truncatingIfNeeded: members.count)
            members.append(Unmanaged.passUnretained(model))
        } else {
            model.slot = 0
        }
        model.record = self
        model.state.formUnion(initialState)
    }

    /// A model's memory is about to go.
    @inline(__always)
    func leave(_ model: Model) {
        let slot = Int(model.slot)
        if slot < members.count { members[slot] = nil }
    }

    /// The key of the row that a model was loaded from.
    func key(of model: Model) -> [SQLValue] {
        let kept = knownNotes?.changedKeys[model.slot]
        let reader = mapping.keyReader
        func value(_ part: Int) -> SQLValue {
            let position = reader.position(part)
            if let value = kept?[position] ?? spelling(position, of: model) { return value }
            if mapping.tracksItself { return (try? reader.value(part, of: model, in: mapping)) ?? .null }
            return originals.value(position, of: model, mapping) ?? .null
        }
        // Written out, so that the array is made in one piece of a known size, for each save.
        switch reader.count {
        case 1: return [value(0)]
        case 2: return [value(0), value(1)]
        case 3: return [value(0), value(1), value(2)]
        default: return (0..<reader.count).map { value($0) }
        }
    }

    /// The positions of the columns whose property is no longer what it was.
    func changes(of model: Model) -> [Int] {
        if let changes = model.columnChanges {
            let shared = ColumnChanges.sharedPosition
            if mapping.columns.count > shared, changes.contains(shared) {
                let wide = knownNotes?.wideChanges[model.slot]
                return mapping.columns.indices.filter {
                    changes.contains($0) && ($0 < shared || wide?.contains($0) != false)
                }
            }
            if let latest = knownNotes?.latestChanges, latest.changes == changes { return latest.positions }
            let positions = mapping.columns.indices.filter { changes.contains($0) }
            if sharing == .siblings { notes.latestChanges = (changes, positions) }
            return positions
        }
        let unknown = knownNotes?.unknown[model.slot]
        return mapping.columns.indices.filter { index in
            unknown?.contains(index) == true || !originals.isUnchanged(index, of: model, mapping)
        }
    }

    /// The positions of the columns that a save writes: the changed ones, and the others of a foreign key that was set or
    /// whose property refers to another model.
    func written(of model: Model) -> [Int] {
        var changes = changes(of: model)
        if let left = knownNotes?.loadChanges[model.slot] {
            changes.removeAll { left[$0] != nil && (try? mapping.value($0, of: model)) == left[$0] }
        }
        let setKeys = knownNotes?.setKeys[model.slot]
        guard !changes.isEmpty, setKeys != nil || !mapping.jointlyWritten.isEmpty else { return changes }
        var written = Set(changes)
        for key in setKeys ?? [] where key.contains(where: changes.contains) { written.formUnion(key) }
        for key in mapping.jointlyWritten where !key.isDisjoint(with: changes) { written.formUnion(key) }
        return written.sorted()
    }

    /// The row now equals the model in the changed columns; of the key, in those that were written.
    func refresh(_ model: Model, _ changes: [Int], written: [Int]) throws {
        try keepRow(of: model, writing: changes)
        if knownNotes?.unread.isEmpty == false { knownNotes?.unread[model.slot]?.subtract(changes) }
        if knownNotes?.loadChanges.isEmpty == false { knownNotes?.loadChanges[model.slot] = nil }
        refreshSpellings(of: model, changes)
        if mapping.tracksItself {
            // Others may have come meanwhile, from hooks.
            forgetChanges(changes, of: model)
        } else {
            if !mapping.references.isEmpty { forgetReferences(of: model) }
            for index in changes { try refreshOriginal(index, of: model) }
            knownNotes?.unknown[model.slot]?.subtract(changes)
        }
        if let keys = knownNotes?.setKeys[model.slot] {
            let open = self.changes(of: model)
            let left = keys.filter { $0.contains(where: open.contains) }
            knownNotes?.setKeys[model.slot] = left.isEmpty ? nil : left
        }
        guard knownNotes?.changedKeys[model.slot] != nil else { return }
        for index in mapping.key where written.contains(index) { changedKeys[model.slot]?[index] = nil }
    }

    /// Some columns of a class that notes its changes itself are no changes any more.
    private func forgetChanges(_ positions: [Int], of model: Model) {
        guard var changes = model.columnChanges else { return }
        let shared = ColumnChanges.sharedPosition
        if changes.isAll {
            changes = ColumnChanges()
            for position in mapping.columns.indices { changes.insert(position) }
        }
        var isWide = false
        for position in positions {
            if position < shared { changes.remove(position) } else { isWide = true }
        }
        if isWide {
            var left = knownNotes?.wideChanges[model.slot] ?? Set(mapping.columns.indices.filter { $0 >= shared })
            left.subtract(positions)
            notes.wideChanges[model.slot] = left.isEmpty ? nil : left
            if left.isEmpty { changes.remove(shared) }
        }
        model.columnChanges = changes
    }

    /// From here on some columns count as changed.
    func forget(_ model: Model, at positions: [Int]) {
        if positions.isEmpty { return }
        guard mapping.tracksItself else { return notes.unknown[model.slot, default: []].formUnion(positions) }
        for position in positions { model.noteChange(position) }
    }

    /// From here on every column counts as changed.
    func forget(_ model: Model) {
        if mapping.tracksItself {
            model.columnChanges = .all
            knownNotes?.wideChanges[model.slot] = nil
            return
        }
        notes.unknown[model.slot] = Set(mapping.columns.indices)
    }
}

extension Model {
    /// The batch in which something can be noted of this model: its own, where it shared one with others.
    final func ownRecord(_ record: LoadBatch) -> LoadBatch {
        guard record.sharing == .shared else { return record }
        let own = LoadBatch(
            mapping: record.mapping, handle: record.handle, loading: record.loading, since: record.since,
            sharing: .alone)
        own.styles = record.styles
        own.snapshot = record.snapshot
        self.record = own
        return own
    }
}
