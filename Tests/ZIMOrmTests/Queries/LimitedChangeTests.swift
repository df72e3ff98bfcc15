import TestServer
import Testing
import ZIMOrm

private final class Entry: Model {
    var book: Int?
    var line = 0
    var amount = 0
    override class var table: String { "entry" }
    override class var primaryKey: [String] { ["book", "line"] }
    override class var relationships: [Relationship] { [.belongsTo("account", Account.self, foreignKey: ["line"])] }
}

private final class Account: Model {
    var line = 0
    var name = ""
    override class var table: String { "account" }
    override class var primaryKey: [String] { ["line"] }
}

private final class Employee: Model {
    var id = 0
    var boss: Int?
    var level = 0
    override class var table: String { "staff" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("chief", Employee.self, foreignKey: ["boss"]),
            .hasMany("staff", Employee.self, foreignKey: ["boss"]),
        ]
    }
}

private final class Town: Model {
    var name = "", number = 0
    var amount = 0
    override class var table: String { "town" }
    override class var primaryKey: [String] { ["name", "number"] }
}

/// Changes of the rows that a limit or another table picks out, where the class's key does not tell the rows apart.
@Suite(.eachEngine) struct LimitedChangeTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE entry (book INTEGER, line INTEGER NOT NULL, amount INTEGER NOT NULL);
            INSERT INTO entry VALUES (NULL, 1, 10), (NULL, 1, 20), (1, 1, 30), (1, 2, 40), (1, 2, 50);
            CREATE TABLE account (line INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL);
            INSERT INTO account VALUES (1, 'cash'), (2, 'bank');
            CREATE TABLE town (name VARCHAR(20) NOT NULL, number INTEGER NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (name, number));
            INSERT INTO town VALUES ('a', 1, 0), ('b', 1, 0), ('c', 1, 0);
            """)
    }

    private func amounts(_ session: Session) throws -> [Int] {
        try session.rows("SELECT amount FROM entry ORDER BY amount").map { try $0.get(0, as: Int.self) }
    }

    /// Rows with NULL in the key and those of one key are the rows that the query finds, no more and no less.
    @Test func theRowsThatAreFoundAreChanged() throws {
        try database.write { session in
            let query = try session.query(Entry.self)
            if session.dialect.rowIdentities.isEmpty {
                let error = #expect(throws: ModelError.self) { try query.orderBy(\.amount).limit(2).delete() }
                #expect(error?.code == .query)
                #expect(error?.message.contains("(book, line)") == true)
                #expect(throws: ModelError.self) {
                    try query.filter("account.name = 'cash'").update(.set(\.amount, 0))
                }
                #expect(try amounts(session) == [10, 20, 30, 40, 50])
                // Conditions on the table itself need no key.
                #expect(try query.filter(\.amount > 30).update(.set(\.amount, 99)) == 2)
                return
            }
            #expect(try query.filter("account.name = 'cash'").count() == 3)
            #expect(try query.filter("account.name = 'cash'").update(.set(\.amount, to: .column("amount") + 1)) == 3)
            #expect(try amounts(session) == [11, 21, 31, 40, 50])
            #expect(try query.orderBy(\.amount, ascending: false).limit(1).update(.set(\.amount, 60)) == 1)
            #expect(try amounts(session) == [11, 21, 31, 40, 60])
            #expect(try query.orderBy(\.amount).limit(1).delete() == 1)
            #expect(try amounts(session) == [21, 31, 40, 60])
        }
    }

    /// Conditions on other rows of the table hold as they were before the first row was changed.
    @Test func conditionsSeeTheRowsAsTheyWere() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE staff (id INTEGER PRIMARY KEY, boss INTEGER, level INTEGER NOT NULL);
            INSERT INTO staff VALUES (1, NULL, 0), (2, 1, 0), (3, 2, 0), (4, 3, 0);
            """)
        try database.write { session in
            let query = try session.query(Employee.self).filter(.exists("chief", \Employee.level == 0))
            #expect(try query.orderByKey().all().map(\.id) == [2, 3, 4])
            #expect(try query.update(.set(\.level, 1)) == 3)
            #expect(try session.query(Employee.self).orderByKey().all().map(\.level) == [0, 1, 1, 1])
            let leading = try session.query(Employee.self).filter(.exists("staff"))
            #expect(try leading.delete() == 3)
        }
    }

    /// A key that the database keeps unique goes as before.
    @Test func aKeyThatTellsRowsApart() throws {
        try database.write { session in
            let towns = try session.query(Town.self)
            #expect(try towns.orderByKey().limit(2).update(.set(\.amount, 1)) == 2)
            #expect(try towns.filter(\.amount == 1).count() == 2)
            let keys = towns.filter(keys: [["a", 1], ["b", 1], ["c", 1], ["x", 1]])
            #expect(try keys.orderByKey().offset(1).update(.set(\.amount, 2)) == 2)
            #expect(try towns.orderByKey().all().map(\.amount) == [1, 2, 2])
            #expect(try towns.distinct().orderByKey().offset(2).delete() == 1)
            #expect(try towns.orderByKey().all().map(\.name) == ["a", "b"])
        }
    }
}
