// The code of Documentation/Watching.md.
import Foundation
import ZIMOrm

// snippet.classes
final class Order: Model {
    var warehouse = 0, number = 0
    var carrier: Int?
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["warehouse", "number"] }
    override class var relationships: [Relationship] {
        [.hasMany("lines", OrderLine.self, foreignKey: ["warehouse", "order"])]
    }
    func lines() throws -> [OrderLine] { try hasMany(OrderLine.self, foreignKey: ["warehouse", "order"]) }
}

final class OrderLine: Model {
    var warehouse = 0, order = 0, number = 0, amount = 0
    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["warehouse", "order", "number"] }
}
// snippet.end

let path = NSTemporaryDirectory() + "watching-\(UUID().uuidString).sqlite"
defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
var options = DatabaseOptions()
options.journalMode = .wal
let database = try Database(path: path, options: options)
try database.write {
    try $0.execute(
        """
        CREATE TABLE orders (warehouse INTEGER, number INTEGER, carrier INTEGER, PRIMARY KEY (warehouse, number))
            WITHOUT ROWID;
        CREATE TABLE order_line (warehouse INTEGER, "order" INTEGER, number INTEGER, amount INTEGER NOT NULL,
            PRIMARY KEY (warehouse, "order", number)) WITHOUT ROWID;
        INSERT INTO orders VALUES (1, 1, NULL), (1, 2, NULL), (2, 1, 5);
        INSERT INTO order_line VALUES (1, 1, 1, 10), (1, 1, 2, 20);
        """)
}
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

// snippet.observe
func follow(_ database: Database) async throws {
    let observation = database.observe(Order.self) { try $0.filter(\.carrier == nil).with("lines").orderByKey().all() }
    for try await open in observation {
        print("open:", try open.map { try $0.lines().count })
        if open.isEmpty { break }
    }
}
// snippet.end

// snippet.task
let task = Task { try await follow(database) }
try database.write { session in
    try session.query(Order.self).filter(\.number == 2).update(.set(\.carrier, 7))
}
try database.write { try $0.query(Order.self).update(.set(\.carrier, 7)) }
try await task.value
// snippet.end

// snippet.value
for try await total in database.observe({
    try $0.value("SELECT coalesce(sum(amount), 0) FROM order_line", as: Int.self)
}) {
    print("total:", total ?? 0)
    break
}
// snippet.end

// snippet.changes
let changes = try await database.changes(in: [Order.self, OrderLine.self])  // watches from here on
try database.write { try $0.query(OrderLine.self).filter(\.number == 2).delete() }
for try await change in changes {
    print("changed:", change.tables, change.includes(OrderLine.self), change.isExact)
    break
}
// snippet.end
trace.cancel()

#if PostgreSQL
    // snippet.triggers
    func addTriggers(_ database: Database) throws {
        let triggers = WatchTriggers(on: "orders", "order_line")
        print(triggers.installation)  // for a review, or for a migration
        try database.write { try triggers.install(in: $0) }
    }
// snippet.end
#endif
