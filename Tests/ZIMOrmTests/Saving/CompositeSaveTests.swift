import Foundation
import TestServer
import Testing
import ZIMOrm

/// Find, save, delete: the SQL, the values, the rows, and how many statements, with keys of two and three columns.
@Suite(.eachEngine) struct CompositeSaveTests {
    let database: Database
    let log: SQLLog

    init() throws {
        database = try Theatre.database()
        log = SQLLog(database)
    }

    @Test func findBindsEachPartByItsColumn() throws {
        let seat = try database.read { try $0.find(Theatre.Seat.self, "A", "1") }
        #expect(seat?.guest == "Ada")
        #expect(try seat?.hasChanges() == false)
        let ran = log.take()
        #expect(
            ran.map(\.sql) == [
                #"SELECT "hall", "number", "guest", "price" FROM "seat" WHERE "hall" = ? AND "number" = ?"#
            ])
        #expect(ran.map(\.parameters) == [["A", 1]])
        let day = Date(timeIntervalSince1970: 1_767_312_000)
        let booking = try database.read { try $0.find(Theatre.Booking.self, "A", 1, day) }
        #expect(booking?.note == "first")
        #expect(log.take().map(\.parameters) == [["A", 1, "2026-01-02"]])
        #expect(try database.read { try $0.find(Theatre.Seat.self, "A", 9) } == nil)
        #expect(try database.read { try $0.find(Theatre.Seat.self, key: ["A", .null]) } == nil)
        #expect(log.texts().count == 1)
    }

    @Test func savingInsertsThenWritesWhatChanged() throws {
        try database.write { session in
            let seat = Theatre.Seat()
            seat.hall = "C"
            seat.number = 7
            #expect(!seat.isLoaded)
            try session.save(seat)
            #expect(seat.isLoaded)
            var ran = log.take()
            #expect(ran.map(\.sql) == [#"INSERT INTO "seat" ("hall", "number", "guest", "price") VALUES (?, ?, ?, ?)"#])
            #expect(ran.map(\.parameters) == [["C", 7, nil, nil]])
            try session.save(seat)
            #expect(log.texts() == [])
            seat.price = 2.5
            #expect(try seat.changedColumns() == ["price"])
            try seat.save()
            ran = log.take()
            #expect(ran.map(\.sql) == [#"UPDATE "seat" SET "price" = ? WHERE "hall" = ? AND "number" = ?"#])
            #expect(ran.map(\.parameters) == [[2.5, "C", 7]])
            seat.price = 3
            seat.price = 2.5
            try seat.save()
            #expect(log.texts() == [])
        }
        #expect(try Theatre.rows(database, "SELECT * FROM seat WHERE hall = 'C'") == [["C", 7, nil, 2.5]])
    }

    @Test func aChangedKeyUpdatesTheRowItWasLoadedFrom() throws {
        try database.write { session in
            let seat = try #require(try session.find(Theatre.Seat.self, "B", 1))
            _ = log.take()
            seat.number = 5
            seat.guest = nil
            try seat.save()
            let ran = log.take()
            #expect(
                ran.map(\.sql) == [#"UPDATE "seat" SET "number" = ?, "guest" = ? WHERE "hall" = ? AND "number" = ?"#])
            #expect(ran.map(\.parameters) == [[5, nil, "B", 1]])
            seat.hall = "D"
            try seat.save()
            #expect(log.take().map(\.parameters) == [["D", "B", 5]])
            try seat.delete()
            #expect(log.take().map(\.parameters) == [["D", 5]])
        }
        #expect(try Theatre.rows(database, "SELECT hall, number FROM seat ORDER BY 1, 2") == [["A", 1], ["A", 2]])
    }

    @Test func threeColumnsInAnotherOrderThanTheTable() throws {
        try database.write { session in
            let booking = Theatre.Booking()
            booking.house = "A"
            booking.seat = 2
            booking.day = Date(timeIntervalSince1970: 1_767_398_400)
            try session.save(booking)
            #expect(log.texts() == [#"INSERT INTO "booking" ("hall", "seat_no", "day", "note") VALUES (?, ?, ?, ?)"#])
            booking.note = "x"
            try session.save(booking)
            let ran = log.take()
            #expect(
                ran.map(\.sql) == [#"UPDATE "booking" SET "note" = ? WHERE "hall" = ? AND "seat_no" = ? AND "day" = ?"#]
            )
            #expect(ran.map(\.parameters) == [["x", "A", 2, "2026-01-03"]])
            // Half a second of the same day is the same value in the column, another hour is none.
            booking.day += 0.5
            #expect(try !booking.hasChanges())
            booking.day += 3600
            #expect(throws: ModelError.self) { try session.save(booking) }
            booking.day -= 3600
            _ = log.take()
            try session.delete(booking)
            #expect(log.texts() == [#"DELETE FROM "booking" WHERE "hall" = ? AND "seat_no" = ? AND "day" = ?"#])
        }
    }

    @Test func loadAndReload() throws {
        try database.read { session in
            let seat = Theatre.Seat()
            seat.hall = "A"
            seat.number = 1
            try session.load(seat)
            #expect(seat.guest == "Ada")
            #expect(seat.isLoaded)
            seat.guest = "Eve"
            seat.number = 2
            try session.reload(seat)
            #expect(seat.guest == "Ada")
            #expect(seat.number == 1)
            #expect(log.texts().count == 2)
            let missing = Theatre.Seat()
            missing.hall = "Z"
            missing.guest = "kept"
            let error = #expect(throws: ModelError.self) { try session.load(missing) }
            #expect(error?.code == .rowNotFound)
            #expect(error?.message == #""seat" has no row (hall = 'Z', number = 0)"#)
            #expect(missing.guest == "kept")
            #expect(!missing.isLoaded)
            #expect(throws: ModelError.self) { try session.reload(missing) }
        }
    }

    @Test func updateOfAModelFilledByHandWritesAllButTheKey() throws {
        try database.write { session in
            let seat = Theatre.Seat()
            seat.hall = "A"
            seat.number = 2
            seat.guest = "Cid"
            try session.update(seat)
            let ran = log.take()
            #expect(
                ran.map(\.sql) == [#"UPDATE "seat" SET "guest" = ?, "price" = ? WHERE "hall" = ? AND "number" = ?"#])
            #expect(ran.map(\.parameters) == [["Cid", nil, "A", 2]])
            #expect(seat.isLoaded)
            seat.number = 99
            try session.save(seat)
            let ghost = Theatre.Seat()
            ghost.hall = "Z"
            let error = #expect(throws: ModelError.self) { try session.update(ghost) }
            #expect(error?.code == .rowNotFound)
            #expect(!ghost.isLoaded)
        }
    }

    @Test func upsert() throws {
        try database.write { session in
            let seat = Theatre.Seat()
            seat.hall = "A"
            seat.number = 1
            seat.price = 1
            try session.upsert(seat)
            #expect(
                log.texts() == [
                    #"INSERT INTO "seat" ("hall", "number", "guest", "price") VALUES (?, ?, ?, ?) "#
                        + ServedEngine.upsert(["hall", "number"], ["guest", "price"])
                ])
            #expect(seat.isLoaded)
            #expect(try !seat.hasChanges())
            let play = Theatre.Play()
            play.title = "Faust"
            try session.upsert(play)
            #expect(play.pk == 2)
            play.title = "Faust II"
            try session.upsert(play)
            #expect(play.pk == 2)
            #expect(try session.value("SELECT count(*) FROM play", as: Int.self) == 2)
        }
        #expect(
            try Theatre.rows(database, "SELECT * FROM seat WHERE hall = 'A' AND number = 1") == [["A", 1, nil, 1.0]])
    }

    @Test func deletion() throws {
        try database.write { session in
            let seat = try #require(try session.find(Theatre.Seat.self, "A", 2))
            try seat.delete()
            #expect(seat.isDeleted)
            #expect(!seat.isLoaded)
            for attempt in [seat.save, seat.update, seat.delete] {
                let error = #expect(throws: ModelError.self) { try attempt() }
                #expect(error?.code == .deleted)
                #expect(error?.message.contains("(hall = 'A', number = 2) of \"seat\" was deleted") == true)
            }
            #expect(throws: ModelError.self) { try seat.reload() }
            try seat.insert()
            #expect(seat.isLoaded)
            #expect(!seat.isDeleted)
            // By hand: the row with its key.
            let other = Theatre.Seat()
            other.hall = "B"
            other.number = 1
            try session.delete(other)
            #expect(other.isDeleted)
        }
        #expect(try Theatre.rows(database, "SELECT hall, number FROM seat ORDER BY 1, 2") == [["A", 1], ["A", 2]])
    }

    @Test func aRowThatAnotherConnectionDeleted() throws {
        let path = NSTemporaryDirectory() + "zim-\(UUID().uuidString).sqlite"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let mine = try Database(path: path)
        let theirs = try Database(path: path)
        try mine.execute(
            "CREATE TABLE seat (hall TEXT, number INTEGER, guest TEXT, price REAL, PRIMARY KEY (hall, number)); INSERT INTO seat VALUES ('A', 1, NULL, 1)"
        )
        let seat = try #require(try mine.read { try $0.find(Theatre.Seat.self, "A", 1) })
        try theirs.execute("DELETE FROM seat")
        seat.price = 2
        let error = #expect(throws: ModelError.self) { try seat.save() }
        #expect(error?.code == .rowNotFound)
        #expect(
            error?.message
                == #"no row of "seat" was updated: (hall = 'A', number = 1) is gone, or the database ignored the change"#
        )
        #expect(try seat.changedColumns() == ["price"])
        #expect(throws: ModelError.self) { try seat.delete() }
        #expect(!seat.isDeleted)
        #expect(throws: ModelError.self) { try seat.reload() }
        #expect(seat.price == 2)
    }
}
