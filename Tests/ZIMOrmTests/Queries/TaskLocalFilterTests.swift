import TestServer
import Testing
import ZIMOrm

/// Default filters by task-local values, in calls that are awaited: their closures run in the task.
@Suite(.eachEngine) struct TaskLocalFilterTests {
    @TaskLocal static var tenant = 0

    final class Note: Model {
        var tenant = 0, number = 0, text = ""
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["tenant", "number"] }
        override class var defaultFilter: DefaultFilter? { DefaultFilter(\Note.tenant == TaskLocalFilterTests.tenant) }
    }

    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE note (tenant INT, number INT, text VARCHAR(20), PRIMARY KEY (tenant, number));
            INSERT INTO note VALUES (0, 1, 'of 0'), (1, 7, 'of 1'), (1, 8, 'of 1'), (2, 7, 'of 2');
            """)
    }

    private func rows() throws -> [[SQLValue]] {
        try database.read { try $0.rows("SELECT tenant, number, text FROM note ORDER BY 1, 2").map(\.values) }
    }

    @Test func eachTaskSeesItsTenant() async throws {
        let database = database
        try await Self.$tenant.withValue(1) {
            #expect(try await database.read { _ in Self.tenant } == 1)
            #expect(try await database.write { _ in Self.tenant } == 1)
            #expect(try await database.query(Note.self) { try $0.orderByKey().all().map(\.number) } == [7, 8])
            let note = try #require(try await database.find(Note.self, 1, 7))
            #expect(try await database.find(Note.self, 2, 7) == nil)
            note.text = "by 1"
            try await note.save()
            try await note.load()
            #expect(note.text == "by 1")
            #expect(try await database.write { try $0.query(Note.self).update(.set(\.text, "all of 1")) } == 2)
            if !ServedEngine.isMariaDB {
                var counts = database.observe(Note.self) { try $0.count() }.makeAsyncIterator()
                #expect(try await counts.next() == 2)
            }
            #expect(try await database.write { try $0.query(Note.self).filter(\.number == 8).delete() } == 1)
        }
        #expect(try rows() == [[0, 1, "of 0"], [1, 7, "all of 1"], [2, 7, "of 2"]])
    }

    /// Tasks that wait for a connection are started by others.
    @Test func tasksThatWaitForAConnection() async throws {
        let database = database
        let counts = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await Self.$tenant.withValue(number % 3) {
                        if number.isMultiple(of: 2) {
                            return try await (number % 3, database.write { try $0.query(Note.self).count() })
                        }
                        return try await (number % 3, database.read { try $0.query(Note.self).count() })
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.count == 60 && counts.allSatisfy { $0.1 == [1, 2, 1][$0.0] })
    }

    @Test func aClosureAsksWhetherItsTaskIsCancelled() async throws {
        let database = database
        let task = Task {
            try await database.write { session in
                try session.execute("DELETE FROM note")
                withUnsafeCurrentTask { $0?.cancel() }
                try Task.checkCancellation()
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try rows().count == 4)
    }
}
