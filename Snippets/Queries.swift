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
    override class var columns: [Column] {
        [
            Column("shop", \Sale.shop), Column("number", \Sale.number), Column("customer", \Sale.customer),
            Column("amount", \Sale.amount), Column("day", \Sale.day, date: .date),
        ]
    }
}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE sale (number INT, shop INT, customer TEXT, amount INT, day TEXT, PRIMARY KEY (shop, number));
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12)
    INSERT INTO sale SELECT i, i % 2, CASE WHEN i % 3 THEN 'MacLeod ' || i END, i * 10, '2026-01-' || (10 + i) FROM n;
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
    let mean = try shop.average(\.amount)
    let hasLarge = try shop.filter(\.amount > 100).exists()
    // snippet.end
    print(total as Any, mean as Any, hasLarge)

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
