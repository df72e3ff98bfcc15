import TestServer
import Testing
import ZIMOrm

/// Rows that are read for their own sake by a call that saves or deletes: what `didLoad()` does is not taken for their contents.
@Suite(.eachEngine) struct HiddenRowTests {
    private final class Owner: Model {
        var area = 0, id = 0
        override class var table: String { "owner" }
        override class var primaryKey: [String] { ["area", "id"] }
        override class var relationships: [Relationship] {
            [
                .hasMany("notes", Note.self, foreignKey: ["area", "owner"], dependent: .nullify),
                .hasMany("files", File.self, foreignKey: ["area", "owner"], dependent: .delete),
            ]
        }
    }

    /// The secret is stored backwards.
    private final class Note: Model {
        var id = 0
        var area: Int?, owner: Int?
        var secret = "", name = ""
        var saves = 0
        var calls: [String] = []
        override class var table: String { "note" }
        override class var primaryKey: [String] { ["id"] }
        override class var isAutoIncremented: Bool { false }
        override class var ignoredProperties: Set<String> { ["calls"] }
        override func didLoad() throws {
            Keeper.current?.notes.append(self)
            calls.append("didLoad")
            secret = String(secret.reversed())
            name = name.uppercased()
        }
        override func willSave() throws {
            secret = String(secret.reversed())
            saves += 1
        }
        override func didSave() throws { #expect(calls == ["didLoad"]) }
    }

    private final class File: Model {
        var id = 0, area = 0, owner = 0
        var path = "", code = ""
        override class var table: String { "file" }
        override class var primaryKey: [String] { ["id"] }
        override class var isAutoIncremented: Bool { false }
        override class var relationships: [Relationship] {
            [.hasMany("pages", Page.self, foreignKey: ["file"], references: ["code"], dependent: .delete)]
        }
        override func didLoad() throws { (path, code) = ("/" + path, code.uppercased()) }
        override func willDelete() throws { #expect(path == "/a") }
    }

    /// Keeps what a hook has seen.
    // Unchecked: all is done by the task of one test.
    private final class Keeper: @unchecked Sendable {
        @TaskLocal static var current: Keeper?
        var notes: [Note] = []
    }

    private final class Page: Model {
        var id = 0, file = ""
        override class var table: String { "page" }
        override class var primaryKey: [String] { ["id"] }
    }

    private static let rows: [[SQLValue]] = [
        [1, nil, nil, "abc", "ann", 2], [2, nil, nil, "def", "bob", 3], [3, 1, 2, "ghi", "cy", 3],
    ]

    private func owners() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE owner (area INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (area, id));
            CREATE TABLE note (id INTEGER NOT NULL PRIMARY KEY, area INTEGER, owner INTEGER, secret VARCHAR(9) NOT NULL,
                name VARCHAR(9) NOT NULL, saves INTEGER NOT NULL);
            CREATE TABLE file (id INTEGER NOT NULL PRIMARY KEY, area INTEGER NOT NULL, owner INTEGER NOT NULL,
                path VARCHAR(9) NOT NULL, code VARCHAR(9) NOT NULL);
            CREATE TABLE page (id INTEGER PRIMARY KEY, file VARCHAR(9) NOT NULL);
            INSERT INTO page VALUES (1, 'x'), (2, 'X'), (3, 'y');
            INSERT INTO owner VALUES (1, 1), (1, 2);
            INSERT INTO note VALUES (1, 1, 1, 'abc', 'ann', 1), (2, 1, 1, 'def', 'bob', 2), (3, 1, 2, 'ghi', 'cy', 3);
            INSERT INTO file VALUES (1, 1, 1, 'a', 'x');
            """)
    }

    @Test func whatLosesItsOwnerKeepsItsOtherColumns() throws {
        for isDeleted in [true, false] {
            let database = try owners()
            try database.write { session in
                let owner = try #require(try session.find(Owner.self, 1, 1))
                if isDeleted { try session.delete(owner) } else { #expect(try owner.replace("notes", with: []) == 2) }
                #expect(try session.rows("SELECT * FROM note ORDER BY id").map(\.values) == Self.rows)
                #expect(try session.value("SELECT count(*) FROM file", as: Int.self) == (isDeleted ? 0 : 1))
                let pages = try session.rows("SELECT id FROM page ORDER BY id").map { try $0.get(0, as: Int.self) }
                #expect(pages == (isDeleted ? [2, 3] : [1, 2, 3]))
            }
        }
    }

    /// What stays in a relationship is not saved by `replace`, so its changes are left to the next save.
    @Test func whatDidLoadSetsInARowThatStaysIsAChange() throws {
        try owners().write { session in
            let owner = try #require(try session.find(Owner.self, 1, 1))
            let first = try #require(try session.find(Note.self, 1))
            let keeper = Keeper()
            #expect(try Keeper.$current.withValue(keeper) { try owner.replace("notes", with: [first]) } == 1)
            let kept = try #require(keeper.notes.first { $0.id == 1 })
            try session.save(kept)
            let row = try session.rows("SELECT secret, name, saves FROM note WHERE id = 1").map(\.values)
            #expect(row == [["abc", "ANN", 2]])
        }
    }

    private final class Item: Model {
        var year = 0, number = 0, size = 0
        var state: String?
        var twice: Int?
        override class var table: String { "item" }
        override class var primaryKey: [String] { ["year", "number"] }
        override class var databaseDefaults: Set<String> { ["state"] }
        override func willLoad() throws { size = -1 }
        override func didLoad() throws {
            state = state?.uppercased()
            twice = -1
            size += 1000
        }
    }

    @Test func whatSavingReadsBackIsNoLoading() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE item (year INTEGER NOT NULL, number INTEGER NOT NULL, size INTEGER NOT NULL,
                state VARCHAR(9) DEFAULT 'open', twice INTEGER GENERATED ALWAYS AS (size * 2) STORED,
                PRIMARY KEY (year, number));
            INSERT INTO item (year, number, size) VALUES (2024, 1, 10);
            """)
        func item(_ number: Int) -> Item {
            let item = Item()
            (item.year, item.number, item.size) = (2024, number, number)
            return item
        }
        func expect(_ items: [Item], _ sizes: [Int], location: SourceLocation = #_sourceLocation) throws {
            #expect(items.map(\.size) == sizes, sourceLocation: location)
            #expect(items.map(\.state) == items.map { _ in "open" }, sourceLocation: location)
            #expect(items.map(\.twice) == sizes.map { $0 * 2 }, sourceLocation: location)
            #expect(try items.map { try $0.changedColumns() } == items.map { _ in [] }, sourceLocation: location)
        }
        try database.write { session in
            let found = item(1)
            try session.findOrCreate(found, on: ["year", "number"])
            try expect([found], [10])
            let list = [item(1), item(2)]
            try session.findOrCreate(list, on: ["year", "number"])
            try expect(list, [10, 2])
            let upserted = [item(1), item(3)]
            try session.upsert(upserted)
            try expect(upserted, [1, 3])
            #expect(
                try session.rows("SELECT number, size, state, twice FROM item ORDER BY number").map(\.values)
                    == [[1, 1, "open", 2], [2, 2, "open", 4], [3, 3, "open", 6]])
            // A query's rows are loaded.
            #expect(try session.find(Item.self, 2024, 3)?.size == 1003)
        }
    }
}
