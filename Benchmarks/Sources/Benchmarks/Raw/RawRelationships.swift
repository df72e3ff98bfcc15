import BenchmarkHarness
import CSQLiteRaw

/// The parents, then all their children in the same order, merged: by hand nobody loops over statements, and a joined
/// statement would read the ten columns of the parent again for each child.
extension Raw {
    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest {
        try family(region, watch)
    }

    func eager(region: String, _ watch: Stopwatch) throws -> Digest {
        try family(region, watch)
    }

    private func family(_ region: String, _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try database.transaction {
                var people: [RawPerson] = []
                var region = region
                try region.withUTF8 { bytes in
                    let parents = "SELECT \(Self.columns) FROM person WHERE region = ? ORDER BY number"
                    try withStatement(parents) { statement in
                        Self.bind(bytes, to: statement, 1)
                        try forEachRow(of: statement) { people.append(try RawPerson($0)) }
                    }
                    try readPhones(of: people, bytes)
                }
                return people
            }
        }
        return Self.digest(families: people)
    }

    private func readPhones(of people: [RawPerson], _ region: UnsafeBufferPointer<UInt8>) throws {
        let children = """
            SELECT id, person_region, person_number, label, value FROM phone
            WHERE person_region = ? ORDER BY person_number, id
            """
        try withStatement(children) { statement in
            Self.bind(region, to: statement, 1)
            var index = 0
            try forEachRow(of: statement) { row in
                let phone = RawPhone(row, from: 0)
                while index < people.count, people[index].number < phone.personNumber { index += 1 }
                guard index < people.count, people[index].number == phone.personNumber else {
                    throw BenchmarkError("phone \(phone.id) has no person")
                }
                people[index].phones.append(phone)
            }
        }
    }

    static func digest(families people: [RawPerson]) -> Digest {
        var digest = Digest()
        for person in people {
            digest.add(person)
            for phone in person.phones { digest.add(phone) }
        }
        return digest
    }
}
