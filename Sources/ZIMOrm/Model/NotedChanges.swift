/// The changed columns of a model whose class notes them itself.
struct NotedChanges {
    private(set) var columns: ColumnChanges
    /// Which of the columns behind those that have bits of their own; nil for all of them.
    private(set) var wide: Set<Int>?

    /// Every column, whatever was.
    static let all = NotedChanges(.all, wide: nil)

    /// - Parameter wide: what is noted of the columns that share a bit, which says nothing where the bit is not set.
    init(_ columns: ColumnChanges, wide: Set<Int>?) {
        self.columns = columns
        self.wide = columns.contains(ColumnChanges.sharedPosition) ? wide : []
    }

    mutating func formUnion(_ other: NotedChanges) {
        columns.formUnion(other.columns)
        wide = wide.flatMap { own in other.wide.map { own.union($0) } }
    }
}

extension Model {
    /// What the class has noted itself; nil where the mapper tracks changes.
    final var notedChanges: NotedChanges? {
        columnChanges.map { NotedChanges($0, wide: record?.knownNotes?.wideChanges[slot]) }
    }

    /// Sets what counts as changed.
    final func note(_ changes: NotedChanges) {
        columnChanges = changes.columns
        let wide = changes.wide?.isEmpty == true ? nil : changes.wide
        guard let record, record.knownNotes?.wideChanges[slot] != wide else { return }
        ownRecord(record).notes.wideChanges[slot] = wide
    }
}
