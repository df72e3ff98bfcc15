import BenchmarkHarness
import CSQLiteRaw

extension Raw {
    func fetch10(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try database.transaction {
                var people: [RawPerson] = []
                try withStatement("SELECT \(Self.columns) FROM person") { statement in
                    try forEachRow(of: statement) { people.append(try RawPerson($0)) }
                }
                return people
            }
        }
        return Digest(unordered: people)
    }

    func fetch8(_ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try database.transaction {
                var people: [RawBrief] = []
                let sql = "SELECT region, number, first_name, last_name, email, age, score, note FROM person"
                try withStatement(sql) { statement in
                    try forEachRow(of: statement) { people.append(RawBrief($0)) }
                }
                return people
            }
        }
        return Digest(unorderedBriefs: people)
    }

    func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try database.transaction {
                var people: [RawPerson] = []
                people.reserveCapacity(keys.count)
                try withStatement("SELECT \(Self.columns) FROM person WHERE region = ? AND number = ?") { statement in
                    for key in keys {
                        if let person = try find(key, statement) { people.append(person) }
                    }
                }
                return people
            }
        }
        return Digest(people: people)
    }

    @inline(__always)
    func find(_ key: PersonKey, _ statement: OpaquePointer) throws -> RawPerson? {
        var region = key.region
        return try region.withUTF8 { bytes in
            Self.bind(bytes, to: statement, 1)
            sqlite3_bind_int64(statement, 2, Int64(key.number))
            defer { sqlite3_reset(statement) }
            switch sqlite3_step(statement) {
            case SQLITE_ROW: return try RawPerson(RawRow(statement: statement))
            case SQLITE_DONE: return nil
            default: throw database.lastError
            }
        }
    }

    func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
        let people = try watch.measure {
            try database.transaction {
                var people: [RawPerson] = []
                people.reserveCapacity(keys.count)
                let sql = """
                    SELECT person.region, person.number, person.first_name, person.last_name, person.email,
                        person.age, person.score, person.created_at, person.avatar, person.note
                    FROM json_each(?) AS key CROSS JOIN person
                        ON person.region = key.value ->> 0 AND person.number = key.value ->> 1
                    """
                try withStatement(sql) { statement in
                    var json = KeyJSON.json(keys)
                    try json.withUTF8 { bytes in
                        Self.bind(bytes, to: statement, 1)
                        try forEachRow(of: statement) { people.append(try RawPerson($0)) }
                    }
                }
                return people
            }
        }
        return Digest(unordered: people)
    }
}
