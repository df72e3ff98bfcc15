import TestServer
import Testing
import ZIMOrm

/// Statements of the builder that were text to one engine, columns to another, or refused by a third: the same rows on all.
@Suite(.eachEngine) struct BuilderRowsTests {
    private static let script = """
        CREATE TABLE sale (shop INTEGER, number INTEGER, town VARCHAR(20), amount INTEGER, PRIMARY KEY (shop, number));
        CREATE TABLE total (shop INTEGER, number INTEGER, town VARCHAR(20), PRIMARY KEY (shop, number));
        INSERT INTO sale VALUES (1, 1, 'bern', 1), (1, 2, 'bern', 2), (2, 1, 'rome', 5), (2, 2, 'oslo', 9);
        """
    private let sale = SelectStatement().from("sale")
    private let amount = SQLExpression.name("amount")

    /// The rows as text: a sum is a decimal number to a server.
    private func rows(_ statement: SelectStatement, _ database: Database) throws -> [[String]] {
        try database.read { try $0.rows(statement) }.map { row in
            row.values.map { $0.description.replacing("'", with: "") }
        }
    }

    @Test func valuesWithoutAColumn() throws {
        let database = try ServedEngine.current.makeDatabase(Self.script)
        let pick = SQLCase().when(amount > 4, then: 9).else(10).expression
        #expect(try rows(sale.column(.maximum(pick)), database) == [["10"]])
        #expect(
            try rows(sale.column(.sum(SQLCase().when(amount > 4, then: 1).else(0).expression)), database) == [["2"]])
        #expect(
            try rows(sale.column("number").orderBy(pick).orderBy("shop").orderBy("number").limit(3), database)
                == [["1"], ["2"], ["1"]])
        #expect(
            try rows(SelectStatement().column(.coalesce(nil, 5)).column(.value(5) + 6).column(.value(9) < 10), database)
                == [["5", "11", "1"]])
        #expect(
            try rows(
                sale.column(amount + 1).column(.count()).groupBy(amount + 1).orderBy(amount + 1).limit(2), database)
                == [["2", "1"], ["3", "1"]])
        let count = SelectStatement().column(1).unionAll(
            SelectStatement().column(.name("n") + 1).from("n").where("n", .lessThan, 3))
        #expect(
            try rows(SelectStatement().withRecursive("n", columns: ["n"], as: count).from("n").orderBy("n"), database)
                == [["1"], ["2"], ["3"]])
    }

    /// With a parameter of another type than the column's the result is of another type, too.
    @Test func numbersWiderThanTheColumn() throws {
        let database = try ServedEngine.current.makeDatabase(Self.script)
        let keys = sale.where("shop", .equalTo, 1).orderBy("number")
        // What PostgreSQL makes of such a literal has as many digits.
        let product = ServedEngine.isPostgreSQL ? "2.50" : "2.5"
        for _ in 1...2 {
            #expect(try rows(keys.column(amount * 1.25), database) == [["1.25"], [product]])
            #expect(try rows(keys.column(amount * 2), database) == [["2"], ["4"]])
            #expect(try rows(sale.column(.sum(amount * .value(5_000_000_000))), database) == [["85000000000"]])
        }
    }

    @Test func rowsOfValues() throws {
        let database = try ServedEngine.current.makeDatabase(Self.script)
        let keys = SelectStatement(values: [[1, 2, "x"], [2, 1, "a longer text"]])
        #expect(try rows(keys, database) == [["1", "2", "x"], ["2", "1", "a longer text"]])
        #expect(
            try rows(
                SelectStatement().with("k", columns: ["shop", "number", "note"], as: keys).column("k.note").column(
                    "amount"
                )
                .from("sale").join("k").joinUsing("shop", "number").orderBy("amount"), database)
                == [["x", "2"], ["a longer text", "5"]])
        #expect(
            try rows(SelectStatement().column("v.column2").from(.values([[1, 2]]), alias: "v"), database) == [["2"]])
        #expect(
            try rows(
                SelectStatement().column(1).union(SelectStatement(values: [[2], [2]])).combine(
                    SelectStatement(values: [[2], [3]]), .intersect), database) == [["2"]])
    }

    @Test func changes() throws {
        let database = try ServedEngine.current.makeDatabase(Self.script)
        try database.write { session in
            let change = UpdateStatement("sale").column(
                "amount", value: SQLCase().when(amount > 4, then: 7).else(8).expression)
            try session.execute(change)
            let keys = SelectStatement().column("shop").column("number").column("town").from("sale")
            let upsert = UpsertStatement(into: "total").columns(["shop", "number", "town"]).matching(["shop", "number"])
            try session.execute(upsert.select(keys.where("shop", .equalTo, 1)))
            try session.execute(UpdateStatement("sale").column("town", value: "paris"))
            try session.execute(upsert.select(keys))
            try session.execute(upsert.select(SelectStatement(values: [[2, 2, "lima"], [3, 1, "kyiv"]])))
        }
        #expect(
            try rows(sale.column("amount").orderBy("shop").orderBy("number"), database) == [["8"], ["8"], ["7"], ["7"]])
        #expect(
            try rows(SelectStatement().from("total").orderBy("shop").orderBy("number"), database) == [
                ["1", "1", "paris"], ["1", "2", "paris"], ["2", "1", "paris"], ["2", "2", "lima"], ["3", "1", "kyiv"],
            ])
    }

    /// A name is a column that is grouped by, else an alias; in an aggregate a column that an alias hides.
    @Test func namesInHaving() throws {
        let database = try ServedEngine.current.makeDatabase(Self.script)
        let sums = sale.column("town").column(.sum(amount), alias: "amount").groupBy("town").orderBy("town")
        #expect(try rows(sums.having(.sum(amount), .greaterThan, 4), database) == [["oslo", "9"], ["rome", "5"]])
        #expect(try rows(sums.having("amount", .between, [2, 4]), database) == [["bern", "3"]])
        let upper = sale.column(.upper(.name("town")), alias: "town").column(.count()).groupBy("sale.town")
        #expect(try rows(upper.having("town", .equalTo, "bern"), database) == [["BERN", "2"]])
    }

    @Test func termsThatAreValues() throws {
        let database = try ServedEngine.current.makeDatabase(Self.script)
        #expect(
            try rows(
                sale.column("shop").column("amount").orderBy(2).orderBy("shop", descending: true).orderBy("number")
                    .limit(2),
                database) == [["2", "5"], ["2", "9"]])
        #expect(try rows(sale.column("shop").where(SQLExpression(nilLiteral: ()) == .name("town")), database) == [])
        #expect(
            try rows(sale.column(.count()).where(SQLExpression(nilLiteral: ()) != .name("town")), database) == [["4"]])
    }

    /// PostgreSQL would cut the name off, and delete the rows of another table.
    @Test(.enabled(if: TestServer.isInstalled)) func namesThatAreTooLong() throws {
        guard ServedEngine.isPostgreSQL else { return }
        let table = String(repeating: "x", count: 63)
        let database = try ServedEngine.current.makeDatabase(
            "CREATE TABLE \(table) (a INTEGER, b INTEGER, PRIMARY KEY (a, b))")
        try database.execute("INSERT INTO \(identifier: table) VALUES (1, 2)")
        try database.write { session in
            for statement in [
                DeleteStatement(from: table + "_archive"), DeleteStatement(from: SQLIdentifier(table + "_archive")),
            ] {
                let error = #expect(throws: SQLBuildError.self) { try session.execute(statement) }
                #expect(error?.message == "a name is longer than the 63 bytes that PostgreSQL keeps")
            }
            #expect(throws: SQLBuildError.self) { try session.rows(SelectStatement().from(table + "y")) }
            #expect(throws: SQLBuildError.self) { try session.execute("DELETE FROM \(identifier: table + "y")") }
            #expect(throws: SQLBuildError.self) { try session.find(Archived.self, 1, 2) }
        }
        #expect(try database.read { try $0.value("SELECT count(*) FROM \(identifier: table)", as: Int.self) } == 1)
    }

    private final class Archived: Model {
        var a = 0, b = 0
        override class var table: String { String(repeating: "x", count: 63) + "_archive" }
        override class var primaryKey: [String] { ["a", "b"] }
    }
}
