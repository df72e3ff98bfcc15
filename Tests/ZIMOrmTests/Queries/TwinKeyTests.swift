import Synchronization
import TestServer
import Testing

@testable import ZIMOrm

/// Lists of keys that nothing keeps apart: rows that are equal are as many as they are, and a row that two keys find is one.
@Suite(.eachEngine) struct TwinKeyTests {
    final class Part: Model {
        var code = "", maker = ""
        var pieces = 0
        override class var table: String { "part" }
        override class var primaryKey: [String] { ["code", "maker"] }
    }

    private let database: Database

    init() throws {
        let (before, type) = ServedEngine.caseless
        database = try ServedEngine.current.makeDatabase(
            """
            \(before)
            CREATE TABLE part (code \(type), maker \(type), pieces INT);
            CREATE TABLE kept (code \(type) NOT NULL, maker \(type) NOT NULL, pieces INT, PRIMARY KEY (code, maker));
            INSERT INTO part VALUES ('a', 'x', 1), ('a', 'x', 1), ('A', 'X', 1), ('b', 'x', 5), ('b', 'y', 7);
            INSERT INTO kept VALUES ('a', 'x', 1), ('b', 'x', 5), ('b', 'y', 7);
            """)
    }

    private static var keys: [[any SQLValueConvertible]] { [["a", "x"], ["A", "x"], ["a", "X"], ["b", "x"]] }

    @Test func equalRowsAreSeveral() throws {
        try database.read { session in
            let query = try session.query(Part.self).filter(keys: Self.keys)
            #expect(try query.all().map(\.pieces).sorted() == [1, 1, 1, 5])
            #expect(try query.count() == 4)
            #expect(try query.sum(\.pieces) == 8)
            #expect(try query.values(\.maker).count == 4)
            #expect(try query.orderBy("pieces", ascending: false).limit(2).all().map(\.pieces) == [5, 1])
            #expect(try query.distinct().values(\.pieces).sorted() == [1, 5])
            #expect(try query.rows(.count()).first?.values == [4])
            #expect(try query.groupBy(\.pieces).count() == 2)
        }
    }

    final class Kept: Model {
        var code = "", maker = ""
        var pieces = 0
        override class var table: String { "kept" }
        override class var primaryKey: [String] { ["code", "maker"] }
    }

    @Test func aRowOfTwoKeysIsOne() throws {
        try database.read { session in
            let query = try session.query(Kept.self).filter(keys: Self.keys)
            #expect(try query.all().map(\.pieces).sorted() == [1, 5])
            #expect(try query.count() == 2)
            #expect(try query.sum(\.pieces) == 6)
            #expect(try query.offset(1).count() == 1)
        }
    }

    /// Texts that differ may be one to the type of a column.
    @Test func aRowOfTwoSpellingsIsOne() throws {
        final class Tag: Model {
            var id = "", kind = ""
            override class var table: String { "tag" }
            override class var primaryKey: [String] { ["id", "kind"] }
        }
        let (id, other) = ("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11")
        guard ServedEngine.isPostgreSQL else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE tag (id uuid, kind char(3), PRIMARY KEY (id, kind));
            INSERT INTO tag VALUES ('\(id)', 'x'), ('\(id)', 'y');
            """)
        try database.read { session in
            let query = try session.query(Tag.self).filter(keys: [[id, "x"], [other, "x"], [id, "x  "]])
            #expect(try query.count() == 1)
            #expect(try query.all().count == 1)
        }
    }

    /// A type of texts that ignores case takes two of them for one, beside texts that the usual collation keeps apart.
    @Test func aRowOfTwoCasesIsOne() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE EXTENSION citext;
            CREATE TABLE kept (code citext, maker text, pieces int, PRIMARY KEY (code, maker));
            INSERT INTO kept VALUES ('a', 'x', 1), ('b', 'x', 5), ('b', 'X', 7);
            """)
        try database.read { session in
            let query = try session.query(Kept.self).filter(keys: [["a", "x"], ["A", "x"], ["B", "X"]])
            #expect(try query.all().map(\.pieces).sorted() == [1, 7])
            #expect(try query.count() == 2)
        }
    }

    /// A number and its text are one to a column of texts.
    @Test func aRowOfANumberAndItsTextIsOne() throws {
        try database.execute("INSERT INTO kept VALUES ('7', 'x', 9)")
        try database.read { session in
            let keys: [[SQLValue]] = [[7, "x"], ["7", "x"], ["b", "y"]]
            let query = try session.query(Kept.self).filter(rawKeys: keys)
            #expect(try query.all().map(\.pieces).sorted() == [7, 9])
            #expect(try query.count() == 2)
        }
    }

    /// A row that another transaction is changing is waited for, and not missed.
    @Test func aLockedRowIsWaitedFor() async throws {
        guard ServedEngine.isPostgreSQL else { return }
        final class Flag: Sendable { let isSet = Mutex(false) }
        let (database, holds) = (database, Flag())
        let change = Task {
            try await database.write { session throws in
                try session.execute("UPDATE part SET pieces = 9 WHERE code = 'b' AND maker = 'x'")
                holds.isSet.withLock { $0 = true }
                while try session.value(
                    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()", as: Int.self) == 0
                {}
            }
        }
        while !holds.isSet.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        let found = try await database.write { session throws in
            try session.query(Part.self).filter(keys: Self.keys).locked().all().map(\.pieces).sorted()
        }
        try await change.value
        #expect(found == [1, 1, 1, 9])
    }

    @Test func changesAreOfEachRowOnce() throws {
        try database.write { session throws in
            #expect(try session.query(Part.self).filter(keys: Self.keys).update(.set(\.pieces, 3)) == 4)
            #expect(try session.query(Part.self).orderBy("pieces").values(\.pieces) == [3, 3, 3, 3, 7])
            #expect(try session.query(Kept.self).filter(keys: Self.keys).delete() == 2)
            #expect(try session.query(Kept.self).values(\.pieces) == [7])
        }
    }

    /// Of models for one row the last one's values stay.
    @Test func upsertsOfOneRowAreInOrder() throws {
        try database.write { session throws in
            let models = [("a", "x"), ("A", "X"), ("c", "x"), ("C", "x"), ("b", "y")].enumerated().map { index, key in
                let kept = Kept()
                (kept.code, kept.maker, kept.pieces) = (key.0, key.1, 20 + index)
                return kept
            }
            try session.upsert(models)
            let query = try session.query(Kept.self).orderBy("pieces")
            #expect(try query.values(\.pieces) == [5, 21, 23, 24])
            #expect(try query.count() == 4)
        }
    }

    /// A column that compares by bytes needs nothing to tell its rows apart; a view tells none.
    @Test func keysThatDifferAreJoinedAsTheyAre() throws {
        guard ServedEngine.isSQLite else { return }
        try database.write { session throws in
            try session.execute("CREATE TABLE plain (code TEXT, maker TEXT, pieces INT)")
            try session.execute("INSERT INTO plain SELECT * FROM part")
            try session.execute("CREATE VIEW shown AS SELECT * FROM part")
        }
        final class Plain: Model {
            var code = "", maker = ""
            override class var table: String { "plain" }
            override class var primaryKey: [String] { ["code", "maker"] }
        }
        final class Shown: Model {
            var code = "", maker = ""
            override class var table: String { "shown" }
            override class var primaryKey: [String] { ["code", "maker"] }
        }
        try database.read { session in
            let plain = try session.query(Plain.self).filter(keys: Self.keys)
            #expect(try plain.count() == 3)
            #expect(
                try plain.rendered().sql == """
                    SELECT "plain"."code", "plain"."maker" FROM json_each(?) AS zim_keys CROSS JOIN "plain" \
                    ON "plain"."code" = zim_keys.value ->> 0 AND "plain"."maker" = zim_keys.value ->> 1
                    """)
            #expect(try session.query(Shown.self).filter(keys: Self.keys).count() == 4)
        }
    }
}
