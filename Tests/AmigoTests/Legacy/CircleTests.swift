import Amigo
import TestServer
import Testing

private class Room: AmigoModel { var building = ""; var number = 0; var device: Device? }
private class Device: AmigoModel { var maker = ""; var serial = 0; var room: Room? }

/// Two tables whose foreign keys, of two columns each, point to each other.
@Suite(.eachEngine) struct CircleTests {
    private let models = [
        ORMModel(
            Room.self, table: "room", CharField("building", primaryKey: true), IntegerField("number", primaryKey: true),
            Column("device", type: ForeignKey(Device.self, columns: ["maker", "serial"]))),
        ORMModel(
            Device.self, table: "device", CharField("maker", primaryKey: true),
            IntegerField("serial", primaryKey: true),
            Column("room", type: ForeignKey(Room.self, columns: ["building", "number"]))),
    ]

    private func foreignKeys(_ database: Database) throws -> [String] {
        try database.read { session in
            try session.schema().tables.flatMap { table in
                table.foreignKeys.map { "\(table.name) \($0.columns) \($0.table) \($0.references)" }
            }.sorted()
        }
    }

    private let both = [
        #"device ["building", "number"] room ["building", "number"]"#,
        #"room ["maker", "serial"] device ["maker", "serial"]"#,
    ]

    @Test func bothHaveTheirKeys() throws {
        let database = try ServedEngine.makeDatabase()
        let amigo = try Amigo(models, factory: DatabaseEngineFactory(database))
        for _ in 0..<2 {
            try amigo.createAll()
            #expect(try foreignKeys(database) == both)
        }
    }

    /// Where each statement commits, a call may fail when it has made the first of the two.
    @Test(.enabled("DDL is part of the transaction") { ServedEngine.isMariaDB })
    func theNextCallAddsWhatOneThatFailedLeftOut() throws {
        let database = try ServedEngine.makeDatabase()
        let amigo = try Amigo(models, factory: DatabaseEngineFactory(database))
        try amigo.createAll()
        let key = try database.read { try $0.schema() }.table("room")?.foreignKeys.first?.name
        try database.withoutTransaction {
            try $0.execute("ALTER TABLE room DROP FOREIGN KEY \(identifier: try #require(key)); DROP TABLE device")
        }
        #expect(try foreignKeys(database) == [])
        try amigo.createAll()
        #expect(try foreignKeys(database) == both)
    }
}
