/// What is noted of a group's models so that a rollback can take it back: for each model a chain, the latest mark first.
///
/// Who saves one of many mostly saves them all, so a mark costs no allocation of its own.
struct MarkList {
    private struct Entry {
        var mark: RecordGroup.Mark?
        /// The place of the model's mark before this one, or of the next free entry; -1 at the end.
        var next: Int32
    }

    private var entries: ContiguousArray<Entry> = []
    /// The place of each model's latest mark, by slot; -1 where there is none.
    private var latest: ContiguousArray<Int32> = []
    /// The first entry that is free again.
    private var free: Int32 = -1

    /// How many marks there are, and for how many there is room.
    var count: Int { entries.count { $0.mark != nil } }
    var room: Int { entries.count }

    /// A model's latest mark.
    @inline(__always)
    func last(_ slot: UInt32) -> RecordGroup.Mark? {
        let place = place(slot)
        return place < 0 ? nil : entries[place].mark
    }

    @inline(__always)
    private func place(_ slot: UInt32) -> Int { Int(slot) < latest.count ? Int(latest[Int(slot)]) : -1 }

    /// Changes a model's latest mark, where it has one.
    @inline(__always)
    mutating func changeLast(_ slot: UInt32, _ body: (inout RecordGroup.Mark) -> Void) {
        let place = place(slot)
        guard place >= 0, var mark = entries[place].mark.take() else { return }
        body(&mark)
        entries[place].mark = mark
    }

    /// - Parameter members: how many models the group has.
    mutating func append(_ mark: consuming RecordGroup.Mark, to slot: UInt32, members: Int) {
        let index = Int(slot)
        if latest.count <= index {
            latest.append(contentsOf: repeatElement(-1, count: Swift.max(index + 1, members) - latest.count))
        }
        let entry = Entry(mark: mark, next: latest[index])
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

    /// Takes a model's latest mark away.
    mutating func removeLast(_ slot: UInt32) {
        let place = place(slot)
        guard place >= 0 else { return }
        latest[Int(slot)] = entries[place].next
        entries[place] = Entry(mark: nil, next: free)
        free = Int32(truncatingIfNeeded: place)
    }

    /// Takes all marks of a model away.
    mutating func removeAll(_ slot: UInt32) { while place(slot) >= 0 { removeLast(slot) } }
}
