import Foundation
import TestServer
import Testing
import ZIMOrm

/// Times on the clocks of a place: one hour in spring is left out, one in autumn occurs twice.
@Suite(.eachEngine) struct SkippedHourTests {
    final class Shift: Model {
        var person = 0, start = Date(timeIntervalSince1970: 0), count = 0
        override class var table: String { "shift" }
        override class var primaryKey: [String] { ["person", "start"] }
        override class var columns: [Column] {
            [
                Column("person", \Shift.person),
                Column("start", \Shift.start, date: .dateTime(in: TimeZone(identifier: "Europe/Berlin") ?? .gmt)),
                Column("count", \Shift.count),
            ]
        }
    }

    private func database() throws -> Database {
        let type = ServedEngine.isSQLite ? "TEXT" : ServedEngine.isMariaDB ? "DATETIME" : "TIMESTAMP"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE shift (person INT, start \(type), count INT, PRIMARY KEY (person, start));
            INSERT INTO shift VALUES (1, '2026-03-29 02:30:00', 0), (2, '2026-03-29 03:30:00', 0)
            """)
    }

    private let spring = Date(timeIntervalSince1970: 1_774_747_800)

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29 02:30:00", "2026-03-29 03:30:00"),
        ("America/New_York", "2026-03-08 02:30:00", "2026-03-08 03:30:00"),
        ("America/New_York", "2026-03-08 03:30:00", "2026-03-08 03:30:00"),
        ("Australia/Lord_Howe", "2026-10-04 02:15:00", "2026-10-04 02:45:00"),
    ])
    func itIsTheOneBehindInAllZones(_ zone: String, _ text: String, _ shown: String) throws {
        let format = DateFormat.dateTime(in: try #require(TimeZone(identifier: zone)))
        let date = try #require(format.date(from: .text(text)))
        #expect(format.sqlValue(of: date) == .text(shown))
    }

    @Test func anHourThatIsLeftOutIsReadAsTheNext() throws {
        let database = try database()
        try database.write { session in
            let shifts = try session.query(Shift.self).orderBy(\.person).all()
            #expect(shifts.map(\.start) == [spring, spring])
            // A Date finds the row that has its own text.
            #expect(try session.query(Shift.self).filter(\.start == spring).values(\.person) == [2])
            #expect(try shifts[0].changedColumns() == [])
            shifts[0].count = 7
            try session.save(shifts[0])
            try session.reload(shifts[0])
            #expect(shifts[0].count == 7 && shifts[0].start == spring)
            shifts[0].start += 3600
            try session.save(shifts[0])
        }
        let type = ServedEngine.isMariaDB ? "CHAR" : "TEXT"
        let texts = try database.read {
            try $0.rows("SELECT CAST(start AS \(unsafe: type)) FROM shift ORDER BY person").map(\.values)
        }
        #expect(texts == [["2026-03-29 04:30:00"], ["2026-03-29 03:30:00"]])
    }

    @Test func anHourThatOccursTwiceIsReadAsOneOfTheTwo() throws {
        let database = try database()
        let first = Date(timeIntervalSince1970: 1_792_888_200)
        let shift = Shift()
        (shift.person, shift.start) = (3, first)
        try database.write { try $0.save(shift) }
        let read = try database.read { try $0.query(Shift.self).filter(\.person == 3).first()?.start }
        #expect(read == first + 3600)
    }
}
