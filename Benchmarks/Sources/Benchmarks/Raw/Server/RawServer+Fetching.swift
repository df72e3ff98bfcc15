#if PostgreSQL
    import BenchmarkHarness
    import CPostgresRaw

    extension RawServer: ServerContender {
        func fetch10(_ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try reading {
                    try query(prepared("SELECT \(Self.columns) FROM person"), RawServerParameters(0)) { result in
                        var people: [RawServerPerson] = []
                        people.reserveCapacity(Int(PQntuples(result)))
                        forEachRow(of: result) { people.append(RawServerPerson($0)) }
                        return people
                    }
                }
            }
            return Digest(unordered: people)
        }

        func fetch8(_ watch: Stopwatch) throws -> Digest {
            let sql = "SELECT region, number, first_name, last_name, email, age, score, note FROM person"
            let people = try watch.measure {
                try reading {
                    try query(prepared(sql), RawServerParameters(0)) { result in
                        var people: [RawServerBrief] = []
                        people.reserveCapacity(Int(PQntuples(result)))
                        forEachRow(of: result) { people.append(RawServerBrief($0)) }
                        return people
                    }
                }
            }
            return Digest(unorderedBriefs: people)
        }

        func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try reading {
                    var people: [RawServerPerson] = []
                    people.reserveCapacity(keys.count)
                    let name = try prepared("SELECT \(Self.columns) FROM person WHERE region = $1 AND number = $2")
                    let parameters = RawServerParameters(2)
                    for key in keys {
                        parameters.start()
                        parameters.text(key.region, 0)
                        parameters.int4(key.number, 1)
                        try query(name, parameters) { result in
                            if PQntuples(result) > 0 {
                                people.append(RawServerPerson(RawServerRow(result: result, row: 0)))
                            }
                        }
                    }
                    return people
                }
            }
            return Digest(people: people)
        }

        func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
            let sql = """
                SELECT person.region, person.number, person.first_name, person.last_name, person.email, person.age,
                    person.score, person.created_at, person.avatar, person.note
                FROM unnest($1::text[], $2::integer[]) AS key(region, number)
                JOIN person ON person.region = key.region AND person.number = key.number
                """
            let people = try watch.measure {
                try reading {
                    let parameters = RawServerParameters(2, capacity: keys.count * 40)
                    parameters.list(RawServerList.texts(keys.map(\.region)), 0)
                    parameters.list(RawServerList.integers(keys.map(\.number)), 1)
                    return try query(prepared(sql), parameters) { result in
                        var people: [RawServerPerson] = []
                        people.reserveCapacity(Int(PQntuples(result)))
                        forEachRow(of: result) { people.append(RawServerPerson($0)) }
                        return people
                    }
                }
            }
            return Digest(unordered: people)
        }

        func scan(_ watch: Stopwatch) throws -> Digest {
            let sum = try watch.measure {
                try reading {
                    var sum = PeopleSum()
                    try execute("DECLARE people NO SCROLL CURSOR FOR SELECT \(Self.columns) FROM person")
                    while true {
                        guard
                            let result = PQexecParams(
                                connection, "FETCH FORWARD 1000 FROM people", 0, nil, nil, nil, nil, 1)
                        else { throw lastError }
                        defer { PQclear(result) }
                        guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw lastError }
                        if PQntuples(result) == 0 { return sum }
                        forEachRow(of: result) { sum.add(RawServerPerson($0)) }
                    }
                }
            }
            return sum.digest
        }
    }

    /// Lists in the binary form: dimensions, whether there are NULLs, the type, how many, from which number on; then each
    /// value behind its length.
    enum RawServerList {
        static func texts(_ values: [String]) -> [UInt8] {
            var list = header(25, values.count)
            for var value in values {
                value.withUTF8 {
                    append(Int32($0.count), &list)
                    list.append(contentsOf: $0)
                }
            }
            return list
        }

        static func integers(_ values: [Int]) -> [UInt8] {
            var list = header(23, values.count)
            for value in values {
                append(4, &list)
                append(Int32(truncatingIfNeeded: value), &list)
            }
            return list
        }

        private static func header(_ type: Int32, _ count: Int) -> [UInt8] {
            var list: [UInt8] = []
            list.reserveCapacity(20 + count * 16)
            for number in [1, 0, type, Int32(count), 1] { append(number, &list) }
            return list
        }

        @inline(__always)
        private static func append(_ number: Int32, _ list: inout [UInt8]) {
            withUnsafeBytes(of: number.bigEndian) { list.append(contentsOf: $0) }
        }
    }
#endif
