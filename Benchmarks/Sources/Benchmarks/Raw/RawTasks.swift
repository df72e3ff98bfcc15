import BenchmarkHarness
import CSQLiteRaw

extension Raw: TaskContender {
    func finds(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum {
        try watch.measure {
            try withStatement("SELECT \(Self.columns) FROM person WHERE region = ? AND number = ?") { statement in
                var sum = AgeSum()
                for key in keys { sum.add(try database.transaction { try find(key, statement)?.age }) }
                return sum
            }
        }
    }

    func awaits(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum { try finds(keys, watch) }

    func taskreads(_ parts: [[PersonKey]], _ watch: Stopwatch) throws -> AgeSum {
        try finds(parts.flatMap { $0 }, watch)
    }

    func taskwrites(_ parts: [[PersonKey]], _ watch: Stopwatch) throws {
        try watch.measure {
            try withStatement("SELECT \(Self.columns) FROM person WHERE region = ? AND number = ?") { find in
                try withStatement("UPDATE person SET age = ? WHERE region = ? AND number = ?") { update in
                    for key in parts.joined() {
                        try database.transaction {
                            guard let person = try self.find(key, find) else { return }
                            try save(person, age: person.age + 1, update)
                        }
                    }
                }
            }
        }
    }

    private func save(_ person: RawPerson, age: Int, _ update: OpaquePointer) throws {
        var region = person.region
        try region.withUTF8 { bytes in
            sqlite3_bind_int64(update, 1, Int64(age))
            Self.bind(bytes, to: update, 2)
            sqlite3_bind_int64(update, 3, Int64(person.number))
            defer { sqlite3_reset(update) }
            try database.check(sqlite3_step(update), is: SQLITE_DONE)
        }
    }
}
