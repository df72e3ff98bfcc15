import TestServer
import Testing
import ZIMOrm

private class Line: Model {
    var doc = 0, number = 0, amount = 0
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["doc", "number"] }

    convenience init(_ number: Int, _ amount: Int) {
        self.init()
        (doc, self.number, self.amount) = (1, number, amount)
    }
}

/// The same rows behind a view.
private final class SeenLine: Line {
    override class var table: String { "seen_line" }
}

private final class Doc: Model {
    var id = 0
    var title: String?
    override class var table: String { "doc" }
    override class var primaryKey: [String] { ["id"] }
    override class var isAutoIncremented: Bool { false }
}

private final class CountedDoc: Model {
    var id: Int?
    var title = ""
    override class var table: String { "doc" }
    override class var primaryKey: [String] { ["id"] }

    convenience init(_ title: String) {
        self.init()
        self.title = title
    }
}

private final class Page: Model {
    var doc = 0, number = 0
    var text: String?
    override class var table: String { "page" }
    override class var primaryKey: [String] { ["doc", "number"] }
}

/// The keys of rows move by triggers and foreign keys: no model may take another's row for its own.
@Suite(.eachEngine) struct MovedKeyTests {
    private let table =
        "CREATE TABLE line (doc INT NOT NULL, number INT NOT NULL, amount INT, PRIMARY KEY (doc, number))"

    private func rows(_ database: Database, _ table: SQL = "line") throws -> [[SQLValue]] {
        try Theatre.rows(database, "SELECT number, amount FROM " + table + " ORDER BY number")
    }

    /// A trigger numbers new rows in their order.
    private func numbered(parts: Bool = false) throws -> Database {
        let next = "(SELECT count(*) + 1 FROM line WHERE doc = NEW.doc)"
        let sql =
            switch ServedEngine.current {
            case .sqlite:
                """
                \(table);
                CREATE TABLE log (doc INT, number INT);
                CREATE TRIGGER logs AFTER INSERT ON line BEGIN INSERT INTO log VALUES (NEW.doc, NEW.number); END;
                CREATE TRIGGER numbers AFTER INSERT ON log BEGIN
                UPDATE line SET number = (SELECT count(*) FROM line WHERE doc = NEW.doc) WHERE doc = NEW.doc AND number = NEW.number;
                END
                """
            case .postgreSQL:
                """
                \(table)\(parts ? " PARTITION BY LIST (doc); CREATE TABLE line_1 PARTITION OF line FOR VALUES IN (1)" : "");
                CREATE FUNCTION numbers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.number := \(next); RETURN NEW; END $$;
                CREATE TRIGGER numbers BEFORE INSERT ON \(parts ? "line_1" : "line") FOR EACH ROW EXECUTE FUNCTION numbers();
                CREATE VIEW seen_line AS SELECT * FROM line
                """
            case .mariaDB:
                """
                \(table);
                CREATE TRIGGER numbers BEFORE INSERT ON line FOR EACH ROW SET NEW.number = \(next);
                CREATE VIEW seen_line AS SELECT * FROM line
                """
            }
        return try ServedEngine.current.makeDatabase(sql)
    }

    private func saveAndChange(_ lines: [Line], _ database: Database) throws {
        try database.write { session in
            for line in lines { try session.save(line) }
            lines[0].amount = 11
            try session.save(lines[0])
        }
        #expect(lines.map(\.number) == [1, 2])
        #expect(try rows(database) == [[1, 11], [2, 20]])
    }

    @Test func aDetourAPartAndAViewTellTheKey() throws {
        guard ServedEngine.returnsInserted else { return }
        try saveAndChange([Line(2, 10), Line(9, 20)], numbered(parts: true))
        if ServedEngine.isSQLite { return }
        try saveAndChange([SeenLine(2, 10), SeenLine(9, 20)], numbered())
    }

    /// The two rows have the keys of the two models, and each the other's.
    @Test func modelsOfAListDoNotTakeEachOthersRows() throws {
        guard ServedEngine.returnsInserted, !ServedEngine.isSQLite else { return }
        let database = try numbered()
        let lines = [Line(2, 10), Line(1, 20)]
        try database.write { session in
            try session.save(lines)
            lines[0].amount = 11
            try session.save(lines[0])
        }
        #expect(lines.map(\.number) == [1, 2])
        #expect(try rows(database) == [[1, 11], [2, 20]])
    }

    /// Lines are numbered by their amounts, so that each may get another's number.
    @Test(arguments: ["", " WITHOUT ROWID"]) func aTriggerThatRenumbers(_ form: String) throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(table)\(form);
            INSERT INTO line VALUES (1, 1, 20), (1, 2, 30);
            CREATE TRIGGER numbers AFTER INSERT ON line BEGIN
                UPDATE line SET number = -(SELECT count(*) FROM line AS o WHERE o.doc = NEW.doc AND o.amount <= line.amount)
                    WHERE doc = NEW.doc;
                UPDATE line SET number = -number WHERE doc = NEW.doc; END
            """)
        let line = Line(3, 10)
        if form.isEmpty {
            try database.write { try $0.save(line) }
            #expect(line.number == 1)
            #expect(try rows(database) == [[1, 10], [2, 20], [3, 30]])
        }
        // Nothing tells the key, or the second of the list moves the first.
        let failures: [(Session) throws -> Void] =
            form.isEmpty
            ? [{ try $0.save([Line(8, 70), Line(9, 60)]) }, { try $0.upsert(Line(9, 5)) }]
            : [{ try $0.save(line) }, { try $0.save([line, Line(4, 5)]) }, { try $0.upsert(Line(9, 5)) }]
        let before = try rows(database)
        for failure in failures {
            let error = #expect(throws: ModelError.self) { try database.write { try failure($0) } }
            #expect(error?.code == .notSaveable && error?.table == "line")
            #expect(try rows(database) == before)
        }
        let last = Line(before.count + 1, 90)
        try database.write { try $0.save(last) }
        #expect(last.number == before.count + 1)
    }

    /// Else the next row would get the number of the one that is gone, and two models be of one row.
    @Test(arguments: [
        "WHEN EXISTS (SELECT 1 FROM doc WHERE title = NEW.title AND id <> NEW.id) BEGIN DELETE FROM doc WHERE id = NEW.id; END",
        """
        BEGIN INSERT INTO doc VALUES (NEW.id + 1000, NEW.title); DELETE FROM doc WHERE id = NEW.id; END
        """,
    ]) func aTriggerOfSQLiteThatDeletesTheRow(_ action: String) throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT); CREATE TRIGGER deletes AFTER INSERT ON doc \(action)"
        )
        for isList in [false, true] {
            let docs = ["a", "a", "b"].map { CountedDoc($0) }
            let error = #expect(throws: ModelError.self) {
                try database.write { session in
                    try isList ? session.save(docs) : docs.forEach { try session.save($0) }
                }
            }
            #expect(error?.code == .notSaveable && error?.table == "doc")
            #expect(try Theatre.rows(database, "SELECT id FROM doc") == [])
        }
        // The number that the next row may get.
        try database.write { session in
            let docs = ["a", "a"].map { CountedDoc($0) }
            for doc in docs { try? session.save(doc) }
            #expect(docs.last?.id == nil)
        }
    }

    /// A trigger that deletes others leaves the row its key, which is looked for.
    @Test func aTriggerOfSQLiteThatDeletesOthers() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE doc (id INTEGER PRIMARY KEY, title TEXT);
            CREATE TRIGGER deletes AFTER INSERT ON doc BEGIN DELETE FROM doc WHERE id < NEW.id - 1; END
            """)
        let docs = ["a", "b", "c"].map { CountedDoc($0) }
        let (_, statements) = try database.tracing { try database.write { try $0.save(docs) } }
        #expect(docs.map(\.id) == [1, 2, 3])
        #expect(statements.count { $0.sql.hasPrefix("SELECT") } == 3)
        #expect(try Theatre.rows(database, "SELECT id, title FROM doc ORDER BY id") == [[2, "b"], [3, "c"]])
    }

    /// SQLite tells nothing of what the trigger of a view inserts.
    @Test func aViewThatHidesTheKey() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(table);
            CREATE VIEW seen_line AS SELECT * FROM line;
            CREATE TRIGGER numbers INSTEAD OF INSERT ON seen_line BEGIN
                INSERT INTO line VALUES (NEW.doc, (SELECT count(*) + 1 FROM line WHERE doc = NEW.doc), NEW.amount); END
            """)
        try database.write { try $0.save(SeenLine(1, 10)) }
        for lines in [[SeenLine(9, 20)], [SeenLine(1, 20)], [SeenLine(3, 20), SeenLine(2, 30)]] {
            let error = #expect(throws: ModelError.self) { try database.write { try $0.save(lines) } }
            #expect(error?.code == .notSaveable && error?.table == "seen_line")
            #expect(try rows(database) == [[1, 10]])
        }
        try database.write { try $0.save([SeenLine(2, 20), SeenLine(3, 30)]) }
        #expect(try rows(database) == [[1, 10], [2, 20], [3, 30]])
    }

    /// A trigger that leaves the key alone costs nothing.
    @Test func aTriggerOfSQLiteThatChangesOtherColumns() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            \(table);
            CREATE TRIGGER doubles AFTER INSERT ON line BEGIN
                UPDATE line SET amount = 2 * amount WHERE doc = NEW.doc AND number = NEW.number; END
            """)
        let (_, statements) = try database.tracing {
            try database.write { try $0.save([Line(1, 10), Line(2, 20)]) }
        }
        #expect(!statements.contains { $0.sql.hasPrefix("SELECT") })
        #expect(statements.count { $0.sql.hasPrefix("INSERT") } == 1)
        #expect(try rows(database) == [[1, 20], [2, 40]])
    }

    /// The children's keys change with their parents', also where two of these pass one on.
    @Test func aListFollowsCascades() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE doc (id INT NOT NULL PRIMARY KEY, title VARCHAR(20));
            CREATE TABLE page (doc INT NOT NULL, number INT NOT NULL, text VARCHAR(20), PRIMARY KEY (doc, number),
                FOREIGN KEY (doc) REFERENCES doc (id) ON UPDATE CASCADE);
            INSERT INTO doc VALUES (4, 'a'), (6, 'b');
            INSERT INTO page VALUES (4, 1, 'a1'), (4, 2, 'a2'), (6, 1, 'b1');
            """)
        struct Undone: Error {}
        func read(_ session: Session) throws -> (docs: [Doc], pages: [Page]) {
            (try session.query(Doc.self).orderByKey().all(), try session.query(Page.self).orderByKey().all())
        }
        func pages() throws -> [[SQLValue]] {
            try Theatre.rows(database, "SELECT doc, number, text FROM page ORDER BY doc, number")
        }
        for isUpdate in [false, true] {
            #expect(throws: Undone.self) {
                try database.write { session in
                    let (docs, found) = try read(session)
                    (docs[0].id, docs[1].id) = (5, 4)
                    // One is given its new key, the others have it from the database.
                    found[0].doc = 5
                    for page in found { page.text = (page.text ?? "") + "!" }
                    let list = docs as [Model] + found
                    if isUpdate { try session.update(list) } else { try session.save(list) }
                    let now = try session.rows("SELECT doc, number, text FROM page ORDER BY doc, number").map(\.values)
                    #expect(now == [[4, 1, "b1!"], [5, 1, "a1!"], [5, 2, "a2!"]])
                    found[2].text = "b"
                    try session.save(found[2])
                    #expect(try session.value("SELECT text FROM page WHERE doc = 4", as: String.self) == "b")
                    throw Undone()
                }
            }
            #expect(try pages() == [[4, 1, "a1"], [4, 2, "a2"], [6, 1, "b1"]])
        }
        let (docs, found) = try database.read { try read($0) }
        #expect(throws: Undone.self) {
            try database.write { session in
                docs[0].id = 5
                try session.save([docs[0], found[0]])
                throw Undone()
            }
        }
        // A rollback takes the key back, too.
        found[0].text = "again"
        try database.write { try $0.save(found[0]) }
        #expect(try pages() == [[4, 1, "again"], [4, 2, "a2"], [6, 1, "b1"]])
    }

    /// The children exchange the other part of their keys meanwhile, and have the cascaded one from the database.
    @Test func childrenThatExchangeKeysUnderACascade() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE doc (id INT NOT NULL PRIMARY KEY, title VARCHAR(20));
            CREATE TABLE page (doc INT NOT NULL, number INT NOT NULL, text VARCHAR(20), PRIMARY KEY (doc, number),
                FOREIGN KEY (doc) REFERENCES doc (id) ON UPDATE CASCADE);
            INSERT INTO doc VALUES (4, 'a');
            INSERT INTO page VALUES (4, 1, 'a1'), (4, 2, 'a2');
            """)
        try database.write { session in
            let doc = try #require(try session.find(Doc.self, 4))
            let pages = try session.query(Page.self).orderByKey().all()
            doc.id = 9
            (pages[0].number, pages[1].number) = (2, 1)
            try session.save([doc] + pages)
        }
        #expect(
            try Theatre.rows(database, "SELECT doc, number, text FROM page ORDER BY text")
                == [[9, 2, "a1"], [9, 1, "a2"]])
    }
}
