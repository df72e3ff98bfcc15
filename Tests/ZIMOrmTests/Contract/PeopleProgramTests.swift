import Foundation
import TestServer
import Testing
import ZIMOrm

// The classes of the first program, as they stand there.
final class Address: Model {
    var firstName = ""
    var lastName = ""
    var street: String?
    override class var primaryKey: [String] { ["firstName", "lastName"] }
}

final class Email: Model {
    var pk: Int?
    var personPK: Int?
    var address = ""
}

final class PhoneNumber: Model {
    var pk: Int?
    var personPK: Int?
    var number = ""
}

final class Person: Model {
    var pk: Int?
    var firstName = ""
    var lastName = ""
    override class var table: String { "person" }

    func address() throws -> Address? {
        try belongsTo(Address.self, foreignKey: ["firstName", "lastName"])
    }
    func email() throws -> Email? {
        try hasOne(Email.self, foreignKey: ["personPK"])
    }
    func phoneNumbers() throws -> [PhoneNumber] {
        try hasMany(PhoneNumber.self, foreignKey: ["personPK"])
    }
    func somePhoneNumbers() throws -> [PhoneNumber] {
        try hasMany(PhoneNumber.self, foreignKey: ["personPK"], options: [.limit(5), .offset(2)])
    }
}

@Suite(.serialized, .eachEngine) struct PeopleProgramTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE person (pk INTEGER PRIMARY KEY, "firstName" TEXT NOT NULL, "lastName" TEXT NOT NULL);
            CREATE TABLE "Address" ("firstName" TEXT, "lastName" TEXT, street TEXT, PRIMARY KEY ("firstName", "lastName"));
            CREATE TABLE "Email" (pk INTEGER PRIMARY KEY, "personPK" INTEGER REFERENCES person, address TEXT NOT NULL);
            CREATE TABLE "PhoneNumber" (pk INTEGER PRIMARY KEY, "personPK" INTEGER REFERENCES person, number TEXT NOT NULL);
            INSERT INTO "Address" VALUES ('Ada', 'Lovelace', 'St James''s Square');
            """)
        DataSource.register(database, as: "live")
    }

    @Test func blocking() throws {
        let person = Person()
        person.firstName = "Ada"
        person.lastName = "Lovelace"
        try person.save()
        #expect(person.pk == 1)
        let home = try person.address()
        #expect(home?.street == "St James's Square")
        for number in 0..<9 {
            let phone = PhoneNumber()
            phone.personPK = person.pk
            phone.number = "\(number)"
            try phone.save()
        }
        #expect(try person.somePhoneNumbers().map(\.number) == ["2", "3", "4", "5", "6"])
        #expect(try person.email() == nil)

        try database.write { session in
            for person in try session.query(Person.self).filter("lastName = \("Lovelace")").all() {
                for phone in try person.phoneNumbers() { phone.number += "#"; try phone.save() }
            }
        }
        #expect(try database.read { try $0.query(PhoneNumber.self).filter("number ENDSWITH \("#")").count() } == 9)
        let ada = try database.read { try $0.find(Person.self, 1) }
        let hers = try database.read { try $0.find(Address.self, "Ada", "Lovelace") }
        #expect(ada?.lastName == "Lovelace")
        #expect(hers?.street == "St James's Square")
    }

    @Test func awaiting() async throws {
        let person = Person()
        person.firstName = "Ada"
        try await person.save()
        let ada = try await database.read { try $0.find(Person.self, 1) }
        let count = try await database.read { try $0.query(Person.self).count() }
        #expect(ada?.firstName == "Ada")
        #expect(count == 1)
    }
}
