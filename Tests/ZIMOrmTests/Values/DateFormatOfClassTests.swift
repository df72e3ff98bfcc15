import Foundation
import TestServer
import Testing
import ZIMOrm

/// A class, or the base of several, declares the form of all its dates.
@Suite(.eachEngine) struct DateFormatOfClassTests {
    /// Three hours behind Greenwich, two in summer as it was then.
    private static let zone = TimeZone(identifier: "America/Sao_Paulo") ?? .gmt

    class Legacy: Model {
        override class var dateFormat: DateFormat? { .dateTime(in: DateFormatOfClassTests.zone) }
    }

    final class Visit: Legacy {
        var place = ""
        var begin = Date(timeIntervalSince1970: 0)
        var end: Date?
        var born: Date?
        var note: String?
        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["place", "begin"] }
        override class var forms: [String: ColumnForm] { ["born": .date(.date)] }
    }

    final class Bill: Legacy {
        var pk: Int?
        var place: String?
        var begin: Date?
        var paid: Date?
        override class var table: String { "bill" }
        override class var columns: [Column] {
            [
                Column("pk", \Bill.pk), Column("place", \Bill.place), Column("begin", \Bill.begin),
                Column("paid", \Bill.paid, date: .unixSeconds),
            ]
        }
        func visit() throws -> Visit? { try belongsTo(Visit.self, foreignKey: ["place", "begin"]) }
    }

    /// The same rows, with Foundation's class for the dates.
    final class Stay: Legacy {
        var place = ""
        var begin = NSDate(timeIntervalSince1970: 0)
        var end: NSDate?
        var born: NSDate?
        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["place", "begin"] }
        override class var forms: [String: ColumnForm] { ["born": .date(.date)] }
        func notes() throws -> [Note] { try hasMany(Note.self, foreignKey: ["place", "begin"]) }
    }

    final class Note: Legacy {
        var pk: Int?
        var place: String?
        var begin: NSDate?
        override class var table: String { "bill" }
        override class var relationships: [Relationship] {
            [.belongsTo("stay", Stay.self, foreignKey: ["place", "begin"])]
        }
        func stay() throws -> Stay? { try belongsTo(Stay.self, foreignKey: ["place", "begin"]) }
    }

    /// As a program wrote it that knew its device's clocks only.
    private func makeDatabase(_ type: String) throws -> Database {
        let number = ServedEngine.isSQLite ? "INTEGER" : "BIGINT"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (place TEXT, begin \(type), "end" \(type), born TEXT, note TEXT, PRIMARY KEY (place, begin));
            CREATE TABLE bill (pk \(number) PRIMARY KEY, place TEXT, begin \(type), paid \(number));
            INSERT INTO visit VALUES ('A', '2016-11-14 19:40:11', NULL, '1947-01-23', NULL),
                ('A', '2016-07-01 08:00:00', '2016-07-01 09:30:00', NULL, NULL);
            INSERT INTO bill VALUES (1, 'A', '2016-11-14 19:40:11', 1479159863);
            """)
    }

    private func texts(_ session: Session) throws -> [[String?]] {
        try session.rows(
            SQL("SELECT CAST(begin AS TEXT), CAST(\"end\" AS TEXT), born FROM visit ORDER BY begin DESC").inOwnWords
        ).map { row in try (0..<3).map { try row.get($0, as: String?.self) } }
    }

    private static let types = ["TEXT", "DATETIME"]

    @Test(arguments: types) func columnsKeepFormAndZone(_ type: String) throws {
        let database = try makeDatabase(
            ServedEngine.isPostgreSQL ? type.replacing("DATETIME", with: "TIMESTAMP") : type)
        let winter = Date(timeIntervalSince1970: 1_479_159_611)  // 21:40:11 in Greenwich
        try database.write { session in
            let visits = try session.query(Visit.self).orderBy(\.begin, ascending: false).all()
            #expect(visits.map(\.begin) == [winter, Date(timeIntervalSince1970: 1_467_370_800)])
            #expect(visits[0].born == DateFormat.date.date(from: "1947-01-23"))
            visits[0].end = winter + 90
            visits[0].born = visits[0].born.map { $0 + 86_400 }
            visits[1].end = visits[1].end.map { $0 + 60 }
            try session.save(visits)
            let new = Visit()
            (new.place, new.begin) = ("B", winter + 3600)
            try session.insert(new)
            #expect(
                try texts(session) == [
                    ["2016-11-14 20:40:11", nil, nil],
                    ["2016-11-14 19:40:11", "2016-11-14 19:41:41", "1947-01-24"],
                    ["2016-07-01 08:00:00", "2016-07-01 09:31:00", nil],
                ])
            // Given values are looked up in that form, and keys too.
            #expect(try session.find(Visit.self, "A", winter)?.end == winter + 90)
            #expect(try session.query(Visit.self).filter(\.begin == winter && \.end > winter).count() == 1)
            #expect(try session.query(Visit.self).filter("begin < \(winter)").count() == 1)
            let bill = try #require(try session.query(Bill.self).first())
            #expect(try bill.visit()?.born == visits[0].born)
            bill.paid = winter
            try bill.set(new, foreignKey: ["place", "begin"])
            try session.save(bill)
            let stored = try #require(
                try session.rows(SQL("SELECT CAST(begin AS TEXT), paid FROM bill").inOwnWords).first)
            #expect(stored.values == ["2016-11-14 20:40:11", 1_479_159_611])
            visits[0].begin = winter + 1
            try session.save(visits[0])
            #expect(try session.find(Visit.self, "A", winter + 1)?.born == visits[0].born)
        }
    }

    @Test(arguments: types) func datesOfFoundationsClassKeepThemToo(_ type: String) throws {
        let database = try makeDatabase(
            ServedEngine.isPostgreSQL ? type.replacing("DATETIME", with: "TIMESTAMP") : type)
        let start = Date(timeIntervalSince1970: 1_479_159_611), winter = start as NSDate
        try database.write { session in
            let stays = try session.query(Stay.self).orderBy("begin", ascending: false).all()
            #expect(stays.map(\.begin) == [winter, NSDate(timeIntervalSince1970: 1_467_370_800)])
            #expect(stays[0].born as Date? == DateFormat.date.date(from: "1947-01-23"))
            stays[0].end = (start + 90) as NSDate
            let new = Stay()
            (new.place, new.begin) = ("B", (start + 3600) as NSDate)
            try session.save([new, stays[0]])
            #expect(
                try texts(session) == [
                    ["2016-11-14 20:40:11", nil, nil],
                    ["2016-11-14 19:40:11", "2016-11-14 19:41:41", "1947-01-23"],
                    ["2016-07-01 08:00:00", "2016-07-01 09:30:00", nil],
                ])
            #expect(try session.find(Stay.self, "A", winter)?.end == stays[0].end)
            #expect(try session.find(Stay.self, keys: [["B", new.begin], ["A", winter]]).map(\.place) == ["B", "A"])
            #expect(try session.query(Stay.self).filter("begin < \(winter)").count() == 1)
            #expect(try session.query(Stay.self).filter(\.begin == winter).count() == 1)
            #expect(try session.query(Stay.self).max(\.begin) == new.begin)
            let note = try #require(try stays[0].notes().first)
            #expect(try note.begin == winter && note.stay()?.born == stays[0].born)
            try note.set(new, foreignKey: ["place", "begin"])
            try session.save(note)
            #expect(
                try session.rows(SQL("SELECT CAST(begin AS TEXT) FROM bill").inOwnWords).map(\.values)
                    == [["2016-11-14 20:40:11"]])
            #expect(try session.query(Note.self).with("stay").first()?.stay()?.place == "B")
        }
        guard type == "TEXT" else { return }
        try database.execute(
            SQL("UPDATE visit SET \"end\" = '2016-07-01T09:30:00Z' WHERE begin < '2016-10'").inOwnWords)
        let error = #expect(throws: ModelError.self) {
            _ = try database.read { try $0.query(Stay.self).all() }
        }
        #expect(error?.code == .value && error?.column == "end")
    }

    @Test func anotherFormIsAnError() throws {
        let database = try makeDatabase("TEXT")
        try database.execute(
            SQL("UPDATE visit SET \"end\" = '2016-07-01T09:30:00Z' WHERE begin < '2016-10'").inOwnWords)
        let error = #expect(throws: ModelError.self) {
            _ = try database.read { try $0.query(Visit.self).all() }
        }
        #expect(error?.code == .value && error?.table == "visit" && error?.column == "end")
        #expect(error?.message.contains("is not in the declared form .date(") == true, "\(error?.message ?? "")")
    }
}
