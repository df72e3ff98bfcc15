import TestServer
import Testing
import ZIMOrm

private final class Item: Model {
    var shelf = "", number = 0
    var price = 0
    override class var table: String { "item" }
    override class var primaryKey: [String] { ["shelf", "number"] }
}

private final class Cat: Model {
    var name = ""
    var price = 0
    override class var table: String { "cat" }
    override class var primaryKey: [String] { ["name"] }
}

/// Lists of keys, of which what is selected is not whole rows.
@Suite(.eachEngine) struct KeyListRowsTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE item (shelf VARCHAR(20) NOT NULL, number INTEGER NOT NULL, price INTEGER NOT NULL, PRIMARY KEY (shelf, number));
            INSERT INTO item VALUES ('a', 1, 10), ('a', 2, 10), ('b', 1, 10), ('b', 2, 7);
            """)
    }

    private let keys: [[any SQLValueConvertible]] = [["a", 1], ["a", 2], ["b", 1], ["x", 1]]

    @Test func equalValuesOfTwoRowsAreTwo() throws {
        try database.read { session in
            let query = try session.query(Item.self).filter(keys: keys)
            #expect(try query.rows(.column("price")).map(\.values) == [[10], [10], [10]])
            #expect(try query.values(\.price) == [10, 10, 10])
            #expect(try query.rows(.count(), .sum(.column("price"))).map(\.values.count) == [2])
            #expect(try query.rows(.count()).first?.get(0, as: Int.self) == 3)
            let groups = try query.groupBy(\.shelf).orderBy("shelf").rows(.count())
            #expect(try groups.map { try $0.get(1, as: Int.self) } == [2, 1])
            #expect(try query.groupBy(\.price).having(.count() > 2).count() == 1)
            #expect(try query.all().count == 3)
            #expect(try query.count() == 3)
        }
    }

    /// SQLite's NOCASE takes both for one: the row is one row.
    @Test func aRowThatTwoKeysFindIsOne() throws {
        guard ServedEngine.isSQLite else { return }
        try database.write { session in
            try session.execute("CREATE TABLE cat (name TEXT COLLATE NOCASE PRIMARY KEY, price INTEGER)")
            try session.execute("INSERT INTO cat VALUES ('a', 10), ('B', 20)")
            let query = try session.query(Cat.self).filter(keys: [["a"], ["A"], ["b"]])
            #expect(try query.rows(.count(), .sum(.column("price"))).first?.values == [2, 30])
            #expect(try query.groupBy(\.price).orderBy("price").rows(.count()).map(\.values) == [[10, 1], [20, 1]])
            #expect(try query.groupBy(\.price).having(.count() > 1).count() == 0)
            #expect(try query.orderByKey().limit(2).update(.set(\.price, 1)) == 2)
            #expect(try query.delete() == 2)
        }
    }

    /// Aggregates of a query with a limit are refused wherever they stand.
    @Test func aggregatesInsideOfExpressionsAreSeen() throws {
        try database.read { session in
            let query = try session.query(Item.self).orderByKey().limit(2)
            let sum = SQLExpression.sum(.column("price"))
            for expression in [sum, sum + 1, .coalesce(sum, .value(0)), .function("abs", sum)] {
                let error = #expect(throws: ModelError.self) { try query.rows(expression) }
                #expect(error?.code == .query)
            }
            let all = try session.query(Item.self)
            #expect(try all.rows(sum + 1).first?.get(0, as: Int.self) == 38)
            #expect(try all.filter(.column("price") < all.subquery(sum + 1)).count() == 4)
        }
    }
}
