import TestServer
import Testing
import ZIMOrm

/// What is left of a key that the database gave, when a rollback takes the row.
@Suite(.eachEngine) struct LostKeyTests {
    private final class Person: Model {
        var pk: Int?
        var name = ""
        func phones() throws -> [Phone] { try hasMany(Phone.self, foreignKey: ["person"]) }
    }

    private final class Phone: Model {
        var pk: Int?
        var person: Int?
    }

    private struct Stop: Error {}

    private func database() throws -> Database {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE "Person" (pk INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE "Phone" (pk INTEGER PRIMARY KEY, person INTEGER);
            INSERT INTO "Phone" VALUES (1, 1);
            """)
        return database
    }

    private func lost(_ database: Database) -> Person {
        let person = Person()
        try? database.write {
            try $0.insert(person)
            throw Stop()
        }
        return person
    }

    @Test func theKeyIsGoneFromTheModelWhenItIsAsked() throws {
        let person = lost(try database())
        #expect(person.keyValues == [nil])
        #expect(person.pk == nil)
        #expect(!person.isLoaded)
    }

    @Test func nothingPointsToALostKey() throws {
        let database = try database()
        let phone = Phone()
        let error = #expect(throws: ModelError.self) { try phone.set(lost(database), foreignKey: ["person"]) }
        #expect(error?.code == .keyMissing)
        #expect(phone.person == nil)
        let person = lost(database)
        let phones = try database.read { _ in try person.phones() }
        #expect(phones.isEmpty)
    }

    @Test func whatTheCallerSetSinceStays() throws {
        let database = try database()
        let person = lost(database)
        person.pk = 70
        #expect(person.keyValues == [70])
        try database.write { try $0.save(person) }
        #expect(try database.find(Person.self, 70) != nil)
    }
}
