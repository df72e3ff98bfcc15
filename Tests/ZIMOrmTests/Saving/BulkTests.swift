import Foundation
import TestServer
import Testing
import ZIMOrm

/// Many models at once.
@Suite(.eachEngine) struct BulkTests {
    final class Counted: Model {
        var a = 0, b = 0
        var text: String?
        nonisolated(unsafe) var calls: [String] = []
        override class var table: String { "pair" }
        override class var primaryKey: [String] { ["a", "b"] }
        override class var ignoredProperties: Set<String> { ["calls"] }
        override func willSave() throws {
            calls.append("willSave")
            if b == 0 { b = 1000 + a }
            if text == "refuse" { throw Undo() }
        }
        override func didSave() throws { calls.append("didSave") }
    }

    let database: Database
    let log: SQLLog

    init() throws {
        database = try Theatre.database()
        try database.execute("CREATE TABLE pair (a INTEGER, b INTEGER, text TEXT, PRIMARY KEY (a, b))")
        log = SQLLog(database)
    }

    private func pairs(_ count: Int) -> [Counted] {
        (1...count).map {
            let pair = Counted()
            pair.a = $0
            return pair
        }
    }

    @Test func whatIsListedTwiceIsWrittenOnce() throws {
        let ways: [(String, (Session, [Counted]) throws -> Void)] = [
            ("insert", { try $0.insert($1) }), ("save", { try $0.save($1) }), ("upsert", { try $0.upsert($1) }),
            ("upsert on", { try $0.upsert($1, on: ["a", "b"]) }),
        ]
        for (way, write) in ways {
            try database.write { session in
                let both = pairs(2)
                try write(session, [both[0], both[1], both[0]])
                #expect(both.map(\.calls) == [["willSave", "didSave"], ["willSave", "didSave"]], "\(way)")
                for pair in both { (pair.text, pair.calls) = ("x", []) }
                try session.update([both[0], both[0], both[1]])
                #expect(both.map(\.calls) == [["willSave", "didSave"], ["willSave", "didSave"]], "\(way)")
                #expect(
                    try session.rows("SELECT a, b, text FROM pair ORDER BY a").map(\.values)
                        == [[1, 1001, "x"], [2, 1002, "x"]])
                try session.delete([both[0], both[1], both[0]])
                #expect(both.allSatisfy { $0.isDeleted })
                #expect(throws: ModelError.self) { try session.delete(both) }
            }
            #expect(try Theatre.rows(database, "SELECT count(*) FROM pair") == [[0]])
        }
    }

    @Test func manyRowsShareStatements() throws {
        let seats = (0..<600).map { index in
            let seat = Theatre.Seat()
            seat.hall = "X"
            seat.number = index
            return seat
        }
        try database.write { try $0.insert(seats) }
        let ran = log.take()
        // 250 rows of four values each are 1,000 parameters; the 100 left over go in 64, 32 and 4.
        // As lists, and as sets of parameters, all of them are one statement.
        let isSplit = ServedEngine.isSQLite || ServedEngine.isMySQL
        let counts = isSplit ? [1000, 1000, 256, 128, 16] : ServedEngine.isMariaDB ? [2400] : [4]
        #expect(ran.map { $0.parameters.count } == counts)
        #expect(seats.allSatisfy { $0.isLoaded })
        #expect(
            try Theatre.rows(
                database,
                "SELECT count(*), CAST(sum(number) AS \(unsafe: ServedEngine.isMariaDB ? "SIGNED" : "INTEGER")) FROM seat WHERE hall = 'X'"
            ) == [
                [600, 179_700]
            ])
        for seat in seats where seat.number % 100 == 0 { seat.guest = "G" }
        _ = log.take()
        try database.write { try $0.save(seats) }
        // Six rows in statements of 4 and 2, or in one.
        #expect(log.texts().count == (ServedEngine.isSQLite ? 2 : ServedEngine.updatesOneByOne ? 6 : 1))
    }

    @Test func hooksRunOnceForEachAndMayGiveTheKey() throws {
        let pairs = pairs(700)
        try database.write { try $0.save(pairs) }
        #expect(pairs.allSatisfy { $0.calls == ["willSave", "didSave"] })
        #expect(try Theatre.rows(database, "SELECT count(*) FROM pair WHERE b = 1000 + a") == [[700]])
    }

    @Test func newAndLoadedTogetherAndTwiceTheSame() throws {
        try database.write { session in
            let old = try #require(try session.find(Theatre.Play.self, 1))
            old.acts = 3
            let new = Theatre.Play()
            new.title = "Faust"
            _ = log.take()
            try session.save([old, new, new, old])
            #expect(new.pk == 2)
            #expect(
                log.texts() == [
                    #"INSERT INTO "play" ("title", "acts") VALUES (?, ?)"#
                        + (ServedEngine.isSQLite || ServedEngine.isMySQL ? "" : #" RETURNING "pk""#),
                    #"UPDATE "play" SET "acts" = ? WHERE "pk" = ?"#,
                ])
        }
    }

    @Test func differentClassesAndDefaults() throws {
        try database.write { session in
            let play = Theatre.Play()
            let seat = Theatre.Seat()
            let second = Theatre.Play()
            second.pk = 77
            let third = Theatre.Play()
            try session.insert([play, seat, second, third])
            // Only PostgreSQL's counter passes over a key that was given.
            #expect([play.pk, second.pk, third.pk] == [2, 77, ServedEngine.isPostgreSQL ? 3 : 78])
        }
    }

    @Test func allOrNone() throws {
        try database.write { session in
            let pairs = pairs(400)
            pairs[399].text = "refuse"
            #expect(throws: Undo.self) { try session.insert(pairs) }
            #expect(try session.value("SELECT count(*) FROM pair", as: Int.self) == 0)
            #expect(pairs.allSatisfy { !$0.isLoaded })
            pairs[399].text = nil
            try session.insert(pairs)
            #expect(try session.value("SELECT count(*) FROM pair", as: Int.self) == 400)

            // A loaded one that cannot be saved takes the new ones back.
            let seat = try #require(try session.find(Theatre.Seat.self, "A", 1))
            try session.execute("DELETE FROM booking; DELETE FROM seat WHERE number = 1")
            seat.price = 99
            let play = Theatre.Play()
            #expect(throws: ModelError.self) { try session.save([seat, play]) }
            #expect(!play.isLoaded)
            #expect(play.pk == nil)
            #expect(try seat.changedColumns() == ["price"])
        }
    }

    @Test func deletion() throws {
        try database.write { session in
            try session.execute("DELETE FROM booking")
            let seats = try session.query(Theatre.Seat.self).all()
            try session.delete(seats)
            #expect(seats.allSatisfy { $0.isDeleted })
            #expect(throws: ModelError.self) { try session.delete(seats) }
            try session.delete([])
            try session.insert([])
            try session.save([])
        }
        #expect(try Theatre.rows(database, "SELECT count(*) FROM seat") == [[0]])
    }

    @Test func halfDeletedIsNotDeleted() throws {
        try database.write { session in
            let seats = try session.query(Theatre.Seat.self).orderByKey(ascending: false).all()
            let error = #expect(throws: DatabaseError.self) { try session.delete(seats) }
            #expect(error?.constraint?.kind == .foreignKey)
            #expect(seats.allSatisfy { $0.isLoaded && !$0.isDeleted })
            #expect(try session.value("SELECT count(*) FROM seat", as: Int.self) == 3)
        }
    }
}
