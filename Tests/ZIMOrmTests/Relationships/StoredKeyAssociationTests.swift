import TestServer
import Testing
import ZIMOrm

private final class Basket: Model {
    var id = 0
    override class var table: String { "basket" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .hasMany("goods", Good.self, foreignKey: ["basket"]),
            .hasMany(
                "listed", Good.self, through: Entry.self, foreignKey: ["basket"], targetForeignKey: ["code", "number"]),
        ]
    }
}

private final class Good: Model {
    var code = "", number = 0
    var basket: Int?
    override class var table: String { "good" }
    override class var primaryKey: [String] { ["code", "number"] }
    convenience init(_ code: String, _ number: Int) {
        self.init()
        (self.code, self.number) = (code, number)
    }
}

private final class Entry: Model {
    var basket = 0, code = "", number = 0
    var weight: Int?
    override class var table: String { "entry" }
    override class var primaryKey: [String] { ["basket", "code", "number"] }
}

/// Rows whose keys a column spells in another way than the models that were saved: CHAR pads or strips, and some collations
/// take capital letters for small ones.
@Suite(.eachEngine) struct StoredKeyAssociationTests {
    private let database: Database

    init() throws {
        let type =
            switch ServedEngine.current {
            case .sqlite: "TEXT COLLATE NOCASE"
            case .postgreSQL: "CHAR(5)"
            case .mariaDB: "VARCHAR(9) COLLATE utf8mb4_general_ci"
            }
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE basket (id INTEGER NOT NULL, PRIMARY KEY (id));
            CREATE TABLE good (code \(type) NOT NULL, number INTEGER NOT NULL, basket INTEGER, PRIMARY KEY (code, number));
            CREATE TABLE entry (basket INTEGER NOT NULL, code \(type) NOT NULL, number INTEGER NOT NULL, weight INTEGER,
                PRIMARY KEY (basket, code, number));
            INSERT INTO basket VALUES (1);
            """)
    }

    @Test func theRowsOfTheGivenModelsStay() throws {
        try database.write { session in
            let basket = try #require(try session.find(Basket.self, 1))
            let pads = ServedEngine.isPostgreSQL
            let goods = [Good("a", 1), Good(pads ? "b " : "b", 2)]
            try session.insert(goods)
            try session.add(goods, to: basket, "goods")
            try session.add(goods, to: basket, "listed", fill: { link, _ in (link as? Entry)?.weight = 5 })
            // As others write them.
            let upper = Good("A", 1)
            upper.basket = 1
            if !pads { try session.upsert(upper) }
            let given = [pads ? goods[0] : upper, goods[1]]
            #expect(try session.replace("goods", of: basket, with: given, dependent: .delete) == 0)
            #expect(try session.replace("listed", of: basket, with: given) == 0)
            #expect(try session.rows("SELECT weight FROM entry").map(\.values) == [[5], [5]])
            #expect(try session.query(Good.self).count() == 2)
            #expect(try session.remove([given[0]], from: basket, "goods") == 1)
            #expect(try session.remove([given[1]], from: basket, "listed") == 1)
            #expect(
                try session.rows("SELECT number, basket FROM good ORDER BY number").map(\.values) == [
                    [1, nil], [2, 1],
                ])
            #expect(try session.rows("SELECT number FROM entry").map(\.values) == [[1]])
        }
    }
}
