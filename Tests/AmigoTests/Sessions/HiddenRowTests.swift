import Amigo
import TestServer
import Testing
import ZIMOrm

private class Room: AmigoModel {
    var house = "", number = 0
    var dead = 0
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Room.dead == 0) }
}
private class Stay: AmigoModel { var id: Int?; var room: Room? }
private class Tag: AmigoModel { var id: Int? }
private class Mark: AmigoModel {
    var series = "", number = 0
    var room: Room?
    var tag: Tag?
    var dead = 0
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Mark.dead == 0) }
}

/// Models are saved and deleted by their keys: a default filter hides no row from that.
@Suite(.eachEngine) struct HiddenRowTests {
    private let session: AmigoSession

    init() throws {
        let room = ORMModel(
            Room.self, table: "room", CharField("house", primaryKey: true), IntegerField("number", primaryKey: true),
            IntegerField("dead"), ManyToMany("tags", using: Tag.self, throughModel: Mark.self))
        let stay = ORMModel(
            Stay.self, table: "stay", IntegerField("id", primaryKey: true), Column("room", type: ForeignKey(room)))
        let tag = ORMModel(Tag.self, table: "tag", IntegerField("id", primaryKey: true))
        let mark = ORMModel(
            Mark.self, table: "mark", CharField("series", primaryKey: true), IntegerField("number", primaryKey: true),
            IntegerField("dead"), Column("room", type: ForeignKey(room)), Column("tag", type: ForeignKey(tag)))
        let amigo = try Amigo([room, stay, tag, mark], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
    }

    private func room(_ house: String, _ number: Int, dead: Int = 0) -> Room {
        let room = Room()
        (room.house, room.number, room.dead) = (house, number, dead)
        return room
    }

    private func mark(_ number: Int, dead: Int = 0) -> Mark {
        let mark = Mark()
        (mark.series, mark.number, mark.dead, mark.room, mark.tag) = ("A", number, dead, room("north", number), Tag())
        return mark
    }

    private func rows(_ sql: String) throws -> [[SQLValue]] {
        try session.run { try $0.rows(ServedEngine.own(sql)).map(\.values) }
    }

    @Test func aBatchDeletesThem() throws {
        let (read, byHand) = (mark(1), mark(2, dead: 1))
        try session.add(read, byHand, mark(3))
        read.dead = 1
        try session.add(read)
        let copy = Mark()
        (copy.series, copy.number) = ("A", 2)
        try session.batch { batch in
            try batch.delete(read)
            try batch.delete(copy)
        }
        #expect(try rows(#"SELECT "series", "number" FROM "mark""#) == [["A", 3]])
        #expect(try rows(#"SELECT "mark_series", "mark_number" FROM "room_tag""#) == [["A", 3]])
    }

    @Test func aReferenceByKeyIsNotNew() throws {
        try session.add(room("south", 7, dead: 1), room("south", 8, dead: 1), room("south", 9))
        let (stay, second, third) = (Stay(), Stay(), Stay())
        stay.room = room("south", 7)
        try session.add(stay)
        // Several are looked for together.
        (second.room, third.room) = (room("south", 8), room("south", 10))
        let fourth = Stay()
        fourth.room = room("south", 7)
        try session.add(second, third, fourth)
        #expect(
            try rows(#"SELECT "number", "dead" FROM "room" ORDER BY "number""#) == [
                [7, 1], [8, 1], [9, 0], [10, 0],
            ])
        #expect(
            try rows(#"SELECT "room_house", "room_number" FROM "stay" ORDER BY "room_number""#) == [
                ["south", 7], ["south", 7], ["south", 8], ["south", 10],
            ])
    }
}
