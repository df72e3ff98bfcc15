import Foundation

import TestServer
@testable import ZIMOrm

enum Shelf: Int, ColumnValue { case low = 1, middle, high }

/// Values that columns hold in ways of their own.
final class Ware: Model {
    var region = 0
    var sku = ""
    var name = ""
    var price = 0.0
    var stock: Int?
    var shelf = Shelf.low
    var isOffer = false
    var added = Date(timeIntervalSince1970: 0)
    var sold: Date?
    var id: UUID?
    var dotted: String?
    var maker: Int?
    override class var table: String { "ware" }
    override class var primaryKey: [String] { ["region", "sku"] }
    override class var columns: [Column] {
        [
            Column("region", \Ware.region), Column("sku", \Ware.sku), Column("name", \Ware.name),
            Column("price", \Ware.price), Column("stock", \Ware.stock), Column("shelf", \Ware.shelf),
            Column("is_offer", \Ware.isOffer, as: .bool(.integer)),
            Column("added", \Ware.added, date: .unixSeconds), Column("sold", \Ware.sold, as: .date(.iso8601)),
            Column("id", \Ware.id, as: .uuid(.lowerText)), Column("year.key", \Ware.dotted),
            Column("maker", \Ware.maker),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("maker", Maker.self, foreignKey: ["maker"]),
            .hasMany("sales", Sale.self, foreignKey: ["region", "sku"]),
            .hasOne("firstSale", Sale.self, foreignKey: ["region", "sku"]),
            .hasMany(
                "buyers", Buyer.self, through: Sale.self, foreignKey: ["region", "sku"], targetForeignKey: ["buyer"]),
        ]
    }
}

final class Maker: Model {
    var pk: Int?
    var name = ""
    var owner: Int?
    var yearKey: String?
    override class var table: String { "maker" }
    override class var columns: [Column] {
        [
            Column("pk", \Maker.pk), Column("name", \Maker.name), Column("owner", \Maker.owner),
            Column("year.key", \Maker.yearKey),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("owner", Maker.self, foreignKey: ["owner"]),
            .hasMany("owned", Maker.self, foreignKey: ["owner"]),
            .hasMany("wares", Ware.self, foreignKey: ["maker"]),
        ]
    }
}

final class Sale: Model {
    var pk: Int?
    var region: Int?
    var sku: String?
    var buyer: Int?
    var amount = 0
    override class var table: String { "sale" }
    override class var relationships: [Relationship] {
        [
            .belongsTo("ware", Ware.self, foreignKey: ["region", "sku"]),
            .belongsTo("buyer", Buyer.self, foreignKey: ["buyer"]),
        ]
    }
}

final class Buyer: Model {
    var pk: Int?
    var name = ""
    override class var table: String { "buyer" }
}

enum Shop {
    static let id = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"

    static func makeDatabase(on engine: ServedEngine = .current) throws -> Database {
        try engine.makeDatabase(
            """
            CREATE TABLE maker (pk INTEGER PRIMARY KEY, name TEXT NOT NULL, owner INTEGER, "year.key" TEXT);
            CREATE TABLE ware (region INTEGER, sku TEXT, name TEXT NOT NULL, price REAL NOT NULL, stock INTEGER,
                shelf INTEGER NOT NULL, is_offer INTEGER NOT NULL, added INTEGER NOT NULL, sold TEXT, id TEXT,
                "year.key" TEXT, maker INTEGER, PRIMARY KEY (region, sku));
            CREATE TABLE buyer (pk INTEGER PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE sale (pk INTEGER PRIMARY KEY, region INTEGER, sku TEXT, buyer INTEGER, amount INTEGER NOT NULL);
            CREATE INDEX sale_ware ON sale (region, sku);
            INSERT INTO maker VALUES (1, 'Acme', NULL, 'a'), (2, 'Bolt', 1, 'b'), (3, 'Coil', 2, NULL), (4, 'Self', 4, 's');
            INSERT INTO ware VALUES
                (1, 'a', 'Anvil', 10.5, 3, 1, 0, 1000, '1970-01-01T00:16:40.000Z', NULL, 'x', 1),
                (1, 'b', 'Bolt 50%', 2, NULL, 2, 1, 2000, NULL, '6f9619ff-8b86-d011-b42d-00cf4fc964ff', NULL, 2),
                (2, 'a', 'anvil_small', 5, 0, 3, 0, 3000, '2026-01-02T03:04:05.000Z', NULL, 'y', 2),
                (2, 'b', 'Coil [*]', 7.25, 12, 3, 1, 4000, NULL, NULL, 'x', 3),
                (2, 'c', 'Drill', 7.25, 3, 1, 0, 5000, NULL, NULL, NULL, NULL);
            INSERT INTO buyer VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cid');
            INSERT INTO sale VALUES (1, 1, 'a', 1, 5), (2, 1, 'a', 1, 7), (3, 1, 'a', 2, 1), (4, 2, 'b', 2, 9),
                (5, 2, 'a', 3, 2), (6, 9, 'z', 3, 4), (7, NULL, 'a', NULL, 8);
            """)
    }
}
