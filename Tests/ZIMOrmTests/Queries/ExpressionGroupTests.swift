import Foundation
import TestServer
import Testing
import ZIMOrm

private final class Receipt: Model {
    var shop = 0, number = 0, amount: Int?, customer: String?, day: String?, voided = 0
    override class var table: String { "sale" }
    override class var primaryKey: [String] { ["shop", "number"] }
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Receipt.voided == 0) }
    override class var relationships: [Relationship] {
        [.hasMany("like", Receipt.self, foreignKey: ["amount"], references: ["number"])]
    }
}

/// `groupBy` with an expression: its value comes with the groups, and it is one expression wherever it stands.
@Suite(.eachEngine) struct ExpressionGroupTests {
    let database: Database
    private let month = SQLExpression.function("substr", .column("day"), 1, 7)
    private let customer = SQLExpression.lower(.column("customer"))

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE sale (
                shop INTEGER NOT NULL, number INTEGER NOT NULL, amount INTEGER, customer VARCHAR(20), day VARCHAR(10),
                voided INTEGER NOT NULL, PRIMARY KEY (shop, number));
            INSERT INTO sale VALUES (1, 1, NULL, 'Ab', '2026-01-03', 0), (1, 2, 5, 'aB', '2026-01-09', 0),
                (1, 3, 2, NULL, '2026-02-01', 0), (2, 1, NULL, 'c', '2026-02-02', 0), (2, 2, 2, 'C', NULL, 0),
                (2, 3, 7, 'ab', '2026-01-04', 0), (9, 1, 1, 'ab', '2026-01-05', 1);
            """)
    }

    private func values(_ rows: [ResultRow]) -> [[String]] { rows.map { $0.values.map { "\($0)" } } }

    @Test func groupsByAnExpressionWithParameters() throws {
        try database.read { session in
            let sales = try session.query(Receipt.self).filter(\.number > 0)
            let months = sales.groupBy(month).having(month > "2026-00").orderBy(month, ascending: false)
            #expect(try values(months.rows(.count())) == [["'2026-02'", "2"], ["'2026-01'", "3"]])
            #expect(try months.count() == 2)
            #expect(try values(months.limit(1).offset(1).rows(.count())) == [["'2026-01'", "3"]])
            let rendered = try months.rendered(.count())
            #expect(
                rendered.sql.withQuestionMarks
                    == #"""
                    SELECT substr("day", ?, ?)\#(ServedEngine.isMariaDB ? #" AS "zim_group0""# : ""), count(*) FROM "sale" WHERE "sale"."voided" = ? AND "sale"."number" > ? GROUP BY substr("day", ?, ?) HAVING \#(ServedEngine.isMariaDB ? #""zim_group0""# : #"substr("day", ?, ?)"#) > ? ORDER BY substr("day", ?, ?) DESC\#(ServedEngine.isPostgreSQL ? " NULLS LAST" : "")
                    """#)
            // One parameter is one expression to PostgreSQL.
            #expect(rendered.parameters.count == ServedEngine.on(sqlite: 11, postgreSQL: 5, mariaDB: 9))
        }
    }

    @Test func columnsAndExpressionsStandBesideEachOther() throws {
        try database.read { session in
            let sales = try session.query(Receipt.self)
            let groups = sales.groupBy(\.shop).groupBy(month).having(.count() >= 1)
                .orderBy("shop").orderBy(month, nulls: .last)
            #expect(
                try values(groups.rows(.count(), .function("replace", month, "-", "/"))) == [
                    ["1", "'2026-01'", "2", "'2026/01'"], ["1", "'2026-02'", "1", "'2026/02'"],
                    ["2", "'2026-01'", "1", "'2026/01'"], ["2", "'2026-02'", "1", "'2026/02'"],
                    ["2", "NULL", "1", "NULL"],
                ])
            #expect(try groups.count() == 5)
            #expect(try groups.rows(.count()).first?.columns.first == "shop")
            // A literal is a column's name.
            #expect(try values(sales.groupBy("shop").orderBy("shop").rows(.count())) == [["1", "3"], ["2", "3"]])
        }
    }

    @Test func anyExpressionMakesGroups() throws {
        try database.read { session in
            let sales = try session.query(Receipt.self)
            let size = SQLCase().when(.column("amount") > 4, then: "large").when(.column("amount") > 1, then: "small")
                .else("none").expression
            #expect(
                try values(sales.groupBy(size).orderBy(size).rows(.count())) == [
                    ["'large'", "2"], ["'none'", "2"], ["'small'", "2"],
                ])
            let shifted = SQLExpression.column("number") + 10
            #expect(
                try values(sales.groupBy(shifted).having(.sum(shifted) > 22).orderBy(shifted).rows(.count())) == [
                    ["12", "2"], ["13", "2"],
                ])
            let parity = SQLExpression.sql("number % \(2)")
            #expect(try values(sales.groupBy(parity).orderBy(parity).rows(.count())) == [["0", "2"], ["1", "4"]])
            let related = try sales.expression(Related.count("like", \Receipt.shop > 0))
            let found = sales.groupBy(related).having(related > 0).orderBy(related)
            #expect(try values(found.rows(.count())) == [["2", "2"]])
            #expect(try found.count() == 1)
        }
    }

    @Test func conditionsMayNameTheExpression() throws {
        try database.read { session in
            let sales = try session.query(Receipt.self)
            for (condition, wanted) in [
                (customer.isNotNull, [["'ab'", "3"], ["'c'", "2"]]),
                (customer.isIn(["ab", "x"]) && customer.like("%b"), [["'ab'", "3"]]),
                (.maximum(customer) > "a" && customer != "ab", [["'c'", "2"]]),
                (customer == nil, [["NULL", "1"]]),
            ] {
                let groups = sales.groupBy(customer).having(condition).orderBy(customer)
                #expect(try values(groups.rows(.count())) == wanted)
                #expect(try groups.count() == wanted.count)
            }
            let keyed = sales.filter(keys: [[1, 1], [1, 2], [2, 2]]).groupBy(customer).having(customer != "")
            #expect(try values(keyed.orderBy(customer).rows(.count())) == [["'ab'", "2"], ["'c'", "1"]])
        }
    }
}
