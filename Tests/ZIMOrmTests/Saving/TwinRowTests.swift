import TestServer
import Testing
import ZIMOrm

/// A table without a primary key, whose class names one: nothing keeps it unique.
private final class Visit: Model {
    var ward = 0
    var day = ""
    var doctor: String?
    override class var table: String { "visit" }
    override class var primaryKey: [String] { ["ward", "day"] }
}

private final class LockedVisit: Model {
    var ward = 0
    var day = ""
    var doctor: String?
    override class var table: String { "visit" }
    override class var primaryKey: [String] { ["ward", "day"] }
    override class var locking: Locking { .changedColumns }
}

private final class Bed: Model {
    var ward = 0, room = 0
    var note: String?
    override class var table: String { "bed" }
    override class var primaryKey: [String] { ["ward", "room"] }
}

private final class Call: Model {
    var ward = 0
    var day = ""
    var doctor: String?
    override class var table: String { "ward_call" }
    override class var primaryKey: [String] { ["ward", "day"] }
}

/// Two rows with the key of one class: a change that is about one of them changes none, rather than both.
@Suite(.eachEngine) struct TwinRowTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE visit (ward INTEGER NOT NULL, day VARCHAR(20) NOT NULL, doctor VARCHAR(20));
            INSERT INTO visit VALUES (1, 'mon', 'Ada'), (1, 'mon', 'Bob'), (2, 'mon', 'Cy');
            CREATE TABLE ward_call (ward INTEGER, day VARCHAR(20), doctor VARCHAR(20) DEFAULT 'nobody' NOT NULL);
            INSERT INTO ward_call VALUES (1, 'mon', 'Ada');
            CREATE TABLE bed (number INTEGER PRIMARY KEY, ward INTEGER NOT NULL, room INTEGER NOT NULL, note VARCHAR(20));
            CREATE UNIQUE INDEX bed_place ON bed (ward, room);
            INSERT INTO bed VALUES (1, 1, 1, 'x'), (2, 1, 2, 'y');
            """)
    }

    private static let rows = ["1 mon Ada", "1 mon Bob", "2 mon Cy"]

    private func rows(_ session: Session) throws -> [String] {
        try session.rows("SELECT ward, day, doctor FROM visit ORDER BY 1, 2, 3").map {
            "\(try $0.get(0, as: Int.self)) \(try $0.get(1, as: String.self)) \(try $0.get(2, as: String?.self) ?? "-")"
        }
    }

    private func expectTwins(_ session: Session, _ body: () throws -> Void) throws {
        let error = #expect(throws: ModelError.self) { try body() }
        #expect(error?.code == .conflict)
        #expect(error?.table == "visit")
        #expect(error?.key == [1, "mon"])
        #expect(error?.hint?.contains("primaryKey") == true)
        #expect(try rows(session) == Self.rows)
    }

    @Test func aChangeOfOneIsRefused() throws {
        try database.write { session in
            let visits = try session.query(Visit.self).orderBy(\.doctor).all()
            visits[0].doctor = "Eve"
            try expectTwins(session) { try session.save(visits[0]) }
            #expect(try visits[0].changedColumns() == ["doctor"])
            try expectTwins(session) { try session.update(visits[0], columns: ["doctor"]) }
            try expectTwins(session) { try session.saveOrUpdate(visits[0]) }
            visits[1].day = "tue"
            try expectTwins(session) { try session.save(visits[1]) }
            try expectTwins(session) { try session.save([visits[2], visits[0], visits[1]]) }
            let byHand = Visit()
            (byHand.ward, byHand.day) = (1, "mon")
            try expectTwins(session) { try session.update(byHand) }
            // The row without a twin is changed as any.
            visits[2].doctor = "Di"
            try session.save(visits[2])
            #expect(try rows(session) == ["1 mon Ada", "1 mon Bob", "2 mon Di"])
        }
    }

    @Test func aDeletionOfOneIsRefused() throws {
        try database.write { session in
            let visits = try session.query(Visit.self).orderBy(\.doctor).all()
            try expectTwins(session) { try session.delete(visits[1]) }
            try expectTwins(session) { try session.delete([visits[2], visits[1]]) }
            let byHand = Visit()
            (byHand.ward, byHand.day) = (1, "mon")
            try expectTwins(session) { try session.delete(byHand) }
            #expect(visits.allSatisfy { $0.isLoaded && !$0.isDeleted })
            // What names keys, not a row, is about all that have them, as in SQL.
            #expect(try session.delete(Visit.self, keys: [[1, "mon"]]) == 2)
            #expect(try rows(session) == ["2 mon Cy"])
        }
    }

    @Test func lockedRowsAreComparedAndCounted() throws {
        try database.write { session in
            try session.execute("UPDATE visit SET doctor = 'Ada' WHERE ward = 1")
            let visits = try session.query(LockedVisit.self).filter(\.ward == 1).all()
            visits[0].doctor = "Eve"
            let error = #expect(throws: ModelError.self) { try session.save(visits[0]) }
            #expect(error?.code == .conflict)
            #expect(throws: ModelError.self) { try session.delete(visits[1]) }
            #expect(try rows(session) == ["1 mon Ada", "1 mon Ada", "2 mon Cy"])
        }
    }

    @Test func aKeyOfTwoRowsFindsNeither() throws {
        try database.write { session in
            try expectTwins(session) { _ = try session.find(Visit.self, 1, "mon") }
            try expectTwins(session) { _ = try session.find(Visit.self, raw: 1, "mon") }
            try expectTwins(session) { _ = try session.find(Visit.self, keys: [[2, "mon"], [1, "mon"]]) }
            try expectTwins(session) {
                _ = try session.find(Visit.self, keys: [[2, "mon"], [1, "mon"]], as: .dictionary)
            }
            let visit = try #require(try session.query(Visit.self).filter(\.doctor == "Bob").first())
            try expectTwins(session) { try session.reload(visit) }
            #expect(visit.doctor == "Bob")
            let byHand = Visit()
            (byHand.ward, byHand.day, byHand.doctor) = (1, "mon", "as it was")
            try expectTwins(session) { try session.load(byHand) }
            #expect(byHand.doctor == "as it was")
            #expect(try session.query(Visit.self).filter(keys: [[1, "mon"]]).count() == 2)
            #expect(try session.find(Visit.self, 2, "mon")?.doctor == "Cy")
            #expect(try session.find(Visit.self, keys: [[2, "mon"], [3, "mon"]]).map(\.doctor) == ["Cy"])
        }
    }

    /// Nothing would meet the row: an upsert is refused, in place of adding one that nobody can tell from it.
    @Test func anUpsertAddsNoTwin() throws {
        func visit(_ ward: Int, _ doctor: String) -> Visit {
            let visit = Visit()
            (visit.ward, visit.day, visit.doctor) = (ward, "mon", doctor)
            return visit
        }
        try database.write { session in
            let read = try #require(try session.query(Visit.self).filter(\.ward == 2).first())
            read.doctor = "Eve"
            let upserts: [(Session) throws -> Void] = [
                { try $0.upsert(visit(2, "Eve")) }, { try $0.upsert(read) },
                { try $0.upsert([visit(2, "Eve"), visit(3, "Flo")]) },
                { try $0.upsert(visit(2, "Eve"), on: ["day", "ward"]) },
                { try $0.findOrCreate(visit(2, "Eve"), on: ["ward", "day"]) },
                { _ = try $0.findOrCreate(Visit.self, by: ["ward": 3, "day": "mon"]) },
            ]
            for upsert in upserts {
                let error = #expect(throws: (any Error).self) { try session.transaction { try upsert($0) } }
                if ServedEngine.isMariaDB {
                    #expect((error as? ModelError)?.code == .query)
                    #expect((error as? ModelError)?.message == "\"visit\" has no unique key (ward, day) to go by")
                } else {
                    #expect((error as? DatabaseError)?.code == .sql)
                }
            }
            #expect(try rows(session) == Self.rows)
        }
    }

    /// A unique index is as good as a primary key, and costs no statement.
    @Test func aUniqueIndexKeepsTheClasssKey() throws {
        try database.write { session in
            let beds = try session.query(Bed.self).orderByKey().all()
            beds[0].note = "a"
            let (_, changed) = try database.tracing { try session.save(beds[0]) }
            #expect(changed.count == 1)
            let (_, deleted) = try database.tracing { try session.delete(beds[1]) }
            #expect(deleted.count == 1)
            #expect(try session.find(Bed.self, 1, 1)?.note == "a")
        }
    }

    /// What the database fills in is read by the key where the engine's INSERT does not tell it: never from another row.
    @Test func whatIsFilledInIsNeverThatOfATwin() throws {
        try database.write { session in
            let call = Call()
            (call.ward, call.day) = (1, "mon")
            func doctors() throws -> [String] {
                try session.rows("SELECT doctor FROM ward_call ORDER BY 1").map { try $0.get(0, as: String.self) }
            }
            do {
                try session.insert(call)
                #expect(call.doctor == "nobody")
                #expect(try doctors() == ["Ada", "nobody"])
            } catch let error as ModelError {
                #expect(error.code == .conflict)
                #expect(call.doctor == nil)
                #expect(!call.isLoaded)
                #expect(try doctors() == ["Ada"])
            }
        }
    }
}
