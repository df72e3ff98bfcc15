import TestServer
import Testing

@testable import ZIMOrm

/// Lists of classes that refer to each other in a circle, some rows of which can be written in an order all the same.
@Suite(.eachEngine) struct SaveCircleTests {
    final class Customer: Model {
        var company = "", number = 0, contact: Int?
        override class var table: String { "customer" }
        override class var primaryKey: [String] { ["company", "number"] }
        override class var relationships: [Relationship] {
            [.belongsTo("main", Contact.self, foreignKey: ["company", "contact"])]
        }
    }
    final class Contact: Model {
        var company = "", number = 0, customer = 0
        override class var table: String { "contact" }
        override class var primaryKey: [String] { ["company", "number"] }
        override class var relationships: [Relationship] {
            [.belongsTo("customer", Customer.self, foreignKey: ["company", "customer"])]
        }
    }

    /// - Parameter isEnforced: whether the database knows of both foreign keys, or of the one that may not be NULL alone.
    private func database(_ isEnforced: Bool) throws -> Database {
        let isFile = ServedEngine.isSQLite
        let key = "FOREIGN KEY (company, contact) REFERENCES contact (company, number)"
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE customer (company VARCHAR(9) NOT NULL, number INT NOT NULL, contact INT,
                PRIMARY KEY (company, number)\(isEnforced && isFile ? ", " + key : ""));
            CREATE TABLE contact (company VARCHAR(9) NOT NULL, number INT NOT NULL, customer INT NOT NULL,
                PRIMARY KEY (company, number), FOREIGN KEY (company, customer) REFERENCES customer (company, number));
            \(isEnforced && !isFile ? "ALTER TABLE customer ADD \(key);" : "")
            """)
    }

    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
    func theFirstToBeNeededIsFirst(_ isEnforced: Bool, _ isContactFirst: Bool) throws {
        try database(isEnforced).write { session throws in
            let (customer, contact) = (Customer(), Contact())
            (customer.company, customer.number) = ("a", 1)
            (contact.company, contact.number, contact.customer) = ("a", 7, 1)
            let list: [Model] = isContactFirst ? [contact, customer] : [customer, contact]
            try session.save(list)
            customer.contact = 7
            try session.save(list)
            #expect(try session.rows("SELECT contact FROM customer").map(\.values) == [[7]])
            customer.contact = nil
            try session.save(customer)
            try session.delete(list)
            #expect(try session.query(Customer.self).count() + session.query(Contact.self).count() == 0)
        }
    }

    /// What is not enforced must not stand before what is.
    @Test(arguments: [false, true])
    func rowsThatReferToEachOther(_ isContactFirst: Bool) throws {
        try database(false).write { session throws in
            let (customer, contact) = (Customer(), Contact())
            (customer.company, customer.number, customer.contact) = ("a", 1, 7)
            (contact.company, contact.number, contact.customer) = ("a", 7, 1)
            let list: [Model] = isContactFirst ? [contact, customer] : [customer, contact]
            try session.save(list)
            #expect(try session.find(Customer.self, "a", 1)?.contact == 7)
            try session.delete(list)
            #expect(try session.query(Customer.self).count() + session.query(Contact.self).count() == 0)
        }
    }
}
