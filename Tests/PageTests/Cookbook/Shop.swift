import Foundation
import ZIMOrm

/// The shop of the cookbook.
enum Shop {
    static func database() throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT NOT NULL, boss INT REFERENCES employee);
            CREATE TABLE customer (region TEXT, number INT, name TEXT NOT NULL, email TEXT UNIQUE, since TEXT,
                PRIMARY KEY (region, number));
            CREATE TABLE article (code TEXT PRIMARY KEY, name TEXT NOT NULL, price NUMERIC, stock INT NOT NULL DEFAULT 0,
                tags TEXT);
            CREATE TABLE orders (number INT, year INT, region TEXT, customer INT, seller INT REFERENCES employee,
                PRIMARY KEY (year, number), FOREIGN KEY (customer, region) REFERENCES customer (number, region));
            CREATE TABLE "order line" (pos INT, number INT, year INT, code TEXT REFERENCES article, quantity INT NOT NULL,
                PRIMARY KEY (year, number, pos), FOREIGN KEY (number, year) REFERENCES orders (number, year));
            CREATE INDEX orders_customer ON orders (region, customer);
            CREATE INDEX orders_seller ON orders (seller);
            CREATE INDEX line_article ON "order line" (code);
            CREATE INDEX employee_boss ON employee (boss);
            CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
            INSERT INTO employee VALUES (1, 'Ada', NULL), (2, 'Grace', 1), (3, 'Alan', 1), (4, 'Lin', 2);
            INSERT INTO customer VALUES ('north', 1, 'Miller', 'miller@example.org', '1998-01-05'),
                ('north', 2, 'MacLeod', NULL, '2001-07-01'), ('south', 1, 'O''Brien', 'ob@example.org', NULL);
            INSERT INTO article VALUES ('C-1', 'punched cards', 12.5, 40, '["paper"]'), ('R-2', 'ink ribbon', 3.2, 7, '[]'),
                ('T-9', 'tape', NULL, 0, '["magnetic","new"]');
            INSERT INTO orders VALUES (7, 1998, 'north', 1, 2), (8, 1998, 'north', 2, NULL), (1, 1999, 'south', 1, 2);
            INSERT INTO "order line" VALUES (1, 7, 1998, 'C-1', 4), (2, 7, 1998, 'R-2', 1), (1, 8, 1998, 'R-2', 2),
                (1, 1, 1999, 'T-9', 9);
            """)
        return database
    }
}

final class Employee: Model {
    var id: Int?
    var name = ""
    var boss: Int?
    override class var table: String { "employee" }
    override class var primaryKey: [String] { ["id"] }
    func superior() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["boss"]) }
    func reports() throws -> [Employee] { try hasMany(Employee.self, foreignKey: ["boss"]) }
}

final class Customer: Model {
    var region = "", number = 0
    var name = ""
    var email: String?
    var since: Date?
    override class var table: String { "customer" }
    override class var primaryKey: [String] { ["region", "number"] }
    override class var forms: [String: ColumnForm] { ["since": .date(.date)] }
    override class var relationships: [Relationship] {
        [.hasMany("orders", Order.self, foreignKey: ["region", "customer"])]
    }
    func orders() throws -> [Order] { try hasMany(Order.self, foreignKey: ["region", "customer"]) }
}

final class Article: Model {
    var code = ""
    var name = ""
    var price: Double?
    var stock = 0
    var tags: [String] = []
    override class var table: String { "article" }
    override class var primaryKey: [String] { ["code"] }
    override class var isAutoIncremented: Bool { false }
    override class var forms: [String: ColumnForm] { ["price": .decimal(.number)] }
}

final class Order: Model {
    var year = 0, number = 0
    var region: String?
    var customer: Int?
    var seller: Int?
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("buyer", Customer.self, foreignKey: ["region", "customer"]),
            .belongsTo("salesperson", Employee.self, foreignKey: ["seller"]),
            .hasMany("lines", OrderLine.self, foreignKey: ["year", "number"]),
        ]
    }
    func buyer() throws -> Customer? { try belongsTo(Customer.self, foreignKey: ["region", "customer"]) }
    func salesperson() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["seller"]) }
    func lines() throws -> [OrderLine] { try hasMany(OrderLine.self, foreignKey: ["year", "number"]) }
    func articles() throws -> [Article] {
        try hasMany(
            Article.self, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["code"])
    }
    func largestLines() throws -> [OrderLine] {
        try hasMany(
            OrderLine.self, foreignKey: ["year", "number"],
            options: [.filter("quantity >= \(2)"), .orderBy("quantity DESC"), .limit(3)])
    }
    func articlesWithLines() throws -> [(model: Article, link: OrderLine)] {
        try hasManyLinked(
            Article.self, through: OrderLine.self, foreignKey: ["year", "number"], targetForeignKey: ["code"])
    }
}

final class OrderLine: Model {
    var year = 0, number = 0, pos = 0
    var code: String?
    var quantity = 1
    override class var table: String { "order line" }
    override class var primaryKey: [String] { ["year", "number", "pos"] }
    override class var relationships: [Relationship] {
        [.belongsTo("article", Article.self, foreignKey: ["code"])]
    }
    func order() throws -> Order? { try belongsTo(Order.self, foreignKey: ["year", "number"]) }
    func article() throws -> Article? { try belongsTo(Article.self, foreignKey: ["code"]) }
}

final class Note: Model {
    var id: Int?
    var text = ""
    override class var table: String { "note" }
    override class var primaryKey: [String] { ["id"] }
}
