import TestServer
import Testing
import ZIMOrm

/// NULL is no key: a part that the database does not give has to have a value before the row is inserted.
@Suite(.eachEngine) struct RequiredKeyTests {
    class Row: Model {
        var a: Int?, b: String?, c: Int?
        var note: String?
        override class var table: String { "t" }
        override class var columns: [Column] {
            [Column("a", \Row.a), Column("b", \Row.b), Column("c", \Row.c), Column("note", \Row.note)]
        }
        override class var primaryKey: [String] { ["a", "b", "c"] }
    }
    final class Pair: Row { override class var primaryKey: [String] { ["b", "a"] } }
    final class Single: Row { override class var primaryKey: [String] { ["b"] } }

    private func row<M: Row>(_ type: M.Type, _ a: Int?, _ b: String?, _ c: Int?) -> M {
        let row = M()
        (row.a, row.b, row.c) = (a, b, c)
        return row
    }

    private static let calls: [@Sendable (Session, Row) throws -> Void] = [
        { try $0.save($1) }, { try $0.insert($1) }, { try $0.upsert($1) },
        { try $0.insert([RequiredKeyTests.whole(), $1]) }, { try $0.save([RequiredKeyTests.whole(), $1]) },
        { try $0.upsert([RequiredKeyTests.whole(), $1]) },
        { try $0.upsert($1, on: ["note"]) }, { try $0.upsert([RequiredKeyTests.whole(), $1], on: ["note"]) },
    ]

    private static func whole() -> Row {
        let row = Row()
        (row.a, row.b, row.c) = (7, "seven", 7)
        return row
    }

    /// Only the class has a key, or SQLite's own, which takes NULL.
    @Test(arguments: calls.indices, [false, true]) func nothingIsInserted(_ index: Int, _ hasKey: Bool) throws {
        let key = hasKey && ServedEngine.isSQLite ? ", PRIMARY KEY (a, b, c)" : ", UNIQUE (a, b, c)"
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE t (a INTEGER, b TEXT, c INTEGER, note TEXT UNIQUE\(key)); INSERT INTO t VALUES (1, NULL, 1, 'old')"
        )
        let log = SQLLog(database)
        let error = #expect(throws: ModelError.self) {
            try database.write { session in
                let row = row(Row.self, 1, nil, 2)
                row.note = "old"
                try Self.calls[index](session, row)
            }
        }
        #expect(log.take().allSatisfy { !$0.sql.contains("INSERT") || $0.parameters.contains("seven") })
        #expect(
            error?.description
                == "keyMissing: a row of \"t\" cannot be inserted: \"b\" is NULL in its key (a = 1, b = NULL, c = 2), and the "
                + "database gives it no value")
        #expect(error?.column == "b")
        #expect(error?.key == [1, nil, 2])
        #expect(try Theatre.rows(database, "SELECT note FROM t") == [["old"]])
        // Rows that are there already are read as ever.
        #expect(try database.read { try $0.query(Row.self).all().map(\.note) } == ["old"])
    }

    private static let updates: [@Sendable (Session, Row, Row) throws -> Void] = [
        { session, row, _ in try session.save(row) }, { session, row, _ in try session.update(row) },
        { session, row, other in try session.save([other, row]) },
        { session, row, other in try session.update([other, row]) },
        { session, row, other in try session.update([row, other]) },
        { session, row, _ in try session.update(row, columns: ["note", "b"]) },
    ]

    /// A loaded model whose key loses a part keeps its row, which nothing would find any more.
    @Test(arguments: updates.indices, [false, true]) func noRowLosesItsKey(_ index: Int, _ hasKey: Bool) throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE t (a INTEGER, b VARCHAR(20), c INTEGER, note TEXT, \(hasKey ? "PRIMARY KEY" : "UNIQUE") (a, b, c));
            INSERT INTO t VALUES (1, 'x', 2, 'old'), (1, 'y', 2, 'old');
            """)
        let (row, other) = try database.read { session in
            (
                try #require(try session.find(Row.self, 1, "x", 2)), try #require(try session.find(Row.self, 1, "y", 2))
            )
        }
        (row.b, row.note, other.note) = (nil, "new", "other")
        let log = SQLLog(database)
        let error = #expect(throws: ModelError.self) { try database.write { try Self.updates[index]($0, row, other) } }
        #expect(log.take().allSatisfy { !$0.sql.hasPrefix("UPDATE") || !$0.parameters.contains("new") })
        #expect(error?.code == .keyMissing && error?.column == "b" && error?.key == [1, nil, 2])
        #expect(
            error?.message
                == "a row of \"t\" cannot be updated: \"b\" is NULL in its key (a = 1, b = NULL, c = 2)")
        let rows = "SELECT a, b, c, note FROM t ORDER BY b"
        #expect(try Theatre.rows(database, SQL(unsafe: rows)) == [[1, "x", 2, "old"], [1, "y", 2, "old"]])
        #expect(try row.isLoaded && row.changedColumns() == ["b", "note"] && other.changedColumns() == ["note"])
        // With a value again the model is that of its row as ever.
        row.b = "z"
        try database.write { try $0.save([row, other]) }
        #expect(try Theatre.rows(database, SQL(unsafe: rows)) == [[1, "y", 2, "other"], [1, "z", 2, "new"]])
    }

    @Test func noRowLosesItsKeyOfTwoColumnsOrOfOne() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE t (a INTEGER, b VARCHAR(20), c INTEGER, note TEXT);
            INSERT INTO t VALUES (1, 'x', 2, 'old'), (NULL, 'n', 3, 'old');
            """)
        try database.write { session in
            let pair = try #require(try session.find(Pair.self, "x", 1))
            pair.a = nil
            let error = #expect(throws: ModelError.self) { try session.save(pair) }
            #expect(error?.message.hasSuffix("\"a\" is NULL in its key (b = 'x', a = NULL)") == true)
            let single = try #require(try session.find(Single.self, "x"))
            (single.b, single.c) = (nil, nil)
            let other = #expect(throws: ModelError.self) { try session.saveOrUpdate(single) }
            #expect(other?.code == .keyMissing && other?.column == "b")
            single.b = "x"
            try session.save(single)
            // What is no part of the key may be NULL, and a row without a key is read and refused as ever.
            #expect(try session.find(Single.self, "x")?.c == .some(nil))
            let lost = try #require(try session.query(Pair.self).filter("a = NULL").first())
            lost.note = "new"
            #expect(throws: ModelError.self) { try session.save(lost) }
            lost.a = 4
            #expect(throws: ModelError.self) { try session.save(lost) }
        }
        #expect(
            try Theatre.rows(database, "SELECT a, b, c, note FROM t ORDER BY b")
                == [[nil, "n", 3, "old"], [1, "x", nil, "old"]])
    }

    /// What stands in a view is made by its triggers, a key too.
    @Test func aViewMayGiveAKeyToAnUpdate() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE base (a INTEGER, b TEXT, c INTEGER, note TEXT);
            INSERT INTO base VALUES (1, 'x', 2, 'old');
            CREATE VIEW t AS SELECT * FROM base;
            CREATE TRIGGER change INSTEAD OF UPDATE ON t BEGIN
                UPDATE base SET b = coalesce(NEW.b, 'given'), note = NEW.note WHERE a = OLD.a AND b = OLD.b AND c = OLD.c;
            END;
            """)
        try database.write { session in
            let row = try #require(try session.find(Row.self, 1, "x", 2))
            (row.b, row.note) = (nil, "new")
            try session.save(row)
        }
        #expect(try Theatre.rows(database, "SELECT a, b, c, note FROM base") == [[1, "given", 2, "new"]])
    }

    @Test func keysOfTwoColumnsAndOfOne() throws {
        let database = try ServedEngine.current.makeDatabase("CREATE TABLE t (a INTEGER, b TEXT, c INTEGER, note TEXT)")
        try database.write { session in
            let pair = #expect(throws: ModelError.self) { try session.insert(row(Pair.self, nil, "x", nil)) }
            #expect(pair?.column == "a")
            let single = #expect(throws: ModelError.self) { try session.insert(row(Single.self, 1, nil, nil)) }
            #expect(single?.message.contains("\"b\" is NULL in its key (b = NULL)") == true)
            try session.insert(row(Pair.self, 1, "x", nil))
            #expect(try session.rows("SELECT a, b, c FROM t").map(\.values) == [[1, "x", nil]])
        }
    }

    /// A default fills a part of the key in, whether the column takes NULL or not.
    @Test func whatTheDatabaseGives() throws {
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE t (a INTEGER DEFAULT 4, b TEXT NOT NULL DEFAULT 'd', c INTEGER, note TEXT, UNIQUE (a, b, c))")
        try database.write { session in
            let one = row(Row.self, nil, nil, 1)
            guard ServedEngine.returnsInserted else {
                let error = #expect(throws: ModelError.self) { try session.transaction { try $0.insert(one) } }
                #expect(error?.code == .keyMissing && error?.column == "a" && !one.isLoaded)
                #expect(try session.rows("SELECT a FROM t").isEmpty)
                return
            }
            try session.insert(one)
            #expect(one.keyValues == [4, "d", 1])
            try session.insert([row(Row.self, nil, nil, 2), row(Row.self, 5, "e", 3)])
            #expect(
                try session.rows("SELECT a, b, c FROM t ORDER BY c").map(\.values)
                    == [[4, "d", 1], [4, "d", 2], [5, "e", 3]])
            #expect(throws: ModelError.self) { try session.insert(row(Row.self, nil, nil, nil)) }
        }
    }

    /// What a trigger does cannot be told beforehand.
    @Test func aTriggerMayGiveIt() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE t (a INTEGER, b TEXT, c INTEGER, note TEXT);
            CREATE TRIGGER fill AFTER INSERT ON t BEGIN UPDATE t SET b = 'given' WHERE rowid = NEW.rowid; END;
            """)
        try database.write { try $0.insert(row(Row.self, 1, nil, 2)) }
        #expect(try Theatre.rows(database, "SELECT a, b, c FROM t") == [[1, "given", 2]])
    }
}
