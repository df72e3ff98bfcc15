// The code of Documentation/CommandLine.md. The classes are what zim generate writes for the tables below.
import Foundation
@_spi(Generated) import ZIMOrm

let database = try Database.inMemory()
try database.withoutTransaction { session in
    try session.execute("PRAGMA foreign_keys = OFF")
    try session.execute(
        """
        CREATE TABLE employee (id INTEGER PRIMARY KEY, name TEXT NOT NULL, boss INT REFERENCES employee);
        CREATE TABLE orders (
            number INT NOT NULL, year INT NOT NULL, seller INT REFERENCES employee, packer INT REFERENCES employee,
            placed DATETIME NOT NULL, PRIMARY KEY (year, number));
        CREATE TABLE article (article_no TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, price DECIMAL(8, 2));
        CREATE TABLE order_line (
            pos INT NOT NULL, o_number INT NOT NULL, o_year INT NOT NULL, article_no TEXT, quantity INT NOT NULL DEFAULT 1,
            PRIMARY KEY (o_year, o_number, pos), FOREIGN KEY (o_number, o_year) REFERENCES orders (number, year));
        CREATE INDEX order_line_article ON order_line (article_no);
        CREATE INDEX orders_seller ON orders (seller) WHERE seller IS NOT NULL;
        INSERT INTO employee VALUES (1, 'Ada', NULL), (2, 'Grace', 1);
        INSERT INTO orders VALUES (7, 1998, 1, 2, '1998-01-02 10:00:00'), (8, 1998, 2, NULL, '5.1.1998'), (1, 1999, 9, 2, '1999-01-04 09:30:00');
        INSERT INTO article VALUES ('C-1', 'punched cards', 12.5), ('R-2', 'ink ribbon', 3.2);
        INSERT INTO order_line VALUES (1, 7, 1998, 'C-1', 4), (2, 7, 1998, 'R-2', 1), (1, 8, 1998, 'R-2', 'two'), (1, 1, 1999, NULL, 1);
        """)
}

// snippet.use
try database.check(ZIMModels.all)  // the classes still fit, or it throws what differs
try database.read { session in
    for order in try session.query(Order.self).filter(\.year == 1998).orderByKey().all() {
        print(order.number, order.placed, try order.seller()?.name ?? "nobody")
        for line in try order.orderLines() {
            print("  ", line.pos, try line.article()?.name ?? "no article", line.quantity)
        }
    }
}
// snippet.end

// snippet.schema
let schema = try database.read { try $0.schema() }
for relationship in schema.relationships where relationship.table == "orders" { print(relationship) }
// snippet.end

/// A row of the table `orders`.
final class Order: Model, RowDecodable {
    /// `number` INT, not null, part 2 of the key
    var number: Int { didSet { noteChange(0, was: oldValue) } }
    /// `year` INT, not null, part 1 of the key
    var year: Int { didSet { noteChange(1, was: oldValue) } }
    /// `seller` INT
    var sellerID: Int? { didSet { recordedChanges.insert(2) } }
    /// `packer` INT
    var packerID: Int? { didSet { recordedChanges.insert(3) } }
    /// `placed` DATETIME, not null
    var placed: String { didSet { recordedChanges.insert(4) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var columns: [Column] {
        [
            Column("number", \Order.number),
            Column("year", \Order.year),
            Column("seller", \Order.sellerID),
            Column("packer", \Order.packerID),
            Column("placed", \Order.placed),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("seller", Employee.self, foreignKey: ["seller"]),
            .belongsTo("packer", Employee.self, foreignKey: ["packer"]),
            .hasMany("orderLines", OrderLine.self, foreignKey: ["o_year", "o_number"]),
        ]
    }

    required init() {
        number = 0
        year = 0
        placed = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        number = try Int.read(from: row, at: 0)
        year = try Int.read(from: row, at: 1)
        sellerID = try Int?.read(from: row, at: 2)
        packerID = try Int?.read(from: row, at: 3)
        placed = try String.read(from: row, at: 4)
        super.init()
    }
}

extension Order {
    /// orders belongs to employee by (seller), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."id" = ?
    func seller() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["seller"]) }

    /// orders belongs to employee by (packer), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."id" = ?
    func packer() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["packer"]) }

    /// orders has many order_line by (o_year, o_number).
    ///
    ///     SELECT … FROM "order_line" WHERE "order_line"."o_year" = ? AND "order_line"."o_number" = ?
    func orderLines(options: [RelationshipOption] = []) throws -> [OrderLine] {
        try hasMany(OrderLine.self, foreignKey: ["o_year", "o_number"], options: options)
    }
}

/// A row of the table `order_line`.
final class OrderLine: Model, RowDecodable {
    /// `pos` INT, not null, part 3 of the key
    var pos: Int { didSet { noteChange(0, was: oldValue) } }
    /// `o_number` INT, not null, part 2 of the key
    var oNumber: Int { didSet { noteChange(1, was: oldValue) } }
    /// `o_year` INT, not null, part 1 of the key
    var oYear: Int { didSet { noteChange(2, was: oldValue) } }
    /// `article_no` TEXT
    var articleNo: String? { didSet { recordedChanges.insert(3) } }
    /// `quantity` INT, not null
    var quantity: SQLValue { didSet { recordedChanges.insert(4) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["o_year", "o_number", "pos"] }
    override class var columns: [Column] {
        [
            Column("pos", \OrderLine.pos),
            Column("o_number", \OrderLine.oNumber),
            Column("o_year", \OrderLine.oYear),
            Column("article_no", \OrderLine.articleNo),
            Column("quantity", \OrderLine.quantity),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("order", Order.self, foreignKey: ["o_year", "o_number"]),
            .belongsTo("article", Article.self, foreignKey: ["article_no"]),
        ]
    }

    required init() {
        pos = 0
        oNumber = 0
        oYear = 0
        quantity = .integer(1)
        super.init()
    }

    init(row: borrowing Row) throws {
        pos = try Int.read(from: row, at: 0)
        oNumber = try Int.read(from: row, at: 1)
        oYear = try Int.read(from: row, at: 2)
        articleNo = try String?.read(from: row, at: 3)
        quantity = try SQLValue.read(from: row, at: 4)
        super.init()
    }

    // zim:own
    override class var locking: Locking { .changedColumns }
    override func willSave() throws { articleNo = articleNo?.uppercased() }
    // zim:own end
}

extension OrderLine {
    /// order_line belongs to orders by (o_year, o_number), required.
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."year" = ? AND "orders"."number" = ?
    func order() throws -> Order { try belongsTo(required: Order.self, foreignKey: ["o_year", "o_number"]) }

    /// order_line belongs to article by (article_no), not declared.
    ///
    ///     SELECT … FROM "article" WHERE "article"."article_no" = ?
    func article() throws -> Article? { try belongsTo(Article.self, foreignKey: ["article_no"]) }
}

/// A row of the table `article`.
final class Article: Model, RowDecodable {
    /// `article_no` TEXT, not null, the key
    var articleNo: String { didSet { noteChange(0, was: oldValue) } }
    /// `name` TEXT, not null
    var name: String { didSet { recordedChanges.insert(1) } }
    /// `price` DECIMAL(8, 2)
    var price: Decimal? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "article" }
    override class var primaryKey: [String] { ["article_no"] }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        [
            Column("article_no", \Article.articleNo),
            Column("name", \Article.name),
            Column("price", \Article.price),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("orderLines", OrderLine.self, foreignKey: ["article_no"])
        ]
    }

    required init() {
        articleNo = ""
        name = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        articleNo = try String.read(from: row, at: 0)
        name = try String.read(from: row, at: 1)
        price = try Decimal?.read(from: row, at: 2)
        super.init()
    }
}

extension Article {
    /// article has many order_line by (article_no), not declared.
    ///
    ///     SELECT … FROM "order_line" WHERE "order_line"."article_no" = ?
    func orderLines(options: [RelationshipOption] = []) throws -> [OrderLine] {
        try hasMany(OrderLine.self, foreignKey: ["article_no"], options: options)
    }
}

/// A row of the table `employee`.
final class Employee: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `name` TEXT, not null
    var name: String { didSet { recordedChanges.insert(1) } }
    /// `boss` INT
    var bossID: Int? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "employee" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Employee.id),
            Column("name", \Employee.name),
            Column("boss", \Employee.bossID),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("boss", Employee.self, foreignKey: ["boss"]),
            .hasMany("employeesAsBoss", Employee.self, foreignKey: ["boss"]),
            .hasMany("ordersAsSeller", Order.self, foreignKey: ["seller"]),
            .hasMany("ordersAsPacker", Order.self, foreignKey: ["packer"]),
        ]
    }

    required init() {
        name = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        name = try String.read(from: row, at: 1)
        bossID = try Int?.read(from: row, at: 2)
        super.init()
    }
}

extension Employee {
    /// employee belongs to employee by (boss), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."id" = ?
    func boss() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["boss"]) }

    /// employee has many employee by (boss).
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."boss" = ?
    func employeesAsBoss(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(Employee.self, foreignKey: ["boss"], options: options)
    }

    /// employee has many orders by (seller).
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."seller" = ?
    func ordersAsSeller(options: [RelationshipOption] = []) throws -> [Order] {
        try hasMany(Order.self, foreignKey: ["seller"], options: options)
    }

    /// employee has many orders by (packer).
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."packer" = ?
    func ordersAsPacker(options: [RelationshipOption] = []) throws -> [Order] {
        try hasMany(Order.self, foreignKey: ["packer"], options: options)
    }
}

/// All classes that zim generated for this database.
///
///     try database.check(ZIMModels.all)    // throws if the database no longer matches them
enum ZIMModels {
    static var all: [Model.Type] {
        [
            Article.self,
            Employee.self,
            OrderLine.self,
            Order.self,
        ]
    }
}
