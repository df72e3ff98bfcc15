import Foundation
import Testing
import ZIMOrm

private final class Hall: Model {
    var house = "", number = 0
    override class var table: String { "hall" }
    override class var primaryKey: [String] { ["house", "number"] }
}

private final class Show: Model {
    var id = 0
    var house: String?
    var number: Int?
    override class var table: String { "show" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [.belongsTo("hall", Hall.self, foreignKey: ["house", "number"])]
    }
}

/// The key of a row of another database would be some other row's here.
@Suite(.showingValues) struct OtherDatabaseKeyTests {
    private let script: SQL =
        """
        CREATE TABLE hall (house TEXT, number INTEGER, PRIMARY KEY (house, number));
        CREATE TABLE show (id INTEGER PRIMARY KEY, house TEXT, number INTEGER);
        INSERT INTO hall VALUES ('A', 1); INSERT INTO show VALUES (1, 'A', 1)
        """

    private func expectRefusal(_ what: String, of far: Database, in near: Database) throws {
        let hall = try #require(try far.find(Hall.self, "A", 1))
        let show = try #require(try near.find(Show.self, 1))
        show.house = "untouched"
        func check(_ error: ModelError?, _ cannot: String) {
            #expect(error?.code == .otherDatabase)
            #expect(error?.key == ["A", 1])
            #expect(error?.hint == "Find its row there")
            #expect(
                error?.message
                    == "the row (house = 'A', number = 1) of \"hall\" belongs to \(far.location) and cannot \(cannot) in \(near.location)"
            )
        }
        check(
            #expect(throws: ModelError.self) { try show.set(hall, foreignKey: ["house", "number"]) }, "be referred to")
        #expect(show.house == "untouched")
        try near.read { session in
            let shows = try session.query(Show.self).filter("hall", in: [hall])
            check(#expect(throws: ModelError.self) { try shows.all() }, "be filtered by")
        }
    }

    /// Two databases in memory have no place that tells them apart.
    @Test(arguments: ["memory", "inMemory", "temporary"]) func withoutAFile(_ kind: String) throws {
        func make() throws -> Database {
            let database =
                switch kind {
                case "memory": try Database(path: ":memory:")
                case "inMemory": try Database.inMemory()
                default: try Database.temporary()
                }
            try database.execute(script)
            return database
        }
        try expectRefusal(kind, of: make(), in: make())
    }

    @Test func filesAndTwoHandlesOfOne() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func open(_ name: String) throws -> Database {
            try Database(path: folder.appendingPathComponent(name).path)
        }
        let (one, other) = (try open("one.sqlite"), try open("other.sqlite"))
        try one.execute(script)
        try other.execute(script)
        try expectRefusal("file", of: one, in: other)
        // Another handle of the same file knows the row.
        let again = try open("one.sqlite")
        let hall = try #require(try again.find(Hall.self, "A", 1))
        let show = try #require(try one.find(Show.self, 1))
        try show.set(hall, foreignKey: ["house", "number"])
        #expect(try one.read { try $0.query(Show.self).filter("hall", in: [hall]).all().map(\.id) } == [1])
    }
}
