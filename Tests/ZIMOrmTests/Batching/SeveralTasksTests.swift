import Foundation
import Testing

@_spi(Generated) @testable import ZIMOrm

/// Groups that several tasks use at once, each in its own session; run under the thread sanitizer by scripts/sanitize.
@Suite(.eachEngine) struct SeveralTasksTests {
    /// Keeps account of its changes itself, so that those which are found by key share what is known of their rows.
    final class Seat: Model, RowDecodable {
        var hall: String { didSet { noteChange(0, was: oldValue) } }
        var number: Int { didSet { noteChange(1, was: oldValue) } }
        var guest: String? { didSet { noteChange(2) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }
        override class var columns: [Column] {
            [Column("hall", \Seat.hall), Column("number", \Seat.number), Column("guest", \Seat.guest)]
        }
        required init() {
            hall = ""
            number = 0
            super.init()
        }
        init(row: borrowing Row) throws {
            hall = try row.get(0)
            number = try row.get(1)
            guest = try row.get(2)
            super.init()
        }
    }

    // Unchecked: each box is opened by one task alone, which is what the test is about.
    private struct Box: @unchecked Sendable {
        let seat: Seat
    }

    private func makeDatabase() throws -> Database {
        let database = try Database.temporary()
        try database.execute(
            """
            CREATE TABLE seat (hall TEXT, number INTEGER, guest TEXT, PRIMARY KEY (hall, number));
            INSERT INTO seat SELECT 'A', value, 'guest ' || value FROM json_each('[1,2,3,4,5,6,7,8]');
            """)
        return database
    }

    @Test func modelsThatWereFoundOneByOneGoSeparateWays() async throws {
        let database = try makeDatabase()
        let boxes = try await database.read { session in
            try (1...8).compactMap { try session.find(Seat.self, "A", $0).map { Box(seat: $0) } }
        }
        #expect(Set(boxes.map { $0.seat.record.map { ObjectIdentifier($0) } }).count == 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for box in boxes {
                group.addTask {
                    box.seat.number += 100
                    box.seat.guest = "moved"
                    try await database.write { try $0.save(box.seat) }
                    #expect(try !box.seat.hasChanges() && box.seat.isLoaded)
                }
            }
            try await group.waitForAll()
        }
        let numbers = try await database.read { try $0.query(Seat.self).orderByKey().all().map(\.number) }
        #expect(numbers == Array(101...108))
        #expect(Set(boxes.map { $0.seat.record.map { ObjectIdentifier($0) } }).count == 8)
    }

    @Test func aRollbackGivesASharedModelItsKeyBack() throws {
        let database = try makeDatabase()
        try database.write { session in
            let first = try #require(try session.find(Seat.self, "A", 1))
            let second = try #require(try session.find(Seat.self, "A", 2))
            #expect(first.record === second.record)
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try session.transaction { session in
                    first.number = 50
                    try session.save(first)
                    throw Stop()
                }
            }
            #expect(first.record !== second.record)
            #expect(try first.changedColumns() == ["number"])
            try session.delete(second)
            #expect(second.isDeleted && !first.isDeleted)
            try session.save(first)
            let numbers = try session.query(Seat.self).orderByKey().limit(2).all().map(\.number)
            #expect(numbers == [3, 4])
        }
    }

    /// Each task gets its models while the session that loaded them goes on and ends.
    @Test func modelsAreSentOnWhileTheirSessionIsOpen() async throws {
        let database = try Orders.database()
        for isWriting in [false, true] {
            let load: @Sendable (Session) throws -> [Task<Int, any Error>] = { session in
                try (0..<4).map { number in
                    if isWriting { try session.execute("UPDATE order_line SET ol_amount = \(number)") }
                    let customers = try session.query(Orders.Customer.self).orderByKey().with("orders.lines").all()
                    return Task {
                        try customers.reduce(0) { try $0 + $1.orders().reduce(0) { try $0 + $1.lines().count } }
                    }
                }
            }
            let tasks = try isWriting ? database.write(load) : database.read(load)
            for task in tasks { #expect(try await task.value == 60) }
        }
    }

    /// An open session lets each task in by turns, also where what was loaded with the query is asked for.
    @Test func modelsOfAnOpenSessionAreSentOn() async throws {
        let database = try Orders.database()
        let session = try database.openSession()
        var tasks: [Task<Int, any Error>] = []
        for number in 0..<4 {
            let customers = try session.run { try $0.query(Orders.Customer.self).with("orders.lines").all() }
            tasks.append(
                Task { try customers.reduce(0) { try $0 + $1.orders().reduce(0) { try $0 + $1.lines().count } } })
            try session.run { try $0.execute("UPDATE order_line SET ol_amount = \(number)") }
        }
        for task in tasks { #expect(try await task.value == 60) }
        session.close()
    }

    @Test func tasksFollowRelationshipsSideBySide() async throws {
        let database = try Orders.database()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let customers = try await database.read { session in
                        let customers = try session.query(Orders.Customer.self).orderByKey().with("orders.lines").all()
                        for order in try session.query(Orders.Order.self).all() { _ = try order.customer()?.name }
                        return customers
                    }
                    // Sent on: what was loaded with the query answers in this task.
                    return try customers.reduce(0) { try $0 + $1.orders().reduce(0) { try $0 + $1.lines().count } }
                }
            }
            for try await count in group { #expect(count == 60) }
        }
    }
}
