// A report that the statement builder puts together at run time, without a model: the code of Documentation/Builder.md.
import ZIMDb
import ZIMSql

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE sale (year INT, region TEXT, article TEXT, quantity INT, price NUMERIC);
    INSERT INTO sale VALUES (1998, 'north', 'cards', 40, 12.5), (1998, 'north', 'ribbon', 100, 3),
        (1998, 'south', 'cards', 8, 12.5), (1999, 'north', 'cards', 60, 13), (1999, 'south', 'ribbon', 20, 3.5), (1999, 'south', 'cards', 30, 13);
    """)
let trace = database.trace { if !$0.isTransactionControl { print($0) } }

// snippet.report
/// What a user picks: how to group, and which rows.
struct Report {
    var groups = ["region"]
    var years: ClosedRange<Int>?
    var least = 0

    var statement: SelectStatement {
        let revenue = SQLExpression.sum(.name("quantity") * .name("price"))
        var sales = SelectStatement().from("sale").column(revenue, alias: "revenue")
        for group in groups { sales = sales.column(group).groupBy(group) }
        if let years { sales = sales.where("year", .between, [years.lowerBound, years.upperBound]) }
        let ranked = SelectStatement().with("sales", as: sales).from("sales").all()
            .column(.function("rank").over(SQLWindow().orderBy("revenue", descending: true)), alias: "place")
        return ranked.where("revenue", .greaterThanOrEqualTo, least).orderBy("place")
    }
}

let report = Report(groups: ["year", "article"], years: 1998...1999, least: 100)
for row in try database.read({ try $0.rows(report.statement) }) {
    print(row.values.map(\.description).joined(separator: "\t"))
}
// snippet.end
