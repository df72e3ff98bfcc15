import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Dates with more digits than a column of seconds since 1970 is written with.
@Suite(.eachEngine) struct UnixSecondsTests {
    final class Tick: Model {
        var sensor = 0
        var at = Date(timeIntervalSince1970: 0)
        var note = ""
        override class var table: String { "tick" }
        override class var primaryKey: [String] { ["sensor", "at"] }
        override class var forms: [String: ColumnForm] { ["at": .date(.unixSeconds)] }
    }

    /// Of 10, 9, 8 and 4 digits before the point, and before 1970.
    static let seconds = [
        1_796_054_855.1234567, 1_796_054_855.015625, 423_487_052.43900144, 31_536_000.12345678, 3600.1234567,
        -986_868_722.0516632, -1_186_717_051.3664694,
    ]

    private func makeDatabase(_ type: String) throws -> Database {
        try ServedEngine.current.makeDatabase(
            "CREATE TABLE tick (sensor INTEGER, at \(type), note VARCHAR(9), PRIMARY KEY (sensor, at));")
    }

    @Test(arguments: ["REAL", "VARCHAR(40)", "NUMERIC"]) func whatWasSavedIsFound(_ type: String) throws {
        let servers = ["REAL": "DOUBLE PRECISION", "NUMERIC": "NUMERIC(30, 9)"]
        let database = try makeDatabase(ServedEngine.isSQLite ? type : servers[type] ?? type)
        try database.write { session in
            let query = try session.query(Tick.self)
            for (index, seconds) in Self.seconds.enumerated() {
                let given = Date(timeIntervalSince1970: seconds)
                let tick = Tick()
                (tick.sensor, tick.at) = (1, given)
                try session.insert(tick)
                let read = try #require(try session.find(Tick.self, 1, given)).at
                #expect(abs(read.timeIntervalSince(given)) < 0.00001)
                for date in [given, read] {
                    #expect(try query.filter(\.at == date).count() == 1)
                    #expect(try query.filter("at = \(date)").count() == 1)
                    #expect(try query.filter(.in(\.at, [date])).count() == 1)
                    #expect(try query.filter(.between(\.at, date, date)).count() == 1)
                    #expect(try query.filter(\.at <= date && \.at >= date).count() == 1)
                    #expect(try query.filter(\.at < date || \.at > date).count() == index)
                    #expect(try !session.findOrCreate(Tick.self, by: ["sensor": 1, "at": date]) { _ in }.isNew)
                }
                tick.note = "a"
                try session.save(tick)
            }
            let keys: [[any SQLValueConvertible]] = Self.seconds.map { [1, Date(timeIntervalSince1970: $0)] }
            #expect(try session.find(Tick.self, keys: keys).map(\.note) == Self.seconds.map { _ in "a" })
            #expect(try query.orderBy(\.at).all().map(\.at).elementsEqual(query.all().map(\.at).sorted()))
        }
    }

    /// Other programs write all digits of a number; a row keeps them as long as its date is not changed.
    @Test(arguments: ["REAL", "VARCHAR(40)"]) func numbersOfOtherProgramsAreRead(_ type: String) throws {
        let database = try makeDatabase(type == "REAL" && !ServedEngine.isSQLite ? "DOUBLE PRECISION" : type)
        try database.write { session in
            for seconds in Self.seconds {
                let value: SQLValue = type == "REAL" || ServedEngine.isSQLite ? .real(seconds) : .text("\(seconds)")
                try session.execute("INSERT INTO tick VALUES (1, \(value), 'b')")
            }
            let stored = try session.rows("SELECT at FROM tick ORDER BY at").map(\.values)
            let all = try session.query(Tick.self).all()
            #expect(
                zip(all.map(\.at.timeIntervalSince1970).sorted(), Self.seconds.sorted())
                    .allSatisfy { abs($0 - $1) < 0.00001 })
            for tick in all {
                tick.note = "c"
                try session.save(tick)
            }
            #expect(try session.query(Tick.self).filter(\.note == "c").count() == Self.seconds.count)
            #expect(try session.rows("SELECT at FROM tick ORDER BY at").map(\.values) == stored)
        }
    }

    /// The text that SQLite makes of a day has 15 digits, too.
    @Test func daysAsText() throws {
        guard ServedEngine.isSQLite else { return }
        final class Day: Model {
            var id = 0
            var at: Date?
            override class var primaryKey: [String] { ["id"] }
            override class var forms: [String: ColumnForm] { ["at": .date(.julianDay)] }
        }
        let database = try ServedEngine.current.makeDatabase("CREATE TABLE Day (id INTEGER PRIMARY KEY, at TEXT)")
        try database.write { session in
            for (index, seconds) in Self.seconds.enumerated() {
                let day = Day()
                (day.id, day.at) = (index + 1, Date(timeIntervalSince1970: seconds))
                try session.insert(day)
                let read = try #require(try session.find(Day.self, index + 1)?.at)
                #expect(abs(read.timeIntervalSince1970 - (seconds * 1000).rounded() / 1000) < 0.0001)
            }
        }
    }

    @Test func theLastDigitIsTheMicrosecond() {
        func written(_ seconds: Double) -> SQLValue {
            DateFormat.unixSeconds.sqlValue(of: Date(timeIntervalSince1970: seconds))
        }
        #expect(written(1_796_054_855.1234567) == .real(1_796_054_855.123457))
        #expect(written(-986_868_722.0516632) == .real(-986_868_722.051663))
        #expect(written(1_796_054_855.00000012) == .integer(1_796_054_855))
        #expect(written(1e12 + 0.5) == .real(1e12 + 0.5))
    }
}
