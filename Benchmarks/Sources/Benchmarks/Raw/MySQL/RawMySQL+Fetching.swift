#if MySQL
    import BenchmarkHarness

    extension RawMySQL: ServerContender {
        func fetch10(_ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try reading {
                    var people: [RawServerPerson] = []
                    try statement("SELECT \(Self.columns) FROM person").forEachRow {
                        people.append(RawServerPerson($0))
                    }
                    return people
                }
            }
            return Digest(unordered: people)
        }

        func fetch8(_ watch: Stopwatch) throws -> Digest {
            let sql = "SELECT region, number, first_name, last_name, email, age, score, note FROM person"
            let people = try watch.measure {
                try reading {
                    var people: [RawServerBrief] = []
                    try statement(sql).forEachRow { people.append(RawServerBrief($0)) }
                    return people
                }
            }
            return Digest(unorderedBriefs: people)
        }

        func lookup(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
            let people = try watch.measure {
                try reading {
                    var people: [RawServerPerson] = []
                    people.reserveCapacity(keys.count)
                    let find = try statement("SELECT \(Self.columns) FROM person WHERE region = ? AND number = ?")
                    for key in keys {
                        find.bind(key.region, 0)
                        find.bind(key.number, 1)
                        try find.forEachRow { people.append(RawServerPerson($0)) }
                    }
                    return people
                }
            }
            return Digest(people: people)
        }

        /// The keys go over as JSON, which both MySQL 8 and MariaDB 10.6 join by the primary key.
        func keyset(_ keys: [PersonKey], _ watch: Stopwatch) throws -> Digest {
            let sql = """
                SELECT person.region, person.number, person.first_name, person.last_name, person.email, person.age,
                    person.score, person.created_at, person.avatar, person.note
                FROM JSON_TABLE(?, '$[*]' COLUMNS (region varchar(20) PATH '$[0]', number int PATH '$[1]')) AS k
                STRAIGHT_JOIN person ON person.region = k.region AND person.number = k.number
                """
            let people = try watch.measure {
                try reading {
                    var json: [UInt8] = [UInt8(ascii: "[")]
                    json.reserveCapacity(keys.count * 20)
                    for key in keys {
                        if json.count > 1 { json.append(UInt8(ascii: ",")) }
                        json += #"[""#.utf8
                        json += key.region.utf8
                        json += #"","#.utf8
                        json += String(key.number).utf8
                        json.append(UInt8(ascii: "]"))
                    }
                    json.append(UInt8(ascii: "]"))
                    let find = try statement(sql)
                    find.bindList(json, 0)
                    var people: [RawServerPerson] = []
                    people.reserveCapacity(keys.count)
                    try find.forEachRow { people.append(RawServerPerson($0)) }
                    return people
                }
            }
            return Digest(unordered: people)
        }

        func scan(_ watch: Stopwatch) throws -> Digest {
            let sum = try watch.measure {
                try reading {
                    var sum = PeopleSum()
                    // A comment, so that it is a statement of its own, which keeps its cursor.
                    let all = try statement("SELECT \(Self.columns) FROM person -- by a cursor")
                    all.useCursor()
                    try all.forEachRow { sum.add(RawServerPerson($0)) }
                    return sum
                }
            }
            return sum.digest
        }
    }
#endif
