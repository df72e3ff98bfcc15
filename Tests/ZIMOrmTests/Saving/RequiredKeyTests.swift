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
