// The code of Documentation/Relationships.md.
import ZIMOrm

final class Employee: Model {
    var EmployeeID: Int?
    var name = ""
    var ReportsTo: Int?
    var badge: String?
    override class var primaryKey: [String] { ["EmployeeID"] }
}

final class Locker: Model {
    var number = 0
    var badge: String?
    override class var primaryKey: [String] { ["number"] }
}

// snippet.self
extension Employee {
    func boss() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["ReportsTo"]) }
    func reports() throws -> [Employee] { try hasMany(Employee.self, foreignKey: ["ReportsTo"]) }
}
// snippet.end

// snippet.references
extension Employee {
    func locker() throws -> Locker? { try hasOne(Locker.self, foreignKey: ["badge"], references: ["badge"]) }
}
// snippet.end

// snippet.order
final class Order: Model {
    var year = 0, number = 0
    var seller: Int?
    var packer: Int?
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["year", "number"] }

    func itsSeller() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["seller"]) }
    func itsPacker() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["packer"]) }
    func label() throws -> Label? { try hasOne(Label.self, foreignKey: ["orderYear", "orderNumber"]) }
    func details() throws -> [Detail] { try hasMany(Detail.self, foreignKey: ["orderYear", "orderNumber"]) }

    override class var relationships: [Relationship] {  // names for queries; the methods need none
        [
            .belongsTo("salesperson", Employee.self, foreignKey: ["seller"]),
            .hasMany("details", Detail.self, foreignKey: ["orderYear", "orderNumber"]),
        ]
    }
}
// snippet.end

// snippet.options
extension Order {
    func largest() throws -> [Detail] {
        try hasMany(
            Detail.self, foreignKey: ["orderYear", "orderNumber"],
            options: [.filter("quantity >= \(2)"), .orderBy("quantity DESC"), .limit(2)])
    }
}
// snippet.end

// snippet.through
extension Order {
    func products() throws -> [Product] {
        try hasMany(
            Product.self, through: Detail.self, foreignKey: ["orderYear", "orderNumber"], targetForeignKey: ["product"])
    }
    func productsWithDetails() throws -> [(model: Product, link: Detail)] {
        try hasManyLinked(
            Product.self, through: Detail.self, foreignKey: ["orderYear", "orderNumber"], targetForeignKey: ["product"])
    }
}
// snippet.end

final class Label: Model {
    var orderYear = 0, orderNumber = 0
    var text = ""
    override class var primaryKey: [String] { ["orderYear", "orderNumber"] }
}

final class Detail: Model {
    var orderYear = 0, orderNumber = 0, product = 0, quantity = 0
    override class var primaryKey: [String] { ["orderYear", "orderNumber", "product"] }
}

final class Product: Model {
    var id = 0
    var name = ""
    override class var primaryKey: [String] { ["id"] }
}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE Employee (EmployeeID INTEGER PRIMARY KEY, name TEXT, ReportsTo INT, badge TEXT UNIQUE);
    CREATE TABLE Locker (number INT PRIMARY KEY, badge TEXT REFERENCES Employee (badge));
    CREATE TABLE orders (number INT, year INT, seller INT, packer INT, PRIMARY KEY (year, number));
    CREATE TABLE Label (orderNumber INT, orderYear INT, text TEXT, PRIMARY KEY (orderYear, orderNumber));
    CREATE TABLE Product (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE Detail (orderNumber INT, orderYear INT, product INT REFERENCES Product, quantity INT,
        PRIMARY KEY (orderYear, orderNumber, product));
    INSERT INTO Employee VALUES (1, 'Ada', NULL, 'A-1'), (2, 'Grace', 1, 'G-2'), (3, 'Alan', 1, NULL);
    INSERT INTO Locker VALUES (12, 'G-2');
    INSERT INTO orders VALUES (1, 2024, 2, 3), (2, 2024, 2, 2), (3, 2024, NULL, 1);
    INSERT INTO Label VALUES (1, 2024, 'fragile');
    INSERT INTO Product VALUES (1, 'lamp'), (2, 'rope'), (3, 'paint');
    INSERT INTO Detail VALUES (1, 2024, 1, 5), (1, 2024, 2, 1), (1, 2024, 3, 2), (2, 2024, 2, 7), (3, 2024, 3, 4);
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

try database.read { session in
    guard let order = try session.find(Order.self, 2024, 1), let grace = try session.find(Employee.self, 2) else {
        return
    }
    print(try order.itsSeller()?.name as Any, try order.itsPacker()?.name as Any, try order.label()?.text as Any)
    print(try order.details().map(\.quantity), try order.largest().map(\.quantity))
    print(try grace.boss()?.name as Any, try grace.boss()?.reports().map(\.name) as Any)
    print(try grace.locker()?.number as Any, try order.products().map(\.name))
    // snippet.linked
    for (product, detail) in try order.productsWithDetails() {
        print(product.name, detail.quantity)
    }
    // snippet.end
}

print("siblings")
// snippet.siblings
try database.read { session in
    for order in try session.query(Order.self).orderByKey().all() {  // 1 statement
        for detail in try order.details() {  // 1 statement, sent for the first order
            print(order.number, detail.product, detail.quantity)
        }
    }
}
// snippet.end

print("one at a time")
// snippet.alone
DataSource.register(database, as: "live")
let orders = try database.read { try $0.query(Order.self).orderByKey().all() }
for order in orders { print(try order.details().count) }  // the snapshot is over: a statement for each order
// snippet.end

print("named")
try database.read { session in
    // snippet.dotted
    let sold = try session.query(Order.self).filter("salesperson.name = \("Grace")").orderBy("number").all()
    let heavy = try session.query(Order.self).filter("details.quantity > \(4)").count()
    // snippet.end
    print(sold.map(\.number), heavy)
}

print("set")
// snippet.set
try database.write { session in
    guard let order = try session.find(Order.self, 2024, 3), let ada = try session.find(Employee.self, 1) else {
        return
    }
    try order.set(ada, foreignKey: ["seller"])
    try order.clear(foreignKey: ["packer"])
    try order.save()
}
// snippet.end
do {
    // snippet.shared
    try database.write { session in
        guard let detail = try session.find(Detail.self, 2024, 1, 2), let order = try session.find(Order.self, 2024, 2)
        else { return }
        try detail.set(order, foreignKey: ["orderYear", "orderNumber"])
    }
    // snippet.end
} catch { print(error) }

print("with")
// snippet.with
let loaded = try database.read { session in
    try session.query(Order.self).with("details").orderByKey().all()  // 2 statements
}
for order in loaded { print(try order.details().count) }  // none
// snippet.end

// snippet.joined
let joined = try database.read { session in
    try session.query(Order.self).with(joined: "salesperson").orderByKey().all()  // 1 statement
}
// snippet.end
for order in joined { print(try order.itsSeller()?.name ?? "nobody") }

do {
    // snippet.forbidden
    try database.read { session in
        for order in try session.query(Order.self).relationships(.forbidden).all() {
            print(try order.details().count)  // throws
        }
    }
    // snippet.end
} catch { print(error) }

print("without an index")
try database.read { session in
    for employee in try session.query(Employee.self).orderByKey().all() {
        print(employee.name, try employee.reports().map(\.name))  // "ReportsTo" has no index
    }
}
