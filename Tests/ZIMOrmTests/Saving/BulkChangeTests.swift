import TestServer
import Testing
import ZIMOrm

private final class Seat: Model {
    var hall = 0, row = "", number = 0
    var price: Int?
    var note: String?
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "row", "number"] }
}

private final class Guest: Model {
    var pk: Int?
    var name = ""
    override class var table: String { "guest" }
}

private final class Mark: Model {
    var a = 0, b = ""
    var points = 0
    override class var table: String { "mark" }
    override class var primaryKey: [String] { ["a", "b"] }
}

@Suite(.eachEngine) struct BulkChangeTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE seat (number INT, hall INT, row TEXT, price INT, note TEXT, PRIMARY KEY (hall, row, number));
            CREATE TABLE guest (pk INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
            CREATE TABLE mark (a INTEGER NOT NULL, b VARCHAR(10) NOT NULL, points INTEGER NOT NULL);
            INSERT INTO mark VALUES (1, 'x', 1), (1, 'x', 2), (2, 'y', 3);
            """)
    }

    private func seats(_ count: Int, price: Int) -> [Seat] {
        (0..<count).map { number in
            let seat = Seat()
            seat.hall = 1
            seat.row = "A"
            seat.number = number
            seat.price = price
            return seat
        }
    }

    @Test func upsertsShareStatements() throws {
        try database.write { session in
            let (_, first) = try database.tracing { try session.upsert(seats(5, price: 10)) }
            let upsert = ServedEngine.upsert(["hall", "row", "number"], ["price", "note"])
            #expect(
                first.map(\.sql.withQuestionMarks) == [
                    "INSERT INTO \"seat\" (\"hall\", \"row\", \"number\", \"price\", \"note\") VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?) \(upsert)",
                    "INSERT INTO \"seat\" (\"hall\", \"row\", \"number\", \"price\", \"note\") VALUES (?, ?, ?, ?, ?) \(upsert)",
                ])
            let again = seats(1_000, price: 20)
            let (_, second) = try database.tracing { try session.upsert(again) }
            #expect(second.count == 5)
            #expect(again.allSatisfy { $0.isLoaded })
            #expect(try session.query(Seat.self).filter(\.price == 20).count() == 1_000)
        }
    }

    @Test func oneRowTwiceInAnUpsertIsTheLatter() throws {
        try database.write { session in
            let pair = seats(1, price: 1) + seats(1, price: 2)
            try session.upsert(pair)
            #expect(try session.query(Seat.self).all().map(\.price) == [2])
        }
    }

    @Test func anUpsertOfNewKeysInsertsThemTogether() throws {
        try database.write { session in
            let guests = ["Ada", "Grace", "Jean"].map { name in
                let guest = Guest()
                guest.name = name
                return guest
            }
            let (_, statements) = try database.tracing { try session.upsert(guests) }
            // As lists they are one.
            #expect(statements.count == (ServedEngine.isPostgreSQL ? 1 : ServedEngine.isMySQL ? 3 : 2))
            #expect(guests.map(\.pk) == [1, 2, 3])
        }
    }

    @Test func updatesShareStatementsByTheColumnsThatChanged() throws {
        try database.write { session in
            let seats = seats(1_000, price: 10)
            try session.insert(seats)
            for seat in seats { seat.price = seat.number }
            seats[7].note = "broken"
            let (_, statements) = try database.tracing { try session.update(seats) }
            // 999 rows of four values in statements of 250 and powers of two below, and one with two columns.
            // As lists, and as sets of parameters, they are two.
            #expect(statements.count == (ServedEngine.isSQLite ? 9 : ServedEngine.updatesOneByOne ? 999 : 2))
            let lists = #"""
                UPDATE "seat" SET "price" = "zim_keys"."k0", "note" = "zim_keys"."k1" FROM unnest(?::integer[], ?::text[], \#
                ?::integer[], ?::text[], ?::integer[]) WITH ORDINALITY AS zim_keys(k0, k1, k2, k3, k4, ordinal) WHERE \#
                "seat"."hall" = "zim_keys"."k2" AND "seat"."row" = "zim_keys"."k3" AND "seat"."number" = "zim_keys"."k4"
                """#
            let sql = statements.last?.sql.withQuestionMarks
            #expect(!ServedEngine.isPostgreSQL || sql == lists)
            #expect(
                !ServedEngine.isSQLite
                    || sql
                        == #"WITH "zim_keys" ("k0", "k1", "k2", "k3", "k4") AS (VALUES (?, ?, ?, ?, ?)) "#
                        + #"UPDATE "seat" SET "price" = "zim_keys"."k0", "note" = "zim_keys"."k1" FROM "zim_keys" "#
                        + #"WHERE "seat"."hall" = "zim_keys"."k2" AND "seat"."row" = "zim_keys"."k3" "#
                        + #"AND "seat"."number" = "zim_keys"."k4""#
            )
            #expect(
                !ServedEngine.isMariaDB || ServedEngine.isMySQL
                    || sql
                        == #"UPDATE "seat" SET "price" = ?, "note" = ? WHERE "hall" = ? AND "row" = ? AND "number" = ?"#
            )
            #expect(try seats.allSatisfy { try !$0.hasChanges() })
            let rows = try session.rows(
                "SELECT count(*), count(CASE WHEN price = number THEN 1 END), count(note) FROM seat")
            #expect(rows.first?.values == [1_000, 1_000, 1])
            let (_, none) = try database.tracing { try session.update(seats) }
            #expect(none.isEmpty)
        }
    }

    @Test func aChangedKeyUpdatesTheRowThatItWasLoadedFrom() throws {
        try database.write { session in
            let seats = seats(3, price: 10)
            try session.insert(seats)
            for seat in seats { seat.row = "B" }
            try session.update(seats)
            #expect(
                try session.query(Seat.self).orderByKey().all().map { "\($0.row)\($0.number)" } == ["B0", "B1", "B2"])
        }
    }

    @Test func aRowThatIsGoneIsNamedAndNothingIsChanged() throws {
        try database.write { session in
            let seats = seats(4, price: 10)
            try session.insert(seats)
            try session.execute("DELETE FROM seat WHERE number = 2")
            for seat in seats { seat.price = 99 }
            let error = #expect(throws: ModelError.self) { try session.update(seats) }
            #expect(error?.code == .rowNotFound)
            #expect(error?.key == [1, "A", 2])
            #expect(try session.query(Seat.self).filter(\.price == 99).count() == 0)
            #expect(try seats.allSatisfy { try $0.changedColumns() == ["price"] })
        }
    }

    /// Two rows of one key make up for one that is gone, where rows are counted: so they are changed alone.
    @Test func aKeyThatIsNotUniqueHidesNoRowThatIsGone() throws {
        try database.write { session in
            let all = try session.query(Mark.self).orderBy(\.points).all()
            try session.execute("DELETE FROM mark WHERE a = 2")
            let pair = [all[2], all[0]]
            for mark in pair { mark.points = 9 }
            let error = #expect(throws: ModelError.self) { try session.update(pair) }
            #expect(error?.code == .rowNotFound)
            #expect(error?.key == [2, "y"])
            let twin = #expect(throws: ModelError.self) { try session.update([all[0], all[1]]) }
            #expect(twin?.code == .conflict)
            #expect(twin?.key == [1, "x"])
            #expect(try session.query(Mark.self).orderBy(\.points).all().map(\.points) == [1, 2])
        }
    }

    @Test func twoModelsOfOneRowAreWrittenOneAfterTheOther() throws {
        try database.write { session in
            try session.insert(seats(1, price: 1))
            let first = try session.query(Seat.self).all()
            let second = try session.query(Seat.self).all()
            first[0].price = 2
            second[0].price = 3
            try session.update(first + second)
            #expect(try session.query(Seat.self).all().map(\.price) == [3])
        }
    }

    /// It shares no statement, so what waits for one is written before it.
    @Test func aModelThatWasNotLoadedIsWrittenInItsPlace() throws {
        try database.write { session in
            try session.insert(seats(1, price: 1))
            let first = try #require(try session.query(Seat.self).first())
            first.price = 2
            try session.update([first, seats(1, price: 3)[0]])
            #expect(try session.query(Seat.self).all().map(\.price) == [3])
        }
    }

    /// Also where they changed in different columns, and another model of the list in the same as the later one.
    @Test(arguments: [false, true]) func theLaterModelOfARowIsWrittenLast(_ isSaved: Bool) throws {
        try database.write { session in
            try session.insert(seats(2, price: 1))
            func seat(_ number: Int) throws -> Seat { try #require(try session.find(Seat.self, 1, "A", number)) }
            let (other, first, later) = (try seat(1), try seat(0), try seat(0))
            other.note = "other"
            (first.price, first.note, later.note) = (2, "first", "later")
            let (_, ran) = try database.tracing {
                try isSaved ? session.save([other, first, later]) : session.update([other, first, later])
            }
            #expect(ran.filter { $0.sql.contains("UPDATE") }.count == 3)
            let rows = try session.query(Seat.self).orderByKey().all()
            #expect(rows.map(\.price) == [2, 1])
            #expect(rows.map(\.note) == ["later", "other"])
        }
    }

    /// A statement for each set of columns, in whatever order the models are listed.
    @Test func modelsThatChangedInTheSameColumnsShareAStatement() throws {
        try database.write { session in
            let seats = seats(6, price: 10)
            try session.insert(seats)
            for seat in seats {
                if seat.number % 3 != 0 { seat.price = seat.number }
                if seat.number % 3 != 1 { seat.note = "n" }
            }
            let (_, ran) = try database.tracing { try session.update(seats) }
            #expect(ran.filter { $0.sql.contains("UPDATE") }.count == 3)
            let rows = try session.query(Seat.self).orderByKey().all()
            #expect(rows.map(\.price) == (0..<6).map { $0 % 3 != 0 ? $0 : 10 })
            #expect(rows.map(\.note) == (0..<6).map { $0 % 3 != 1 ? "n" : nil })
        }
    }

    @Test func aConstraintUndoesAllOfIt() throws {
        try database.write { session in
            let guests = ["Ada", "Grace", "Jean"].map { name in
                let guest = Guest()
                guest.name = name
                return guest
            }
            try session.insert(guests)
            for guest in guests { guest.name = "Same" }
            #expect(throws: DatabaseError.self) { try session.update(guests) }
            #expect(try session.query(Guest.self).orderByKey().all().map(\.name) == ["Ada", "Grace", "Jean"])
            #expect(throws: DatabaseError.self) { try session.upsert(guests) }
            #expect(try session.query(Guest.self).orderByKey().all().map(\.name) == ["Ada", "Grace", "Jean"])
        }
    }

    @Test func anOpenSessionGivesModelsBackAsTheyWere() throws {
        let open = try database.openSession()
        let seats = seats(2, price: 10)
        try open.run { try $0.insert(seats) }
        try open.commit()
        let guest = Guest()
        guest.name = "Ada"
        seats[0].price = 11
        try open.run { session in
            try session.insert(guest)
            try session.update(seats)
            try session.delete(seats[1])
        }
        #expect(guest.pk == 1 && seats[1].isDeleted)
        try open.rollback()
        #expect(!guest.isLoaded && guest.pk == nil)
        #expect(seats[1].isLoaded && !seats[1].isDeleted)
        #expect(try seats[0].changedColumns() == ["price"])
        // A model finds the open session by itself.
        try seats[0].save()
        try open.commit()
        #expect(try database.read { try $0.find(Seat.self, 1, "A", 0)?.price } == 11)
        let inner = try open.nested()
        seats[0].price = 12
        try inner.run { try $0.save(seats[0]) }
        try inner.rollback()
        #expect(try seats[0].changedColumns() == ["price"])
        #expect(try open.run { try $0.find(Seat.self, 1, "A", 0)?.price } == 11)
    }
}
