// The code of Documentation/JSONModels.md.
import Foundation
import ZIMOrm

final class Order: Model {
    var year = 0, number = 0, customer = ""
    var discount: Decimal?
    var shipped: Date?
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var relationships: [Relationship] {
        [.hasMany("lines", Line.self, foreignKey: ["year", "number"])]
    }
}

final class Line: Model {
    var year = 0, number = 0, position = 0, text = ""
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["year", "number", "position"] }
}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE orders (year INTEGER, number INTEGER, customer TEXT, discount TEXT, shipped TEXT, PRIMARY KEY (year, number));
    CREATE TABLE line (year INTEGER, number INTEGER, position INTEGER, text TEXT, PRIMARY KEY (year, number, position));
    INSERT INTO orders VALUES (2026, 1, 'Ada', NULL, '2026-01-02T03:04:05Z'), (2026, 2, 'Bob', '2.5', NULL);
    INSERT INTO line VALUES (2026, 1, 1, 'tea'), (2026, 1, 2, 'salt');
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

// snippet.encode
let orders = try database.read { try $0.query(Order.self).with("lines").orderByKey().all() }
let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601WithFractions
encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
let json = try encoder.encode(orders.encoded(excluding: ["discount"]))
// snippet.end
print(String(decoding: json, as: UTF8.self))

// snippet.apply
let body = Data(#"{"customer": "Eve", "discount": 12.50}"#.utf8)
if let order = try database.find(Order.self, 2026, 1) {
    try order.apply(json: body, allowing: ["customer", "discount"])
    try order.save()
    print(order)
}
// snippet.end

// snippet.identity
extension Order: Identifiable {
    var id: RowIdentity { rowIdentity }
}
let customers = Dictionary(orders.map { ($0.id, $0.customer) }) { first, _ in first }
// snippet.end
print(customers.count)
_ = trace
