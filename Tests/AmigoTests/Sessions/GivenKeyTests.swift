import Amigo
import TestServer
import Testing

private class Room: AmigoModel { var house: String?; var number: Int?; var note: String? }
private class Device: AmigoModel { var id: Int?; var label: String?; var room: Room? }
private class Key: AmigoModel { var id: Int?; var label: String?; var device: Device? }
private class List: AmigoModel { var id: Int?; var name: String? }
private class Song: AmigoModel { var maker = ""; var code = ""; var title: String? }

/// New models whose keys the program gives are saved first, also where nothing in the database asks for them.
@Suite(.eachEngine) struct GivenKeyTests {
    private let session: AmigoSession
    private let log: SQLLog

    init() throws {
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE "room" ("house" VARCHAR(20), "number" INTEGER, "note" TEXT, PRIMARY KEY ("house", "number"));
            CREATE TABLE "device" ("id" INTEGER PRIMARY KEY, "label" TEXT, "room_house" VARCHAR(20), "room_number" INTEGER);
            CREATE TABLE "device_key" ("id" INTEGER PRIMARY KEY, "label" TEXT, "device_id" INTEGER);
            CREATE TABLE "list" ("id" INTEGER PRIMARY KEY, "name" TEXT);
            CREATE TABLE "song" ("maker" VARCHAR(20), "code" VARCHAR(20), "title" TEXT, PRIMARY KEY ("maker", "code"));
            CREATE TABLE "list_song" ("list" INTEGER, "maker" VARCHAR(20), "code" VARCHAR(20), PRIMARY KEY ("list", "maker", "code"));
            """)
        let room = ORMModel(
            Room.self, table: "room", CharField("house", primaryKey: true), IntegerField("number", primaryKey: true),
            CharField("note"))
        let device = ORMModel(
            Device.self, table: "device", IntegerField("id", primaryKey: true), CharField("label"),
            Column("room", type: ForeignKey(room)))
        let key = ORMModel(
            Key.self, table: "device_key", IntegerField("id", primaryKey: true), CharField("label"),
            Column("device", type: ForeignKey(device)))
        let song = ORMModel(
            Song.self, table: "song", CharField("maker", primaryKey: true), CharField("code", primaryKey: true),
            CharField("title"))
        let list = ORMModel(
            List.self, table: "list", IntegerField("id", primaryKey: true), CharField("name"),
            ManyToMany(
                "songs", using: Song.self, table: "list_song", foreignKey: ["list"],
                targetForeignKey: ["maker", "code"]))
        let amigo = try Amigo([room, device, key, song, list], factory: DatabaseEngineFactory(database))
        session = amigo.session
        log = try SQLLog(amigo)
    }

    private func device(_ id: Int, _ label: String) -> Device {
        let device = Device()
        (device.id, device.label) = (id, label)
        return device
    }

    private func key(_ id: Int, _ device: Device) -> Key {
        let key = Key()
        (key.id, key.device) = (id, device)
        return key
    }

    private func song(_ code: String, _ title: String) -> Song {
        let song = Song()
        (song.maker, song.code, song.title) = ("acme", code, title)
        return song
    }

    /// A row whose key lost a part would be found by nothing any more.
    @Test(arguments: [false, true]) func noRowLosesItsKey(isBatch: Bool) throws {
        let room = Room()
        (room.house, room.number, room.note) = ("north", 7, "n")
        try session.add(room)
        let loaded = try #require(try session.query(Room.self).get("north", 7))
        (loaded.number, loaded.note) = (nil, "new")
        let error = #expect(throws: ModelError.self) {
            if isBatch { try session.batch { try $0.add(loaded) } } else { try session.add(loaded) }
        }
        #expect(error?.code == .keyMissing && error?.column == "number")
        #expect(
            error?.message.hasPrefix(#"a row of "room" cannot be updated: "number" is NULL in its key (house = "#)
                == true)
        #expect(try session.query(Room.self).get("north", 7)?.note == "n")
        #expect(try loaded.isLoaded && loaded.changedColumns() == ["number", "note"])
    }

    @Test(arguments: [false, true]) func modelsThatOthersReferToAreSaved(isBatch: Bool) throws {
        let (pump, room) = (device(5, "pump"), Room())
        (room.house, room.number, room.note, pump.room) = ("north", 7, "n", room)
        if isBatch { try session.batch { try $0.add(key(1, pump)) } } else { try session.add(key(1, pump)) }
        let keys = try session.query(Key.self).selectRelated("device.room").all()
        #expect(keys.map { "\($0.device?.label ?? "-") \($0.device?.room?.note ?? "-")" } == ["pump n"])
        // Another that stands for a row which is there changes nothing of it.
        try session.add(key(2, device(5, "other")))
        #expect(try session.query(Device.self).all().map(\.label) == ["pump"])
        // The one that is saved itself is that row, whatever comes first.
        try session.add(key(3, device(6, "a")), device(6, "b"))
        #expect(try session.query(Device.self).orderBy("id").all().map(\.label) == ["pump", "b"])
    }

    @Test func theRowsOfManyAreLookedForTogether() throws {
        try session.add((1...50).map { device($0, "old") })
        let keys = (1...100).map { key($0, device($0, "new")) }
        _ = log.take()
        try session.add(keys)
        #expect(log.take().filter { $0.sql.hasPrefix("SELECT") }.count == 1)
        #expect(try session.query(Device.self).filter("label = 'old'").count() == 50)
        #expect(try session.query(Device.self).filter("label = 'new'").count() == 50)
    }

    @Test func bothSidesOfARelationshipAreSaved() throws {
        let list = List()
        (list.id, list.name) = (1, "first")
        let songs = [song("x", "one"), song("y", "two")]
        try session.using(list).relationship("songs").add(songs + [song("x", "the same row")])
        #expect(list.isLoaded && songs.allSatisfy(\.isLoaded))
        func titles() throws -> [String?] {
            try session.query(Song.self).using(list).relationship("songs").orderBy("code").all().map(\.title)
        }
        #expect(try titles() == ["one", "two"])
        #expect(try session.query(List.self).all().map(\.name) == ["first"])
        // Rows that are there stay as they are.
        try session.using(list).relationship("songs").add(song("x", "other"), song("z", "three"))
        #expect(try titles() == ["one", "two", "three"])
        _ = log.take()
        try session.using(list).relationship("songs").add(songs)
        let sent = log.take()
        #expect(!sent.isEmpty && sent.allSatisfy { $0.sql.hasPrefix("INSERT INTO") && $0.sql.contains("list_song") })
    }
}
