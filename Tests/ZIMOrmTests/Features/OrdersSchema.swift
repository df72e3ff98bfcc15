import TestServer
import ZIMOrm

/// Orders by district and warehouse: keys of two to four columns, foreign keys that share the warehouse.
enum Orders {
    final class Customer: Model {
        var warehouse = 0, id = 0
        var name = ""
        override class var table: String { "customer" }
        override class var primaryKey: [String] { ["c_w_id", "c_id"] }
        override class var columns: [Column] {
            [Column("c_w_id", \Customer.warehouse), Column("c_id", \Customer.id), Column("c_name", \Customer.name)]
        }
        override class var relationships: [Relationship] {
            [.hasMany("orders", Order.self, foreignKey: ["o_w_id", "o_c_id"])]
        }
        func orders() throws -> [Order] { try hasMany(Order.self, foreignKey: ["o_w_id", "o_c_id"]) }
    }

    final class Carrier: Model {
        var warehouse = 0, id = 0
        override class var table: String { "carrier" }
        override class var primaryKey: [String] { ["warehouse", "id"] }
        override class var columns: [Column] { [Column("ca_w_id", \Carrier.warehouse), Column("ca_id", \Carrier.id)] }
    }

    final class Order: Model {
        var warehouse = 0, district = 0, id = 0
        var customerID: Int?
        var carrierID: Int?
        override class var table: String { "orders" }
        override class var primaryKey: [String] { ["o_w_id", "o_d_id", "o_id"] }
        override class var columns: [Column] {
            [
                Column("o_w_id", \Order.warehouse), Column("o_d_id", \Order.district), Column("o_id", \Order.id),
                Column("o_c_id", \Order.customerID), Column("o_carrier_id", \Order.carrierID),
            ]
        }
        override class var relationships: [Relationship] {
            [
                .belongsTo("customer", Customer.self, foreignKey: ["o_w_id", "o_c_id"]),
                .belongsTo("carrier", Carrier.self, foreignKey: ["o_w_id", "o_carrier_id"]),
                .hasMany("lines", Line.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]),
            ]
        }
        func customer() throws -> Customer? { try belongsTo(Customer.self, foreignKey: ["o_w_id", "o_c_id"]) }
        func lines() throws -> [Line] { try hasMany(Line.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }
    }

    final class Line: Model {
        var warehouse = 0, district = 0, order = 0, number = 0
        var amount: Double?
        override class var table: String { "order_line" }
        override class var primaryKey: [String] { ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"] }
        override class var columns: [Column] {
            [
                Column("ol_w_id", \Line.warehouse), Column("ol_d_id", \Line.district), Column("ol_o_id", \Line.order),
                Column("ol_number", \Line.number), Column("ol_amount", \Line.amount),
            ]
        }
        override class var relationships: [Relationship] {
            [.belongsTo("order", Order.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"])]
        }
    }

    /// 2 warehouses × 2 districts × 5 orders × 3 lines; 3 customers and 2 carriers a warehouse.
    static func database(on engine: ServedEngine = .current) throws -> Database {
        try engine.makeDatabase(
            """
            CREATE TABLE customer (c_id INTEGER, c_w_id INTEGER, c_name TEXT NOT NULL, PRIMARY KEY (c_w_id, c_id));
            CREATE TABLE carrier (ca_w_id INTEGER, ca_id INTEGER, PRIMARY KEY (ca_w_id, ca_id));
            CREATE TABLE orders (o_id INTEGER, o_d_id INTEGER, o_w_id INTEGER NOT NULL, o_c_id INTEGER, o_carrier_id INTEGER,
                PRIMARY KEY (o_w_id, o_d_id, o_id), FOREIGN KEY (o_w_id, o_c_id) REFERENCES customer (c_w_id, c_id),
                FOREIGN KEY (o_w_id, o_carrier_id) REFERENCES carrier);
            CREATE TABLE order_line (ol_o_id INTEGER, ol_d_id INTEGER, ol_w_id INTEGER, ol_number INTEGER, ol_amount REAL,
                PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number),
                FOREIGN KEY (ol_w_id, ol_d_id, ol_o_id) REFERENCES orders);
            WITH w(i) AS (SELECT 1 UNION ALL SELECT 2), c(i) AS (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
                INSERT INTO customer SELECT c.i, w.i, 'c' || w.i || c.i FROM w, c;
            WITH w(i) AS (SELECT 1 UNION ALL SELECT 2), c(i) AS (SELECT 7 UNION ALL SELECT 8) INSERT INTO carrier SELECT w.i, c.i FROM w, c;
            WITH w(i) AS (SELECT 1 UNION ALL SELECT 2), d(i) AS (SELECT 1 UNION ALL SELECT 2), o(i) AS (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5)
                INSERT INTO orders SELECT o.i, d.i, w.i, o.i % 3 + 1, nullif(o.i % 3 + 6, 6) FROM w, d, o;
            WITH n(i) AS (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3)
                INSERT INTO order_line SELECT o_id, o_d_id, o_w_id, n.i, nullif(o_id * n.i, 6) FROM orders, n;
            """)
    }
}
