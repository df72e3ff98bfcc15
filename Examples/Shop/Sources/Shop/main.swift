import ShopModels
import ZIMOrm

let database = try Database(path: "legacy.sqlite")
try database.check(ZIMModels.all)  // throws where the database is no longer what the classes say

try database.read { session in
    for order in try session.query(Order.self).orderByKey().all() {
        print("\(order.year)/\(order.number)", try order.seller()?.name ?? "nobody")
        for line in try order.orderLines() {
            print("   ", line.pos, try line.article()?.name ?? "no article", line.quantity)
        }
    }
}

try database.write { session in
    guard let order = try session.find(Order.self, 1999, 1) else { return }
    let line = OrderLine()
    (line.oYear, line.oNumber, line.pos) = (order.year, order.number, 2)
    (line.articleNo, line.quantity) = ("C-1", 3)
    try line.upsert()
}
