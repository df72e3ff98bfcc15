import BenchmarkHarness
import ZIMOrm

extension ZIMContender: TaskContender {
    func finds(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum {
        let database = database
        return try watch.measure {
            var sum = AgeSum()
            for key in keys {
                sum.add(try database.read { try $0.find(Form.Person.self, key.region, key.number)?.age })
            }
            return sum
        }
    }

    func awaits(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum {
        let database = database
        return try watch.measure { try Tasks.wait { try await Self.sum(keys, database) } }
    }

    func taskreads(_ parts: [[PersonKey]], _ watch: Stopwatch) throws -> AgeSum {
        let pool = try pool
        return try watch.measure { try Tasks.each(parts) { try await Self.sum($0, pool) } }
    }

    func taskwrites(_ parts: [[PersonKey]], _ watch: Stopwatch) throws {
        let pool = try pool
        _ = try watch.measure {
            try Tasks.each(parts) { keys in
                for key in keys {
                    try await pool.write { session in
                        guard let person = try session.find(Form.Person.self, key.region, key.number) else { return }
                        person.age += 1
                        try person.save()
                    }
                }
                return AgeSum()
            }
        }
    }

    /// Several connections, for tasks.
    private var pool: Database {
        get throws {
            var options = DatabaseOptions()
            options.maximumReaders = 4
            options.connectionSetup = ConnectionSettings.pragmas
            return try Database(path: database.location, options: options)
        }
    }

    private static func sum(_ keys: [PersonKey], _ database: Database) async throws -> AgeSum {
        var sum = AgeSum()
        for key in keys {
            sum.add(try await database.read { try $0.find(Form.Person.self, key.region, key.number)?.age })
        }
        return sum
    }
}
