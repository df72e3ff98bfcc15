// The code of Documentation/Performance.md.
import Foundation
import ZIMOrm

final class Stock: Model {
    var warehouse = 0, item = 0, quantity = 0
    var note: String?
    override class var table: String { "stock" }
    override class var primaryKey: [String] { ["warehouse", "item"] }
}

let database = try Database.inMemory()
try database.execute(
    "CREATE TABLE stock (warehouse INT, item INT, quantity INT NOT NULL, note TEXT, PRIMARY KEY (warehouse, item))")
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

// snippet.many
let all = (1...300).map { item in
    let stock = Stock()
    (stock.warehouse, stock.item, stock.quantity) = (1, item, 10)
    return stock
}
try database.write { try $0.save(all) }
// snippet.end

// snippet.bulk
try database.write { session in
    var items = (1...300).makeIterator()
    try session.bulkInsert(into: "stock", columns: ["warehouse", "item", "quantity"]) { row in
        guard let item = items.next() else { return false }
        row.append(2)
        row.append(item)
        row.append(10)
        return true
    }
}
// snippet.end

try database.read { session in
    // snippet.columns
    let numbers = try session.rows("SELECT item, quantity FROM stock WHERE warehouse = \(1)")
    let total = try session.query(Stock.self).sum(\.quantity)
    // snippet.end
    print(numbers.count, total as Any)

    // snippet.plan
    for step in try session.rows("EXPLAIN QUERY PLAN SELECT * FROM stock WHERE quantity > \(5)") { print(step[3]) }
    // snippet.end
}

// snippet.slow
let slow = database.trace { statement in
    if statement.duration > .milliseconds(100) { print(statement.duration, statement.sql) }
}
// snippet.end
slow.cancel()
