import TestServer
import Testing
import ZIMOrm

private final class Crate: Model {
    var hall = 0, row = "", place = 0
    override class var table: String { "crate" }
    override class var primaryKey: [String] { ["hall", "row", "place"] }
}

private final class Goods: Model {
    var code = "", size = 0
    var name: String?
    override class var table: String { "ware" }
    override class var primaryKey: [String] { ["code", "size"] }

    convenience init(_ code: String, _ size: Int) {
        self.init()
        (self.code, self.size) = (code, size)
    }
}

/// What lies in a crate: its key is that of both.
private final class Content: Model {
    var hall = 0, row = "", place = 0, code = "", size = 0
    var pieces = 1
    override class var table: String { "content" }
    override class var primaryKey: [String] { ["hall", "row", "place", "code", "size"] }
}

private final class Ticket: Model {
    var year = 0, number = 0, code = ""
    override class var table: String { "ticket" }
    override class var primaryKey: [String] { ["year", "number"] }
}
private final class Item: Model {
    var ticket = "", ware = "", pieces = 1
    override class var table: String { "item" }
    override class var primaryKey: [String] { ["ticket", "ware"] }
}

/// Rows of a join table by foreign keys alone: no class names a relationship.
@Suite(.eachEngine) struct JoinTableTests {
    private static let (own, other) = (["hall", "row", "place"], ["code", "size"])
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE crate (hall INTEGER NOT NULL, "row" VARCHAR(5) NOT NULL, place INTEGER NOT NULL,
                PRIMARY KEY (hall, "row", place));
            CREATE TABLE ware (code VARCHAR(5) NOT NULL, size INTEGER NOT NULL, name VARCHAR(20), PRIMARY KEY (code, size));
            CREATE TABLE content (hall INTEGER NOT NULL, "row" VARCHAR(5) NOT NULL, place INTEGER NOT NULL,
                code VARCHAR(5) NOT NULL, size INTEGER NOT NULL, pieces INTEGER NOT NULL,
                PRIMARY KEY (hall, "row", place, code, size), FOREIGN KEY (hall, "row", place) REFERENCES crate (hall, "row", place),
                FOREIGN KEY (code, size) REFERENCES ware (code, size));
            INSERT INTO crate VALUES (1, 'x', 1), (1, 'x', 2);
            INSERT INTO ware VALUES ('a', 1, 'saw'), ('a', 2, 'axe'), ('b', 1, NULL);
            INSERT INTO content VALUES (1, 'x', 1, 'a', 1, 5), (1, 'x', 2, 'a', 1, 6);
            """)
    }

    private var rows: [[SQLValue]] {
        get throws {
            try Theatre.rows(database, "SELECT place, code, size, pieces FROM content ORDER BY place, code, size")
        }
    }

    private func crate(_ place: Int, _ session: Session) throws -> Crate {
        try #require(try session.find(Crate.self, 1, "x", place))
    }

    /// What was loaded for siblings is given to those that ask the same, as long as it is what a statement would find.
    @Test func siblingsThatAskOneAfterTheOther() throws {
        func goods(_ crate: Crate) throws -> [String] {
            try crate.hasMany(Goods.self, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
                .map { "\($0.code)\($0.size)" }.sorted()
        }
        try database.write { session in
            try session.execute("INSERT INTO crate VALUES (1, 'x', 3), (1, 'x', 4)")
            try session.execute("INSERT INTO content VALUES (1, 'x', 3, 'a', 2, 1), (1, 'x', 4, 'b', 1, 7)")
            let crates = try session.query(Crate.self).orderByKey().all()
            let found = try expectStatements(1, database) { try crates[..<3].map(goods) }
            #expect(found == [["a1"], ["a1"], ["a2"]])
            let linked = try crates[3].hasManyLinked(
                Goods.self, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
            #expect(linked.map(\.link.pieces) == [7])
            try session.execute("DELETE FROM content WHERE place = 4")
            #expect(try goods(crates[3]) == [])

            let others = try session.query(Crate.self).orderByKey().all()
            #expect(try others[..<2].map(goods) == [["a1"], ["a1"]])
            // Another key finds other rows.
            others[2].place = 4
            others[3].place = 3
            #expect(try others[2...].map(goods) == [[], ["a2"]])

            let kept = try session.query(Crate.self).with(
                .hasMany(
                    "goods", Goods.self, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
            ).orderByKey().all()
            let known = try expectStatements(0, database) { try (kept + kept).map(goods) }
            #expect(known == [["a1"], ["a1"], ["a2"], [], ["a1"], ["a1"], ["a2"], []])
        }
    }

    @Test func oneIsAddedAndRemoved() throws {
        try database.write { session in
            let crate = try crate(1, session)
            let axe = try #require(try session.find(Goods.self, "a", 2))
            try crate.add(axe, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other) {
                $0.pieces = 3
            }
        }
        #expect(try rows == [[1, "a", 1, 5], [1, "a", 2, 3], [2, "a", 1, 6]])
        try database.write { session in
            let crate = try crate(1, session)
            let saw = try #require(try session.find(Goods.self, "a", 1))
            let other = try #require(try session.find(Goods.self, "b", 1))
            let removed = try [saw, other].map {
                try crate.remove($0, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
            }
            #expect(removed == [1, 0])
        }
        #expect(try rows == [[1, "a", 2, 3], [2, "a", 1, 6]])
        #expect(try database.read { try $0.query(Goods.self).count() } == 3)
    }

    /// New models at both ends are saved first.
    @Test func aListIsAdded() throws {
        let (crate, wares) = (Crate(), [Goods("c", 1), Goods("c", 2)])
        (crate.hall, crate.row, crate.place) = (1, "x", 3)
        let (_, statements) = try database.tracing {
            try database.write { session in
                try session.save(crate)
                try crate.add(wares, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other) {
                    (content: Content, goods: Goods) in content.pieces = 10 + goods.size
                }
            }
        }
        #expect(statements.count { $0.sql.contains("content") } == 1)
        #expect(try rows == [[1, "a", 1, 5], [2, "a", 1, 6], [3, "c", 1, 11], [3, "c", 2, 12]])
    }

    @Test func aListReplacesWhatIsThere() throws {
        try database.write { session in
            let crate = try crate(1, session)
            let wares = try session.query(Goods.self).orderByKey().all()
            let removed = try crate.replace(
                with: Array(wares[1...]), through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other
            ) { $0.pieces = $1.size }
            #expect(removed == 1)
            // What is there stays as it is.
            let again = try crate.replace(
                with: wares, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
            #expect(again == 0)
        }
        #expect(try rows == [[1, "a", 1, 1], [1, "a", 2, 2], [1, "b", 1, 1], [2, "a", 1, 6]])
        try database.write { session in
            let removed = try crate(1, session).replace(
                with: [Goods](), through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
            #expect(removed == 3)
        }
        #expect(try rows == [[2, "a", 1, 6]])
        // Of no class.
        try database.write { session in
            let crate = try crate(2, session)
            try crate.add([], through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
            let removed = try crate.replace(
                with: [], through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
            #expect(removed == 1)
        }
        #expect(try rows.isEmpty)
    }

    @Test func keysThatAreNotPrimary() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE ticket (year INTEGER NOT NULL, number INTEGER NOT NULL, code VARCHAR(5) NOT NULL UNIQUE, PRIMARY KEY (year, number));
            CREATE TABLE ware (code VARCHAR(5) NOT NULL, size INTEGER NOT NULL, name VARCHAR(20) UNIQUE, PRIMARY KEY (code, size));
            CREATE TABLE item (ticket VARCHAR(5) NOT NULL, ware VARCHAR(20) NOT NULL, pieces INTEGER NOT NULL, PRIMARY KEY (ticket, ware));
            INSERT INTO ticket VALUES (1998, 7, 'A7'), (1998, 8, 'A8');
            INSERT INTO ware VALUES ('a', 1, 'saw');
            INSERT INTO item VALUES ('A8', 'saw', 1);
            """)
        try database.write { session in
            let ticket = try #require(try session.find(Ticket.self, 1998, 7))
            let saw = try #require(try session.find(Goods.self, "a", 1))
            func rows() throws -> [[SQLValue]] {
                try session.rows("SELECT ticket, ware, pieces FROM item ORDER BY ticket").map(\.values)
            }
            func add() throws {
                try ticket.add(
                    saw, through: Item.self, foreignKey: ["ticket"], targetForeignKey: ["ware"], references: ["code"],
                    targetReferences: ["name"]
                ) { $0.pieces = 3 }
            }
            try add()
            #expect(try rows() == [["A7", "saw", 3], ["A8", "saw", 1]])
            let removals: [() throws -> Int] = [
                {
                    try ticket.remove(
                        saw, through: Item.self, foreignKey: ["ticket"], targetForeignKey: ["ware"],
                        references: ["code"], targetReferences: ["name"])
                },
                {
                    try ticket.replace(
                        with: [Goods](), through: Item.self, foreignKey: ["ticket"], targetForeignKey: ["ware"],
                        references: ["code"], targetReferences: ["name"])
                },
                {
                    try ticket.replace(
                        with: [], through: Item.self, foreignKey: ["ticket"], targetForeignKey: ["ware"],
                        references: ["code"], targetReferences: ["name"])
                },
            ]
            for removal in removals {
                #expect(try removal() == 1)
                #expect(try rows() == [["A8", "saw", 1]])
                try add()
            }
        }
    }

    @Test func badInputChangesNothing() throws {
        let before = try rows
        try database.write { session in
            let crate = try crate(1, session)
            let saw = try #require(try session.find(Goods.self, "a", 1))
            let (own, other) = (Self.own, Self.other)
            let bad: [(ModelError.Code, () throws -> Void)] = [
                (
                    .keyMismatch,
                    { try crate.add(saw, through: Content.self, foreignKey: ["hall"], targetForeignKey: other) }
                ),
                (
                    .keyMismatch,
                    { try crate.add(saw, through: Content.self, foreignKey: own, targetForeignKey: ["code"]) }
                ),
                (
                    .unknownColumn,
                    { try crate.add(saw, through: Content.self, foreignKey: own, targetForeignKey: ["code", "sice"]) }
                ),
                (
                    .unknownColumn,
                    {
                        try crate.remove(
                            saw, through: Content.self, foreignKey: ["hall", "plaice"], targetForeignKey: other)
                    }
                ),
                (
                    .unknownRelationship,
                    {
                        try crate.add(
                            [saw, crate] as [Model], through: Content.self, foreignKey: own, targetForeignKey: other)
                    }
                ),
            ]
            for (code, change) in bad {
                let error = #expect(throws: ModelError.self) { try change() }
                #expect(error?.code == code)
            }
            let twice = #expect(throws: DatabaseError.self) {
                try session.transaction { _ in
                    try crate.add(saw, through: Content.self, foreignKey: Self.own, targetForeignKey: Self.other)
                }
            }
            #expect(twice?.code == .constraint)
        }
        #expect(try rows == before)
    }
}
