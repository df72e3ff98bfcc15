/// What the workloads of people are given, made once.
struct Inputs {
    let seeds: Seeds
    let lookupKeys: [PersonKey]
    let keysetKeys: [PersonKey]
    let searches: [PhoneSearch]

    /// Those that tasks find, and those that they change, each once.
    let taskKeys: [PersonKey]
    let changedKeys: [PersonKey]

    init(_ seeds: Seeds) {
        self.seeds = seeds
        lookupKeys = seeds.lookupKeys
        keysetKeys = seeds.keysetKeys
        searches = seeds.searches
        taskKeys = Array(lookupKeys.prefix(10_000))
        changedKeys = seeds.people.prefix(2_000).map { PersonKey(region: $0.region, number: $0.number) }
    }

    /// A part for each of 16 tasks.
    static func parts(_ keys: [PersonKey]) -> [[PersonKey]] {
        (0..<16).map { task in keys.enumerated().filter { $0.offset % 16 == task }.map(\.element) }
    }
}
