import BenchmarkHarness
import GRDB

extension GRDBIdiomatic: TaskContender {
    private static func find(_ key: PersonKey, _ db: GRDB.Database) throws -> GRDBPerson? {
        try GRDBPerson.fetchOne(db, key: ["region": key.region, "number": key.number])
    }

    func finds(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum {
        let queue = queue
        return try watch.measure {
            var sum = AgeSum()
            for key in keys { sum.add(try queue.read { try Self.find(key, $0)?.age }) }
            return sum
        }
    }

    func awaits(_ keys: [PersonKey], _ watch: Stopwatch) throws -> AgeSum {
        let queue = queue
        return try watch.measure {
            try Tasks.wait {
                var sum = AgeSum()
                for key in keys { sum.add(try await queue.read { try Self.find(key, $0)?.age }) }
                return sum
            }
        }
    }

    func taskreads(_ parts: [[PersonKey]], _ watch: Stopwatch) throws -> AgeSum {
        let pool = try GRDBConnection.pool(path: path)
        return try watch.measure {
            try Tasks.each(parts) { keys in
                var sum = AgeSum()
                for key in keys { sum.add(try await pool.read { try Self.find(key, $0)?.age }) }
                return sum
            }
        }
    }

    func taskwrites(_ parts: [[PersonKey]], _ watch: Stopwatch) throws {
        let pool = try GRDBConnection.pool(path: path)
        _ = try watch.measure {
            try Tasks.each(parts) { keys in
                for key in keys {
                    try await pool.write { db in
                        guard var person = try Self.find(key, db) else { return }
                        person.age += 1
                        try person.update(db, columns: [GRDBPerson.Columns.age])
                    }
                }
                return AgeSum()
            }
        }
        // Its connections would still be closing when the file is read.
        try pool.close()
    }
}
