// The code of Documentation/Queries.md.
import Foundation
import ZIMOrm

final class Sale: Model {
    var shop = 0, number = 0
    var customer: String?
    var amount = 0
    var day = Date()
    override class var table: String { "sale" }
    override class var primaryKey: [String] { ["shop", "number"] }
    override class var relationships: [Relationship] {
        [.hasMany("payments", Payment.self, foreignKey: ["shop", "number"])]
    }
    override class var columns: [Column] {
        [
            Column("shop", \Sale.shop), Column("number", \Sale.number), Column("customer", \Sale.customer),
            Column("amount", \Sale.amount), Column("day", \Sale.day, date: .date),
        ]
    }
}

final class Payment: Model {
    var shop = 0, number = 0, part = 0, paid = 0
    override class var table: String { "payment" }
    override class var primaryKey: [String] { ["shop", "number", "part"] }
    override class var relationships: [Relationship] {
        [.belongsTo("sale", Sale.self, foreignKey: ["shop", "number"])]
    }
}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE sale (number INT, shop INT, customer TEXT, amount INT, day TEXT, PRIMARY KEY (shop, number));
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
    INSERT INTO sale SELECT i, i % 2, CASE WHEN i % 3 THEN 'MacLeod ' || i END, i * 10, '2026-01-' || (10 + i) FROM n;
    CREATE TABLE payment (shop INT, number INT, part INT, paid INT, PRIMARY KEY (shop, number, part));
    INSERT INTO payment SELECT shop, number, 1, amount / 2 FROM sale WHERE amount > 60;
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

try database.read { session in
    // snippet.typed
    let large = try session.query(Sale.self)
        .filter(\.shop == 1 && (\.amount >= 50 || \.customer == nil))
        .orderBy(\.amount, ascending: false)
        .limit(3)
        .all()
    // snippet.end
    print(large.map(\.amount))

    // snippet.columns
    let round = try session.query(Sale.self).filter(\.amount >= \.number && !(\.shop == 0)).count()
    // snippet.end
    print(round)

    // snippet.closure
    let some = try session.query(Sale.self).filter { $0.shop == 1 && ($0.amount >= 50 || $0.customer == nil) }.count()
    // snippet.end
    print(some)

    // snippet.rowvalue
    let later = try session.query(Sale.self).filter(RowValue(\.shop, \.number) > (0, 6)).all()
    // snippet.end
    print(later.map(\.number))

    // snippet.lists
    let rest = try session.query(Sale.self).filter(.key(notIn: [[0, 2], [0, 4]])).count()
    let names = RowValue(\Sale.customer, \Sale.amount).in([("MacLeod 2", 20), ("MacLeod 5", 50)])
    let known = try session.query(Sale.self).filter(names && .key(in: [[0, 2], [1, 3]])).all()
    // snippet.end
    print(rest, known.map(\.number))

    // snippet.exists
    let paid = try session.query(Sale.self).filter(.exists("payments", \Payment.paid > 40)).count()
    let unpaid = try session.query(Sale.self).filter(!.exists("payments")).count()
    // snippet.end
    print(paid, unpaid)

    // snippet.related
    let late = try session.query(Sale.self).filter(Related.sum("payments", \Payment.paid, \Payment.part <= 2) < 50)
        .count()
    let most = try session.query(Sale.self).filter(\.shop == 1).orderBy(Related.count("payments"), ascending: false)
        .all()
    let sales = try session.query(Sale.self)
    let counted = try sales.rows(.column("number"), sales.expression(Related.count("payments")))
    let beside = try sales.all(with: Related.count("payments"), Related.sum("payments", \Payment.paid))
    // snippet.end
    print(late, most.map(\.number), counted.count, beside.map { "\($0.number): \($1 ?? 0) \($2 ?? 0)" })

    // snippet.subquery
    let big = try session.query(Sale.self).filter(\.amount > 80)
    let parts = try session.query(Payment.self).filter("sale", in: big).all()
    let firsts = try session.query(Payment.self)
        .filter(RowValue(\.shop, \.number).in(RowValue(\.shop, \.number), of: big) && \.part == 1).count()
    // snippet.end
    print(parts.map(\.paid), firsts)

    // snippet.scalar
    let mean = try session.query(Sale.self).filter(\.shop == 1).subquery(.average(.column("amount")))
    let above = try session.query(Sale.self).filter(.column("amount") > mean).count()
    // snippet.end
    print(above)

    // snippet.values
    struct Summary { var number: Int, day: Date }
    let tuples = try session.query(Sale.self).filter(\.shop == 1).values(\.number, \.day)
    let summaries = try session.query(Sale.self).filter(\.shop == 1).values(\.number, \.day, as: Summary.init)
    // snippet.end
    print(tuples.map(\.0), summaries.map(\.number))

    // snippet.totals
    let totals = try session.query(Sale.self).rows(.count(), .sum(.column("amount"))).first
    // snippet.end
    print(totals as Any)

    // snippet.steps
    let shops = try session.query(Sale.self).groupBy(\.shop)
    let customers = try shops.groupBy(\.customer).orderBy("shop").rows(.count())
    // snippet.end
    print(customers.count)

    // snippet.parts
    let open = try session.query(Sale.self).filter(\.shop == 1).filter(\.amount >= 50 || \.customer == nil).count()
    // snippet.end
    print(open)

    // snippet.text
    let name = "Mac"
    let text = try session.query(Sale.self).filter("customer BEGINSWITH \(name) AND NOT amount BETWEEN \(30) AND \(90)")
    // snippet.end
    print(try text.all().map(\.amount))

    // snippet.expression
    let even = SQLExpression.sql("amount % 20 = 0")
    print(try session.query(Sale.self).filter(even).count())
    // snippet.end

    // snippet.ask
    let shop = try session.query(Sale.self).filter(\.shop == 1)
    let total = try shop.sum(\.amount)
    let average = try shop.average(\.amount)
    let hasLarge = try shop.filter(\.amount > 100).exists()
    // snippet.end
    print(total as Any, average as Any, hasLarge)

    // snippet.page
    let pages = try session.query(Sale.self).orderBy(\.day).limit(5)
    var page = try pages.all()
    while let last = page.last {
        print(page.map(\.number))
        page = try pages.after(last).all()
    }
    // snippet.end

    // snippet.group
    let busy = try session.query(Sale.self).groupBy("shop").having(.count() > 2)
        .rows(.count(), .function("sum", .column("amount")))
    for row in busy { print(row[0], row[1], row[2]) }
    // snippet.end

    // snippet.stream
    var sum = 0
    try session.query(Sale.self).forEach { sum += $0.amount }
    // snippet.end
    print(sum)

    // snippet.raw
    let best = try session.query(
        Sale.self, sql: "SELECT * FROM sale WHERE amount = (SELECT max(amount) FROM sale WHERE shop = \(0))"
    ).first()
    for row in try session.rows("SELECT day, amount FROM sale WHERE amount > \(100)") { print(row) }
    // snippet.end
    print(best?.number as Any)
}

try database.write { session in
    // snippet.change
    let changed = try session.query(Sale.self).filter(\.customer == nil).update(.set(\.customer, "unknown"))
    let deleted = try session.query(Sale.self).filter(\.amount < 30).delete()
    // snippet.end
    print(changed, deleted)
}
