import TestServer
import Testing
import ZIMOrm

private class Counted: Model {
    var k1 = 0, k2 = "", v = 0
    override class var table: String { "counted" }
    override class var primaryKey: [String] { ["k1", "k2"] }
    override func didLoad() throws {
        v += 10
        try save()
    }
}

private final class Owner: Model {
    var k1 = 0
    override class var table: String { "owner" }
    override class var primaryKey: [String] { ["k1"] }
    override class var relationships: [Relationship] { [.hasMany("counted", Counted.self, foreignKey: ["k1"])] }
}

/// Hooks that save what was just read: each row is read once, though it may move to where the statement has not been.
@Suite(.eachEngine) struct LoadHookTests {
    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE owner (k1 INTEGER NOT NULL, PRIMARY KEY (k1));
            CREATE TABLE counted (k1 INTEGER NOT NULL, k2 VARCHAR(9) NOT NULL, v INTEGER NOT NULL, PRIMARY KEY (k1, k2));
            CREATE INDEX counted_v ON counted (v);
            CREATE INDEX counted_k_v ON counted (k1, v);
            INSERT INTO owner VALUES (1), (2);
            INSERT INTO counted VALUES (1, 'a', 1), (1, 'b', 2), (2, 'a', 3);
            """)
    }

    private func values(_ session: Session) throws -> [Int] {
        try session.rows("SELECT v FROM counted ORDER BY k1, k2").map { try $0.get(0) }
    }

    @Test func eachRowIsReadOnce() throws {
        try database.write { session in
            #expect(try session.query(Counted.self).filter(\.v > -1).orderBy(\.v).all().map(\.v) == [11, 12, 13])
            #expect(try values(session) == [11, 12, 13])
            #expect(try session.query(Counted.self).filter(\.k1 == 1).all().count == 2)
            #expect(try values(session) == [21, 22, 13])
            #expect(
                try session.query(Counted.self, sql: "SELECT * FROM counted WHERE v > 0 ORDER BY v").all().count == 3)
            #expect(try values(session) == [31, 32, 23])
            for (key, count) in [(1, 2), (2, 1)] {
                let owner = try #require(try session.find(Owner.self, key))
                #expect(try owner.hasMany(Counted.self, foreignKey: ["k1"]).count == count)
            }
            #expect(try values(session) == [41, 42, 33])
            #expect(try session.query(Owner.self).with("counted").all().count == 2)
            #expect(try values(session) == [51, 52, 43])
            #expect(try session.query(Counted.self).orderBy(\.v, ascending: false).first()?.v == 62)
            var seen = 0
            try session.query(Counted.self).orderBy(\.v).forEach { _ in seen += 1 }
            #expect(seen == 3)
        }
    }

    @Test func aHookThatThrowsEndsTheCall() throws {
        try database.write { session in
            try session.execute(SQL(unsafe: "DROP INDEX counted_v\(ServedEngine.isMariaDB ? " ON counted" : "")"))
            try session.execute("CREATE UNIQUE INDEX counted_v ON counted (v)")
        }
        #expect(throws: DatabaseError.self) {
            try database.write { session in
                try session.execute("UPDATE counted SET v = 11 WHERE k1 = 2")
                _ = try session.query(Counted.self).orderBy(\.v).all()
            }
        }
        // The next query of the program runs its own hooks, and no others.
        try database.write { session throws in
            #expect(try session.query(Counted.self).filter(\.k1 == 2).all().map(\.v) == [13])
            #expect(try values(session) == [1, 2, 13])
        }
    }
}
