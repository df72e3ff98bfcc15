import Foundation
import TestServer
import Testing
import ZIMOrm

private final class Day: Model {
    var shop = 0
    var day = Date(timeIntervalSince1970: 0)
    override class var table: String { "day" }
    override class var primaryKey: [String] { ["shop", "day"] }
    override class var forms: [String: ColumnForm] { ["day": .date(.date)] }
    override class var relationships: [Relationship] {
        [.hasMany("sales", Till.self, foreignKey: ["shop", "day"])]
    }
}

private class Till: Model {
    var id: Int?
    var shop: Int?
    var day: Date?
    override class var table: String { "sale" }
    override class var primaryKey: [String] { ["id"] }
    override class var forms: [String: ColumnForm] { ["day": .date(.pattern("dd.MM.yyyy"))] }
}

private final class LikeTill: Till {
    override class var forms: [String: ColumnForm] { ["day": .date(.date)] }
}

private class Customer: Model {
    var region = 0
    var id = UUID()
    override class var table: String { "customer" }
    override class var primaryKey: [String] { ["region", "id"] }
    override class var forms: [String: ColumnForm] { ["id": .uuid(.lowerText)] }
}

private final class Visit: Model {
    var number: Int?
    var region: Int?
    var customer: UUID?
    override class var table: String { "visit" }
    override class var primaryKey: [String] { ["number"] }
    override class var forms: [String: ColumnForm] { ["customer": .uuid(.upperText)] }
    func owner() throws -> Customer? { try belongsTo(Customer.self, foreignKey: ["region", "customer"]) }
}

/// Foreign keys whose columns hold or compare their values otherwise than the key's.
@Suite(.eachEngine) struct OtherFormTests {
    @Test func aKeyThatTheChildsFormWritesOtherwise() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE day (shop INTEGER NOT NULL, day VARCHAR(20) NOT NULL, PRIMARY KEY (shop, day));
            CREATE TABLE sale (id INTEGER PRIMARY KEY, shop INTEGER, day VARCHAR(20));
            INSERT INTO day VALUES (1, '2024-10-04');
            """)
        try database.write { session in
            let day = try #require(try session.query(Day.self).first())
            let sale = Till()
            for change in [
                { try sale.set(day, foreignKey: ["shop", "day"]) }, { try session.add([sale], to: day, "sales") },
                { try session.replace("sales", of: day, with: [sale]) },
            ] as [() throws -> Void] {
                let error = #expect(throws: ModelError.self) { try change() }
                #expect(
                    error?.description
                        == "value: \"sale\".\"day\" is written as .date(.pattern(\"dd.MM.yyyy\")), and \"day\".\"day\" otherwise: it "
                        + "would refer to no row. Declare one form for both columns")
                #expect(sale.shop == nil && sale.day == nil)
            }
            let like = LikeTill()
            try like.set(day, foreignKey: ["shop", "day"])
            try session.save(like)
            #expect(try session.rows("SELECT shop, day FROM sale").map(\.values) == [[1, "2024-10-04"]])
        }
    }

    /// By a collation or a type other letters are the same key.
    @Test(arguments: [false, true]) func aKeyInOtherLetters(_ isOneKey: Bool) throws {
        let type =
            switch ServedEngine.current {
            case .sqlite: isOneKey ? "TEXT COLLATE NOCASE" : "TEXT"
            case .postgreSQL: isOneKey ? "UUID" : "TEXT"
            case .mariaDB: "VARCHAR(36) COLLATE \(isOneKey ? "utf8mb4_general_ci" : "utf8mb4_bin")"
            }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE customer (region INTEGER NOT NULL, id \(type) NOT NULL, PRIMARY KEY (region, id));
            CREATE TABLE visit (number INTEGER PRIMARY KEY, region INTEGER, customer \(type));
            """)
        try database.write { session in
            let (customer, visit) = (Customer(), Visit())
            customer.region = 1
            try session.save(customer)
            guard isOneKey else {
                let error = #expect(throws: ModelError.self) {
                    try visit.set(customer, foreignKey: ["region", "customer"])
                }
                #expect(error?.code == .value)
                return
            }
            try visit.set(customer, foreignKey: ["region", "customer"])
            try session.save(visit)
            #expect(try visit.owner()?.id == customer.id)
        }
    }

    /// Blanks at its end are none to a CHAR, whose text has them.
    @Test func aPaddedKey() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE day (shop INTEGER NOT NULL, day CHAR(12) NOT NULL, PRIMARY KEY (shop, day));
            CREATE TABLE sale (id INTEGER PRIMARY KEY, shop INTEGER, day CHAR(12));
            INSERT INTO day VALUES (1, '2024-10-04');
            """)
        try database.write { session in
            let day = try #require(try session.query(Day.self).first())
            let sale = LikeTill()
            try sale.set(day, foreignKey: ["shop", "day"])
            try session.save(sale)
            #expect(
                try session.rows("SELECT count(*) FROM sale JOIN day ON sale.shop = day.shop AND sale.day = day.day")
                    .map(\.values) == [[1]])
        }
    }

    @Test func aListIsNotComparedByAnotherCollation() throws {
        guard ServedEngine.isSQLite else { return }
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE customer (region INTEGER NOT NULL, id TEXT COLLATE NOCASE NOT NULL, PRIMARY KEY (region, id));
            CREATE TABLE visit (number INTEGER PRIMARY KEY, region INTEGER, customer TEXT);
            """)
        try database.read { session throws in
            let error = #expect(throws: ModelError.self) {
                try session.query(Guest.self).filter("owner", in: session.query(Customer.self)).all()
            }
            #expect(
                error?.description
                    == "query: the foreign key (region, customer) of \"visit\" is compared with \"customer\" by another "
                    + "collation (\"customer\" by NOCASE), so one list cannot be compared with it. Follow the relationship from "
                    + "each of the models, or filter by .exists(\"owner\", …)")
            #expect(try session.query(Guest.self).filter(.exists("owner")).count() == 0)
        }
    }
}

private final class Guest: Model {
    var number: Int?
    var region: Int?
    var customer: UUID?
    override class var table: String { "visit" }
    override class var primaryKey: [String] { ["number"] }
    override class var relationships: [Relationship] {
        [.belongsTo("owner", Customer.self, foreignKey: ["region", "customer"])]
    }
}
