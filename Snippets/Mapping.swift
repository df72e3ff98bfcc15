// The code of Documentation/Mapping.md.
import Foundation
import ZIMOrm

// snippet.reflection
final class Address: Model {  // the table "Address"
    var firstName = ""
    var lastName = ""
    var street: String?
    var openedAt = Date()
    lazy var initials = "\(firstName.prefix(1))\(lastName.prefix(1))"  // lazy and computed ones are no columns
    var cache: [ObjectIdentifier: Int] = [:]
    override class var primaryKey: [String] { ["firstName", "lastName"] }
    override class var ignoredProperties: Set<String> { ["cache"] }
}
// snippet.end

// snippet.typed
enum Carrier: Int, ColumnValue { case road = 1, rail, air }

struct Size: Codable {
    var width = 0.0, height = 0.0
}

final class Parcel: Model {
    var number = 0
    var carrier: Carrier?
    var size = Size()
    var weight = Decimal()
    var sent: Date?
    var due = Date()
    var codes: [String] = []
    override class var table: String { "parcel 2B" }
    override class var primaryKey: [String] { ["no."] }
    override class var columns: [Column] {
        [
            Column("no.", \Parcel.number), Column("carrier", \Parcel.carrier),
            Column("size", json: \Parcel.size), Column("weight", \Parcel.weight),
            Column("sent", \Parcel.sent, date: .unixSeconds),
            Column("due", \Parcel.due, date: .pattern("dd.MM.yyyy")),
            Column(
                "codes", \Parcel.codes,
                decode: { try String(column: $0).split(separator: ";").map(String.init) },
                encode: { .text($0.joined(separator: ";")) }),
        ]
    }
}
// snippet.end

// snippet.forms
final class Visit: Model {
    var patient = UUID()
    var day = Date()
    var isPaid = false
    override class var primaryKey: [String] { ["patient", "day"] }
    override class var forms: [String: ColumnForm] {
        ["patient": .uuid(.upperText), "day": .date(.dateTime), "isPaid": .bool(.words("t", "f"))]
    }
}
// snippet.end

// snippet.defaults
final class Ticket: Model {
    var desk = 0, number = 0
    var status: String?
    override class var primaryKey: [String] { ["desk", "number"] }
    override class var databaseDefaults: Set<String> { ["status"] }
}
// snippet.end

// snippet.wrong
final class Misspelt: Model {
    var firstName = ""
    override class var primaryKey: [String] { ["fristName"] }
}

final class Unmappable: Model {
    var pk: Int?
    var handler: () -> Void = {}
}

final class Strict: Model {
    var pk: Int?
    var amount: Int16 = 0
    override class var table: String { "loose" }
}
// snippet.end

/// The same table, and no form is declared.
enum Undeclared {
    final class Visit: Model {
        var patient = UUID()
        var day = Date()
        override class var primaryKey: [String] { ["patient", "day"] }
    }
}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE Address (lastName TEXT, firstName TEXT, street TEXT, openedAt, PRIMARY KEY (firstName, lastName));
    CREATE TABLE "parcel 2B" ("no." INT PRIMARY KEY, carrier INT, size TEXT, weight DECIMAL(8, 3), sent INT, due TEXT,
        codes TEXT);
    CREATE TABLE Visit (patient TEXT, day TEXT, isPaid TEXT, PRIMARY KEY (patient, day));
    CREATE TABLE Ticket (desk INT, number INT, status TEXT DEFAULT 'open', PRIMARY KEY (desk, number));
    CREATE TABLE loose (pk INTEGER PRIMARY KEY, amount INTEGER);
    INSERT INTO Address VALUES ('Lovelace', 'Ada', NULL, '1815-12-10'), ('Hopper', 'Grace', 'Pearl St', 0),
        ('Turing', 'Alan', NULL, 2419576.5);
    INSERT INTO "parcel 2B" VALUES (7, 2, '{"width": 3, "height": 4}', 12.125, 1772960400, '09.03.2026', 'A;B2');
    INSERT INTO loose VALUES (1, 70000), (2, 'about 40'), (3, NULL);
    """)

try database.read { session in
    // snippet.filter
    let addresses = try session.query(Address.self).filter(\.street == nil).orderBy(\.lastName).all()
    let parcels = try session.query(Parcel.self).filter(\.carrier == .rail && \.weight > 10).all()
    // snippet.end
    for address in addresses { print(address.initials, address.openedAt) }
    for parcel in parcels {
        print(parcel.number, parcel.carrier as Any, parcel.size, parcel.weight, parcel.sent as Any, parcel.due)
        print(parcel.codes)
    }
}

let trace = database.trace { if !$0.isTransactionControl { print("   ", $0) } }
try database.write { _ in
    // snippet.default
    let ticket = Ticket()
    (ticket.desk, ticket.number) = (1, 7)
    try ticket.save()
    print(ticket.status as Any)  // Optional("open")
    // snippet.end
}
trace.cancel()

func tell(_ body: (Session) throws -> Void) {
    do { try database.read(body) } catch { print(error) }
}
tell { _ = try $0.query(Misspelt.self).all() }
tell { _ = try $0.query(Unmappable.self).all() }
for key in 1...3 { tell { _ = try $0.find(Strict.self, key) } }
tell { _ = try $0.query(Address.self).filter("fristName = \("Ada")").all() }
tell { _ = try $0.query(Undeclared.Visit.self).orderBy(\.day).all() }
try database.read { session in
    // snippet.raw
    let visit = try session.find(Visit.self, raw: "9D6F0F0E-5B1C-4D5B-8F43-0C7F3F1A2B3C", "2024-01-01")
    // snippet.end
    print(visit as Any)
}
