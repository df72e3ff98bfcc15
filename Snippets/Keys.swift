// The code of Documentation/Keys.md.
import ZIMOrm

// snippet.declare
final class OrderLine: Model {
    var warehouse = 0, district = 0, order = 0, number = 0
    var itemID: Int?
    var supplier: Int?
    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"] }
    override class var columns: [Column] {
        [
            Column("ol_w_id", \OrderLine.warehouse), Column("ol_d_id", \OrderLine.district),
            Column("ol_o_id", \OrderLine.order), Column("ol_number", \OrderLine.number),
            Column("ol_i_id", \OrderLine.itemID), Column("ol_supply_w_id", \OrderLine.supplier),
        ]
    }
}
// snippet.end

// snippet.relationships
extension OrderLine {
    func stock() throws -> Stock? { try belongsTo(Stock.self, foreignKey: ["ol_supply_w_id", "ol_i_id"]) }
    func ownStock() throws -> Stock? { try belongsTo(Stock.self, foreignKey: ["ol_w_id", "ol_i_id"]) }
}
// snippet.end

// snippet.stock
final class Stock: Model {
    var warehouse = 0, item = 0, quantity = 0
    override class var table: String { "stock" }
    override class var primaryKey: [String] { ["warehouse", "item"] }
}
// snippet.end

// snippet.paths
final class Shelf: Model {
    var building = 0, number = 0
    override class var primaryKeyPaths: [AnyKeyPath] { [\Shelf.building, \Shelf.number] }
    func boxes() throws -> [Box] { try hasMany(Box.self, foreignKey: [\.building, \.shelf]) }
}

final class Box: Model {
    var building = 0, shelf = 0, label = ""
    override class var primaryKeyPaths: [AnyKeyPath] { [\Box.building, \Box.shelf, \Box.label] }
    func itsShelf() throws -> Shelf? { try belongsTo(Shelf.self, foreignKey: [\Box.building, \Box.shelf]) }
}
// snippet.end

final class Note: Model {
    var pk: Int?
    var text = ""
}

// snippet.keyless
final class Event: Model {
    var kind = ""
    override class var primaryKey: [String] { [] }
}
// snippet.end

final class Dog: Model {
    var id: Int?
    var label = ""
    override class var table: String { "dog" }
    override class var primaryKey: [String] { ["id"] }
}

final class Seat: Model {
    var hall = 0, number = 0
    var guest = ""
    override class var table: String { "seat" }
    override class var primaryKey: [String] { ["hall", "number"] }
}

final class Item: Model {
    var id: Int?
    var house: String?, sku: String?, objId: String?
    var label = "", quantity = 0
    override class var table: String { "item" }
    override class var primaryKey: [String] { ["id"] }
}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE dog (id INTEGER PRIMARY KEY, label TEXT UNIQUE);
    CREATE TABLE seat (hall INT, number INT, guest TEXT, PRIMARY KEY (hall, number));
    CREATE TABLE item (id INTEGER PRIMARY KEY, house TEXT, sku TEXT, objId TEXT UNIQUE, label TEXT, quantity INT,
        UNIQUE (house, sku));
    INSERT INTO dog VALUES (1, 'Lucy');
    INSERT INTO seat VALUES (1, 1, 'Ada'), (1, 2, 'Grace');
    CREATE TABLE order_line (ol_o_id INT, ol_d_id INT, ol_w_id INT, ol_number INT, ol_i_id INT, ol_supply_w_id INT,
        PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number));
    CREATE TABLE stock (item INT, warehouse INT, quantity INT, PRIMARY KEY (warehouse, item));
    CREATE TABLE Note (pk INTEGER PRIMARY KEY, text TEXT);
    CREATE TABLE Event (kind TEXT);
    CREATE TABLE Shelf (building INT, number INT, PRIMARY KEY (building, number));
    CREATE TABLE Box (building INT, shelf INT, label TEXT, PRIMARY KEY (building, shelf, label));
    INSERT INTO Shelf VALUES (1, 2);
    INSERT INTO Box VALUES (1, 2, 'screws'), (1, 2, 'nails');
    INSERT INTO order_line VALUES (2, 3, 1, 1, 17, 1), (2, 3, 1, 2, 17, NULL);
    INSERT INTO stock VALUES (17, 1, 40);
    INSERT INTO Event VALUES ('start');
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

try database.write { session in
    // snippet.find
    let line = try session.find(OrderLine.self, 1, 3, 2, 1)
    let same = try session.find(OrderLine.self, "1", "3", "2", "1")
    let none = try session.find(OrderLine.self, 1, 3, 2, nil as Int?)  // nil; no statement is sent
    let dynamic = try session.find(OrderLine.self, key: [1, 3, 2, 1])  // a key that is known at run time
    // snippet.end
    // snippet.boxes
    let boxes = try session.find(Shelf.self, 1, 2)?.boxes()
    // snippet.end
    print(boxes?.count as Any, try boxes?.first?.itsShelf()?.number as Any)
    print(line?.itemID as Any, same?.itemID as Any, none as Any, dynamic?.keyValues as Any)
    do {
        // snippet.count
        _ = try session.find(OrderLine.self, 1, 3)
        // snippet.end
    } catch { print(error) }
    do {
        // snippet.convert
        _ = try session.find(OrderLine.self, 1, 3, 2, "first")
        // snippet.end
    } catch { print(error) }
    guard let line else { return }

    // snippet.list
    let several = try session.find(OrderLine.self, keys: [[1, 3, 2, 2], [1, 3, 2, 1]])  // in this order
    // snippet.end
    print(several.map(\.number))

    // snippet.dictionary
    let found = try session.find(OrderLine.self, keys: [[1, 3, 2, 2], [1, 3, 2, 1], [9, 9, 9, 9]], as: .dictionary)
    print(found.count, found[[1, 3, 2, 1]]?.itemID as Any, found[[9, 9, 9, 9]] as Any)  // 2, Optional(…), nil
    // snippet.end

    // snippet.null
    guard let unsupplied = try session.find(OrderLine.self, 1, 3, 2, 2) else { return }
    print(try unsupplied.stock() as Any)  // nil: ol_supply_w_id is NULL, so no statement is sent
    print(try unsupplied.ownStock()?.quantity as Any)  // Optional(40)
    // snippet.end

    // snippet.change
    line.number = 9
    try line.save()
    // snippet.end

    // snippet.upsert
    let stock = Stock()
    stock.warehouse = 1
    stock.item = 17
    stock.quantity = 35
    try stock.upsert()
    // snippet.end

    // snippet.increment
    let note = Note()
    note.text = "The database gives the key"
    try note.save()
    print(note.pk as Any)  // Optional(1)
    // snippet.end

    do {
        // snippet.keyless-save
        let event = try session.query(Event.self).first()
        event?.kind = "stop"
        try event?.save()
        // snippet.end
    } catch { print(error) }
    // snippet.keyless-update
    try session.query(Event.self).filter(\.kind == "start").update(.set(\.kind, "stop"))
    // snippet.end

    let item = Item()
    (item.objId, item.label) = ("a7", "saw")
    let items = [Item(), Item()]
    for (index, item) in items.enumerated() { (item.house, item.sku, item.quantity) = ("north", "S-\(index)", 3) }
    // snippet.upsert-on
    try session.upsert(item, on: ["objId"])
    try session.upsert(items, on: ["house", "sku"], updating: ["quantity"])  // keeps the other columns
    // snippet.end

    let seats = try session.query(Seat.self).orderByKey().all()
    guard let lucy = try session.find(Dog.self, 1), let a = seats.first, let b = seats.last else { return }
    // snippet.exchange
    lucy.label = "Ollie"
    let new = Dog()
    new.label = "Lucy"
    try session.save([new, lucy])  // UPDATE "dog" …; INSERT INTO "dog" …

    (a.number, b.number) = (b.number, a.number)  // both are part of a key
    try session.save([a, b])
    // snippet.end
}
