import Foundation
import Testing
import ZIMOrm

/// Triggers that rewrite, ignore and insert elsewhere.
@Suite struct TriggerTests {
    let database: Database

    init() throws {
        database = try Theatre.database()
        try database.execute(
            "CREATE TABLE audit (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO audit VALUES (500, 'old')")
    }

    @Test func aTriggerThatRewritesTheRow() throws {
        try database.execute(
            """
            CREATE TRIGGER w AFTER INSERT ON seat BEGIN UPDATE seat SET guest = upper(guest) WHERE hall = new.hall AND number = new.number; END;
            CREATE TRIGGER v AFTER UPDATE OF price ON seat BEGIN UPDATE seat SET guest = guest || '!' WHERE hall = new.hall AND number = new.number; END;
            """)
        try database.write { session in
            let seat = Theatre.Seat()
            seat.hall = "T"
            seat.guest = "tom"
            try session.save(seat)
            seat.price = 1
            try session.save(seat)
            // Only what changed was written, so what the triggers wrote is still there.
            try session.reload(seat)
            #expect(seat.guest == "TOM!")
        }
    }

    @Test func aTriggerThatInsertsElsewhere() throws {
        try database.execute(
            "CREATE TRIGGER a AFTER INSERT ON play BEGIN INSERT INTO audit (text) VALUES (new.title); END")
        try database.write { session in
            let play = Theatre.Play()
            play.title = "Faust"
            try session.save(play)
            #expect(play.pk == 2)
            #expect(try session.value("SELECT max(id) FROM audit", as: Int.self) == 501)
        }
    }

    @Test func aTriggerThatIgnoresAnInsert() throws {
        try database.execute("CREATE TRIGGER x BEFORE INSERT ON play WHEN new.acts = 9 BEGIN SELECT raise(IGNORE); END")
        try database.execute(
            "CREATE TRIGGER y BEFORE INSERT ON seat WHEN new.number = 9 BEGIN SELECT raise(IGNORE); END")
        try database.write { session in
            try session.execute("INSERT INTO audit VALUES (900, NULL)")
            let play = Theatre.Play()
            play.acts = 9
            let error = #expect(throws: ModelError.self) { try session.save(play) }
            #expect(error?.code == .notSaveable)
            #expect(error?.message == #""play" took 0 of 1 new rows: a trigger ignored the rest"#)
            // The number of the last row elsewhere is not taken for its key.
            #expect(play.pk == nil)
            #expect(!play.isLoaded)
            let seats = (0..<250).map { index in
                let seat = Theatre.Seat()
                seat.hall = "T"
                seat.number = index
                return seat
            }
            let many = #expect(throws: ModelError.self) { try session.insert(seats) }
            #expect(many?.message == #""seat" took 249 of 250 new rows: a trigger ignored the rest"#)
            #expect(try session.value("SELECT count(*) FROM seat", as: Int.self) == 3)
            #expect(seats.allSatisfy { !$0.isLoaded })
            #expect(throws: ModelError.self) { try session.upsert(seats[9]) }
        }
    }

    @Test func aTriggerThatIgnoresAnUpdateOrADeletion() throws {
        try database.execute("CREATE TRIGGER x BEFORE UPDATE ON seat BEGIN SELECT raise(IGNORE); END")
        try database.execute("CREATE TRIGGER y BEFORE DELETE ON seat BEGIN SELECT raise(IGNORE); END")
        try database.write { session in
            let seat = try #require(try session.find(Theatre.Seat.self, "A", 1))
            seat.price = 1
            let error = #expect(throws: ModelError.self) { try session.save(seat) }
            #expect(error?.code == .rowNotFound)
            #expect(try seat.changedColumns() == ["price"])
            #expect(throws: ModelError.self) { try session.delete(seat) }
            #expect(!seat.isDeleted)
        }
    }

    @Test func aTriggerThatRaises() throws {
        try database.execute(
            "CREATE TRIGGER x BEFORE UPDATE ON seat BEGIN SELECT raise(ABORT, 'closed for repair'); END")
        try database.write { session in
            let seat = try #require(try session.find(Theatre.Seat.self, "A", 1))
            seat.price = 1
            let error = #expect(throws: DatabaseError.self) { try session.save(seat) }
            #expect(error?.constraint?.kind == .trigger)
            #expect(error?.constraint?.table == "seat")
            #expect(error?.message.contains("closed for repair") == true)
            #expect(try seat.hasChanges())
        }
    }

    @Test func aTriggerThatRollsBack() throws {
        try database.execute("CREATE TRIGGER x BEFORE UPDATE ON seat BEGIN SELECT raise(ROLLBACK, 'all over'); END")
        let play = Theatre.Play()
        let error = #expect(throws: DatabaseError.self) {
            try database.write { session in
                try session.save(play)
                let seat = try #require(try session.find(Theatre.Seat.self, "A", 1))
                seat.price = 1
                try? session.save(seat)
                try? session.save(Theatre.Play())
            }
        }
        #expect(error?.code == .transactionEnded)
        #expect(!play.isLoaded)
        #expect(play.pk == nil)
        #expect(try Theatre.rows(database, "SELECT count(*) FROM play") == [[1]])
    }
}
