// The first program of the README: a table with a key of two columns and one with a key of three, and the SQL of each
// call: swift run FirstProgram.
import Foundation
import ZIMOrm

// snippet.program
final class Invoice: Model {  // the table "Invoice"; its stored properties are its columns
    var year = 0, number = 0
    var customer = ""
    override class var primaryKey: [String] { ["year", "number"] }
    func lines() throws -> [Line] { try hasMany(Line.self, foreignKey: ["inv year", "inv no."]) }
}

func list(_ database: Database) throws {
    try database.read { session in  // one snapshot
        for invoice in try session.query(Invoice.self).filter(\.year == 1998).all() {
            print(invoice.number, invoice.customer, try invoice.lines().map(\.text))
        }
    }
}
// snippet.end

final class Line: Model {  // the table "invoice line", whose columns have names of another kind
    var year = 0, number = 0, position = 0
    var text = ""
    var price: Decimal?
    override class var table: String { "invoice line" }
    override class var primaryKey: [String] { ["inv year", "inv no.", "pos"] }
    override class var columns: [Column] {
        [
            Column("inv year", \Line.year), Column("inv no.", \Line.number), Column("pos", \Line.position),
            Column("text", \Line.text), Column("price", \Line.price),
        ]
    }
    func invoice() throws -> Invoice? { try belongsTo(Invoice.self, foreignKey: ["inv year", "inv no."]) }
}

let database = try Database.inMemory()  // or Database(path: "legacy.sqlite")
try database.execute(
    """
    CREATE TABLE Invoice (number INT, year INT, customer TEXT NOT NULL, PRIMARY KEY (year, number));
    CREATE TABLE "invoice line" (
        pos INT, "inv no." INT, "inv year" INT, text TEXT NOT NULL, price DECIMAL(10, 2),
        PRIMARY KEY ("inv year", "inv no.", pos),
        FOREIGN KEY ("inv no.", "inv year") REFERENCES Invoice (number, year));
    INSERT INTO Invoice VALUES (7, 1998, 'Ada'), (8, 1998, 'Grace');
    INSERT INTO "invoice line" VALUES
        (1, 7, 1998, 'punched cards', 12.5), (2, 7, 1998, 'delivery', NULL), (1, 8, 1998, 'ink ribbon', 3.2);
    """)
let trace = database.trace { print("   ", $0) }  // prints each statement with its values

try list(database)

// snippet.change
try database.write { session in  // one transaction; a throw rolls it back
    guard let line = try session.find(Line.self, 1998, 7, 2) else { return }
    line.price = 4.9
    try line.save()
    print(line.text, "for", try line.invoice()?.customer ?? "nobody")
}
// snippet.end
