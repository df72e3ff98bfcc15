/// What the workloads of people are given, made once.
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
