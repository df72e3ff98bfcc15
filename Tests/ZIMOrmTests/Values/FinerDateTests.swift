import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Dates that a declared form cannot write as they are.
@Suite(.eachEngine) struct FinerDateTests {
    final class Tick: Model {
        var sensor = 0
        var at = Date(timeIntervalSince1970: 0)
        var note = ""
        override class var table: String { "tick" }
        override class var primaryKey: [String] { ["sensor", "at"] }
        override class var forms: [String: ColumnForm] { ["at": .date(.dateTime)] }
    }

    /// A row is before such a date, at it, or behind it, and never two of these.
    @Test func aDateThatIsFinerThanTheFormEqualsNoRow() throws { try expectNone(in: "TEXT") }

    /// A server's column without fractions holds what the form writes, whether the server would round up or not.
    @Test func aDateThatIsFinerThanItsColumnEqualsNoRow() throws {
        guard ServedEngine.isMariaDB else { return }
        let database = try expectNone(in: "DATETIME")
        try database.write { session in
            let tick = Tick()
            (tick.sensor, tick.at) = (2, Date(timeIntervalSince1970: 1_704_067_200.75))
            try session.insert(tick)
            #expect(try session.find(Tick.self, 2, tick.at)?.at.timeIntervalSince1970 == 1_704_067_200)
            let query = try session.query(Tick.self).filter(\.at == tick.at)
            #expect(try query.update(.set(\.note, "c")) == 0)
            #expect(try query.delete() == 0)
            #expect(try session.query(Tick.self).filter(\.sensor == 2).update(.set(\.at, tick.at + 1)) == 1)
            #expect(try session.find(Tick.self, 2, tick.at + 1)?.at.timeIntervalSince1970 == 1_704_067_201)
        }
    }

    @discardableResult
    private func expectNone(in type: String) throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE tick (sensor INTEGER, at \(type), note TEXT, PRIMARY KEY (sensor, at));
            INSERT INTO tick VALUES (1, '2024-01-01 00:00:00', 'a'), (1, '2024-01-01 00:00:01', 'b');
            """)
        let exact = Date(timeIntervalSince1970: 1_704_067_200)
        let half = exact + 0.5
        try database.write { session in
            let query = try session.query(Tick.self)
            func expect(_ filter: Filter<Tick>, _ notes: [String]) throws {
                #expect(try query.filter(filter).orderByKey().all().map(\.note) == notes)
            }
            try expect(\.at == half, [])
            try expect(\.at != half, ["a", "b"])
            try expect(\.at < half, ["a"])
            try expect(\.at <= half, ["a"])
            try expect(\.at >= half, ["b"])
            try expect(\.at > half, ["b"])
            try expect(.between(\.at, half, half), [])
            try expect(.between(\.at, exact, half), ["a"])
            try expect(.in(\.at, [half]), [])
            try expect(.in(\.at, [half, exact]), ["a"])
            try expect(.notIn(\.at, [half, exact]), ["b"])
            let many = (0..<600).map { half + Double($0) }
            try expect(.in(\.at, many), [])
            try expect(.notIn(\.at, many), ["a", "b"])
            try expect(RowValue(\.sensor, \.at) == (1, half), [])
            try expect(RowValue(\.sensor, \.at) < (1, half), ["a"])
            try expect(.key(in: [[1, half], [1, exact]]), ["a"])
            for text: PredicateText in [
                "at = \(half)", "\(half) = at", "at IN {\(half)}", "at BETWEEN \(half) AND \(half)",
            ] {
                #expect(try query.filter(text).count() == 0)
            }
            #expect(try query.filter("\(half) > at").all().map(\.note) == ["a"])
            // A key finds what a model with it would have been saved as.
            #expect(try session.find(Tick.self, 1, half)?.note == "a")
            #expect(try session.find(Tick.self, keys: [[1, half]], as: .dictionary).count == 1)
            #expect(try query.filter(keys: [[1, half]]).count() == 1)
        }
        return database
    }

    final class Mark: Model {
        var sensor = 0, number = 0
        var at = Date(timeIntervalSince1970: 0)
        override class var table: String { "mark" }
        override class var primaryKey: [String] { ["sensor", "number"] }
        override class var forms: [String: ColumnForm] { ["at": .date(.unixMilliseconds)] }
    }

    /// A number is one of the column's own.
    @Test func numbersAreReadInTheForm() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE mark (sensor INTEGER, number INTEGER, at INTEGER, PRIMARY KEY (sensor, number));
            INSERT INTO mark VALUES (1, 1, 1672531200000), (1, 2, 1672531200001);
            """)
        try database.read { session in
            let query = try session.query(Mark.self)
            func expect(_ text: PredicateText, _ numbers: [Int]) throws {
                #expect(try query.filter(text).orderByKey().all().map(\.number) == numbers, "\(text)")
            }
            try expect("at < \(1_672_531_200_001)", [1])
            try expect("at <= \(1_672_531_200_000)", [1])
            try expect("at > \(1_672_531_200_000)", [2])
            try expect("at BETWEEN \(1_672_531_200_001) AND \(1_672_531_200_002)", [2])
            try expect("at = \(1_672_531_200_001)", [2])
        }
    }
}
