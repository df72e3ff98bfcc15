/// What is noted of a batch's models so that a rollback can take it back: for each model a chain, the latest entry first.
///
/// Who saves one of many mostly saves them all, so an entry costs no allocation of its own.
struct UndoList {
    private struct Entry {
        var undoEntry: LoadBatch.UndoEntry?
        /// The place of the model's undoEntry before this one, or of the next free entry; -1 at the end.
        var next: Int32
    }

    private var entries: ContiguousArray<Entry> = []
    /// The place of each model's latest undoEntry, by slot; -1 where there is none.
    private var latest: ContiguousArray<Int32> = []
    /// The first entry that is free again.
    private var free: Int32 = -1

    /// How many undoEntries there are, and for how many there is room.
    var count: Int { entries.count { $0.undoEntry != nil } }
    var room: Int { entries.count }

    /// A model's latest undoEntry.
    @inline(__always)
    func last(_ slot: UInt32) -> LoadBatch.UndoEntry? {
        let place = place(slot)
        return place < 0 ? nil : entries[place].undoEntry
    }

    /// All entries of a model, the latest first.
    func all(_ slot: UInt32) -> [LoadBatch.UndoEntry] {
        var found: [LoadBatch.UndoEntry] = []
        var place = place(slot)
        while place >= 0 {
            if let entry = entries[place].undoEntry { found.append(entry) }
            place = Int(entries[place].next)
        }
        return found
    }

    @inline(__always)
    private func place(_ slot: UInt32) -> Int { Int(slot) < latest.count ? Int(latest[Int(slot)]) : -1 }

    /// Changes a model's latest undoEntry, where it has one.
    @inline(__always)
    mutating func changeLast(_ slot: UInt32, _ body: (inout LoadBatch.UndoEntry) -> Void) {
        let place = place(slot)
        guard place >= 0, var undoEntry = entries[place].undoEntry.take() else { return }
        body(&undoEntry)
        entries[place].undoEntry = undoEntry
    }

    /// - Parameter members: how many models the group has.
    mutating func append(_ undoEntry: consuming LoadBatch.UndoEntry, to slot: UInt32, members: Int) {
        let index = Int(slot)
        if latest.count <= index {
            latest.append(contentsOf: repeatElement(-1, count: Swift.max(index + 1, members) - latest.count))
        }
        let entry = Entry(undoEntry: undoEntry, next: latest[index])
        if free >= 0 {
            latest[index] = free
            let place = Int(free)
            free = entries[place].next
            entries[place] = entry
        } else {
            latest[index] = Int32(truncatingIfNeeded: entries.count)
            entries.append(entry)
        }
    }

    /// Takes a model's latest undoEntry away.
    mutating func removeLast(_ slot: UInt32) {
        let place = place(slot)
        guard place >= 0 else { return }
        latest[Int(slot)] = entries[place].next
        entries[place] = Entry(undoEntry: nil, next: free)
        free = Int32(truncatingIfNeeded: place)
    }

    /// Takes all undoEntries of a model away.
    mutating func removeAll(_ slot: UInt32) { while place(slot) >= 0 { removeLast(slot) } }
}
