import Amigo
import TestServer
import Testing

private class Room: AmigoModel { var building = ""; var number = 0 }
private class Device: AmigoModel { var maker = ""; var model = ""; var serial = 0 }
private class List: AmigoModel { var id: Int?; var name: String? }
private class Song: AmigoModel { var id: Int?; var title: String? }

/// Join tables that another program made, with column names of their own.
@Suite(.eachEngine) struct NamedJoinTableTests {
    private static let tables = #"""
        CREATE TABLE "ROOM" ("building" VARCHAR(40) NOT NULL, "number" INTEGER NOT NULL, PRIMARY KEY ("building", "number"));
        CREATE TABLE "DEVICE" ("maker" VARCHAR(40) NOT NULL, "model" VARCHAR(40) NOT NULL, "serial" INTEGER NOT NULL,
            PRIMARY KEY ("maker", "model", "serial"));
        CREATE TABLE "ROOM-DEV" ("DX" INTEGER NOT NULL, "RB" VARCHAR(40) NOT NULL, "RN" INTEGER NOT NULL, "DM" VARCHAR(40) NOT NULL,
            "DS" VARCHAR(40) NOT NULL, PRIMARY KEY ("RB", "RN", "DM", "DS", "DX"));
        INSERT INTO "ROOM" VALUES ('A', 1), ('A', 2), ('B', 1);
        INSERT INTO "DEVICE" VALUES ('acme', 'x', 1), ('acme', 'x', 2), ('bolt', 'y', 1);
        INSERT INTO "ROOM-DEV" VALUES (1, 'A', 1, 'acme', 'x'), (2, 'A', 1, 'acme', 'x'), (1, 'B', 1, 'bolt', 'y');
        CREATE TABLE "LIST" ("id" INTEGER PRIMARY KEY, "name" TEXT);
        CREATE TABLE "SONG" ("id" INTEGER PRIMARY KEY, "title" TEXT);
        CREATE TABLE "LIST SONG" ("L" INTEGER NOT NULL REFERENCES "LIST", "S" INTEGER NOT NULL UNIQUE REFERENCES "SONG");
        INSERT INTO "LIST" VALUES (1, 'first'), (2, 'second');
        INSERT INTO "SONG" VALUES (1, 'one'), (2, 'two');
        INSERT INTO "LIST SONG" VALUES (1, 1)
        """#

    private func database() throws -> Database {
        try ServedEngine.makeDatabase(Self.tables)
    }

    private func rooms(_ items: any MetaItem...) -> ORMModel {
        ORMModel(
            Room.self, table: "ROOM",
            items: [CharField("building", primaryKey: true), IntegerField("number", primaryKey: true)] + items)
    }

    private func devices(_ items: any MetaItem...) -> ORMModel {
        ORMModel(
            Device.self, table: "DEVICE",
            items: [
                CharField("maker", primaryKey: true), CharField("model", primaryKey: true),
                IntegerField("serial", primaryKey: true),
            ] + items)
    }

    private func toDevices(_ own: [String] = ["RB", "RN"], _ other: [String] = ["DM", "DS", "DX"]) -> ManyToMany {
        ManyToMany("devices", using: Device.self, table: "ROOM-DEV", foreignKey: own, targetForeignKey: other)
    }

    @Test func pairsAreReadAddedAndDeletedByBothSides() throws {
        // The other side need not name the columns again.
        let models = [rooms(toDevices()), devices(ManyToMany("rooms", using: Room.self, table: "ROOM-DEV"))]
        let amigo = try Amigo(models, factory: DatabaseEngineFactory(try database()))
        try amigo.createAll()
        let session = amigo.session, log = try SQLLog(amigo)
        let room = try #require(try session.query(Room.self).get("A", 1))
        let device = try #require(try session.query(Device.self).get("bolt", "y", 1))
        _ = log.take()

        let found = try session.query(Device.self).using(room).relationship("devices").orderBy("serial").all()
        #expect(found.map { [$0.maker, $0.model, "\($0.serial)"] } == [["acme", "x", "1"], ["acme", "x", "2"]])
        #expect(
            log.lines() == [
                #"SELECT "DEVICE"."maker", "DEVICE"."model", "DEVICE"."serial" FROM "ROOM-DEV" AS "amigo_join" JOIN "DEVICE" ON "DEVICE"."maker" = "amigo_join"."DM" AND "DEVICE"."model" = "amigo_join"."DS" AND "DEVICE"."serial" = "amigo_join"."DX" WHERE "amigo_join"."RB" = ? AND "amigo_join"."RN" = ? ORDER BY "DEVICE"."serial"  ['A', 1]"#
            ])
        #expect(
            try session.query(Room.self).using(device).relationship("rooms").all().map { "\($0.building)\($0.number)" }
                == ["B1"])

        _ = log.take()
        try session.using(room).relationship("devices").add(device)
        try session.using(device).relationship("rooms").add(room)  // The pair is there: nothing happens.
        let inserts = log.lines().filter { $0.hasPrefix("INSERT") }
        #expect(inserts.count == 2)
        #expect(inserts.first?.hasPrefix(#"INSERT INTO "ROOM-DEV" ("#) == true)
        func bolts() throws -> Int {
            try session.query(Device.self).using(room).relationship("devices").filter("maker = 'bolt'").count()
        }
        #expect(try bolts() == 1)
        try session.using(device).relationship("rooms").delete(room)
        #expect(try bolts() == 0)
        #expect(try session.query(Device.self).using(room).relationship("devices").count() == 2)
        try session.rollback()
    }

    @Test func anotherUniqueKeyInTheWayIsAnError() throws {
        let list = ORMModel(
            List.self, table: "LIST", IntegerField("id", primaryKey: true), CharField("name"),
            ManyToMany("songs", using: Song.self, table: "LIST SONG", foreignKey: ["L"], targetForeignKey: ["S"]))
        let song = ORMModel(Song.self, table: "SONG", IntegerField("id", primaryKey: true), CharField("title"))
        let amigo = try Amigo([list, song], factory: DatabaseEngineFactory(try database()))
        let session = amigo.session
        let second = try #require(try session.query(List.self).get(2))
        let songs = try session.query(Song.self).orderBy("id").all()
        let error = #expect(throws: DatabaseError.self) {
            try session.using(second).relationship("songs").add(songs)  // Song 1 is on the first list.
        }
        #expect(error?.code == .constraint)
        #expect(try session.query(Song.self).using(second).relationship("songs").all().isEmpty)
        try session.using(second).relationship("songs").add(songs[1])
        #expect(try session.query(Song.self).using(second).relationship("songs").all().map(\.title) == ["two"])
        try session.rollback()
    }

    @Test func columnsThatDoNotMatchTheKeysAreRefused() throws {
        let database = try database()
        func message(_ models: ORMModel...) -> String? {
            let error = #expect(throws: ModelError.self) {
                try Amigo(models, factory: DatabaseEngineFactory(database))
            }
            #expect(error?.code == .mapping)
            return error?.message
        }
        #expect(
            message(rooms(toDevices(["RB"])), devices())
                == #"the relationship "devices" of "ROOM" names 1 column of "ROOM-DEV" for the 2 of the primary key of "ROOM" (building, number)"#
        )
        #expect(
            message(rooms(toDevices(["RB", "DM"])), devices())
                == #"the relationship "devices" of "ROOM" names the column "DM" of "ROOM-DEV" for both sides"#)
        let back = ManyToMany(
            "rooms", using: Room.self, table: "ROOM-DEV", foreignKey: ["DM", "DX", "DS"],
            targetForeignKey: ["RB", "RN"])
        #expect(
            message(rooms(toDevices()), devices(back))
                == #"the relationship "rooms" of "DEVICE" names other columns of "ROOM-DEV" than its other side"#)
    }
}
