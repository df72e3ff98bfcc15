#if MySQL
    import Foundation
    import ZIMOrm

    /// A warehouse's stock, by a key of two columns; its text ignores case.
    final class Stock: Model {
        var warehouse = 0
        var item = ""
        var quantity = 0
        var price = Decimal(0)
        var checked = Date(timeIntervalSince1970: 1_700_000_000)
        override class var table: String { "stock" }
        override class var primaryKey: [String] { ["warehouse", "item"] }
        convenience init(_ warehouse: Int, _ item: String, _ quantity: Int = 0) {
            self.init()
            (self.warehouse, self.item, self.quantity) = (warehouse, item, quantity)
        }
    }

    /// A movement of stock, by a key that the server counts.
    final class Movement: Model {
        var id: Int?
        var warehouse: Int?
        var item: String?
        var amount = 0
        var label = ""
        override class var table: String { "movement" }
        override class var primaryKey: [String] { ["id"] }
        override class var columns: [Column] {
            [
                Column("id", \Movement.id), Column("warehouse", \Movement.warehouse), Column("item", \Movement.item),
                Column("amount", \Movement.amount), Column("label", \Movement.label),
            ]
        }
        override class var relationships: [Relationship] {
            [.belongsTo("stock", Stock.self, foreignKey: ["warehouse", "item"])]
        }
        convenience init(_ warehouse: Int?, _ item: String?, _ amount: Int, _ label: String) {
            self.init()
            (self.warehouse, self.item, self.amount, self.label) = (warehouse, item, amount, label)
        }
    }

    /// A key of three columns.
    final class Seat: Model {
        var hall = ""
        var line = 0
        var number = 0
        var guest: String?
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "line", "number"] }
        convenience init(_ hall: String, _ line: Int, _ number: Int, _ guest: String? = nil) {
            self.init()
            (self.hall, self.line, self.number, self.guest) = (hall, line, number, guest)
        }
    }

    enum StockTables {
        static let script = """
            CREATE TABLE stock (warehouse INT NOT NULL, item VARCHAR(20) COLLATE utf8mb4_unicode_ci NOT NULL,
                quantity INT NOT NULL DEFAULT 0 CHECK (quantity >= 0), price DECIMAL(10, 2) NOT NULL, checked DATETIME(6) NOT NULL,
                PRIMARY KEY (warehouse, item));
            CREATE TABLE movement (id INT AUTO_INCREMENT PRIMARY KEY, warehouse INT, item VARCHAR(20) COLLATE utf8mb4_unicode_ci,
                amount INT NOT NULL, label VARCHAR(40) NOT NULL, UNIQUE KEY movement_label (label),
                CONSTRAINT movement_stock FOREIGN KEY (warehouse, item) REFERENCES stock (warehouse, item));
            CREATE TABLE seat (hall VARCHAR(10) NOT NULL, line INT NOT NULL, number INT NOT NULL, guest VARCHAR(40),
                PRIMARY KEY (hall, line, number));
            """

        /// Three rows of stock, and four movements: two of the first, one of the second, one of none.
        static func filled() throws -> Database {
            let database = try Server.database(script)
            try database.write { session in
                try session.save([Stock(1, "Bolt", 5), Stock(1, "Nut", 6), Stock(2, "Bolt", 7)])
                try session.save([
                    Movement(1, "Bolt", 1, "a"), Movement(1, "BOLT", 2, "b"), Movement(1, "Nut", 3, "c"),
                    Movement(nil, nil, 4, "d"),
                ])
            }
            return database
        }
    }
#endif
