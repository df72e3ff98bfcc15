import TestServer
import Testing
@_spi(Generated) import ZIMOrm

/// Pages behind a model whose place in the order is that of other rows, too, or not that of its properties.
@Suite(.eachEngine, .showingValues) struct SharedPlaceTests {
    private class Entry: Model {
        var a = 0, number = 0
        var b: Int?
        override class var table: String { "entry" }
        override class var primaryKey: [String] { ["a", "b"] }
    }
    private final class Newest: Entry {
        override class var table: String { "newest" }
    }

    private func entries() throws -> Database {
        try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE entry (a INTEGER NOT NULL, b INTEGER, number INTEGER NOT NULL);
            INSERT INTO entry VALUES (1, 1, 1), (1, 1, 2), (1, 1, 3), (2, NULL, 4), (2, NULL, 5), (3, 1, 6);
            CREATE VIEW newest AS SELECT a, b, max(number) AS number FROM entry GROUP BY a, b;
            """)
    }

    private func pages<M: Entry>(_ query: Query<M>) throws -> [[Int]] {
        var found: [[Int]] = []
        var page = try query.limit(2).all()
        while let last = page.last {
            found.append(page.map(\.number))
            page = try query.limit(2).after(last).all()
        }
        return found
    }

    @Test func aPlaceThatSeveralRowsShareIsRefused() throws {
        try entries().read { session in
            let query = try session.query(Entry.self)
            let error = #expect(throws: ModelError.self) { try pages(query) }
            #expect(error?.code == .conflict)
            #expect(
                error?.message
                    == "several rows of \"entry\" have the same place in the order (a = 1, b = 1), and a page may have ended among "
                    + "them")
            #expect(throws: ModelError.self) { try query.after(2, SQLValue.null).all() }
            #expect(try query.after(3, 1).all().isEmpty)
            // What a later filter leaves out counts.
            #expect(throws: ModelError.self) { try query.after(1, 1).filter(\.number > 2).all() }
            #expect(try query.filter(\.number > 2).after(1, 1).all().map(\.number).sorted() == [4, 5, 6])
            #expect(try pages(query.orderBy(\.number)) == [[1, 2], [3, 4], [5, 6]])
            #expect(
                try pages(query.filter(\.number != 2).filter(\.number != 3).filter(\.number != 5)) == [[1, 4], [6]])
        }
    }

    @Test func aColumnThatWasNotReadHasNoPlace() throws {
        try entries().read { session in
            let query = try session.query(Entry.self).orderBy(\.number)
            let last = try #require(try query.models(with: ["a"]).last)
            #expect(last.a == 3)
            let error = #expect(throws: ModelError.self) { try query.after(last).all() }
            #expect(error?.code == .query && error?.column == "number")
            #expect(error?.message == "\"entry\" is paged by \"number\", which was not read into the model")
        }
    }

    /// Nothing keeps the key of a view unique either, but it may be.
    @Test func placesOfTheirOwnAreNoConflict() throws {
        let database = try entries()
        let log = SQLLog(database)
        try database.read { session in
            let query = try session.query(Newest.self)
            #expect(try pages(query) == [[3, 5], [6]])
            #expect(log.texts().filter { $0.contains("count(*)") }.count == 2)
        }
    }

    @Test func aUniqueKeyMayHoldNullTwice() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE entry (a INTEGER NOT NULL, b INTEGER, number INTEGER NOT NULL, UNIQUE (a, b));
            INSERT INTO entry VALUES (1, 1, 1), (1, 2, 2), (2, NULL, 4), (2, NULL, 5), (2, NULL, 6), (3, 1, 7);
            """)
        let log = SQLLog(database)
        try database.read { session in
            #expect(try session.query(Entry.self).limit(2).after(1, 1).all().count == 2)
            #expect(log.texts().filter { $0.contains("count(*)") } == [])
            let query = try session.query(Entry.self)
            let error = #expect(throws: ModelError.self) { try pages(query) }
            #expect(error?.code == .conflict)
        }
    }

    private class Name: Model {
        var area = 0, id = 0
        var name = ""
        override class var table: String { "name" }
        override class var primaryKey: [String] { ["area", "id"] }
        override func didLoad() throws { name = "x" + name }
    }
    private final class Tracked: Model, RowDecodable {
        var area: Int { didSet { noteChange(0, was: oldValue) } }
        var id: Int { didSet { noteChange(1, was: oldValue) } }
        var name: String { didSet { noteChange(2, was: oldValue) } }
        private var changed = ColumnChanges()
        override var columnChanges: ColumnChanges? {
            get { changed }
            set { changed = newValue ?? ColumnChanges() }
        }
        override class var table: String { "name" }
        override class var primaryKey: [String] { ["area", "id"] }
        override class var columns: [Column] {
            [Column("area", \Tracked.area), Column("id", \Tracked.id), Column("name", \Tracked.name)]
        }
        required init() {
            (area, id, name) = (0, 0, "")
            super.init()
        }
        init(row: borrowing Row) throws {
            area = try row.get(0)
            id = try row.get(1)
            name = try row.get(2)
            super.init()
        }
    }

    @Test func aLoadedModelStandsForItsRow() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE name (area INTEGER NOT NULL, id INTEGER NOT NULL, name VARCHAR(9) NOT NULL,
                PRIMARY KEY (area, id));
            INSERT INTO name VALUES (1, 1, 'c'), (1, 2, 'b'), (1, 3, 'a');
            """)
        try database.write { session in
            let query = try session.query(Name.self).orderBy(\.name).limit(1)
            var found: [Int] = []
            var page = try query.all()
            while let last = page.last, found.count < 9 {
                found.append(last.id)
                last.id += 100
                page = try query.after(last).all()
            }
            #expect(found == [3, 2, 1])
            let new = Name()
            (new.area, new.id, new.name) = (1, 0, "b")
            #expect(try query.after(new).all().map(\.id) == [2])
            // Of a class that notes its changes itself only the row's key is known.
            let tracked = try session.query(Tracked.self).limit(1)
            let first = try #require(try tracked.first())
            first.id = 3
            #expect(try tracked.after(first).all().map(\.id) == [2])
            first.name = "z"
            let error = #expect(throws: ModelError.self) { try tracked.orderBy(\.name).after(first).all() }
            #expect(
                error?.description
                    == "query: \"name\" is paged by \"name\", which has been changed in the model since it was read. Save or reload "
                    + "the model before, or page after the values that its row holds")
            first.id = 1
            try session.save(first)
            #expect(try tracked.orderBy(\.name).after(first).all().isEmpty)
        }
    }
}
