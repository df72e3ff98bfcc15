#if PostgreSQL || MySQL
    import BenchmarkHarness
    import Foundation
    import ZIMOrm

    /// The calls that a user writes, the same as for a file and for each form of mapping.
    class ZIMServerContender<Form: ZIMForm>: ServerContender {
        class var name: String { "zim " + Form.label }

        let database: Database
        private let isMySQL: Bool

        required init(url: String) throws {
            isMySQL = url.hasPrefix("mysql:")
            var options = DatabaseOptions()
            options.server.maximumConnections = 1
            database = try Database(url: url, options: options)
        }

        func fetch10(_ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure { try database.read { try $0.query(Form.Person.self).all() } }
            return Digest(unordered: people)
        }

        func fetch8(_ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure { try database.read { try $0.query(Form.Brief.self).all() } }
            return Digest(unorderedBriefs: people)
        }

        func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try database.read { session in
                    var people: [Form.Person] = []
                    people.reserveCapacity(keys.count)
                    for key in keys {
                        if let person = try session.find(Form.Person.self, key.region, key.number) {
                            people.append(person)
                        }
                    }
                    return people
                }
            }
            return Digest(people: people)
        }

        func scan(_ watch: Stopwatch) throws -> Digest {
            let sum = try watch.measure {
                try database.read { session in
                    var sum = PeopleSum()
                    try session.query(Form.Person.self).forEach { sum.add($0) }
                    return sum
                }
            }
            return sum.digest
        }

        func nplus1(region: String, _ watch: Stopwatch) throws -> Digest {
            let families = try watch.measure {
                try database.read { session in
                    let people = try session.query(Form.Person.self).filter("region = \(region)").orderBy("number")
                        .all()
                    return try people.map { person in
                        (person, try person.hasMany(Form.Phone.self, foreignKey: ["person_region", "person_number"]))
                    }
                }
            }
            return digest(families)
        }

        func eager(region: String, _ watch: Stopwatch) throws -> Digest {
            let phones = Relationship.hasMany(
                "phones", Form.Phone.self, foreignKey: ["person_region", "person_number"])
            let families = try watch.measure {
                try database.read { session in
                    let people = try session.query(Form.Person.self).filter("region = \(region)").orderBy("number")
                        .with(phones).all()
                    return try people.map { person in
                        (person, try person.hasMany(Form.Phone.self, foreignKey: ["person_region", "person_number"]))
                    }
                }
            }
            return digest(families)
        }

        private func digest(_ families: [(Form.Person, [Form.Phone])]) -> Digest {
            var digest = Digest()
            for (person, phones) in families {
                digest.add(person)
                // Rows of a server come in any order.
                for phone in phones.sorted(by: { $0.id < $1.id }) { digest.add(phone) }
            }
            return digest
        }

        func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try database.read { try $0.find(Form.Person.self, keys: keys.map { [$0.region, $0.number] }) }
            }
            return Digest(unordered: people)
        }

        func copy(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
            let columns = [
                "region", "number", "first_name", "last_name", "email", "age", "score", "created_at", "avatar", "note",
            ]
            let people = seeds.map { models($0) }
            try watch.measure {
                try database.write { session in
                    var rest = people.makeIterator()
                    _ = try session.bulkInsert(into: "person", columns: columns) { row in
                        guard let person = rest.next() else { return false }
                        row.append(person.region)
                        row.append(person.number)
                        row.append(person.firstName)
                        row.append(person.lastName)
                        row.append(person.email)
                        row.append(person.age)
                        row.append(person.score)
                        if isMySQL { row.append(stored(person.createdAt)) } else { row.append(person.createdAt) }
                        row.append(person.avatar)
                        row.append(person.note)
                        return true
                    }
                }
            }
        }

        /// In SQL of one's own, MySQL is told that a text is a point in time: it takes none with a zone.
        private func stored(_ date: Date) -> SQLValue {
            guard isMySQL, case .text(let text) = date.sqlValue else { return date.sqlValue }
            return .typed(SQLTypedText(text, type: "datetime"))
        }

        func pipelined(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
            // Only libpq sends statements without waiting for the answers.
            if isMySQL { throw NotImplemented() }
            let people = seeds.map { models($0) }
            try watch.measure {
                try database.write { session in
                    let inserts = people.lazy.map { person -> SQL in
                        """
                        INSERT INTO person \
                        (region, number, first_name, last_name, email, age, score, created_at, avatar, note) \
                        VALUES (\(person.region), \(person.number), \(person.firstName), \(person.lastName), \
                        \(person.email), \(person.age), \(person.score), \(person.createdAt), \(person.avatar), \
                        \(person.note))
                        """
                    }
                    _ = try session.execute(together: inserts)
                }
            }
        }

        func insert(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
            let people = seeds.map { models($0) }
            try watch.measure { try database.write { try $0.save(people) } }
        }

        func through(school: String, _ watch: Stopwatch) throws -> Digest { throw NotImplemented() }

        private func models(_ seed: PersonSeed) -> Form.Person {
            let person = Form.Person()
            person.region = seed.region
            person.number = seed.number
            person.firstName = seed.firstName
            person.lastName = seed.lastName
            person.email = seed.email
            person.age = seed.age
            person.score = seed.score
            person.createdAt = seed.createdAt
            person.avatar = seed.avatar
            person.note = seed.note
            return person
        }

        func update(_ watch: Stopwatch) throws {
            let people = try database.read { try $0.query(Form.Person.self).filter("number % 10 = 0").all() }
            try watch.measure {
                try database.write { _ in
                    for person in people {
                        person.age += 1
                        try person.save()
                    }
                }
            }
        }
    }

    final class ZIMServerReflected: ZIMServerContender<ZIMReflectedForm> {}
    final class ZIMServerKeyPaths: ZIMServerContender<ZIMKeyPathForm> {}

    final class ZIMServerGenerated: ZIMServerContender<ZIMGeneratedForm> {
        override func through(school: String, _ watch: Stopwatch) throws -> Digest {
            let students = try watch.measure {
                try database.read { session in
                    try session.query(ZIMStudent.self).filter(\.school == school).orderBy(\.number).all()
                        .map { student in (student, try student.courses()) }
                }
            }
            var digest = Digest()
            for (student, courses) in students {
                digest.add([student.number, student.year], [student.name])
                digest.add(unordered: courses.map { [$0.faculty, String($0.code), $0.title, String($0.hours)] })
            }
            return digest
        }
    }
#endif
