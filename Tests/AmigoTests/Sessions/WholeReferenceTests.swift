import Amigo
import TestServer
import Testing
import ZIMOrm

private class Room: AmigoModel { var house = "", number = 0 }
private class Stay: AmigoModel { var id: Int?; var note: String?; var room: Room? }
private class Move: AmigoModel { var id: Int?; var from: Room?; var to: Room? }
private class Key: AmigoModel { var id: Int?; var house: String?; var room: Room? }

/// The columns of a reference are written together: with half of them, a row that something else has changed since would
/// refer to a row that nobody wanted.
@Suite(.eachEngine) struct WholeReferenceTests {
    private let session: AmigoSession
    private let log: SQLLog

    init() throws {
        let room = ORMModel(
            Room.self, table: "room", CharField("house", primaryKey: true), IntegerField("number", primaryKey: true))
        let stay = ORMModel(
            Stay.self, table: "stay", IntegerField("id", primaryKey: true), CharField("note"),
            Column("room", type: ForeignKey(room)))
        let move = ORMModel(
            Move.self, table: "move", IntegerField("id", primaryKey: true),
            Column("from", type: ForeignKey(room, columns: ["house", "from_number"])),
            Column("to", type: ForeignKey(room, columns: ["house", "to_number"])))
        let key = ORMModel(
            Key.self, table: "room_key", IntegerField("id", primaryKey: true), CharField("house"),
            Column("room", type: ForeignKey(room, columns: ["house", "number"])))
        let amigo = try Amigo([room, stay, move, key], factory: ServedEngine.makeFactory())
        try amigo.createAll()
        session = amigo.session
        for (house, number) in [("north", 7), ("north", 8), ("south", 7), ("south", 8)] {
            let room = Room()
            (room.house, room.number) = (house, number)
            try session.add(room)
        }
        log = try SQLLog(amigo)
    }

    private func room(_ house: String, _ number: Int) throws -> Room {
        try #require(try session.query(Room.self).get(house, number))
    }

    private func stay() throws -> Stay {
        let stay = Stay()
        stay.room = try room("north", 7)
        try session.add(stay)
        return stay
    }

    private func moveAllSouth() throws {
        try session.execute(ServedEngine.own(#"UPDATE "stay" SET "room_house" = 'south'"#))
    }

    private func rooms() throws -> [[SQLValue]] {
        try session.run {
            try $0.rows(ServedEngine.own(#"SELECT "room_house", "room_number" FROM "stay" ORDER BY "id""#)).map(
                \.values)
        }
    }

    @Test func anotherModelIsReferredTo() throws {
        let (first, second) = (try stay(), try stay())
        let loaded = try #require(try session.query(Stay.self).selectRelated("room").get(first.id))
        let unloaded = try #require(try session.query(Stay.self).get(second.id))
        try moveAllSouth()
        (loaded.room, unloaded.room) = (try room("north", 8), try room("north", 8))
        try session.add(loaded)
        try session.add(unloaded)
        #expect(try rooms() == [["north", 8], ["north", 8]])
        try moveAllSouth()
        loaded.note = "a"
        try session.add(loaded)
        #expect(try rooms() == [["south", 8], ["south", 8]])
    }

    @Test func modelsOfAListAndABatch() throws {
        let stays = [try stay(), try stay(), try stay()]
        try moveAllSouth()
        for stay in stays { stay.room = try room("north", 8) }
        try session.add(Array(stays.prefix(2)))
        try session.batch { try $0.add(stays[2]) }
        #expect(try rooms() == [["north", 8], ["north", 8], ["north", 8]])
    }

    /// What another reference has, too, is written only where it changes; what is declared by itself belongs to the key.
    @Test func sharedColumns() throws {
        let (move, key) = (Move(), Key())
        (move.from, move.to) = (try room("north", 7), try room("north", 7))
        (key.house, key.room) = ("north", try room("north", 7))
        try session.add(move, key)
        _ = log.take()
        move.to = try room("north", 8)
        key.room = try room("north", 8)
        try session.add(move)
        try session.add(key)
        #expect(
            log.take().map(\.sql.withQuestionMarks).filter { $0.hasPrefix("UPDATE") } == [
                #"UPDATE "move" SET "to_number" = ? WHERE "id" = ?"#,
                #"UPDATE "room_key" SET "house" = ?, "number" = ? WHERE "id" = ?"#,
            ])
    }
}
