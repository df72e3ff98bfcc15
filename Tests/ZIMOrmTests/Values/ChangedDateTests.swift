import Foundation
import TestServer
import Testing
import ZIMOrm

/// A changed date is written as its row wrote the previous one, where nobody declared a form.
@Suite(.eachEngine) struct ChangedDateTests {
    final class Visit: Model {
        var house = 0
        var at = Date(timeIntervalSince1970: 0)
        var seen: Date?
        override class var table: String { "visit" }
        override class var primaryKey: [String] { ["house", "at"] }
    }

    /// What a column holds, what is added to its date, and what it holds then; nil is ISO 8601 in UTC.
    private static let texts: [(String, TimeInterval, String?)] = [
        ("2016-11-14 19:40:11", 3600, "2016-11-14 20:40:11"), ("2016-11-14 19:40:11", 0.25, nil),
        ("2016-11-14", 86_400, "2016-11-15"), ("2016-11-14", 60, nil), ("2016-11-14 19:40", 120, "2016-11-14 19:42"),
        ("2016-11-14 19:40", 1, nil), ("2016-11-14T19:40:11Z", 1, "2016-11-14T19:40:12Z"),
        ("2016-11-14T19:40:11+02:00", 86_400, "2016-11-15T19:40:11+02:00"),
        ("2016-11-14 19:40:11-0330", -41, "2016-11-14 19:39:30-0330"),
        ("2016-11-14 19:40:11.500", 0.25, "2016-11-14 19:40:11.750"), ("2016-11-14 19:40:11.5", 0.25, nil),
        ("2016-11-14T19:40:11.000Z", 1, "2016-11-14T19:40:12.000Z"),
        ("1969-12-31 23:59:59", -60, "1969-12-31 23:58:59"),
    ]

    private func change(_ stored: String, _ step: TimeInterval, _ type: String) throws -> [SQLValue] {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (house INTEGER, at \(type), seen \(type), PRIMARY KEY (house, at));
            INSERT INTO visit VALUES (1, \(stored), \(stored)), (2, \(stored), \(stored)), (3, \(stored), \(stored));
            """)
        return try database.write { session in
            let visits = try session.query(Visit.self).orderBy("house").all()
            for visit in visits { visit.seen = visit.seen.map { $0 + step } }
            // By itself, in a list, and in the key.
            try session.save(visits[0])
            try session.save(Array(visits[1...]))
            visits[2].at += step
            try session.save(visits[2])
            for visit in visits {
                let rows = try session.rows("SELECT at FROM visit WHERE house = \(visit.house)")
                let stored = try #require(rows.first?.values.first)
                let found = try session.find(Visit.self, raw: .integer(Int64(visit.house)), stored)
                let again = try #require(found)
                #expect(again.seen == visit.seen)
                #expect(try !visit.hasChanges())
            }
            try session.upsert(visits)
            let rows = try session.rows("SELECT seen, at FROM visit ORDER BY house")
            #expect(rows.count == 3)
            #expect(rows[0].values[0] == rows[1].values[0])
            #expect(rows[2].values[0] == rows[2].values[1])
            return rows.map { $0.values[0] }
        }
    }

    /// The rows of one query write their dates like those of the one before, or otherwise: each keeps its own form.
    @Test func queriesKeepTheFormsOfTheirRows() throws {
        let forms = [
            "2016-11-14 19:40:11", "2016-11-14", "2016-11-14 21:40    ", "2016-11-14          ",
            "2016-11-14T19:40:11+02:00", "2016-11-14T19:40:11.000Z",
        ]
        let stored = forms.flatMap { first in forms.flatMap { [first, $0] } }
        let rows = stored.enumerated().map { "(\($0 + 1), '\($1)', '\($1)')" }.joined(separator: ", ")
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (house INTEGER, at TEXT, seen TEXT, PRIMARY KEY (house, at)); INSERT INTO visit VALUES \(rows);
            """)
        try database.write { session in
            for (index, text) in stored.enumerated() {
                let visit = try #require(try session.query(Visit.self).filter(\.house == index + 1).first())
                visit.seen = visit.seen.map { $0 + 86_400 }
                try session.save(visit)
                let row = try #require(
                    try session.rows("SELECT at, seen FROM visit WHERE house = \(index + 1)").first)
                #expect(row.values[0] == .text(text))
                // A day that is filled up with spaces is written with its time then.
                if !text.hasSuffix("          ") {
                    #expect(row.values[1] == .text("2016-11-15" + text.dropFirst(10)))
                }
                #expect(try session.query(Visit.self).filter(\.house == index + 1).first()?.seen == visit.seen)
            }
        }
    }

    @Test func textsKeepTheirFormAndZone() throws {
        for (stored, step, expected) in Self.texts {
            let found = try change("'\(stored)'", step, "TEXT")
            let date = DateFormat.iso8601.date(from: .text(stored)).map { $0 + step }
            #expect(found[0] == expected.map { .text($0) } ?? date?.sqlValue, "\(stored) + \(step)")
        }
    }

    @Test func numbersStayNumbers() throws {
        guard ServedEngine.isSQLite else { return }
        #expect(try change("1479152411", 60, "NUMERIC")[0] == 1_479_152_471)
        #expect(try change("2457707.5", 86_400, "REAL")[0] == 2_457_708.5)
        #expect(try change("9479152411.5", 60, "REAL")[0] == 9_479_152_471.5)
        // Whole numbers keep no fraction.
        #expect(try change("1479152411", 0.5, "NUMERIC")[0] == "2016-11-14T19:40:11.500Z")
    }

    /// Siblings that write otherwise than the first of them, in every order, read together and one by one.
    @Test func rowsThatWriteOtherwiseThanTheirSiblings() throws {
        let forms: [(String, String)] = [
            ("'2016-11-14 19:40:11'", "2016-11-15 19:40:11"),
            ("'2016-11-14T19:40:11.000Z'", "2016-11-15T19:40:11.000Z"),
            ("'2016-11-14'", "2016-11-15"), ("NULL", "2016-11-15T00:00:00.000Z"),
            ("'2016-11-14 19:40:11 +02:00'", "2016-11-15 19:40:11 +02:00"),
            ("'2016-11-14 24:00:00'", "2016-11-16 00:00:00"),
            ("'2016-11-14 19:40:11.123456'", "2016-11-15 19:40:11.123456"),
        ]
        for shift in forms.indices {
            let rows = forms.indices.map { forms[($0 + shift) % forms.count] }
            for findsOne in [false, true] {
                let database = try ServedEngine.current.makeDatabase(
                    """
                    CREATE TABLE visit (house INTEGER, at TEXT, seen TEXT, PRIMARY KEY (house, at));
                    INSERT INTO visit VALUES \(rows.indices.map { "(\($0), '2016-11-14 08:00', \(rows[$0].0))" }.joined(separator: ", "));
                    """)
                let written = try database.write { session in
                    // The next query begins with what the first row of this one wrote.
                    _ = try session.query(Visit.self).orderBy("house").first()
                    var visits = try session.query(Visit.self).orderBy("house").all()
                    if findsOne {
                        visits = try visits.map { visit in
                            let found = try session.find(
                                Visit.self, raw: .integer(Int64(visit.house)), "2016-11-14 08:00")
                            return try #require(found)
                        }
                    }
                    let before = try session.rows("SELECT seen FROM visit ORDER BY house").map { $0.values[0] }
                    for visit in visits {
                        #expect(try !visit.hasChanges())
                        visit.house += 100
                        try session.save(visit)
                    }
                    // Another column was saved.
                    #expect(try session.rows("SELECT seen FROM visit ORDER BY house").map { $0.values[0] } == before)
                    let midnight = try #require(DateFormat.iso8601.date(from: "2016-11-15"))
                    for visit in visits { visit.seen = visit.seen.map { $0 + 86_400 } ?? midnight }
                    try session.save(visits)
                    return try session.rows("SELECT seen FROM visit ORDER BY house").map { $0.values[0] }
                }
                #expect(written == rows.map { .text($0.1) }, "\(rows.map(\.0)), \(findsOne)")
            }
        }
    }

    @Test func aRollbackKeepsTheRowsForm() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE visit (house INTEGER, at TEXT, seen TEXT, PRIMARY KEY (house, at)); INSERT INTO visit VALUES (1, '2016-11-14', '2016-11-14 19:40:11')"
        )
        try database.write { session in
            let visit = try #require(try session.query(Visit.self).first())
            struct Enough: Error {}
            try? session.transaction { session in
                visit.seen = visit.seen.map { $0 + 1 }
                visit.at += 86_400
                try session.save(visit)
                throw Enough()
            }
            #expect(try visit.changedColumns() == ["at", "seen"])
            try session.save(visit)
            #expect(
                try session.rows("SELECT * FROM visit").map(\.values) == [[1, "2016-11-15", "2016-11-14 19:40:12"]])
        }
    }
}
