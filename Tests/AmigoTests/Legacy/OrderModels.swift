import Amigo
import TestServer
import Testing

final class Customer: AmigoModel {
    var warehouse = 0, district = 0, number = 0
    var last: String?
}

final class Order: AmigoModel {
    var warehouse = 0, district = 0, number = 0
    var lineCount: Int?
    var customer: Customer?
}

final class Stock: AmigoModel {
    var warehouse = 0, item = 0
    var quantity = 0
}

/// Its key is the order's and a number: the order's part of it has no property of its own.
final class OrderLine: AmigoModel {
    var order: Order?
    var number = 0
    var stock: Stock?
    var quantity: Int?
}

/// TPC-C's orders, lines and stock: keys of two, three and four columns that share columns with foreign keys.
enum OrderModels {
    static func all(_ placement: ManyToMany.JoinTable = .automatic) -> [ORMModel] {
        let customer = ORMModel(
            Customer.self, table: "CUSTOMER", IntegerField("C_W_ID", property: "warehouse", primaryKey: true),
            IntegerField("C_D_ID", property: "district", primaryKey: true),
            IntegerField("C_ID", property: "number", primaryKey: true), CharField("C_LAST", property: "last"),
            OneToMany("orders", using: Order.self))
        let stock = ORMModel(
            Stock.self, table: "STOCK", IntegerField("S_W_ID", property: "warehouse", primaryKey: true),
            IntegerField("S_I_ID", property: "item", primaryKey: true),
            IntegerField("S_QUANTITY", property: "quantity", optional: false),
            ManyToMany("orders", using: Order.self, throughModel: OrderLine.self, joinTable: placement))
        let order = ORMModel(
            Order.self, table: "ORDERS", IntegerField("O_W_ID", property: "warehouse", primaryKey: true),
            IntegerField("O_D_ID", property: "district", primaryKey: true),
            IntegerField("O_ID", property: "number", primaryKey: true),
            IntegerField("O_OL_CNT", property: "lineCount"),
            Column("customer", type: ForeignKey(customer, columns: ["O_W_ID", "O_D_ID", "O_C_ID"])),
            ManyToMany("stocks", using: Stock.self, throughModel: OrderLine.self, joinTable: placement))
        let line = ORMModel(
            OrderLine.self, table: "ORDER_LINE",
            Column("order", type: ForeignKey(order, columns: ["OL_W_ID", "OL_D_ID", "OL_O_ID"]), primaryKey: true),
            IntegerField("OL_NUMBER", property: "number", primaryKey: true),
            Column("stock", type: ForeignKey(stock, columns: ["OL_SUPPLY_W_ID", "OL_I_ID"])),
            IntegerField("OL_QUANTITY", property: "quantity"))
        return [line, order, stock, customer]
    }

    /// The tables as a legacy database has them: the foreign keys list their columns in another order.
    static var tables: String {
        // InnoDB wants the order of the referenced key.
        guard ServedEngine.isMariaDB else { return ownOrder }
        return ownOrder.replacing(/("\w+"), ("\w+"), ("\w+")\) REFERENCES ("\w+") \(("\w+"), ("\w+"), ("\w+")\)/) {
            "\($0.3), \($0.2), \($0.1)) REFERENCES \($0.4) (\($0.7), \($0.6), \($0.5))"
        }.replacing(/("\w+"), ("\w+")\) REFERENCES ("STOCK") \(("\w+"), ("\w+")\)/) {
            "\($0.2), \($0.1)) REFERENCES \($0.3) (\($0.5), \($0.4))"
        }
    }

    private static let ownOrder = """
        CREATE TABLE "CUSTOMER" ("C_ID" INT, "C_D_ID" INT, "C_W_ID" INT, "C_LAST" TEXT, PRIMARY KEY ("C_W_ID", "C_D_ID", "C_ID"));
        CREATE TABLE "STOCK" ("S_I_ID" INT, "S_W_ID" INT, "S_QUANTITY" INT NOT NULL, PRIMARY KEY ("S_W_ID", "S_I_ID"));
        CREATE TABLE "ORDERS" ("O_ID" INT, "O_C_ID" INT, "O_D_ID" INT, "O_W_ID" INT, "O_OL_CNT" INT, PRIMARY KEY ("O_W_ID", "O_D_ID", "O_ID"),
            FOREIGN KEY ("O_C_ID", "O_D_ID", "O_W_ID") REFERENCES "CUSTOMER" ("C_ID", "C_D_ID", "C_W_ID"));
        CREATE TABLE "ORDER_LINE" ("OL_O_ID" INT, "OL_D_ID" INT, "OL_W_ID" INT, "OL_NUMBER" INT, "OL_I_ID" INT, "OL_SUPPLY_W_ID" INT,
            "OL_QUANTITY" INT, PRIMARY KEY ("OL_W_ID", "OL_D_ID", "OL_O_ID", "OL_NUMBER"),
            FOREIGN KEY ("OL_O_ID", "OL_D_ID", "OL_W_ID") REFERENCES "ORDERS" ("O_ID", "O_D_ID", "O_W_ID"),
            FOREIGN KEY ("OL_I_ID", "OL_SUPPLY_W_ID") REFERENCES "STOCK" ("S_I_ID", "S_W_ID"));
        INSERT INTO "CUSTOMER" VALUES (7, 2, 1, 'BARBAR');
        INSERT INTO "STOCK" VALUES (101, 1, 50), (102, 1, 60), (101, 2, 70);
        INSERT INTO "ORDERS" VALUES (3001, 7, 2, 1, 2);
        INSERT INTO "ORDER_LINE" VALUES (3001, 2, 1, 1, 101, 2, 5), (3001, 2, 1, 2, 102, 1, 6);
        """
}

/// The databases of others that lie beside the package, where they do.
enum SharedData {
    static var folder: URL {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        return package.deletingLastPathComponent().appendingPathComponent("shared/data")
    }
    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }
    static let absence: Comment = "../shared/data is not there: the legacy databases are not in the repository"
}
