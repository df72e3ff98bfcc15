import TestServer
import Testing

@testable import ZIMOrm

private final class Folder: Model {
    var id = 0
    var parent: Int?
    var deleted = 0
    override class var table: String { "folder" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] { [.belongsTo("above", Folder.self, foreignKey: ["parent"])] }
    override class var defaultFilter: DefaultFilter? {
        DefaultFilter(\Folder.deleted == 0 && (\Folder.parent == nil || .exists("above")))
    }
}

private final class Sheet: Model {
    var id = 0, folder = 0
    override class var table: String { "sheet" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("folder", Binder.self, foreignKey: ["folder"]),
            .hasMany("notes", Note.self, foreignKey: ["sheet"]),
        ]
    }
    override class var defaultFilter: DefaultFilter? { DefaultFilter(Filter<Sheet>.exists("folder")) }
}

private final class Binder: Model {
    var id = 0
    override class var table: String { "folder" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] { [.hasMany("sheets", Sheet.self, foreignKey: ["folder"])] }
    override class var defaultFilter: DefaultFilter? {
        let hasSheets: Filter<Binder> = Related.count("sheets") > 0
        return DefaultFilter(hasSheets)
    }
}

private final class Note: Model {
    var id = 0, sheet = 0
    override class var table: String { "note" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] { [.belongsTo("sheet", Sheet.self, foreignKey: ["sheet"])] }
}

/// A class under another that has a filter of its own: no circle.
private final class Cover: Model {
    var id = 0, folder = 0
    override class var table: String { "sheet" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("folder", OpenFolder.self, foreignKey: ["folder"]),
            .belongsTo("other", OpenFolder.self, foreignKey: ["id"]),
        ]
    }
    override class var defaultFilter: DefaultFilter? {
        DefaultFilter(Filter<Cover>.exists("folder") && .exists("other"))
    }
}

private final class OpenFolder: Model {
    var id = 0
    var deleted = 0
    override class var table: String { "folder" }
    override class var primaryKey: [String] { ["id"] }
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\OpenFolder.deleted == 0) }
}

/// Default filters that ask for rows of classes with default filters.
@Suite(.eachEngine) struct DefaultFilterCircleTests {
    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE folder (id INTEGER NOT NULL PRIMARY KEY, parent INTEGER, deleted INTEGER NOT NULL);
            CREATE TABLE sheet (id INTEGER NOT NULL PRIMARY KEY, folder INTEGER NOT NULL);
            CREATE TABLE note (id INTEGER NOT NULL PRIMARY KEY, sheet INTEGER NOT NULL);
            INSERT INTO folder VALUES (1, NULL, 0), (2, 1, 1), (3, 1, 0);
            INSERT INTO sheet VALUES (1, 1), (2, 1), (3, 2);
            INSERT INTO note VALUES (1, 1), (2, 3);
            """)
    }

    @Test func aCircleIsNamed() throws {
        let message = "the default filters of classes lead to each other in a circle: "
        let hint = "Leave the condition over the other class out of one of them"
        try database.read { session in
            // What the tables are like is known from here on.
            try session.unfiltered { session throws in
                #expect(try session.query(Folder.self).count() == 3)
                #expect(try session.query(Sheet.self).count() == 3)
                #expect(try session.query(Binder.self).filter(Related.count("sheets") == 2).count() == 1)
                #expect(try session.query(Note.self).filter(.exists("sheet.folder")).count() == 2)
            }
            for _ in 0..<2 {
                expectFailure(.mapping, message + "Folder → Folder", hint: hint, database) {
                    try session.query(Folder.self).count()
                }
                expectFailure(.mapping, message + "Sheet → Binder → Sheet", hint: hint, database) {
                    try session.query(Sheet.self).all()
                }
                expectFailure(.mapping, message + "Binder → Sheet → Binder", hint: hint, database) {
                    try session.find(Binder.self, 1)
                }
                expectFailure(.mapping, message + "Sheet → Binder → Sheet", hint: hint, database) {
                    try session.query(Note.self).filter(.exists("sheet")).all()
                }
            }
        }
    }

    @Test func aClassThatIsReachedTwice() throws {
        try database.read { session throws in
            #expect(try session.query(Cover.self).orderByKey().values(\.id) == [1])
            #expect(try session.unfiltered { try $0.query(Cover.self).count() } == 3)
        }
    }
}
