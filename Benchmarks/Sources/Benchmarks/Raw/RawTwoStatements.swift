import BenchmarkHarness

/// The other way to load a relationship by hand: the parents, then all their children in the same order, merged. The
/// joined statement of ``Raw`` reads the ten columns of the parent again for each child; this one does not.
final class RawTwoStatements: Contender {
    static let name = "raw, 2 statements"

    private let raw: Raw

    init(path: String) throws {
        raw = try Raw(path: path)
    }

    func scalar(_ sql: String) throws -> Int {
        try raw.scalar(sql)
    }

    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest {
        try family(region, watch)
    }

    func eager(region: String, _ watch: Stopwatch) throws -> Digest {
        try family(region, watch)
    }

    private func family(_ region: String, _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try raw.database.transaction {
                var people: [RawPerson] = []
                var region = region
                try region.withUTF8 { bytes in
                    let parents = "SELECT \(Raw.columns) FROM person WHERE region = ? ORDER BY number"
                    try raw.withStatement(parents) { statement in
                        Raw.bind(bytes, to: statement, 1)
                        try raw.forEachRow(of: statement) { people.append(try RawPerson($0)) }
                    }
                    try readPhones(of: people, bytes)
                }
                return people
            }
        }
        return Raw.digest(families: people)
    }

    private func readPhones(of people: [RawPerson], _ region: UnsafeBufferPointer<UInt8>) throws {
        let children = """
            SELECT id, person_region, person_number, label, value FROM phone
            WHERE person_region = ? ORDER BY person_number, id
            """
        try raw.withStatement(children) { statement in
            Raw.bind(region, to: statement, 1)
            var index = 0
            try raw.forEachRow(of: statement) { row in
                let phone = RawPhone(row, from: 0)
                while index < people.count, people[index].number < phone.personNumber { index += 1 }
                guard index < people.count, people[index].number == phone.personNumber else {
                    throw BenchmarkError("phone \(phone.id) has no person")
                }
                people[index].phones.append(phone)
            }
        }
    }
}
