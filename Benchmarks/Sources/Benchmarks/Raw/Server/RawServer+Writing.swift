#if PostgreSQL
    import BenchmarkHarness
    import CPostgresRaw
    import Foundation

    extension RawServer {
        func insert(_ seeds: [PersonSeed], _ watch: Stopwatch) throws { try pipelined(seeds, watch) }

        func pipelined(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
            let people = seeds.map(RawServerPerson.init)
            try watch.measure {
                try writing {
                    let name = try prepared(
                        "INSERT INTO person (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
                    let parameters = RawServerParameters(10)
                    // The answers to so many fit into the system's buffers, so that neither side waits for the other.
                    for start in stride(from: 0, to: people.count, by: 200) {
                        try pipeline(people[start..<min(start + 200, people.count)]) { person in
                            parameters.person(person)
                            return PQsendQueryPrepared(
                                connection, name, parameters.count, parameters.values, parameters.lengths,
                                parameters.formats, 1)
                        }
                    }
                }
            }
        }

        private func pipeline(_ people: ArraySlice<RawServerPerson>, _ send: (RawServerPerson) -> Int32) throws {
            guard PQenterPipelineMode(connection) == 1 else { throw lastError }
            defer { PQexitPipelineMode(connection) }
            for person in people where send(person) != 1 { throw lastError }
            guard PQpipelineSync(connection) == 1 else { throw lastError }
            for _ in people {
                while let result = PQgetResult(connection) {
                    defer { PQclear(result) }
                    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw lastError }
                }
            }
            PQclear(PQgetResult(connection))
        }

        func update(_ watch: Stopwatch) throws {
            let all = "SELECT \(Self.columns) FROM person WHERE number % 10 = 0"
            let people = try query(prepared(all), RawServerParameters(0)) { result in
                var people: [RawServerPerson] = []
                forEachRow(of: result) { people.append(RawServerPerson($0)) }
                return people
            }
            try watch.measure {
                try writing {
                    let name = try prepared("UPDATE person SET age = $1 WHERE region = $2 AND number = $3")
                    let parameters = RawServerParameters(3)
                    for person in people {
                        person.age += 1
                        parameters.start()
                        parameters.int4(person.age, 0)
                        parameters.text(person.region, 1)
                        parameters.int4(person.number, 2)
                        try query(name, parameters) { _ in }
                    }
                }
            }
        }

        func copy(_ seeds: [PersonSeed], _ watch: Stopwatch) throws {
            let people = seeds.map(RawServerPerson.init)
            try watch.measure {
                try writing {
                    try copying("COPY person (\(Self.columns)) FROM STDIN (FORMAT binary)") { copy in
                        for person in people {
                            copy.begin(10)
                            copy.text(person.region)
                            copy.int4(person.number)
                            copy.text(person.firstName)
                            copy.text(person.lastName)
                            copy.text(person.email)
                            copy.int4(person.age)
                            copy.number(person.score.bitPattern)
                            copy.number(UInt64(bitPattern: RawServerTime.microseconds(person.createdAt)))
                            copy.bytes(person.avatar)
                            if let note = person.note { copy.text(note) } else { copy.null() }
                            if copy.used > 65_536 { try send(copy) }
                        }
                    }
                }
            }
        }

        private func copying(_ sql: String, _ body: (RawServerCopy) throws -> Void) throws {
            let start = PQexec(connection, sql)
            defer { PQclear(start) }
            guard PQresultStatus(start) == PGRES_COPY_IN else { throw lastError }
            let copy = RawServerCopy()
            try body(copy)
            copy.end()
            try send(copy)
            guard PQputCopyEnd(connection, nil) == 1 else { throw lastError }
            while let result = PQgetResult(connection) {
                defer { PQclear(result) }
                guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw lastError }
            }
        }

        private func send(_ copy: RawServerCopy) throws {
            let characters = copy.buffer.assumingMemoryBound(to: CChar.self)
            guard PQputCopyData(connection, characters, Int32(copy.used)) == 1 else { throw lastError }
            copy.used = 0
        }
    }

    /// Rows in the binary form of COPY; the buffer has room for the row that makes it full.
    final class RawServerCopy {
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: 131_072, alignment: 8)
        var used = 0

        init() {
            put(Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0x00])
            put([0, 0, 0, 0, 0, 0, 0, 0])
        }

        deinit { buffer.deallocate() }

        private func put(_ bytes: [UInt8]) { bytes.withUnsafeBytes { put($0) } }

        @inline(__always)
        private func put(_ bytes: UnsafeRawBufferPointer) {
            if let start = bytes.baseAddress { (buffer + used).copyMemory(from: start, byteCount: bytes.count) }
            used += bytes.count
        }

        @inline(__always)
        private func put<Number: FixedWidthInteger>(_ number: Number) {
            (buffer + used).storeBytes(of: number.bigEndian, as: Number.self)
            used += MemoryLayout<Number>.size
        }

        @inline(__always)
        func begin(_ count: Int16) { put(count) }
        @inline(__always)
        func null() { put(-1 as Int32) }
        func end() { put(-1 as Int16) }

        @inline(__always)
        func int4(_ number: Int) {
            put(4 as Int32)
            put(Int32(truncatingIfNeeded: number))
        }

        @inline(__always)
        func number(_ bits: UInt64) {
            put(8 as Int32)
            put(bits)
        }

        @inline(__always)
        func text(_ text: String) {
            var text = text
            text.withUTF8 {
                put(Int32($0.count))
                put(UnsafeRawBufferPointer($0))
            }
        }

        @inline(__always)
        func bytes(_ data: Data) {
            put(Int32(data.count))
            data.withUnsafeBytes { put($0) }
        }
    }

    extension RawServer: ServerYardstick {
        func fill(people: [PersonSeed], phones: [PhoneSeed]) throws {
            try copy(people, Stopwatch())
            try writing {
                try copying("COPY phone FROM STDIN (FORMAT binary)") { copy in
                    for phone in phones {
                        copy.begin(5)
                        copy.number(UInt64(phone.id))
                        copy.text(phone.personRegion)
                        copy.int4(phone.personNumber)
                        copy.text(phone.label)
                        copy.text(phone.value)
                        if copy.used > 65_536 { try send(copy) }
                    }
                }
            }
        }

        func storedPeople() throws -> Digest {
            let sql = "SELECT \(Self.columns) FROM person ORDER BY region COLLATE \"C\", number"
            return try query(prepared(sql), RawServerParameters(0)) { result in
                var digest = Digest()
                forEachRow(of: result) { digest.add(RawServerPerson($0)) }
                return digest
            }
        }
    }
#endif
