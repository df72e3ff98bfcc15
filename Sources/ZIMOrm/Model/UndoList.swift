/// What is noted of a batch's models so that a rollback can take it back: for each model a chain, the latest entry first.
///
/// Who saves one of many mostly saves them all, so an entry costs no allocation of its own.
struct UndoList {
    private struct Entry {
        var undoEntry: LoadBatch.UndoEntry?
        /// The position of the model's undoEntry before this one, or of the next free entry; -1 at the end.
        var next: Int32
    }

    private var entries: ContiguousArray<Entry> = []
    /// The position of each model's latest undoEntry, by slot; -1 where there is none.
    private var latest: ContiguousArray<Int32> = []
    /// The first entry that is free again.
    private var free: Int32 = -1

    /// How many undoEntries there are, and for how many there is room.
    var count: Int { entries.count { $0.undoEntry != nil } }
    var room: Int { entries.count }

    /// A model's latest undoEntry.
    @inline(__always)
    func last(_ slot: UInt32) -> LoadBatch.UndoEntry? {
        let position = position(slot)
        return position < 0 ? nil : entries[position].undoEntry
    }

    /// All entries of a model, the latest first.
    func all(_ slot: UInt32) -> [LoadBatch.UndoEntry] {
        var found: [LoadBatch.UndoEntry] = []
        var position = position(slot)
        while position >= 0 {
            if let entry = entries[position].undoEntry { found.append(entry) }
            position = Int(entries[position].next)
        }
        return found
    }

    @inline(__always)
    private func position(_ slot: UInt32) -> Int { Int(slot) < latest.count ? Int(latest[Int(slot)]) : -1 }

    /// Changes a model's latest undoEntry, where it has one.
    @inline(__always)
    mutating func changeLast(_ slot: UInt32, _ body: (inout LoadBatch.UndoEntry) -> Void) {
        let position = position(slot)
        guard position >= 0, var undoEntry = entries[position].undoEntry.take() else { return }
        body(&undoEntry)
        entries[position].undoEntry = undoEntry
    }

    /// - Parameter members: how many models the batch has.
    mutating func append(_ undoEntry: consuming LoadBatch.UndoEntry, to slot: UInt32, members: Int) {
        let index = Int(slot)
        if latest.count <= index {
            latest.append(contentsOf: repeatElement(-1, count: Swift.max(index + 1, members) - latest.count))
        }
        let entry = Entry(undoEntry: undoEntry, next: latest[index])
        if free >= 0 {
            latest[index] = free
            let position = Int(free)
            free = entries[position].next
            entries[position] = entry
        } else {
            latest[index] = Int32(truncatingIfNeeded: entries.count)
            entries.append(entry)
        }
    }

    /// Takes a model's latest undoEntry away.
    mutating func removeLast(_ slot: UInt32) {
        let position = position(slot)
        guard position >= 0 else { return }
        latest[Int(slot)] = entries[position].next
        entries[position] = Entry(undoEntry: nil, next: free)
        free = Int32(truncatingIfNeeded: position)
    }

    /// Takes all undoEntries of a model away.
    mutating func removeAll(_ slot: UInt32) { while position(slot) >= 0 { removeLast(slot) } }
}
