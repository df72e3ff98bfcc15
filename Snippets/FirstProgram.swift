// The first program of the README: a table with a key of two columns and one with a key of three.
// snippet.program
import Foundation
import ZIMOrm

final class Invoice: Model {  // the table "Invoice"; its stored properties are its columns
    var year = 0
    var number = 0
    var customer = ""
    override class var primaryKey: [String] { ["year", "number"] }

    func lines() throws -> [Line] {
        try hasMany(Line.self, foreignKey: ["invoice year", "invoice number"])
    }
}

final class Line: Model {  // the table "invoice line", whose columns have names of another kind
    var year = 0, number = 0, position = 0
    var text = ""
    var price: Decimal?
    override class var table: String { "invoice line" }
    override class var primaryKey: [String] { ["invoice year", "invoice number", "pos"] }
    override class var columns: [Column] {
        [
            Column("invoice year", \Line.year), Column("invoice number", \Line.number),
            Column("pos", \Line.position), Column("text", \Line.text), Column("price", \Line.price),
        ]
    }

    func invoice() throws -> Invoice? {
        try belongsTo(Invoice.self, foreignKey: ["invoice year", "invoice number"])
    }
}

let database = try Database.inMemory()  // or Database(path: "legacy.sqlite")
try database.execute(
    """
    CREATE TABLE Invoice (number INT, year INT, customer TEXT NOT NULL, PRIMARY KEY (year, number));
    CREATE TABLE "invoice line" (
        pos INT, "invoice number" INT, "invoice year" INT, text TEXT NOT NULL, price DECIMAL(10, 2),
        PRIMARY KEY ("invoice year", "invoice number", pos),
        FOREIGN KEY ("invoice number", "invoice year") REFERENCES Invoice (number, year));
    INSERT INTO Invoice VALUES (7, 1998, 'Ada'), (8, 1998, 'Grace');
    INSERT INTO "invoice line" VALUES
        (1, 7, 1998, 'punched cards', 12.5), (2, 7, 1998, 'delivery', NULL), (1, 8, 1998, 'ink ribbon', 3.2);
    """)

try database.read { session in  // a snapshot; two statements, however many invoices there are
    for invoice in try session.query(Invoice.self).filter(\.year == 1998).orderByKey().all() {
        let lines = try invoice.lines()
        print(invoice.number, invoice.customer, lines.map(\.text))
    }
}

try database.write { session in  // a transaction; a throw rolls it back
    guard let line = try session.find(Line.self, 1998, 7, 2) else { return }
    line.price = 4.9
    try line.save()  // UPDATE "invoice line" SET "price" = ? WHERE "invoice year" = ? AND …
    print("\(line.text) for \(try line.invoice()?.customer ?? "nobody"): \(line.price ?? 0)")
}
// snippet.end
