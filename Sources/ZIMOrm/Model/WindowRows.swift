/// The models of one window after the other, in the memory of those before: for each large block malloc first joins what is
/// free, a twelfth of the workload scan.
struct WindowRows {
    /// Those of this window; none is left when the next is read.
    var models: [Model] = []
    private var batch: LoadBatch?

    /// Whether a relationship was loaded for its models.
    var hasRelated: Bool { batch?.batches.isEmpty == false }

    /// Takes over the memory of the last batch, unless one of its models still lives.
    mutating func begin(_ next: LoadBatch) {
        if isKnownUniquelyReferenced(&batch), let last = batch {
            swap(&next.members, &last.members)
            next.members.removeAll(keepingCapacity: true)
        }
        batch = next
    }
}
