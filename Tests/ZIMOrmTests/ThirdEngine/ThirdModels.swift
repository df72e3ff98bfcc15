import ZIMOrm

/// The tables of the third engine: keys of two and three columns, a key that is given by the engine, a join table.
enum ThirdStock {
    static let script = """
        CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE invoice (year INTEGER, number INTEGER, customer INTEGER REFERENCES customer (id), note TEXT,
            PRIMARY KEY (year, number)) WITHOUT ROWID;
        CREATE TABLE line (year INTEGER, number INTEGER, pos TEXT, amount REAL NOT NULL DEFAULT 0,
            PRIMARY KEY (year, number, pos), FOREIGN KEY (year, number) REFERENCES invoice (year, number)) WITHOUT ROWID;
        CREATE TABLE label (code TEXT PRIMARY KEY, words TEXT) WITHOUT ROWID;
        CREATE TABLE `invoice label` (year INTEGER, number INTEGER, code TEXT REFERENCES label (code),
            PRIMARY KEY (year, number, code), FOREIGN KEY (year, number) REFERENCES invoice (year, number)) WITHOUT ROWID;
        INSERT INTO customer VALUES (1, 'Ada'), (2, 'Bob');
        INSERT INTO invoice VALUES (1998, 1, 1, NULL), (1998, 2, 2, 'late'), (1999, 1, NULL, NULL);
        INSERT INTO line VALUES (1998, 1, 'a', 1.5), (1998, 1, 'b', 2), (1998, 2, 'a', 4), (1999, 1, 'a', 8);
        INSERT INTO label VALUES ('x', 'export'), ('r', 'rush');
        INSERT INTO `invoice label` VALUES (1998, 1, 'r'), (1998, 1, 'x'), (1999, 1, 'x');
        """
}

final class ThirdCustomer: Model {
    var id: Int?
    var name = ""
    override class var table: String { "customer" }
    override class var primaryKey: [String] { ["id"] }
    override class var isAutoIncremented: Bool { true }
}

final class ThirdInvoice: Model {
    var year = 0
    var number = 0
    var customer: Int?
    var note: String?
    override class var table: String { "invoice" }
    override class var primaryKey: [String] { ["year", "number"] }

    func buyer() throws -> ThirdCustomer? { try belongsTo(ThirdCustomer.self, foreignKey: ["customer"]) }
    func lines() throws -> [ThirdLine] { try hasMany(ThirdLine.self, foreignKey: ["year", "number"]) }
    func labels() throws -> [ThirdLabel] {
        try hasMany(
            ThirdLabel.self, through: ThirdInvoiceLabel.self, foreignKey: ["year", "number"],
            targetForeignKey: ["code"],
            options: [.orderBy("code")])
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("buyer", ThirdCustomer.self, foreignKey: ["customer"]),
            .hasMany(
                "labels", ThirdLabel.self, through: ThirdInvoiceLabel.self, foreignKey: ["year", "number"],
                targetForeignKey: ["code"]),
        ]
    }
}

final class ThirdInvoiceLabel: Model {
    var year = 0
    var number = 0
    var code = ""
    override class var table: String { "invoice label" }
    override class var primaryKey: [String] { ["year", "number", "code"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("invoice", ThirdInvoice.self, foreignKey: ["year", "number"]),
            .belongsTo("label", ThirdLabel.self, foreignKey: ["code"]),
        ]
    }
}

final class ThirdLine: Model {
    var year = 0
    var number = 0
    var pos = ""
    var amount = 0.0
    override class var table: String { "line" }
    override class var primaryKey: [String] { ["year", "number", "pos"] }

    func invoice() throws -> ThirdInvoice? { try belongsTo(ThirdInvoice.self, foreignKey: ["year", "number"]) }
    override class var relationships: [Relationship] {
        [.belongsTo("invoice", ThirdInvoice.self, foreignKey: ["year", "number"])]
    }
}

final class ThirdLabel: Model {
    var code = ""
    var words: String?
    override class var table: String { "label" }
    override class var primaryKey: [String] { ["code"] }
}
