import Foundation
import TestServer
import Testing
import ZIMOrm

/// Dates in years that not every column holds.
@Suite(.eachEngine) struct FarDateTests {
    class Stamp: Model {
        var region = 0
        var number = 0
        var at: Date?
        override class var table: String { "stamp" }
        override class var primaryKey: [String] { ["region", "number"] }
    }

    final class PlainStamp: Stamp {}
    final class TextStamp: Stamp {
        override class var forms: [String: ColumnForm] { ["at": .date(.iso8601)] }
    }
    final class ClockStamp: Stamp {
        override class var forms: [String: ColumnForm] {
            ["at": .date(.dateTime(in: TimeZone(secondsFromGMT: 7200) ?? .gmt))]
        }
    }
    final class SecondStamp: Stamp {
        override class var forms: [String: ColumnForm] { ["at": .date(.unixSeconds)] }
    }
    final class JulianStamp: Stamp {
        override class var forms: [String: ColumnForm] { ["at": .date(.julianDay)] }
    }

    /// The years 33658 and 1200 BC, and none at all.
    static let dates = [1e12, -1e11, 1e18, .infinity].map { Date(timeIntervalSince1970: $0) }

    private func makeDatabase(_ type: String) throws -> Database {
        try ServedEngine.current.makeDatabase(
            "CREATE TABLE stamp (region INTEGER, number INTEGER, at \(type), PRIMARY KEY (region, number));")
    }

    private func stamp<S: Stamp>(_ type: S.Type, _ number: Int, _ date: Date) -> S {
        let stamp = S()
        (stamp.region, stamp.number, stamp.at) = (1, number, date)
        return stamp
    }

    /// Each way to write a date fails with the name of its column, and leaves the row as it was.
    private func expectRefused<S: Stamp>(_ type: S.Type, _ date: Date, in database: Database) throws {
        try database.write { session in
            try session.query(S.self).delete()
            try session.insert(stamp(S.self, 1, Date(timeIntervalSince1970: 86_400)))
            let ways: [() throws -> Void] = [
                { try session.insert(stamp(S.self, 2, date)) },
                { try session.insert([stamp(S.self, 2, date), stamp(S.self, 3, date)]) },
                { try session.upsert([stamp(S.self, 1, date)]) },
                {
                    let found = try #require(try session.find(S.self, 1, 1))
                    found.at = date
                    try session.save(found)
                },
                { try session.query(S.self).update(.set("at", date)) },
            ]
            for (number, way) in ways.enumerated() {
                do {
                    try way()
                    Issue.record("\(S.self) \(date.timeIntervalSince1970): way \(number) wrote it")
                } catch let error as ModelError {
                    #expect(error.code == .value && error.table == "stamp" && error.column == "at", "\(error)")
                }
            }
            let rows = try session.query(S.self).all()
            #expect(rows.map(\.number) == [1] && rows[0].at == Date(timeIntervalSince1970: 86_400))
        }
    }

    @Test(arguments: dates) func aFormOfTextRefusesThem(_ date: Date) throws {
        let database = try makeDatabase(ServedEngine.isMariaDB ? "VARCHAR(40)" : "TEXT")
        try expectRefused(TextStamp.self, date, in: database)
        try expectRefused(ClockStamp.self, date, in: database)
        try database.read { session in
            let error = #expect(throws: ModelError.self) {
                try session.query(TextStamp.self).filter("at < \(date)").count()
            }
            #expect(error?.code == .value && error?.column == "at")
            #expect(error?.message.hasSuffix("it is a date that .iso8601 cannot write") == true, "\(error as Any)")
        }
    }

    @Test(arguments: dates) func aColumnOfTextWithoutAFormRefusesThem(_ date: Date) throws {
        guard ServedEngine.isSQLite else { return }
        try expectRefused(PlainStamp.self, date, in: makeDatabase("TEXT"))
    }

    /// As a number a date would come before all texts.
    @Test func rawSQLRefusesThem() throws {
        let database = try makeDatabase(ServedEngine.isMariaDB ? "VARCHAR(40)" : "TEXT")
        try database.write { session in
            for date in Self.dates {
                #expect(throws: (any Error).self) {
                    try session.execute("INSERT INTO stamp VALUES (\(1), \(1), \(date))")
                }
                #expect(throws: (any Error).self) {
                    try session.value("SELECT count(*) FROM stamp WHERE at < \(date)", as: Int.self)
                }
            }
            let count = try session.query(PlainStamp.self).count()
            #expect(count == 0)
        }
    }

    @Test func numbersHoldThem() throws {
        let database = try makeDatabase("REAL")
        func expectKept<S: Stamp>(_ type: S.Type, _ date: Date) throws {
            try database.write { session in
                try session.query(S.self).delete()
                try session.insert(stamp(S.self, 1, date))
                #expect(try session.find(S.self, 1, 1)?.at == date)
                #expect(try session.query(S.self).filter("at == \(date)").count() == 1)
                #expect(try session.query(S.self).filter("at < \(date + 1)").count() == 1)
                #expect(try session.query(S.self).filter("at > \(date)").count() == 0)
            }
        }
        for date in Self.dates.prefix(2) {
            try expectKept(SecondStamp.self, date)
            try expectKept(JulianStamp.self, date)
        }
        try expectRefused(SecondStamp.self, Self.dates[3], in: database)
    }

    /// PostgreSQL's own types go on to the year 294276, in raw SQL, too.
    @Test(arguments: [1e12, -1e11, 9.2229e12]) func aServersTypesHoldThem(_ seconds: Double) throws {
        guard ServedEngine.isPostgreSQL else { return }
        let date = Date(timeIntervalSince1970: seconds)
        for type in ["timestamptz", "timestamp"] {
            let database = try makeDatabase(type)
            try database.write { session in
                try session.insert(stamp(PlainStamp.self, 1, date))
                try session.insert(stamp(ClockStamp.self, 2, date))
                try session.execute("INSERT INTO stamp VALUES (\(1), \(3), \(date))")
                try session.bulkInsert(
                    into: "stamp", columns: ["region", "number", "at"], rows: [[1, 4, date.sqlValue]])
                #expect(try session.find(PlainStamp.self, 1, 1)?.at == date)
                #expect(try session.find(ClockStamp.self, 1, 2)?.at == date)
                let count = try session.value("SELECT count(*) FROM stamp WHERE at = \(date)", as: Int.self)
                #expect(count == (type == "timestamp" ? 3 : 4))
                #expect(try session.query(PlainStamp.self).filter("at == \(date)").count() == count)
                let read = try session.rows("SELECT at FROM stamp WHERE number = 3")[0].values[0]
                #expect(try Date(column: read) == date)
            }
        }
    }

    /// Those of PostgreSQL's type for days: one by one, in lists, and compared; the year 0 is 1 BC to the server.
    @Test(arguments: [-62_135_683_200, -63_529_401_600, 253_402_300_800, 316_516_204_800])
    func aDayOfAServerIsOfAnyYear(_ seconds: Double) throws {
        guard ServedEngine.isPostgreSQL else { return }
        let date = Date(timeIntervalSince1970: seconds)
        for type in ["date", "timestamptz", "timestamp"] {
            let database = try makeDatabase(type)
            try database.write { session in
                try session.save(stamp(PlainStamp.self, 1, date))
                try session.insert([stamp(PlainStamp.self, 2, date), stamp(PlainStamp.self, 3, date)])
                try session.upsert([stamp(PlainStamp.self, 4, date), stamp(PlainStamp.self, 5, date)])
                try session.insert([stamp(PlainStamp.self, 6, date + 86_400), stamp(PlainStamp.self, 7, .distantPast)])
                let found = try session.find(PlainStamp.self, keys: [[1, 6], [1, 7]])
                for stamp in found { stamp.at = date }
                try session.save(found)
                try session.bulkInsert(
                    into: "stamp", columns: ["region", "number", "at"], rows: [[1, 8, date.sqlValue]])
                #expect(try session.query(PlainStamp.self).all().map(\.at) == Array(repeating: date, count: 8))
                #expect(try session.query(PlainStamp.self).filter(\.at == date).count() == 8)
                #expect(try session.query(PlainStamp.self).filter(.in(\.at, [date, date + 86_400])).count() == 8)
                #expect(try session.query(PlainStamp.self).max(\.at) == date)
            }
        }
        let days = try makeDatabase("date")
        for way in [
            { try $0.insert(self.stamp(PlainStamp.self, 1, date + 60)) },
            { try $0.insert([self.stamp(PlainStamp.self, 1, date + 60), self.stamp(PlainStamp.self, 2, date)]) },
        ] as [(Session) throws -> Void] {
            let error = #expect(throws: ModelError.self) { try days.write(way) }
            #expect(error?.code == .value && error?.column == "at")
            #expect(error?.message.hasSuffix("it has a time, which a DATE does not keep") == true)
        }
    }

    /// MySQL's types begin with the year 1, and end with the year 9999; `distantPast` is in the year 0.
    @Test(arguments: [.distantPast, Date(timeIntervalSince1970: -62_135_596_801)] + dates)
    func theYearsOfADateTime(_ date: Date) throws {
        guard ServedEngine.isMariaDB else { return }
        for type in ["DATETIME(6)", "DATETIME", "DATE"] {
            let database = try makeDatabase(type)
            try expectRefused(PlainStamp.self, date, in: database)
            try expectRefused(TextStamp.self, date, in: database)
        }
    }

    @Test func allIsLaterThanTheYear0() throws {
        guard ServedEngine.isMariaDB else { return }
        for type in ["DATETIME(6)", "DATE"] {
            let database = try makeDatabase(type)
            try database.write { session in
                try session.insert(stamp(PlainStamp.self, 1, Date(timeIntervalSince1970: 86_400)))
                let query = try session.query(PlainStamp.self)
                #expect(try query.filter("at > \(Date.distantPast)").count() == 1)
                #expect(try query.filter("at < \(Date.distantPast)").count() == 0)
                #expect(try query.filter("at == \(Date.distantPast)").count() == 0)
            }
        }
    }
}
