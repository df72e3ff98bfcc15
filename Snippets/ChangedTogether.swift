// Rows that several programs change: lost races, migrations, associations, watching, JSON.
import Foundation
import ZIMOrm

let database = try Database.inMemory()
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

final class Account: Model {
    var bank = "", number = 0, balance = 0, version = 0
    override class var primaryKey: [String] { ["bank", "number"] }
    // Also .changedColumns, .allColumns; .none is the default.
    override class var locking: Locking { .version("version") }
}
final class Order: Model {
    var year = 0, number = 0
    var customer = ""
    override class var primaryKey: [String] { ["year", "number"] }
}
final class Product: Model {
    var id = 0
    var name = ""
    override class var primaryKey: [String] { ["id"] }
}
final class OrderLine: Model {
    var year = 0, number = 0, product = 0, quantity = 1
    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["year", "number", "product"] }
}

var migrations = Migrations()
migrations.add("1 tables") { session in
    try session.execute(
        """
        CREATE TABLE Account (bank TEXT, number INT, balance INT NOT NULL, version INT NOT NULL, PRIMARY KEY (bank, number));
        CREATE TABLE "Order" (year INT, number INT, customer TEXT NOT NULL, PRIMARY KEY (year, number));
        CREATE TABLE Product (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE order_line (year INT, number INT, product INT, quantity INT NOT NULL,
            PRIMARY KEY (year, number, product), FOREIGN KEY (year, number) REFERENCES "Order", FOREIGN KEY (product) REFERENCES Product);
        """)
}
let done = try migrations.run(on: database)  // ["1 tables"]; the next time []
print(done, try migrations.run(on: database))
try database.execute(
    """
    INSERT INTO Account VALUES ('A', 1, 10, 0); INSERT INTO "Order" VALUES (1998, 7, 'Ada'), (1998, 8, 'Bob');
    """)

// A lost race.
if let mine = try database.find(Account.self, "A", 1), let theirs = try database.find(Account.self, "A", 1) {
    theirs.balance += 1
    try database.write { try $0.save(theirs) }
    mine.balance -= 1
    do { try database.write { try $0.save(mine) } } catch let error as ModelError where error.code == .staleRow {
        print(error)  // mine is unchanged, and can reload() or merge()
    }
}

try database.write { session in
    // Upsert by another unique key; find or create; a dictionary by key.
    let saw = Product()
    saw.name = "saw"
    try session.upsert(saw, on: ["name"])  // saw.id is the row's
    // snippet.create
    let (hammer, isNew) = try session.findOrCreate(Product.self, by: ["name": "hammer"]) { $0.id = 7 }
    // snippet.end
    print(saw.id, hammer.id, isNew)
    // snippet.dictionary
    let byKey = try session.find(Order.self, keys: [[1998, 7], [1998, 8]], as: .dictionary)  // [ModelKey: Order]
    // snippet.end
    guard let order = byKey[[1998, 7]] else { fatalError("the order is there") }
    // Rows of the join table are made, changed and deleted by composite keys on both sides.
    // snippet.through
    try order.add(hammer, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"]) {
        $0.quantity = 3
    }
    try order.remove(hammer, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"])
    try order.replace(
        with: [saw], through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["product"])
    // snippet.end
}

// Watching: the first value at once, then one for each transaction that changed what the closure read.
for try await count in database.observe({ try $0.query(Account.self).filter(\.balance < 0).count() }) {
    print(count)
    break
}

// Models cross await in both directions, and encode themselves by property names.
func encode() async throws {
    guard let account = try await database.find(Account.self, "A", 1) else { return }
    account.balance = 5
    try await account.save()
    // snippet.encode
    let json = try JSONEncoder().encode(account)  // {"bank":"A","number":1,"balance":5,"version":2}
    // snippet.end
    print(String(decoding: json, as: UTF8.self))
    do { try account.apply(json: json, allowing: ["balance"]) } catch { print(error) }  // any other key in it throws
}
try await encode()
_ = trace
