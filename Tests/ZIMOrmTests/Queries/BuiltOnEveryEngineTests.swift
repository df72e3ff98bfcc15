import Foundation
import TestServer
import Testing

@testable import ZIMOrm

private final class Value: Model {
    var w = 0, n = 0
    var amount: Int?
    override class var table: String { "v" }
    override class var primaryKey: [String] { ["w", "n"] }
}

/// Statements of the builder whose answer, or whose change, is the same whatever the engine makes of parameters.
@Suite(.eachEngine, .showingValues) struct BuiltOnEveryEngineTests {
    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE v (w INTEGER NOT NULL, n INTEGER NOT NULL, amount INTEGER, rate REAL, price DECIMAL(10,2), other INTEGER,
                name VARCHAR(20), PRIMARY KEY (w, n));
            INSERT INTO v VALUES (1, 1, 3, 0, 4.5, 30, 'Abc'), (1, 2, 7, 0, 5.25, 70, 'abc'), (2, 1, 1, 0, 10, 10, NULL);
            """)
    }

    private func count(_ condition: SQLExpression) throws -> Int {
        try database.read { session in
            try #require(try session.rows(SelectStatement().column(.count()).from("v").where(condition)).first).get(0)
        }
    }

    private func rows(_ sql: SQL) throws -> [[SQLValue]] { try Theatre.rows(database, sql.inOwnWords) }

    /// Beside an integer PostgreSQL would take 2.0 for the integer 2.
    @Test func aWholeRealNumberDividesAsOne() throws {
        let half = SQLExpression.column("amount") / 2.0
        #expect(try count(half > 0.4) == 3)
        #expect(try count(half > 3.4) == 1)
        #expect(try count(half == 1.5) == 1)
        #expect(try count(SQLExpression.function("coalesce", .column("other"), 2.0) * 1.0 / 4.0 == 17.5) == 1)
        let choice = SQLCase().when(.column("w") == 1, then: .value(1.0)).else(.column("amount")).expression
        #expect(try count(choice / 2.0 == 0.5) == 3)
        try database.write { session in
            try session.execute(UpdateStatement("v").column("rate", value: half))
        }
        #expect(try rows("SELECT rate FROM v ORDER BY w, n") == [[1.5], [3.5], [0.5]])
    }

    /// A query that is written like another one has its text only where the values are of the same kind.
    @Test func wholeNumbersBesideRealOnes() throws {
        try database.read { session throws in
            let query = try session.query(Value.self)
            for _ in 0..<2 {
                let isExact = ServedEngine.isMariaDB
                #expect(try query.filter(.column("amount") / 2 > 1).count() == (isExact ? 2 : 1))
                #expect(try query.filter(.column("amount") / 2.0 > 1).count() == 2)
                #expect(try query.filter(.column("price") * 2 > 10).count() == 2)
                #expect(try query.filter(.column("price") * 2 > .value(Decimal(10))).count() == 2)
            }
        }
    }

    @Test func rowsOfNumbersAreComparedAsNumbers() throws {
        #expect(try count(.binary(.row([10, 5]), .lessThan, .row([9, 6]))) == 0)
        #expect(try count(.binary(.row([.value(10), .column("n")]), .lessThan, .row([9, 3]))) == 0)
        #expect(
            try count(.binary(.row([.column("w"), .value(-3)]), .lessThan, .row([.column("w"), .value(-4)]))) == 0)
        #expect(try count(.binary(.row([.column("w"), .value(9)]), .lessThan, .row([.column("w"), .value(10)]))) == 3)
        #expect(try count(.binary(.row([.value(1.0), .column("n")]), .in, SQLExpression(list: [.row([1, 2])]))) == 1)
        #expect(try count(.value(3).between(1, .column("amount"))) == 2)
        #expect(try count(.value(7).isIn([9, .column("amount")])) == 1)
    }

    /// Text comes behind every number where SQLite has no type to compare by.
    @Test func decimalNumbersBesideExpressions() throws {
        #expect(try count(.column("price") * 2 > .value(Decimal(10))) == 2)
        #expect(try count(.value(Decimal(10)) > .value(Decimal(9))) == 3)
        #expect(try count(-.column("amount") < .value(Decimal(-2))) == 2)
        #expect(try count((.column("amount") + 0).isIn([.value(Decimal(3)), .value(Decimal(7))])) == 2)
        #expect(try count((.column("amount") + 0).between(.value(Decimal(2)), .value(Decimal(5)))) == 1)
        #expect(try count(.column("price") == .value(Decimal(string: "5.25") ?? 0)) == 1)
        #expect(try count(.column("amount") / .value(Decimal(2)) == 1.5) == 1)
        #expect(
            try count(
                SQLExpression.function("coalesce", .column("amount"), .value(Decimal(1))) / .value(Decimal(2)) == 0.5)
                == 1)
        #expect(try count(.column("name") == .value(Decimal(10))) == 0)
        // PostgreSQL takes the value for an integer there, and says that it is too large.
        if !ServedEngine.isPostgreSQL { #expect(try count(.column("amount") * 1 < .value(UInt64.max)) == 3) }
        let large = Decimal(string: "9007199254740993") ?? 0
        try database.execute("UPDATE v SET other = 9007199254740993 WHERE w = 2")
        #expect(try count((.column("other") + 0).between(.value(large), .value(large))) == 1)
        #expect(try count(.column("other").between(.value(large + 1), .value(large + 2))) == 0)
        let groups = try database.read { session in
            try session.rows(
                SelectStatement().column("w").from("v").groupBy("w")
                    .having(.sum(.column("price")), .greaterThan, Decimal(9)).orderBy("w"))
        }
        #expect(groups.map(\.values) == [[1], [2]])
        let totals = try database.read { session in
            try session.rows(
                SelectStatement().column("w").column(.sum(.column("price")), alias: "total").from("v").groupBy("w")
                    .having("total", .greaterThan, Decimal(9)).orderBy("w"))
        }
        #expect(totals.map { $0[0] } == [1, 2])
        let choice = SQLCase(of: .column("amount") + 0).when(.value(Decimal(7)), then: .value(1)).else(.value(0))
            .expression
        #expect(try count(choice == 1) == 1)
    }

    /// MySQL assigns one column after the other.
    @Test func columnsThatAreSetToEachOthersValues() throws {
        try database.write { session in
            try session.execute(
                UpdateStatement("v").column("amount", value: .name("other")).column("other", value: .name("amount")))
        }
        #expect(try rows("SELECT amount, other FROM v ORDER BY w, n") == [[30, 3], [70, 7], [10, 1]])
        try database.write { session in
            // What reads comes before what sets.
            try session.execute(
                UpdateStatement("v").column("amount", value: 1).column("other", value: .name("amount") + 1)
                    .where("w", .equalTo, 1))
            let insert = InsertStatement(into: "v").columns(["w", "n", "amount", "other"]).values(2, 1, 5, 6)
            try session.execute(
                UpsertStatement(insert).matching(["w", "n"]).set("amount", value: .excluded("amount"))
                    .set("other", value: .name("v.amount") + .excluded("other")))
        }
        #expect(try rows("SELECT amount, other FROM v ORDER BY w, n") == [[1, 31], [1, 71], [5, 16]])
    }

    /// Where there is neither an order nor a join, MySQL and MariaDB are not asked at all.
    @Test func columnsThatAreSetToEachOthersValuesByAnUpsertOrWithALimit() throws {
        let insert = InsertStatement(into: "v").columns(["w", "n", "amount", "other"]).values(2, 1, 5, 6)
        let upsert = UpsertStatement(insert).matching(["w", "n"]).set("amount", value: .name("v.other"))
            .set("other", value: .name("v.amount"))
        guard ServedEngine.isMariaDB else {
            try database.execute("UPDATE v SET other = 20 WHERE w = 2")
            try database.write { session in try session.execute(upsert) }
            return #expect(try rows("SELECT amount, other FROM v WHERE w = 2") == [[20, 1]])
        }
        let limited = UpdateStatement("v").column("amount", value: .name("other"))
            .column("other", value: .name("amount")).limit(1)
        for send in [{ session in try session.execute(upsert) }, { session in try session.execute(limited) }]
            as [(Session) throws -> Void]
        {
            let error = #expect(throws: SQLBuildError.self) { _ = try database.write { try send($0) } }
            #expect(error?.code == .unsupported)
            #expect(
                error?.message
                    == "\(ServedEngine.isMySQL ? "MySQL" : "MariaDB") assigns one column after the other, and these are set to each other's values"
            )
        }
        #expect(try rows("SELECT amount, other FROM v ORDER BY w, n") == [[3, 30], [7, 70], [1, 10]])
    }

    @Test func upsertsOfAQueryIntoATableThatIsCalledSource() throws {
        try database.execute(
            "CREATE TABLE source (w INTEGER NOT NULL, n INTEGER NOT NULL, amount INTEGER, PRIMARY KEY (w, n))")
        try database.write { session in
            for _ in 0..<2 {
                let found = SelectStatement().column("w").column("n").column("amount").from("v")
                let insert = InsertStatement(into: "source").columns(["w", "n", "amount"]).select(found)
                try session.execute(UpsertStatement(insert).matching(["w", "n"]))
            }
        }
        #expect(try rows("SELECT w, n, amount FROM source ORDER BY w, n") == [[1, 1, 3], [1, 2, 7], [2, 1, 1]])
    }

    @Test func rowsOfValuesWithAnOrderAndALimit() throws {
        let values = SelectStatement(values: [[.value(2)], [.value(3)], [.value(1)]])
        try database.read { session throws in
            func numbers(_ statement: SelectStatement) throws -> [Int] {
                try session.rows(statement).map { try $0.get(0) }
            }
            #expect(try numbers(values.orderBy("column1").limit(2)) == [1, 2])
            #expect(try numbers(values.limit(1)).count == 1)
            let numbered = SelectStatement().column(.value(0), alias: "column1")
            #expect(try numbers(numbered.unionAll(values).orderBy("column1").limit(3)) == [0, 1, 2])
        }
    }

    @Test func lettersOfAColumnThatTellsThem() throws {
        if ServedEngine.isMariaDB { try database.execute("ALTER TABLE v MODIFY name VARCHAR(20) COLLATE utf8mb4_bin") }
        #expect(try count(.column("name").like("ABC", ignoringCase: true)) == 2)
        #expect(try count(.column("name").notLike("A%", ignoringCase: true)) == 0)
        // A letter that escapes is not folded with the others.
        try database.execute("UPDATE v SET name = 'A%C' WHERE w = 1 AND n = 1")
        if ServedEngine.isMariaDB {
            let error = #expect(throws: SQLBuildError.self) {
                _ = try count(.column("name").like("aX%c", escape: "X", ignoringCase: true))
            }
            #expect(
                error?.message == "the escape of a LIKE that ignores case is no letter, as 'X' is")
            return #expect(try count(.column("name").like("a!%c", escape: "!", ignoringCase: true)) == 1)
        }
        #expect(try count(.column("name").like("aX%c", escape: "X", ignoringCase: true)) == 1)
        #expect(try count(.column("name").like("ax%c", escape: "x", ignoringCase: true)) == 1)
        #expect(try count(.column("name").like("a%c", escape: "x", ignoringCase: true)) == 2)
    }

    /// A query that is compiled once must not answer by what it found before.
    @Test func notInAQueryThatFoundNothingBefore() throws {
        try database.write { session in
            for least in [100, 3, 100, 1, 100] {
                let names = SelectStatement().column("name").from("v")
                    .where("amount", .greaterThanOrEqualTo, least).where("name", .isNot, SQLValue.null)
                let found = SelectStatement().column(.count()).from("v").where(
                    .column("name"), .notIn, .subquery(names))
                let count: Int = try #require(try session.rows(found).first).get(0)
                #expect(count == (least == 100 ? 3 : 0))
            }
        }
    }

    /// The same of `ALL` and `ANY`, which SQLite does not have, and of statements that are sent together.
    @Test func allOfAQueryThatFoundNothingBefore() throws {
        guard !ServedEngine.isSQLite else { return }
        try database.write { session throws in
            for least in [100, 3, 100, 1, 100] {
                let all: SQL =
                    "SELECT count(*) FROM v WHERE name <> ALL (SELECT name FROM v WHERE amount >= \(least) AND name IS NOT NULL)"
                let any: SQL =
                    "SELECT count(*) FROM v WHERE NOT name = ANY (SELECT name FROM v WHERE amount >= \(least) AND name IS NOT NULL)"
                for sql in [all, any] {
                    #expect(try session.value(sql, as: Int.self) == (least == 100 ? 3 : 0))
                }
            }
        }
    }

    /// The rows of a VALUES have their types before those of the other members give them some.
    @Test func rowsOfValuesBesideAnotherQuery() throws {
        try database.read { session throws in
            func numbers(_ statement: SelectStatement) throws -> [Int] {
                try session.rows(statement).map { try $0.get(0) }
            }
            let amounts = SelectStatement().column("amount").from("v")
            #expect(try numbers(amounts.unionAll(SelectStatement(values: [[8]]))).sorted() == [1, 3, 7, 8])
            #expect(try numbers(amounts.except(SelectStatement(values: [[7], [9]]))).sorted() == [1, 3])
            #expect(try numbers(SelectStatement(values: [[8]]).unionAll(amounts)).sorted() == [1, 3, 7, 8])
        }
        try database.write { session in
            let more = SelectStatement().column("w").column("n").column("amount").from("v")
                .union(SelectStatement(values: [[3, 4, 5]]))
            try session.execute("CREATE TABLE copied (w INTEGER, n INTEGER, amount INTEGER)")
            try session.execute(InsertStatement(into: "copied").columns(["w", "n", "amount"]).select(more))
        }
        #expect(try rows("SELECT amount FROM copied ORDER BY w, n") == [[3], [7], [1], [5]])
    }
}
