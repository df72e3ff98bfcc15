// The code of Documentation/Associations.md.
import ZIMOrm

// snippet.classes
final class Order: Model {
    var year = 0, number = 0, customer = ""
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["year", "number"] }
    override class var relationships: [Relationship] {
        [
            .hasMany("notes", Note.self, foreignKey: ["year", "number"], dependent: .nullify),
            .hasMany(
                "tags", Tag.self, through: OrderTag.self, foreignKey: ["year", "number"],
                targetForeignKey: ["area", "word"], dependent: .delete),
        ]
    }
}

final class Note: Model {
    var pk: Int?
    var year: Int?
    var number: Int?
    var text = ""
    override class var table: String { "note" }
    override class var relationships: [Relationship] {
        [.belongsTo("order", Order.self, foreignKey: ["year", "number"])]
    }
}

final class Tag: Model {
    var area = "", word = ""
    override class var table: String { "tag" }
    override class var primaryKey: [String] { ["area", "word"] }
}

final class OrderTag: Model {
    var year = 0, number = 0, area = "", word = ""
    var rank: Int?
    override class var table: String { "order_tag" }
    override class var primaryKey: [String] { ["year", "number", "area", "word"] }
}
// snippet.end

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE orders (year INTEGER, number INTEGER, customer TEXT, PRIMARY KEY (year, number));
    CREATE TABLE note (pk INTEGER PRIMARY KEY, year INTEGER, number INTEGER, text TEXT);
    CREATE TABLE tag (area TEXT, word TEXT, PRIMARY KEY (area, word));
    CREATE TABLE order_tag (year INTEGER, number INTEGER, area TEXT, word TEXT, rank INTEGER,
        PRIMARY KEY (year, number, area, word));
    INSERT INTO orders VALUES (2026, 1, 'Ada');
    INSERT INTO tag VALUES ('color', 'red'), ('color', 'blue');
    """)
let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }

try database.write { session in
    guard let order = try session.find(Order.self, 2026, 1) else { return }
    let note = Note()
    note.text = "call back"
    let tags = try session.query(Tag.self).orderByKey().all()
    // snippet.add
    try order.add([note], to: "notes")
    try order.add(tags, to: "tags") { (link: OrderTag, tag: Tag) in link.rank = tag.word.count }
    // snippet.end

    // snippet.filter
    let orders = try session.query(Order.self).filter(\.year == 2026).all()
    let notes = try session.query(Note.self).filter("order", in: orders).orderBy(\.pk).all()
    // snippet.end
    print(notes.map(\.text))

    // snippet.remove
    try order.remove([note], from: "notes")
    try order.remove(tags, from: "tags")
    try order.replace("notes", with: [note], dependent: .delete)
    // snippet.end

    // snippet.delete
    try session.delete(order)
    // snippet.end
}
_ = trace
