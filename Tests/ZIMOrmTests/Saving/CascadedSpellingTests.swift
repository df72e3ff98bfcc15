import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// Keys that cascade from parents to children which spell them otherwise.
@Suite(.eachEngine) struct CascadedSpellingTests {
    private class Doc: Model {
        var code = ""
        var title = ""
        override class var table: String { "doc" }
        override class var primaryKey: [String] { ["code"] }
    }

    private final class MarkedDoc: Doc {
        override func willSave() { code += "!" }
    }

    private final class Page: Model {
        var doc = "", number = 0
        var text = ""
        override class var table: String { "page" }
        override class var primaryKey: [String] { ["doc", "number"] }
    }

    private final class Case: Model {
        var id = 0
        var title = ""
        override class var table: String { "matter" }
        override class var primaryKey: [String] { ["id"] }
        override class var isAutoIncremented: Bool { false }
    }

    private final class Sheet: Model {
        var matter = "", number = 0
        var text = ""
        override class var table: String { "sheet" }
        override class var primaryKey: [String] { ["matter", "number"] }
    }

    private func makeDatabase() throws -> Database {
        let (before, type) = ServedEngine.caseless
        return try ServedEngine.current.makeDatabase(
            """
            \(before)
            CREATE TABLE doc (code \(type) NOT NULL PRIMARY KEY, title VARCHAR(20));
            CREATE TABLE page (doc \(type) NOT NULL, number INT NOT NULL, text VARCHAR(20), PRIMARY KEY (doc, number),
                FOREIGN KEY (doc) REFERENCES doc (code) ON UPDATE CASCADE);
            INSERT INTO doc VALUES ('abc', 'p'), ('def', 'q');
            INSERT INTO page VALUES ('ABC', 1, 'p1'), ('DEF', 1, 'q1'), ('def', 2, 'q2');
            """)
    }

    private func pages(_ database: Database) throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT doc, number, text FROM page ORDER BY text")
    }

    private func read(_ session: Session) throws -> (docs: [Doc], pages: [Page]) {
        (
            try session.query(Doc.self).orderBy(\.title).all(),
            try session.query(Page.self).orderBy(\.text).all()
        )
    }

    @Test(arguments: [false, true]) func aKeyThatAnotherTakesOver(isUpdate: Bool) throws {
        let database = try makeDatabase()
        try database.write { session in
            let (docs, pages) = try read(session)
            (docs[0].code, docs[1].code) = ("zzz", "abc")
            pages[0].text = "p1 edited"
            let list = docs as [Model] + [pages[0]]
            try isUpdate ? session.update(list) : session.save(list)
            pages[0].text = "p1 again"
            try session.save(pages[0])
        }
        #expect(try pages(database) == [["zzz", 1, "p1 again"], ["abc", 1, "q1"], ["abc", 2, "q2"]])
    }

    @Test func keysThatAreExchanged() throws {
        let database = try makeDatabase()
        try database.write { session in
            let (docs, pages) = try read(session)
            (docs[0].code, docs[1].code) = ("def", "abc")
            for page in pages { page.text += "!" }
            try session.save(docs as [Model] + pages)
        }
        #expect(try pages(database) == [["def", 1, "p1!"], ["abc", 1, "q1!"], ["abc", 2, "q2!"]])
    }

    /// Only where a child spells the key of a listed parent otherwise, and a key changes, the parents are asked for.
    @Test func nothingMoreIsSentInGeneral() throws {
        let database = try makeDatabase()
        func asked(_ change: ([Doc], [Page]) -> [Model]) throws -> Int {
            try database.write { session in
                let (docs, pages) = try read(session)
                let list = change(docs, pages)
                let log = StatementLog(database)
                try session.save(list)
                return log.sql.count { $0.hasPrefix("SELECT") }
            }
        }
        #expect(
            try asked { docs, pages in
                (docs[1].title, pages[1].text) = ("q!", "q1!")
                return [docs[1], pages[1]]
            } == 0)
        let plain = try asked { docs, pages in
            (docs[1].code, pages[2].text) = ("ghi", "q2!")
            return [docs[1], pages[2]]
        }
        let spelled = try asked { docs, pages in
            (docs[0].code, pages[0].text) = ("xyz", "p1!")
            return [docs[0], pages[0]]
        }
        #expect(spelled == plain + 1)
        #expect(try pages(database) == [["xyz", 1, "p1!"], ["ghi", 1, "q1!"], ["ghi", 2, "q2!"]])
    }

    /// When the key is known to change, the rows have moved.
    @Test func aHookThatChangesTheKey() throws {
        let database = try makeDatabase()
        try database.write { session in
            let doc = try #require(try session.query(MarkedDoc.self).filter(\.title == "p").first())
            let page = try #require(try session.query(Page.self).filter(\.text == "p1").first())
            (doc.title, page.text) = ("p!", "p1!")
            let error = #expect(throws: ModelError.self) { try session.save([doc, page]) }
            #expect(error?.code == .conflict && error?.table == "page")
            #expect(
                error?.message
                    == "the row (doc = 'ABC', number = 1) of \"page\" may be of a row of \"doc\" whose key changes, in another "
                    + "spelling, and cannot be followed")
        }
        #expect(try pages(database) == [["ABC", 1, "p1"], ["DEF", 1, "q1"], ["def", 2, "q2"]])
    }

    /// Where keys stay as they are nothing is asked of the engine, which a data source might refuse.
    @Test func savingNeedsNoOtherPrivilege() throws {
        guard ServedEngine.isSQLite else { return }
        let path = NSTemporaryDirectory() + "zim-\(UUID().uuidString).sqlite"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Database(path: path).execute(
            """
            CREATE TABLE doc (code TEXT COLLATE NOCASE PRIMARY KEY, title TEXT);
            CREATE TABLE page (doc TEXT COLLATE NOCASE REFERENCES doc ON UPDATE CASCADE, number INT, text TEXT, PRIMARY KEY (doc, number));
            INSERT INTO doc VALUES ('abc', 'p');
            INSERT INTO page VALUES ('ABC', 1, 'p1');
            """)
        var options = DatabaseOptions()
        options.privileges = [.select, .insert, .update, .delete]
        let database = try Database(path: path, options: options)
        for code in ["abc", "xyz"] {
            try database.write { session in
                let (docs, pages) = try read(session)
                (docs[0].code, docs[0].title) = (code, docs[0].title + "!")
                pages[0].text += "!"
                try session.save([docs[0], pages[0]])
            }
        }
        #expect(try pages(database) == [["xyz", 1, "p1!!"]])
    }

    /// SQLite takes texts for the numbers that they are.
    @Test func numbersInTexts() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE matter (id INTEGER PRIMARY KEY, title TEXT);
            CREATE TABLE sheet (matter TEXT NOT NULL REFERENCES matter (id) ON UPDATE CASCADE, number INT NOT NULL,
                text TEXT, PRIMARY KEY (matter, number));
            INSERT INTO matter VALUES (1, 'p'), (2, 'q');
            INSERT INTO sheet VALUES ('1', 1, 'p1'), ('02', 1, 'q1');
            """)
        try database.write { session in
            let cases = try session.query(Case.self).orderBy(\.title).all()
            let sheets = try session.query(Sheet.self).orderBy(\.text).all()
            (cases[0].id, cases[1].id) = (2, 1)
            for sheet in sheets { sheet.text += "!" }
            try session.save(cases as [Model] + sheets)
        }
        #expect(
            try Theatre.rows(database, "SELECT matter, number, text FROM sheet ORDER BY text")
                == [["2", 1, "p1!"], ["1", 1, "q1!"]])
    }
}
