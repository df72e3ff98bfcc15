#if MySQL
    import BenchmarkHarness
    import Foundation

    extension RawMySQL {
        /// Rows of one INSERT.
        private static let together = 100

        func copy(_ seeds: [PersonSeed], _ watch: Stopwatch) throws { try insert(seeds, watch) }

        func insert(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
            let people = seeds.map(RawServerPerson.init)
            try watch.measure { try writing { try insert(people) } }
        }

        private func insert(_ people: [RawServerPerson]) throws {
            let row = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            for start in stride(from: 0, to: people.count, by: Self.together) {
                let part = people[start..<min(start + Self.together, people.count)]
                let rows = Array(repeating: row, count: part.count).joined(separator: ", ")
                let insert = try statement("INSERT INTO person (\(Self.columns)) VALUES " + rows)
                for (index, person) in part.enumerated() { insert.bind(person, from: index * 10) }
                try insert.run()
            }
        }

        func update(_ watch: Stopwatch) throws {
            var people: [RawServerPerson] = []
            try statement("SELECT \(Self.columns) FROM person WHERE number % 10 = 0").forEachRow {
                people.append(RawServerPerson($0))
            }
            try watch.measure {
                try writing {
                    let update = try statement("UPDATE person SET age = ? WHERE region = ? AND number = ?")
                    for person in people {
                        person.age += 1
                        update.bind(person.age, 0)
                        update.bind(person.region, 1)
                        update.bind(person.number, 2)
                        try update.run()
                    }
                }
            }
        }
    }

    extension RawMySQL: ServerYardstick {
        func fill(people: [PersonSeed], phones: [PhoneSeed]) throws {
            try writing {
                try insert(people.map(RawServerPerson.init))
                let insert = try statement("INSERT INTO phone VALUES (?, ?, ?, ?, ?)")
                for phone in phones {
                    insert.bind(phone.id, 0)
                    insert.bind(phone.personRegion, 1)
                    insert.bind(phone.personNumber, 2)
                    insert.bind(phone.label, 3)
                    insert.bind(phone.value, 4)
                    try insert.run()
                }
            }
        }

        func storedPeople() throws -> Digest {
            var digest = Digest()
            try statement("SELECT \(Self.columns) FROM person ORDER BY region, number").forEachRow {
                digest.add(RawServerPerson($0))
            }
            return digest
        }
    }
#endif
