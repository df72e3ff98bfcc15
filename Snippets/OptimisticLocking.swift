// The code of Documentation/OptimisticLocking.md.
import Foundation
import ZIMOrm

// snippet.class
final class Stock: Model {
    var warehouse = 0, item = 0, quantity = 0, version = 0
    var note: String?
    override class var primaryKey: [String] { ["warehouse", "item"] }
    override class var locking: Locking { .version("version") }
}
// snippet.end

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE "Stock" (warehouse INTEGER, item INTEGER, quantity INTEGER, version INTEGER NOT NULL, note TEXT,
        PRIMARY KEY (warehouse, item));
    INSERT INTO "Stock" VALUES (1, 7, 10, 0, NULL), (1, 8, 20, 0, NULL);
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

// snippet.save
guard let stock = try database.find(Stock.self, 1, 7) else { exit(1) }
stock.quantity -= 1
try stock.save()
// snippet.end

try database.execute("UPDATE \"Stock\" SET quantity = 3, version = version + 1")
stock.quantity -= 1
// snippet.lost
do {
    try stock.save()
} catch let error as ModelError where error.code == .staleRow {
    print(error.message)
    for conflict in error.conflicts { print(conflict.column, conflict.expected, conflict.found) }
    try stock.merge()  // what was changed here stays, the rest is read again; reload() takes all of the row
    print("to be written now:", try stock.changedColumns())
    try stock.save()
}
// snippet.end

// snippet.call
stock.note = "counted"
try stock.save(locking: .allColumns)
stock.quantity = 0
try stock.save(locking: .none)
// snippet.end

// snippet.form
let form = Stock()
(form.warehouse, form.item, form.quantity, form.version) = (1, 8, 5, 1)  // as a browser sends it back
try database.write { try $0.update(form) }
// snippet.end
print(form.version)
_ = trace
