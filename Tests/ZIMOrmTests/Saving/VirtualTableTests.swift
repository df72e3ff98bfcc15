import Testing
import ZIMOrm

private final class Page: Model {
    var rowid: Int?
    var title = "", body = ""
    override class var table: String { "page" }
    override class var primaryKey: [String] { ["rowid"] }

    convenience init(_ title: String, rowid: Int? = nil) {
        self.init()
        (self.title, self.rowid) = (title, rowid)
    }
}

/// The same table to a class whose key cannot be nil.
private final class Leaf: Model {
    var oid = 0
    var title = "", body: String?
    override class var table: String { "page" }
    override class var primaryKey: [String] { ["oid"] }
}

private final class Box: Model {
    var id: Int?
    var x0 = 0.0, x1 = 0.0
    override class var table: String { "box" }
    override class var primaryKey: [String] { ["id"] }

    convenience init(_ x0: Double, _ x1: Double, id: Int? = nil) {
        self.init()
        (self.x0, self.x1, self.id) = (x0, x1, id)
    }
}

/// SQLite's virtual tables: RETURNING does not know the row that a module has made.
///
/// Source: <https://www.sqlite.org/lang_returning.html>, <https://www.sqlite.org/c3ref/last_insert_rowid.html>
@Suite(.showingValues) struct VirtualTableTests {
    let database: Database

    init() throws {
        database = try Database.inMemory()
        try database.execute(
            """
            CREATE VIRTUAL TABLE page USING fts5(title, body); INSERT INTO page VALUES ('a', ''), ('b', '');
            CREATE VIRTUAL TABLE box USING rtree(id, x0, x1); INSERT INTO box VALUES (7, 1, 2);
            """)
    }

    private func rows(_ sql: SQL) throws -> [[SQLValue]] { try database.read { try $0.rows(sql).map(\.values) } }

    @Test func theIdentifierOfANewRow() throws {
        let pages = ["c", "d", "e"].map { Page($0) }
        let (_, statements) = try database.tracing { try database.write { try $0.save(pages[0]) } }
        #expect(
            statements.filter { !$0.isTransactionControl }.map(\.sql)
                == [#"INSERT INTO "page" ("title", "body") VALUES (?, ?)"#])
        try database.write { session in
            try session.save(Array(pages[1...]))
            for page in pages { page.body = "x" }
            try session.save(pages)
            try session.save([Page("f", rowid: 40), Page("g", rowid: 41)])
        }
        #expect(pages.map(\.rowid) == [3, 4, 5])
        let leaf = Leaf()
        leaf.title = "h"
        try database.write { try $0.upsert(leaf) }
        #expect(leaf.oid == 42)
        #expect(
            try rows("SELECT rowid, title, body FROM page WHERE rowid > 2 ORDER BY rowid") == [
                [3, "c", "x"], [4, "d", "x"], [5, "e", "x"], [40, "f", ""], [41, "g", ""], [42, "h", nil],
            ])
        try database.write { try $0.delete(pages) }
        #expect(try rows("SELECT count(*) FROM page") == [[5]])
        #expect(throws: Never.self) { try database.check([Page.self, Leaf.self, Box.self]) }
    }

    /// A column that the module gives the identifier of the row.
    @Test func aColumnThatTheModuleFillsIn() throws {
        let boxes = [Box(1, 2), Box(3, 4), Box(5, 6)]
        let (_, statements) = try database.tracing { try database.write { try $0.save(boxes[0]) } }
        #expect(
            statements.filter { !$0.isTransactionControl }.map(\.sql) == [
                #"INSERT INTO "box" ("x0", "x1") VALUES (?, ?)"#,
                #"SELECT "box"."_rowid_", "id" FROM "box" WHERE "box"."_rowid_" IN (?)"#,
            ])
        try database.write { session in
            try session.save(Array(boxes[1...]))
            for box in boxes { box.x1 = 9 }
            try session.save(boxes)
            try session.save(Box(0, 1, id: 90))
        }
        #expect(boxes.map(\.id) == [8, 9, 10])
        #expect(
            try rows("SELECT id, x0, x1 FROM box ORDER BY id") == [
                [7, 1.0, 2.0], [8, 1.0, 9.0], [9, 3.0, 9.0], [10, 5.0, 9.0], [90, 0.0, 1.0],
            ])
    }

    @Test func aRollbackTakesTheKeyBack() throws {
        struct Undone: Error {}
        let (page, box) = (Page("c"), Box(1, 2))
        #expect(throws: Undone.self) {
            try database.write { session in
                try session.save(page)
                try session.save(box)
                #expect(page.rowid == 3 && box.id == 8)
                throw Undone()
            }
        }
        #expect(!page.isLoaded && !box.isLoaded)
        #expect(page.rowid == nil && box.id == nil)
    }
}
