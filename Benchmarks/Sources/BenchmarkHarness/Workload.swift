/// The workloads of PERFORMANCE.md; the raw value is the name in the JSON.
enum Workload: String, CaseIterable {
    case insert, fetch10, fetch8, lookup, nplus1, eager, update, sqlbuild, keyset, memory

    /// Whether each run gets a database of its own.
    var writes: Bool { self == .insert || self == .update }

    var unit: String { self == .memory ? "MiB" : "ms" }

    var title: String {
        switch self {
        case .insert: "insert 100 k models in one transaction"
        case .fetch10: "fetch 100 k × 10 columns"
        case .fetch8: "fetch 100 k × 8 columns"
        case .lookup: "100 k finds by composite key"
        case .nplus1: "1,000 × 10 children, in a loop"
        case .eager: "1,000 × 10 children, eager"
        case .update: "update 10 k models"
        case .sqlbuild: "build SQL 100 k times"
        case .keyset: "5,000 composite keys"
        case .memory: "memory of 100 k models"
        }
    }

    /// Runs the workload once on an open contender; what it read, or nil when it wrote.
    func run(_ contender: any Contender, _ inputs: Inputs, _ watch: Stopwatch) throws -> Digest? {
        switch self {
        case .insert:
            try contender.insert(inputs.seeds.people, watch)
            return nil
        case .update:
            try contender.update(watch)
            return nil
        case .fetch10, .memory: return try contender.fetch10(watch)
        case .fetch8: return try contender.fetch8(watch)
        case .lookup: return try contender.lookup(inputs.lookupKeys, watch)
        case .nplus1: return try contender.nplus1(region: inputs.seeds.parentRegion, watch)
        case .eager: return try contender.eager(region: inputs.seeds.parentRegion, watch)
        case .sqlbuild: return try contender.sqlbuild(inputs.searches, watch)
        case .keyset: return try contender.keyset(inputs.keysetKeys, watch)
        }
    }
}

/// What the workloads are given, made once.
struct Inputs {
    let seeds: Seeds
    let lookupKeys: [PersonKey]
    let keysetKeys: [PersonKey]
    let searches: [PhoneSearch]

    init(_ seeds: Seeds) {
        self.seeds = seeds
        lookupKeys = seeds.lookupKeys
        keysetKeys = seeds.keysetKeys
        searches = seeds.searches
    }
}
