import Foundation
import TestServer
import Testing

@testable import ZIMOrm

/// A `Decimal` in statements of the builder is a number on every engine, also where no column stands beside it: as a text MariaDB and
/// SQLite would compare it letter by letter, or as a real number.
@Suite(.eachEngine, .showingValues) struct BuiltDecimalTests {
    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE p (
                w INTEGER NOT NULL, n INTEGER NOT NULL, price DECIMAL(20,2), tax DECIMAL(20,2), PRIMARY KEY (w, n));
            INSERT INTO p VALUES (1, 1, 10, 0), (1, 2, 5.5, 0), (2, 1, NULL, 0);
            """)
    }

    private func decimal(_ digits: String) -> SQLExpression { .value(Decimal(string: digits) ?? .nan) }

    private func keys(_ condition: SQLExpression) throws -> [[SQLValue]] {
        try database.read { session in
            let found = SelectStatement().column("w").column("n").from("p").where(condition).orderBy("w").orderBy("n")
            return try session.rows(found).map(\.values)
        }
    }

    private func number(_ statement: SelectStatement) throws -> Decimal? {
        try database.read { try $0.rows(statement).first?.get(0, as: Decimal.self) }
    }

    private var orZero: SQLExpression { .coalesce(.column("price"), decimal("0")) }
    private var isFirst: SQLExpression { .column("w") == 1 && .column("n") == 1 }

    @Test func changesByAnExpression() throws {
        try database.write { session throws in
            let set = UpdateStatement("p").column("tax", value: 9)
            let found = try session.execute(set.where(.column("price") * decimal("1.1") == decimal("6.05"))).changes
            // SQLite reckons with real numbers.
            #expect(found == (ServedEngine.isSQLite ? 0 : 1))
            #expect(try session.execute(DeleteStatement(from: "p").where(orZero < decimal("9"))).changes == 2)
        }
        #expect(try keys(.all([])) == [[1, 1]])
    }

    /// Half a cent is rounded as the server rounds decimal numbers; SQLite has real ones.
    @Test func exactProducts() throws {
        guard !ServedEngine.isSQLite else { return }
        try database.write { session throws in
            for (price, tax) in [("1.50", "0.23"), ("3.10", "0.47"), ("4.10", "0.62")] {
                try session.execute(UpdateStatement("p").column("price", value: Decimal(string: price)))
                try session.execute(
                    UpdateStatement("p").column("tax", value: SQLExpression.column("price") * decimal("0.15")))
                #expect(try keys(.column("tax") == decimal(tax)).count == 3)
            }
            try session.execute(UpdateStatement("p").column("price", value: decimal("12345678901234567.87")))
        }
        #expect(try keys(.column("price").isIn([decimal("12345678901234567.88"), 3])).isEmpty)
        #expect(try keys(.column("price").isIn([decimal("12345678901234567.87"), 3])).count == 3)
        #expect(try keys(.column("price") + decimal("0.01") == decimal("12345678901234567.88")).count == 3)
        let distance = SQLExpression.function("abs", .column("price") - decimal("0.3"))
        #expect(try keys(distance == decimal("12345678901234567.57")).count == 3)
    }

    @Test func comparisonsOfExpressions() throws {
        #expect(try keys(orZero > decimal("9")) == [[1, 1]])
        #expect(try keys(orZero < .column("w") + 8) == [[1, 2], [2, 1]])
        let choice = SQLCase().when(.column("n") == 1, then: .column("price")).else(decimal("9.5")).expression
        #expect(try keys(choice > decimal("9.75")) == [[1, 1]])
        #expect(try keys(choice < .column("w") + 9) == [[1, 2]])
    }

    /// PostgreSQL rounds half numbers away from zero, MariaDB and MySQL to the even one, and SQLite cuts the fraction off.
    @Test func realNumbersAsWholeOnes() throws {
        let numbers = [2.5, 3.5, -2.5, 2.7].map { SQLExpression.value($0).cast(as: .integer) }
        let row = try database.read { try $0.rows(numbers.reduce(SelectStatement()) { $0.column($1) }).map(\.values) }
        let expected: [SQLValue] =
            ServedEngine.isSQLite ? [2, 3, -2, 2] : ServedEngine.isMariaDB ? [2, 4, -2, 3] : [3, 4, -3, 3]
        #expect(row == [expected])
    }

    @Test func rowsOfSeveral() throws {
        let all: [[SQLValue]] = [[1, 1], [1, 2], [2, 1]]
        #expect(try keys(.row([decimal("0.15"), "abc"]) < .row([3, "x"])) == all)
        #expect(try keys(.row([decimal("0.15"), "abc"]) < .row([.column("price") * 2, "x"])) == [[1, 1], [1, 2]])
        #expect(try keys(.row([.column("price") * 2, "x"]) > .row([decimal("0.15"), "abc"])) == [[1, 1], [1, 2]])
        let (ten, five) = (SQLExpression.row([decimal("10"), 1]), SQLExpression.row([decimal("5.5"), 2]))
        let (own, product) = (
            SQLExpression.row([.column("price"), .column("n")]),
            SQLExpression.row([.column("price") * 1, .column("n")])
        )
        #expect(try keys(.binary(product, .in, .row([ten, five]))) == [[1, 1], [1, 2]])
        #expect(try keys(.binary(own, .in, .row([ten, five]))) == [[1, 1], [1, 2]])
        #expect(try keys(.binary(ten, .in, .row([own, five]))) == [[1, 1]])
        let products = SelectStatement().column(.column("price") * 1).column("n").from("p")
        #expect(try keys(.binary(ten, .in, .subquery(products))) == all)
        #expect(try keys(.binary(.row([decimal("10"), 2]), .in, .subquery(products))) == [])
    }

    /// A column of texts tells apart what no real number does.
    @Test func rowsBesideAColumnOfTexts() throws {
        guard ServedEngine.isSQLite else { return }
        try database.write { session in
            try session.execute("CREATE TABLE exact (price VARCHAR(30), n INTEGER)")
            try session.execute("INSERT INTO exact VALUES ('12345678901234567.12', 1)")
            let own = SQLExpression.row([.column("price"), .column("n")])
            func count(_ condition: SQLExpression) throws -> Int {
                try session.rows(SelectStatement().column("n").from("exact").where(condition)).count
            }
            for (digits, found) in [("12345678901234567.12", 1), ("12345678901234567.13", 0)] {
                let row = SQLExpression.row([decimal(digits), 1])
                #expect(try count(row == own) == found)
                #expect(try count(own == row) == found)
                #expect(try count(.binary(own, .in, .row([row, .row([decimal("5"), 2])]))) == found)
            }
        }
    }

    @Test func resultsAndTheirOrder() throws {
        let rows = SelectStatement().from("p")
        #expect(try number(rows.column(.maximum(orZero))) == 10)
        let values = SQLCase().when(isFirst, then: decimal("10.5")).else(decimal("9")).expression
        #expect(try number(rows.column(.maximum(values))) == Decimal(string: "10.5"))
        let choice = SQLCase().when(isFirst, then: decimal("0.25")).else(.column("price")).expression
        #expect(try number(rows.column(.maximum(choice))) == Decimal(string: "5.5"))
        #expect(try number(rows.column("w").orderBy(orZero).limit(1)) == 2)
        try database.read { session throws in
            let ordered = rows.column("w").column("n").orderBy(orZero)
            #expect(try session.rows(ordered).map(\.values) == [[2, 1], [1, 2], [1, 1]])
        }
    }

    @Test func rowsOfValues() throws {
        let values = SelectStatement(values: [[decimal("9")], [decimal("10.5")]])
        let union = SelectStatement().column(decimal("9"), alias: "column1").union(
            SelectStatement().column(decimal("10.5")))
        for query in [values, union] {
            let largest = SelectStatement().column(.maximum(.column("column1"))).from(query, alias: "v")
            #expect(try number(largest) == Decimal(string: "10.5"))
        }
        if ServedEngine.isMySQL, MySQLProduct.current == .mySQL5 { return }
        let steps = SelectStatement(values: [[decimal("1.5")]]).unionAll(
            SelectStatement().column(.name("n") + 1).from("steps").where("n", .lessThan, 5))
        #expect(
            try number(
                SelectStatement().column(.maximum(.name("n"))).withRecursive("steps", columns: ["n"], as: steps)
                    .from("steps")) == Decimal(string: "5.5"))
    }

    /// The literals of a view are numbers, too.
    @Test func views() throws {
        let size = SQLCase().when(isFirst, then: decimal("10.5")).else(decimal("9")).expression
        let view = SelectStatement().column("w").column("n").column(size, alias: "size").from("p")
            .where(orZero + decimal("0.2") < decimal("9"))
        try database.withoutTransaction { session in
            try session.execute(CreateViewStatement("cheap").as(view))
            #expect(try session.rows("SELECT w, n FROM cheap ORDER BY w, n").map(\.values) == [[1, 2], [2, 1]])
            #expect(try session.value("SELECT max(size + 1) FROM cheap", as: Decimal.self) == 10)
            #expect(try session.value("SELECT count(*) FROM cheap WHERE size < 10", as: Int.self) == 2)
        }
    }

    /// Large and small numbers are compared as they are, or refused.
    @Test func manyDigits() throws {
        #expect(try keys(decimal("1e40") == decimal("2e40")).isEmpty)
        #expect(try keys(decimal("1e-35") == decimal("0")).isEmpty)
        guard ServedEngine.isMariaDB else { return }
        for digits in ["1e70", "-1e70", "1e-80"] {
            let error = #expect(throws: SQLBuildError.self) { _ = try keys(.column("price") < decimal(digits)) }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("has no decimal number of so many digits as") == true)
        }
    }
}
