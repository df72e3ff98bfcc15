// The code of Documentation/Errors.md.
import Foundation
import ZIMOrm

final class Customer: Model {
    var region = "", number = 0
    var name = ""
    override class var primaryKey: [String] { ["region", "number"] }
}

final class Invoice: Model {
    var pk: Int?
    var region: String?, customer: Int?
    var amount = 0
}

final class Branch: Model {
    var region: String?, number = 0
    override class var primaryKey: [String] { ["region", "number"] }
}

final class Line: Model {
    var warehouse = 0, number = 0
}

let database = try Database.inMemory()
try database.execute(
    """
    CREATE TABLE Customer (number INT, region TEXT, name TEXT NOT NULL UNIQUE, PRIMARY KEY (region, number));
    CREATE TABLE Invoice (pk INTEGER PRIMARY KEY, customer INT, region TEXT, amount INT NOT NULL CHECK (amount > 0),
        FOREIGN KEY (customer, region) REFERENCES Customer (number, region));
    CREATE TABLE Branch (region TEXT, number INT, PRIMARY KEY (region, number));
    CREATE TABLE Line (warehouse INT, number INT, PRIMARY KEY (warehouse, number));
    INSERT INTO Customer VALUES (1, 'north', 'Ada');
    """)

// snippet.constraint
func add(_ invoice: Invoice) throws {
    do {
        try database.write { try $0.save(invoice) }
    } catch let error as DatabaseError where error.code == .constraint {
        switch error.constraint?.kind {
        case .foreignKey: print("no such customer:", error.constraint?.columns ?? [])
        case .check, .notNull: print("not a valid invoice:", error.message)
        default: throw error
        }
    }
}
// snippet.end

let invoice = Invoice()
invoice.region = "north"
invoice.customer = 2
invoice.amount = 10
try add(invoice)
invoice.customer = 1
invoice.amount = 0
try add(invoice)
invoice.amount = 10
try add(invoice)
print(invoice.isLoaded)

DataSource.register(database, as: "live")
// snippet.gone
do {
    try database.execute("DELETE FROM Invoice")  // somebody else's doing
    invoice.amount = 12
    try invoice.save()
} catch let error as ModelError where error.code == .rowNotFound {
    print(error.message)
}
// snippet.end

func tell(_ body: (Session) throws -> Void) {
    do { try database.write(body) } catch { print(error) }
}
tell { _ = try $0.find(Customer.self, "north") }
tell { _ = try $0.query(Customer.self).filter("nmae = \("Ada")").all() }
tell { _ = try $0.query(Customer.self).filter("name = \("Ada") AND (number > \(1)").all() }
tell { try $0.execute("SELECT nam FROM Customer") }
tell { try $0.execute("INSERT INTO Customer VALUES (\(9), \("south"), \("Ada"))") }
tell { session in
    let missing = Customer()
    missing.region = "east"
    try session.load(missing)
}
tell { session in
    let taken = Customer()
    (taken.region, taken.number, taken.name) = ("north", 1, "Eve")
    try session.insert(taken)
}
tell { session in
    let branch = Branch()
    branch.number = 1
    try session.insert(branch)
}
tell { session in
    let branch = Branch()
    (branch.region, branch.number) = ("north", 1)
    try session.insert(branch)
    branch.region = nil
    try session.save(branch)
}
tell { _ = try $0.query(Line.self).all() }
do { _ = try Database(path: "/nowhere/legacy.sqlite", options: .readOnly) } catch { print(error) }
do { _ = try database.read { try $0.execute("DELETE FROM Customer") } } catch { print(error) }
do { _ = try DataSource.named("archive") } catch { print(error) }

// snippet.mismatch
do {
    let number = try database.read { try $0.value("SELECT name FROM Customer", as: Int.self) }
    print(number as Any)
} catch let error as ValueMismatch {
    print(error)
}
// snippet.end
