/// The workloads; the raw value is the name in the JSON.
enum Workload: String, CaseIterable {
    case insert, insertlist, fetch10, fetch8, lookup, nplus1, eager, update, sqlbuild, keyset, memory
    case neworder, orderstatus, scan, scanmemory, through, unindexed
    case finds, awaits, taskreads, taskwrites

    /// What runs when nothing is named.
    static let standard: [Workload] = [
        .insert, .insertlist, .fetch10, .fetch8, .lookup, .nplus1, .eager, .update, .sqlbuild, .keyset, .memory,
    ]

    /// Whether each run gets a database of its own.
    var writes: Bool {
        self == .insert || self == .insertlist || self == .update || self == .neworder || self == .taskwrites
    }

    /// Whether it is the memory that is read, in a process of its own.
    var measuresMemory: Bool { self == .memory || self == .scanmemory }

    var unit: String { measuresMemory ? "MiB" : "ms" }

    var dataset: DatasetKind {
        switch self {
        case .insert, .insertlist, .fetch10, .fetch8, .lookup, .nplus1, .eager, .update, .sqlbuild, .keyset, .memory,
            .finds, .awaits, .taskreads, .taskwrites:
            .people
        case .neworder, .orderstatus: .wholesale
        case .scan, .scanmemory: .ledger
        case .through: .courses
        case .unindexed: .archive
        }
    }

    /// How many transactions a run makes, for the workloads that are counted in transactions a second.
    var transactions: Int? {
        switch self {
        case .neworder: WholesaleDataset.newOrders
        case .orderstatus: WholesaleDataset.statusQuestions
        default: nil
        }
    }

    var title: String {
        switch self {
        case .insert: "insert 100 k models"
        case .insertlist: "insert a list of 100 k models"
        case .fetch10: "fetch 100 k × 10 columns"
        case .fetch8: "fetch 100 k × 8 columns"
        case .lookup: "100 k finds by composite key"
        case .nplus1: "1,000 × 10 children, in a loop"
        case .eager: "1,000 × 10 children, eager"
        case .update: "update 10 k models"
        case .sqlbuild: "build SQL 100 k times"
        case .keyset: "5,000 composite keys"
        case .memory: "memory of 100 k models"
        case .neworder: "TPC-C new-order"
        case .orderstatus: "TPC-C order-status"
        case .scan: "scan rows one after the other"
        case .scanmemory: "memory of the scan"
        case .through: "1,000 × 10 through a join table"
        case .unindexed: "16,000 × 16,000 without an index"
        case .finds: "10 k finds, each a read of its own"
        case .awaits: "10 k such finds, each awaited"
        case .taskreads: "10 k such finds by 16 tasks"
        case .taskwrites: "2,000 changes by 16 tasks"
        }
    }
}
