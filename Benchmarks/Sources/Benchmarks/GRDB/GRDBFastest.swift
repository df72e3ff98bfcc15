import BenchmarkHarness
import GRDB

/// GRDB as fast as its public API goes: own SQL, statements kept, rows decoded by index, dates by hand.
final class GRDBFastest: Contender {
    static let name = "GRDB fastest"

    private typealias Person = GRDBFastPerson
    private typealias Family = (person: GRDBFastPerson, phones: [GRDBFastPhone])

    private let connection: GRDBConnection

    init(path: String) throws {
        connection = try GRDBConnection(path: path)
    }

    func scalar(_ sql: String) throws -> Int {
        try connection.scalar(sql)
    }

    func insert(_ people: [PersonSeed], _ watch: Stopwatch) throws {
        try watch.measure {
            try connection.queue.write { db in
                let statement = try db.cachedStatement(sql: "INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                for person in people {
                    try statement.execute(arguments: [
                        person.region, person.number, person.firstName, person.lastName, person.email, person.age,
                        person.score, DateText.string(person.createdAt), person.avatar, person.note,
                    ])
                }
            }
        }
    }

    func fetch10(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { db in
                let sql = "SELECT \(Person.columns) FROM person"
                return try Person.fetchAll(db.cachedStatement(sql: sql))
            }
        }
        return Digest(unordered: people)
    }

    func fetch8(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { db in
                let sql = "SELECT \(GRDBFastBrief.columns) FROM person"
                return try GRDBFastBrief.fetchAll(db.cachedStatement(sql: sql))
            }
        }
        return Digest(unorderedBriefs: people)
    }

    func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { db in
                let sql = "SELECT \(Person.columns) FROM person WHERE region = ? AND number = ?"
                let statement = try db.cachedStatement(sql: sql)
                var people: [Person] = []
                people.reserveCapacity(keys.count)
                for key in keys {
                    if let person = try Person.fetchOne(statement, arguments: [key.region, key.number]) {
                        people.append(person)
                    }
                }
                return people
            }
        }
        return Digest(people: people)
    }

    /// A statement for each parent, as the workload asks for, but prepared once.
    func nplus1(region: String, _ watch: Stopwatch) throws -> Digest {
        let families = try watch.measure {
            try connection.queue.read { db in
                let parents = try db.cachedStatement(
                    sql: "SELECT \(Person.columns) FROM person WHERE region = ? ORDER BY number")
                let children = try db.cachedStatement(
                    sql: """
                        SELECT \(GRDBFastPhone.columns) FROM phone
                        WHERE person_region = ? AND person_number = ? ORDER BY id
                        """)
                return try Person.fetchAll(parents, arguments: [region]).map { person -> Family in
                    (person, try GRDBFastPhone.fetchAll(children, arguments: [person.region, person.number]))
                }
            }
        }
        return Self.digest(families)
    }

    /// The joined statement of raw, grouped by hand.
    func eager(region: String, _ watch: Stopwatch) throws -> Digest {
        let families = try watch.measure {
            try connection.queue.read { db in
                let statement = try db.cachedStatement(
                    sql: """
                        SELECT \(Person.columns), \(GRDBFastPhone.columns)
                        FROM person LEFT JOIN phone
                            ON phone.person_region = person.region AND phone.person_number = person.number
                        WHERE person.region = ?
                        ORDER BY person.number, phone.id
                        """)
                var families: [Family] = []
                let rows = try Row.fetchCursor(statement, arguments: [region])
                while let row = try rows.next() {
                    if families.last?.person.number != row[1] as Int {
                        families.append((try Person(row: row), []))
                    }
                    if !row.hasNull(atIndex: 10) {
                        families[families.count - 1].phones.append(GRDBFastPhone(row, from: 10))
                    }
                }
                return families
            }
        }
        return Self.digest(families)
    }

    func update(_ watch: Stopwatch) throws {
        let people = try connection.queue.read { db in
            try Person.fetchAll(db, sql: "SELECT \(Person.columns) FROM person WHERE number % 10 = 0")
        }
        try watch.measure {
            try connection.queue.write { db in
                let sql = "UPDATE person SET age = ? WHERE region = ? AND number = ?"
                let statement = try db.cachedStatement(sql: sql)
                for var person in people {
                    person.age += 1
                    try statement.execute(arguments: [person.age, person.region, person.number])
                }
            }
        }
    }

    /// The request of the idiomatic form, embedded in a literal so that GRDB renders it without preparing it.
    func sqlbuild(_ searches: [PhoneSearch], _ watch: Stopwatch) throws -> Digest {
        try connection.queue.read { db in
            var kept: [(sql: String, arguments: StatementArguments)] = []
            var size = 0
            try watch.measure {
                for (index, search) in searches.enumerated() {
                    let query = try SQL("\(GRDBIdiomatic.request(search))").build(db)
                    size &+= query.sql.utf8.count
                    if index % PhoneSearch.sampling == 0 { kept.append(query) }
                }
            }
            guard size > 100 * searches.count else { throw BenchmarkError("nothing built") }
            let people = try kept.flatMap { try Person.fetchAll(db, sql: $0.sql, arguments: $0.arguments) }
            return Digest(people: people)
        }
    }

    /// The statement of raw.
    func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try connection.queue.read { db in
                let statement = try db.cachedStatement(
                    sql: """
                        SELECT \(Person.columns) FROM json_each(?) AS key CROSS JOIN person
                            ON person.region = key.value ->> 0 AND person.number = key.value ->> 1
                        """)
                return try Person.fetchAll(statement, arguments: [KeyJSON.json(keys)])
            }
        }
        return Digest(unordered: people)
    }

    private static func digest(_ families: [Family]) -> Digest {
        var digest = Digest()
        for family in families {
            digest.add(family.person)
            for phone in family.phones { digest.add(phone) }
        }
        return digest
    }
}
