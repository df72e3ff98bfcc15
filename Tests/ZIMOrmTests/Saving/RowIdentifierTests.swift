import Testing
import ZIMOrm

private final class Line: Model {
    var doc = 0, number = 0
    var text: String?
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["doc", "number"] }

    convenience init(_ doc: Int, _ number: Int, _ text: String) {
        self.init()
        (self.doc, self.number, self.text) = (doc, number, text)
    }
}

private final class Note: Model {
    var id: Int?
    var text: String?
    override class var table: String { "note" }
    override class var primaryKey: [String] { ["id"] }
}

private final class Loose: Model {
    var oid: Int?
    var text: String?
    override class var table: String { "note" }
    override class var primaryKey: [String] { ["oid"] }
}

/// SQLite tells the key that a trigger gives a new row by the row's identifier, which columns may hide.
///
/// Source: <https://www.sqlite.org/rowidtable.html>
@Suite(.showingValues) struct RowIdentifierTests {
    /// A table with some more columns, whose trigger numbers the lines of a document.
    private func numbering(_ columns: String, setting set: String = "") throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE line (doc INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT, \(unsafe: columns), UNIQUE (doc, number));
            INSERT INTO line (doc, number, text) VALUES (1, 1, 'a'), (1, 2, 'b');
            CREATE TRIGGER numbers AFTER INSERT ON line BEGIN
                UPDATE line SET \(unsafe: set) number = (SELECT count(*) FROM line WHERE doc = NEW.doc)
                    WHERE doc = NEW.doc AND number = NEW.number; END
            """)
        return database
    }

    private func rows(_ database: Database) throws -> [[SQLValue]] {
        try database.read { try $0.rows("SELECT number, text FROM line ORDER BY number").map(\.values) }
    }

    @Test(
        arguments: [
            ("_rowid_ INTEGER DEFAULT 1", ""), ("_rowid_ INTEGER DEFAULT 2, rowid INTEGER DEFAULT 2", ""),
            ("rowid INTEGER DEFAULT 1", "rowid = rowid + 1,"),
            ("oid INTEGER, _rowid_ INTEGER DEFAULT 1", "_rowid_ = 2,"),
            ("id INTEGER PRIMARY KEY", ""),
        ])
    func aColumnThatHidesIt(_ columns: String, _ set: String) throws {
        let database = try numbering(columns, setting: set)
        let lines = [Line(1, 0, "c"), Line(1, 0, "d"), Line(1, -1, "e")]
        try database.write { session in
            try session.save(lines[0])
            try session.save(Array(lines[1...]))
            for line in lines { line.text = (line.text ?? "") + "!" }
            try session.save(lines)
        }
        #expect(lines.map(\.number) == [3, 4, 5])
        #expect(try rows(database) == [[1, "a"], [2, "b"], [3, "c!"], [4, "d!"], [5, "e!"]])
    }

    /// Where all names are taken, or the trigger moves the row by any of them, nothing tells the key.
    @Test(
        arguments: [
            ("_rowid_ INTEGER, rowid INTEGER, oid INTEGER", ""), ("x INTEGER", "oid = oid + 100,"),
            ("rowid INTEGER", "oid = oid + 100,"), ("id INTEGER PRIMARY KEY", "_rowid_ = _rowid_ + 100,"),
        ])
    func aRowThatCannotBeTold(_ columns: String, _ set: String) throws {
        let database = try numbering(columns, setting: set)
        for lines in [[Line(1, 0, "c")], [Line(1, 0, "c"), Line(1, -1, "d")]] {
            let error = #expect(throws: ModelError.self) { try database.write { try $0.save(lines) } }
            #expect(error?.code == .notSaveable && error?.table == "line")
            #expect(!lines[0].isLoaded)
        }
        #expect(try rows(database) == [[1, "a"], [2, "b"]])
    }

    /// `RAISE(FAIL)` leaves what the statement has changed so far: a list is undone all the same.
    @Test func aListIsUndoneWhereATriggerFails() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
            CREATE TRIGGER fails AFTER INSERT ON note WHEN NEW.id = 3 BEGIN SELECT RAISE(FAIL, 'no'); END
            """)
        let notes = (1...4).map { _ in Note() }
        try database.write { (session) throws in
            #expect(throws: DatabaseError.self) { try session.save(notes) }
            #expect(try session.value("SELECT count(*) FROM note", as: Int.self) == 0)
        }
        #expect(notes.allSatisfy { !$0.isLoaded })
    }

    /// The identifier is the key, and the trigger changes it by another of its names.
    @Test(arguments: ["id", "rowid", "_rowid_", "oid"]) func aKeyThatHasOtherNames(_ name: String) throws {
        let (declared, known) = (try Database.inMemory(), name == "id" ? "rowid" : name)
        try declared.execute(
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT);
            CREATE TRIGGER moves AFTER INSERT ON note BEGIN UPDATE note SET \(unsafe: name) = NEW.id + 100 WHERE id = NEW.id; END
            """)
        let hidden = try Database.inMemory()
        try hidden.execute(
            """
            CREATE TABLE note (text TEXT);
            CREATE TRIGGER moves AFTER INSERT ON note BEGIN
                UPDATE note SET \(unsafe: known) = NEW.rowid + 100 WHERE rowid = NEW.rowid; END
            """)
        for (database, model) in [(declared, Note() as Model), (hidden, Loose())] {
            let error = #expect(throws: ModelError.self) { try database.write { try $0.save(model) } }
            #expect(error?.code == .notSaveable)
            #expect(!model.isLoaded)
            #expect(try database.read { try $0.value("SELECT count(*) FROM note", as: Int.self) } == 0)
        }
    }
}
