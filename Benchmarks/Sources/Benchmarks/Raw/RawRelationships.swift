import BenchmarkHarness
import CSQLiteRaw

extension Raw {
    /// By hand nobody loops over statements: one joined statement, grouped while reading.
    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest {
        try family(region, watch)
    }

    func eager(region: String, _ watch: Stopwatch) throws -> Digest {
        try family(region, watch)
    }

    private func family(_ region: String, _ watch: Stopwatch) throws -> Digest {
        let sql = """
            SELECT person.region, person.number, person.first_name, person.last_name, person.email,
                person.age, person.score, person.created_at, person.avatar, person.note,
                phone.id, phone.person_region, phone.person_number, phone.label, phone.value
            FROM person LEFT JOIN phone
                ON phone.person_region = person.region AND phone.person_number = person.number
            WHERE person.region = ?
            ORDER BY person.number, phone.id
            """
        let people = try watch.measure {
            try database.transaction {
                var people: [RawPerson] = []
                try withStatement(sql) { statement in
                    var region = region
                    try region.withUTF8 { bytes in
                        Self.bind(bytes, to: statement, 1)
                        try read(statement, into: &people)
                    }
                }
                return people
            }
        }
        return Self.digest(families: people)
    }

    static func digest(families people: [RawPerson]) -> Digest {
        var digest = Digest()
        for person in people {
            digest.add(person)
            for phone in person.phones { digest.add(phone) }
        }
        return digest
    }

    /// The region is the same in all rows, so the number says where the next parent begins.
    private func read(_ statement: OpaquePointer, into people: inout [RawPerson]) throws {
        var current: RawPerson?
        var phones: [RawPhone] = []
        try forEachRow(of: statement) { row in
            if current?.number != row.integer(1) {
                current?.phones = phones
                phones = []
                let person = try RawPerson(row)
                people.append(person)
                current = person
            }
            if sqlite3_column_type(statement, 10) != SQLITE_NULL {
                phones.append(RawPhone(row, from: 10))
            }
        }
        current?.phones = phones
    }
}
