import Foundation
import Testing

@testable import ZIMOrm

/// A row whose key is spelled otherwise than the model writes it is found by a change, and only for as long as that change
/// stands.
@Suite struct FoundSpellingTests {
    private final class Device: Model {
        var site = 0
        var id: UUID?
        var name = ""
        override class var table: String { "device" }
        override class var primaryKey: [String] { ["site", "id"] }
        override class var isAutoIncremented: Bool { false }
    }

    private struct Undo: Error {}
    private static let upper = "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C"

    private func makeDatabase() throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE device (site INTEGER, id TEXT, name TEXT, PRIMARY KEY (site, id));
            CREATE TABLE port (n INTEGER, site INTEGER, id TEXT, FOREIGN KEY (site, id) REFERENCES device);
            INSERT INTO device VALUES (1, \(Self.upper), 'old')
            """)
        return database
    }

    private func makeDevice() -> Device {
        let device = Device()
        (device.site, device.id, device.name) = (1, UUID(uuidString: Self.upper), "new")
        return device
    }

    private func ids(_ session: Session) throws -> [SQLValue] {
        try session.rows("SELECT id FROM device ORDER BY id").map { $0[0] }
    }

    private static let both: [SQLValue] = [.text(upper), .text(upper.lowercased())]

    @Test(arguments: ["delete", "update", "upsert"]) func aRollbackForgetsIt(_ way: String) throws {
        try makeDatabase().write { session in
            let device = makeDevice()
            #expect(throws: Undo.self) {
                try session.transaction { session in
                    switch way {
                    case "delete": try session.delete(device)
                    case "update": try session.update(device)
                    default: try session.upsert(device)
                    }
                    // The row was found in its own spelling.
                    #expect(try ids(session) == (way == "delete" ? [] : [.text(Self.upper)]))
                    throw Undo()
                }
            }
            #expect(!device.isLoaded)
            try session.insert(device)
            #expect(try ids(session) == Self.both)
        }
    }

    /// Neither does a change that failed leave it behind.
    @Test func anErrorForgetsIt() throws {
        let database = try makeDatabase()
        try database.execute("INSERT INTO port VALUES (1, 1, \(Self.upper))")
        try database.write { session in
            let device = makeDevice()
            #expect(throws: DatabaseError.self) { try session.delete(device) }
            try session.insert(device)
            #expect(try ids(session) == Self.both)
        }
    }

    /// What was committed stays: the model stands for its row.
    @Test func aCommitKeepsIt() throws {
        let database = try makeDatabase()
        let device = makeDevice()
        try database.write { session in
            try session.update(device)
            device.name = "newer"
            try session.save(device)
        }
        try database.write { session in
            device.name = "newest"
            try session.save(device)
            #expect(try session.rows("SELECT id, name FROM device").map(\.values) == [[.text(Self.upper), "newest"]])
        }
    }
}
