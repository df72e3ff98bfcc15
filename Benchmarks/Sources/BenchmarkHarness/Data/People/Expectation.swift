/// What a correct contender answers, worked out in Swift from the values that the database was filled with.
struct Expectation {
    private let inputs: Inputs
    private let people: [PersonKey: PersonSeed]

    init(_ inputs: Inputs) {
        self.inputs = inputs
        let pairs = inputs.seeds.people.map { (PersonKey(region: $0.region, number: $0.number), $0) }
        people = Dictionary(pairs) { first, _ in first }
    }

    func person(_ key: PersonKey) -> PersonSeed? { people[key] }

    func digest(of workload: Workload) -> Digest {
        switch workload {
        case .insert, .insertlist: Digest(people: inputs.seeds.people)
        case .fetch10, .memory: Digest(unordered: inputs.seeds.people)
        case .fetch8: Digest(unorderedBriefs: inputs.seeds.people)
        case .lookup: Digest(people: inputs.lookupKeys.compactMap { people[$0] })
        case .nplus1, .eager: family
        case .update: Digest(people: inputs.seeds.people.map { $0.number % 10 == 0 ? $0.aYearOlder : $0 })
        case .sqlbuild: found
        case .keyset: Digest(unordered: inputs.keysetKeys.compactMap { people[$0] })
        case .finds, .awaits, .taskreads: ages
        case .taskwrites:
            Digest(people: inputs.seeds.people.enumerated().map { $0 < inputs.changedKeys.count ? $1.aYearOlder : $1 })
        case .neworder, .orderstatus, .scan, .scanmemory, .through, .unindexed: Digest()
        }
    }

    private var ages: Digest {
        var sum = AgeSum()
        for key in inputs.taskKeys { sum.add(people[key]?.age) }
        return sum.digest
    }

    /// Each parent followed by its children.
    private var family: Digest {
        var digest = Digest()
        let children = Dictionary(grouping: inputs.seeds.phones) { $0.personNumber }
        for person in inputs.seeds.people where person.region == inputs.seeds.parentRegion {
            digest.add(person)
            for phone in children[person.number] ?? [] { digest.add(phone) }
        }
        return digest
    }

    /// What the sampled queries of `sqlbuild` find.
    private var found: Digest {
        var digest = Digest()
        for index in stride(from: 0, to: inputs.searches.count, by: PhoneSearch.sampling) {
            let search = inputs.searches[index]
            let rows = inputs.seeds.phones.compactMap { phone -> (person: PersonSeed, phone: PhoneSeed)? in
                let key = PersonKey(region: phone.personRegion, number: phone.personNumber)
                guard let person = people[key], phone.label == search.label, person.region == search.region,
                    person.age >= search.minimumAge
                else { return nil }
                return (person, phone)
            }
            let sorted = rows.sorted {
                $0.person.lastName == $1.person.lastName
                    ? $0.phone.id < $1.phone.id
                    : $0.person.lastName.utf8.lexicographicallyPrecedes($1.person.lastName.utf8)
            }
            for row in sorted.prefix(search.limit) { digest.add(row.person) }
        }
        return digest
    }
}

extension PersonSeed {
    fileprivate var aYearOlder: PersonSeed {
        PersonSeed(
            region: region, number: number, firstName: firstName, lastName: lastName, email: email, age: age + 1,
            score: score, createdAt: createdAt, avatar: avatar, note: note)
    }
}
