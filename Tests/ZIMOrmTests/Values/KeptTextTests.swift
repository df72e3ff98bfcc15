import Foundation
import Testing
import ZIMOrm

/// SQLite writes 15 digits of a real number in a TEXT column: one with more is refused, and nothing is written.
@Suite struct KeptTextTests {
    final class Reading: Model {
        var station = "", number = 0
        var value: Double?, count: UInt64?
        override class var table: String { "reading" }
        override class var primaryKey: [String] { ["station", "number"] }
        override class var isAutoIncremented: Bool { false }
    }

    private func database() throws -> Database {
        let database = try Database.inMemory()
        try database.write { session in
            try session.execute(
                "CREATE TABLE reading (station TEXT, number INTEGER, value TEXT, count INTEGER, PRIMARY KEY (station, number))"
            )
            try session.execute("INSERT INTO reading VALUES ('a', 1, '0.5', 7)")
        }
        return database
    }

    private func reading(_ number: Int, _ value: Double?) -> Reading {
        let reading = Reading()
        (reading.station, reading.number, reading.value) = ("a", number, value)
        return reading
    }

    @Test(arguments: [0.1 + 0.2, 1.0 / 3, 1234567890.1234567, .infinity, -.greatestFiniteMagnitude])
    func moreDigitsAreRefused(_ value: Double) throws {
        let database = try database()
        func requireRefused(_ body: (Session) throws -> Void) {
            let error = #expect(throws: ModelError.self) { try database.write { try body($0) } }
            let reason =
                value.isFinite
                ? "has more than the 15 digits that the engine writes of it in a column of texts"
                : "is no number that is read back from a column of texts"
            #expect(
                error?.description == "value: \"reading\".\"value\": real … cannot be bound as `text`: it \(reason)",
                "\(error?.description ?? "")")
        }
        requireRefused { try $0.insert(reading(2, value)) }
        requireRefused { try $0.insert([reading(2, nil), reading(3, value)]) }
        requireRefused { try $0.upsert(reading(1, value)) }
        requireRefused { session in
            let reading = try session.find(Reading.self, "a", 1)
            reading?.value = value
            try reading?.save()
        }
        requireRefused { try $0.query(Reading.self).update(.set(\.value, value)) }
        requireRefused { try $0.query(Reading.self).update(.set("value", value)) }
        let rows = try database.read { try $0.rows("SELECT number, value FROM reading").map(\.values) }
        #expect(rows == [[1, "0.5"]])
    }

    @Test(arguments: [0, 0.1, -2.25, 123456789.125, .leastNonzeroMagnitude, 1e300])
    func fifteenDigitsAreKept(_ value: Double) throws {
        let database = try database()
        try database.write { try $0.insert(reading(2, value)) }
        #expect(try database.read { try $0.find(Reading.self, "a", 2)?.value } == value)
        #expect(try database.read { try $0.query(Reading.self).filter("number = 2").first()?.changedColumns() } == [])
    }

    private final class Label: Model {
        var shelf = 0, number = 0, code = ""
        override class var table: String { "label" }
        override class var primaryKey: [String] { ["shelf", "number"] }
        override class var isAutoIncremented: Bool { false }
    }

    /// A text in a column of numbers takes the form of a number.
    @Test func textsInAColumnOfNumbers() throws {
        let database = try Database.inMemory()
        try database.write { (session: Session) throws -> Void in
            try session.execute(
                "CREATE TABLE label (shelf INTEGER, number INTEGER, code NUMERIC, PRIMARY KEY (shelf, number))")
            let label = Label()
            (label.shelf, label.number, label.code) = (1, 1, "007")
            try session.insert(label)
            #expect(try session.find(Label.self, 1, 1)?.code == "7")
        }
    }

    /// SQLite keeps 64 bits with a sign: beyond, INTEGER holds a rounded real number.
    @Test func numbersOfAnAssignment() throws {
        let database = try database()
        let error = #expect(throws: ModelError.self) {
            try database.write { try $0.query(Reading.self).update(.set("count", UInt64.max)) }
        }
        #expect(error?.code == .value && error?.column == "count")
        #expect(throws: ModelError.self) {
            try database.write { try $0.query(Reading.self).update(.set(\.count, UInt64.max)) }
        }
        #expect(try database.read { try $0.value("SELECT count FROM reading", as: Int.self) } == 7)
    }
}
