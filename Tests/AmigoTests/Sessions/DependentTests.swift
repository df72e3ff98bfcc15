import Amigo
import TestServer
import Testing
import ZIMOrm

private class Room: AmigoModel {
    var house = "", number = 0
    override class var relationships: [Relationship] {
        let key = ["room_house", "room_number"]
        return [
            .hasMany("stays", Stay.self, foreignKey: key, dependent: .delete),
            .hasMany("marks", Mark.self, foreignKey: key, dependent: .delete),
            .hasMany("keys", Key.self, foreignKey: key, dependent: .nullify),
        ]
    }
}
private class Stay: AmigoModel {
    var id: Int?
    var room: Room?
    override class var relationships: [Relationship] {
        [.hasMany("bills", Bill.self, foreignKey: ["stay_id"], dependent: .restrict)]
    }
}
private class Bill: AmigoModel { var id: Int?; var stay: Stay? }
private class Key: AmigoModel { var id: Int?; var room: Room? }
private class Tag: AmigoModel { var id: Int? }
private class Mark: AmigoModel { var id: Int?; var room: Room?; var tag: Tag? }
private class Hall: AmigoModel {
    var id: Int?
    override class var relationships: [Relationship] { [.hasOne("seats", Seat.self, foreignKey: ["hall_id"])] }
}
private class Seat: AmigoModel { var id: Int?; var hall: Hall? }

/// What the class's relationships say of dependent rows; nothing in the database looks after them.
@Suite(.eachEngine) struct DependentTests {
    private let session: AmigoSession

    init() throws {
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE "room" ("house" TEXT, "number" BIGINT, PRIMARY KEY ("house", "number"));
            CREATE TABLE "stay" ("id" INTEGER PRIMARY KEY, "room_house" TEXT, "room_number" BIGINT);
            CREATE TABLE "room_key" ("id" INTEGER PRIMARY KEY, "room_house" TEXT, "room_number" BIGINT);
            CREATE TABLE "bill" ("id" INTEGER PRIMARY KEY, "stay_id" BIGINT);
            CREATE TABLE "tag" ("id" INTEGER PRIMARY KEY);
            CREATE TABLE "mark" ("id" INTEGER PRIMARY KEY, "room_house" TEXT, "room_number" BIGINT, "tag_id" BIGINT);
            CREATE TABLE "room_tag" ("room_house" TEXT, "room_number" BIGINT, "tag_id" BIGINT, "mark_id" BIGINT);
            """)
        func id() -> Amigo.IntegerField { IntegerField("id", primaryKey: true) }
        let room = ORMModel(
            Room.self, table: "room", CharField("house", primaryKey: true), IntegerField("number", primaryKey: true),
            OneToMany("stays", using: Stay.self),
            ManyToMany("tags", using: Tag.self, throughModel: Mark.self, joinTable: .separate))
        let stay = ORMModel(Stay.self, table: "stay", id(), Column("room", type: ForeignKey(room)))
        let key = ORMModel(Key.self, table: "room_key", id(), Column("room", type: ForeignKey(room)))
        let bill = ORMModel(Bill.self, table: "bill", id(), Column("stay", type: ForeignKey(stay)))
        let tag = ORMModel(Tag.self, table: "tag", id())
        let mark = ORMModel(
            Mark.self, table: "mark", id(), Column("room", type: ForeignKey(room)),
            Column("tag", type: ForeignKey(tag)))
        session = try Amigo([room, stay, key, bill, tag, mark], factory: DatabaseEngineFactory(database)).session
    }

    /// A room with a stay, a key and a mark, each with an id of its own.
    private func room(_ number: Int) throws -> Room {
        let (room, stay, key, mark) = (Room(), Stay(), Key(), Mark())
        (room.house, room.number) = ("north", number)
        (stay.id, stay.room, key.id, key.room) = (number, room, number, room)
        (mark.id, mark.room, mark.tag) = (number, room, Tag())
        mark.tag?.id = number
        try session.add(stay, key, mark)
        return room
    }

    private func counts() throws -> [Int] {
        try ["room", "stay", "mark", "room_tag", "room_key"].map { table in
            try session.run { session in
                try session.rows(ServedEngine.own("SELECT count(*) FROM \"\(table)\"")).first?.get(0, as: Int.self)
                    ?? -1
            }
        }
    }

    @Test func rowsThatReferToADeletedOne() throws {
        let (first, second) = (try room(7), try room(8))
        #expect(try counts() == [2, 2, 2, 2, 2])
        try session.delete(first)
        #expect(try counts() == [1, 1, 1, 1, 2])
        #expect(try session.query(Key.self).filter("room_house = NULL AND room_number = NULL").count() == 1)
        try session.batch { try $0.delete(second) }
        #expect(try counts() == [0, 0, 0, 0, 2])
    }

    @Test func aRowThatMustNotLoseItsParent() throws {
        let room = try room(7)
        let bill = Bill()
        (bill.id, bill.stay) = (1, try session.query(Stay.self).get(7))
        try session.add(bill)
        for delete in [{ try session.delete(room) }, { try session.batch { try $0.delete(room) } }] {
            let error = #expect(throws: ModelError.self) { try delete() }
            #expect(error?.code == .restricted)
        }
        #expect(try counts() == [1, 1, 1, 1, 1])
        try session.delete(bill)
        try session.delete(room)
        #expect(try counts() == [0, 0, 0, 0, 1])
    }

    @Test func aRelationshipThatTheModelDeclaresOtherwise() throws {
        let hall = ORMModel(
            Hall.self, table: "hall", IntegerField("id", primaryKey: true), OneToMany("seats", using: Seat.self))
        let seat = ORMModel(
            Seat.self, table: "seat", IntegerField("id", primaryKey: true), Column("hall", type: ForeignKey(hall)))
        let error = #expect(throws: ModelError.self) {
            _ = try Amigo([hall, seat], factory: ServedEngine.makeFactory())
        }
        #expect(error?.code == .mapping)
        #expect(
            error?.message
                == #"class Hall has a relationship "seats" to class Seat that is another than that of its ORMModel"#)
    }
}
