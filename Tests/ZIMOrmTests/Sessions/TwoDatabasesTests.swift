import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = "", number = 0
    var guest: String?
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
    override class var dataSource: String { "two-databases" }
}

/// A model's own calls write to its own database or to none: never behind the back of a transaction of another one.
@Suite(.serialized, .showingValues) struct TwoDatabasesTests {
    let first: Database
    let second: Database

    init() throws {
        func make(_ label: String) throws -> Database {
            var options = DatabaseOptions()
            options.label = label
            let database = try Database.inMemory(options: options)
            try database.execute(
                "CREATE TABLE seat (hall TEXT, number INTEGER, guest TEXT, PRIMARY KEY (hall, number)); INSERT INTO seat VALUES ('A', 1, 'Ada')"
            )
            return database
        }
        (first, second) = (try make("first"), try make("second"))
    }

    private func guests(_ database: Database) throws -> [[SQLValue]] {
        try database.read { try $0.rows("SELECT guest FROM seat").map(\.values) }
    }

    private func refused(_ body: () throws -> Void) -> ModelError? {
        let error = #expect(throws: ModelError.self) { try body() }
        #expect(error?.code == .otherDatabase)
        #expect(error?.key == ["A", 1])
        return error
    }

    @Test func insideAnothersWrite() throws {
        let seat = try #require(try first.find(Seat.self, "A", 1))
        seat.guest = "Eve"
        try second.write { session in
            for attempt in [seat.save, seat.update, seat.delete, seat.upsert, seat.saveOrUpdate, seat.insert] {
                let error = refused { try attempt() }
                #expect(error?.message.hasSuffix("cannot be written in the transaction of second") == true)
            }
            #expect(refused { try session.save(seat) } != nil)
        }
        #expect(try guests(first) == [["Ada"]])
        #expect(try guests(second) == [["Ada"]])
        #expect(try seat.changedColumns() == ["guest"])
        // Part of a transaction of its own database, or alone, or while another is read, it is as ever.
        try second.read { _ in try seat.save() }
        seat.guest = "Eva"
        try first.write { _ in try second.write { _ in try seat.save() } }
        #expect(try guests(first) == [["Eva"]])
    }

    /// The other database is a data source, too: the model would be saved outside of the transaction that it stands in.
    @Test func newModelsInsideAnothersWrite() throws {
        DataSource.register(first, as: "two-databases")
        DataSource.register(second, as: "two-databases-other")
        defer {
            DataSource.unregister("two-databases")
            DataSource.unregister("two-databases-other")
        }
        let seat = Seat()
        (seat.hall, seat.number) = ("B", 1)
        try second.write { session in
            for attempt in [seat.save, seat.insert, seat.upsert, seat.saveOrUpdate] {
                let error = #expect(throws: ModelError.self) { try attempt() }
                #expect(error?.code == .otherDatabase)
                #expect(
                    error?.message
                        == #"a new row of "seat" belongs to first (data source "two-databases") and cannot be written in the transaction of second"#
                )
            }
        }
        #expect(try guests(first) == [["Ada"]])
        #expect(try guests(second) == [["Ada"]])
        // In a session of its own database, or of the other one by that session's method, or while another is read.
        try second.write { try $0.save(seat) }
        #expect(try guests(second).count == 2)
        let (another, third) = (Seat(), Seat())
        (another.hall, another.number, third.hall, third.number) = ("B", 2, "B", 3)
        try second.write { _ in try first.write { _ in try another.save() } }
        try second.read { _ in try third.save() }
        #expect(try guests(first).count == 3)
    }

    /// Of a database that is no data source, in whatever surroundings.
    @Test func newModelsOfAnOpenSession() async throws {
        DataSource.register(first, as: "two-databases")
        defer { DataSource.unregister("two-databases") }
        let second = second
        @Sendable func add(_ number: Int) throws {
            let open = try second.openSession()
            defer { open.close() }
            try open.run { _ in
                let seat = Seat()
                (seat.hall, seat.number) = ("B", number)
                try seat.save()
            }
            try open.commit()
        }
        try add(1)
        try await first.write { _ in try add(2) }
        try await first.read { _ in try add(3) }
        // The closure is over when its task runs.
        try await first.read { _ in
            Task {
                try await Task.sleep(for: .milliseconds(50))
                try add(4)
            }
        }.value
        #expect(try guests(first).count == 1)
        #expect(try guests(second).count == 5)
    }

    @Test func afterAnotherTookTheName() throws {
        DataSource.register(first, as: "two-databases")
        defer { DataSource.unregister("two-databases") }
        let fresh = Seat()
        (fresh.hall, fresh.number) = ("B", 1)
        try fresh.save()
        let seat = try #require(try first.find(Seat.self, "A", 1))
        seat.guest = "Eve"
        DataSource.register(second, as: "two-databases")
        let error = refused { try seat.save() }
        #expect(
            error?.message
                == #"the row (hall = 'A', number = 1) of "seat" belongs to first and is not written: that is no longer the data source "two-databases", which is second now"#
        )
        #expect(refused { try seat.delete() } != nil)
        #expect(refused { try seat.upsert() } != nil)
        #expect(
            try first.read { try $0.rows("SELECT guest FROM seat ORDER BY hall").map(\.values) } == [["Ada"], [nil]])
        #expect(try guests(second) == [["Ada"]])
        // Read it may be, and a session of its own database writes it.
        try seat.reload()
        seat.guest = "Eva"
        try first.write { try $0.save(seat) }
        seat.guest = "Ida"
        DataSource.register(first, as: "two-databases")
        try seat.save()
        #expect(try first.find(Seat.self, "A", 1)?.guest == "Ida")
    }
}
