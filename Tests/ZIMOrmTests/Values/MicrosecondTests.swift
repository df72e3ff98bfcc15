import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Dates keep six digits where the column does, and three where text has three.
@Suite(.eachEngine) struct MicrosecondTests {
    final class Reading: Model {
        var sensor = 0
        var at = Date(timeIntervalSince1970: 0)
        var seen: Date?
        var label: String?
        override class var table: String { "reading" }
        override class var primaryKey: [String] { ["sensor", "at"] }
        override class var forms: [String: ColumnForm] { ["at": .date(.iso8601), "seen": .date(.iso8601)] }
    }

    private func makeDatabase() throws -> Database {
        let type = ServedEngine.isSQLite ? "TEXT" : "TIMESTAMPTZ"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE reading (sensor INTEGER, at \(type), seen \(ServedEngine.isSQLite ? "TEXT" : "TIMESTAMP"),
                label TEXT, PRIMARY KEY (sensor, at))
            """)
    }

    @Test func keysAMicrosecondApart() throws {
        let start = try #require(DateFormat.iso8601.date(from: "2026-11-21T12:37:03.123456Z"))
        let database = try makeDatabase()
        try database.write { session in
            let readings = (0..<3).map { index in
                let reading = Reading()
                // SQLite's text has milliseconds.
                reading.at = start + Double(index) * (ServedEngine.isSQLite ? 0.001 : 0.000_001)
                reading.seen = reading.at
                reading.label = "\(index)"
                return reading
            }
            try session.insert(readings[0])
            try session.insert(Array(readings[1...]))
            let zone = ServedEngine.isMariaDB ? "" : "+00"
            let select = SQL("SELECT CAST(at AS TEXT), CAST(seen AS TEXT) FROM reading ORDER BY 1").inOwnWords
            let texts = try session.rows(select).map {
                [try $0.get(0, as: String.self), try $0.get(1, as: String.self)]
            }
            #expect(
                texts
                    == (ServedEngine.isSQLite
                        ? ["123", "124", "125"].map { ["2026-11-21T12:37:03.\($0)Z", "2026-11-21T12:37:03.\($0)Z"] }
                        : ["123456", "123457", "123458"].map {
                            ["2026-11-21 12:37:03.\($0)\(zone)", "2026-11-21 12:37:03.\($0)"]
                        }))
            for reading in readings {
                #expect(try session.find(Reading.self, 0, reading.at)?.label == reading.label)
                #expect(try session.find(Reading.self, keys: [[0, reading.at]]).map(\.label) == [reading.label])
                #expect(try session.query(Reading.self).filter(keys: [[0, reading.at]]).count() == 1)
                reading.label = (reading.label ?? "") + "!"
                try session.save(reading)
            }
            if !ServedEngine.isSQLite {
                let read = try session.query(Reading.self).orderByKey().all()
                #expect(read.map(\.at.sqlValue) == readings.map(\.at.sqlValue))
                #expect(try session.query(Reading.self).filter(\.at == start).count() == 1)
            }
            try session.update(
                readings.map { reading in
                    reading.label = "z"
                    return reading
                })
            try session.delete(readings)
            #expect(try session.query(Reading.self).count() == 0)
        }
    }

    @Test func theValueOfADate() throws {
        let exact = try #require(DateFormat.iso8601.date(from: "1969-12-31T23:59:59.999999Z"))
        #expect(exact.sqlValue == .typed(SQLTypedText("1969-12-31T23:59:59.999999Z", type: "timestamptz")))
        #expect(Date(timeIntervalSince1970: 0.25).sqlValue == "1970-01-01T00:00:00.250Z")
        #expect(DateFormat.dateTime.sqlValue(of: exact) == "1969-12-31 23:59:59")
        // There a Date is a number of some microseconds: the nearest one, or three digits where they say the same.
        let far = try #require(DateFormat.iso8601.date(from: "2300-01-01T00:00:00.123456Z"))
        #expect(DateFormat.iso8601.date(from: far.sqlValue) == far)
        #expect(far.sqlValue == .typed(SQLTypedText("2300-01-01T00:00:00.123455Z", type: "timestamptz")))
        let round = try #require(DateFormat.iso8601.date(from: "2900-01-01T00:00:00.123Z"))
        #expect(round.sqlValue == "2900-01-01T00:00:00.123Z")
    }
}
