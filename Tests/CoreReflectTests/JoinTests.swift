import CoreReflect
import TestServer
import Testing

/// Classes that refer to each other in more ways than one.
private enum Family {
    class City: Reflect { var name = "" }
    class House: Reflect {
        var street = ""
        var zip = 0
        var city = City()
    }
    class Person: Reflect {
        var name = ""
        var zip = 0
        var boss: Person?
        var house: House?
    }
    class Worker: Reflect {
        var home = House()
        var work = House()
        override class func referenceName(of property: String) -> String? { property == "work" ? "Work" : nil }
    }
}

extension CoreReflectTests {
    /// Joins by other keys and kinds, of several classes and of a class with itself.
    @Suite(.eachEngine) struct JoinTests {
        private typealias City = Family.City
        private typealias House = Family.House
        private typealias Person = Family.Person
        private let log: LogLines

        @Test func includeFillsEveryPropertyOfTheClass() throws {
            try Family.Worker.register()
            let worker = Family.Worker()
            (worker.home.street, worker.work.street) = ("Elm", "Oak")
            try worker.pin()
            _ = log.take()
            let found = try #require(try Family.Worker.findById(worker.objectId ?? 0, include: House.self))
            #expect(log.take().count == 1)
            #expect([found.home.street, found.work.street] == ["Elm", "Oak"])
            #expect(found.home.isLoaded && found.work.isLoaded)
            #expect(try !found.hasChanges())
            let id = worker.objectId?.intValue ?? 0
            #expect(found.objectId == id)
            #expect(found.objectId != id + 1)
            // Not inside of a property that may be nil: that row is found all the same.
            let child = Person()
            child.boss = nil
            try child.pin()
            #expect(try Person.findById(child.objectId ?? 0)?.boss == nil)
        }

        @Test func aTextIsADateByTheClocksOfTheSettings() {
            let moment = DateComponents(
                calendar: Calendar(identifier: .gregorian), timeZone: Reflect.settings.timeZone, year: 1947, month: 1,
                day: 23,
                hour: 21, minute: 46, second: 23
            ).date
            #expect("1947-01-23 21:46:23".date == moment)
            #expect("yesterday".date == nil)
        }

        init() throws {
            try ServedEngine.configure()
            try City.register()
            try House.register()
            try Person.register()
            let boss = Self.person("Ada", 10, street: "Elm", city: "Bern", boss: nil)
            let worker = Self.person("Bob", 20, street: "Oak", city: "Basel", boss: boss)
            let homeless = Person()
            homeless.name = "Cem"
            homeless.zip = 20
            homeless.boss = boss
            for person in [boss, worker, homeless] { try person.pin() }
            let empty = House()
            empty.street = "Fir"
            empty.zip = 99
            empty.city.name = "Brig"
            try empty.pin()
            log = LogLines()
        }

        private static func person(
            _ name: String, _ zip: Int, street: String, city: String, boss: Family.Person?
        ) -> Person {
            let person = Person()
            let house = House()
            person.name = name
            person.zip = zip
            person.boss = boss
            house.street = street
            house.zip = zip
            house.city.name = city
            person.house = house
            return person
        }

        @Test func objectsInsideAreSavedFirst() throws {
            #expect(
                try Reflect.query(ServedEngine.own(#"SELECT name FROM "City" ORDER BY "objectId""#)).map { $0[0] } == [
                    "Bern", "Basel", "Brig",
                ])
            #expect(
                try Reflect.query(
                    ServedEngine.own(
                        #"SELECT name, "Person_objectId", "House_objectId" FROM "Person" ORDER BY "objectId""#)
                )
                .map(\.values) == [["Ada", .null, 1], ["Bob", 1, 2], ["Cem", 1, .null]])
            let person = try Person.findById(3)
            #expect(person?.house == nil && person?.boss?.reference == [1])
        }

        @Test func leftJoin() throws {
            let people = try Person.query().join(House.self, .left).sort("name").findObject()
            expectOriginal(
                log.take().first,
                "SELECT House.objectId AS 'House.objectId', House.createdAt AS 'House.createdAt', House.updatedAt AS 'House.updatedAt', House.street AS 'House.street', House.zip AS 'House.zip', House.City_objectId AS 'House.City_objectId', Person.* FROM Person LEFT JOIN House ON Person.House_objectId = House.objectId ORDER BY name"
            )
            #expect(people.map { $0.house?.street } == ["Elm", "Oak", nil])
        }

        @Test func rightJoin() throws {
            let people = try Person.query().join(House.self, .right).sort("House.street").findObject()
            #expect(people.map { $0.house?.street } == ["Elm", "Fir", "Oak"])
            #expect(people.map(\.name) == ["Ada", "", "Bob"])
            #expect(people.map(\.isLoaded) == [true, false, true])
        }

        @Test func otherKeys() throws {
            let query = Person.query()
            query.join(House.self, .inner, foreignKey: "Person.zip", .equals, otherKey: "House.zip")
            let people = try query.sort("Person.name", .asc).findObject()
            #expect(
                log.take().first?.hasSuffix(
                    #"FROM "Person" INNER JOIN "House" ON "Person"."zip" = "House"."zip" ORDER BY "Person"."name""#)
                    == true)
            #expect(people.map(\.name) == ["Bob", "Cem"] || people.map(\.name) == ["Ada", "Bob", "Cem"])
            #expect(people.last?.house?.street == "Oak")
            // What was joined by another key is there to be read; the reference of the row stays as it is.
            try people.last?.pin()
            #expect(try Person.findById(3)?.house == nil)
        }

        @Test func otherComparisons() throws {
            let query = Person.query()
            query.join(House.self, foreignKey: "zip", .lessThan, otherKey: "zip")
            #expect(try query.count() == 4)
            #expect(
                log.take().first?.hasSuffix(#"INNER JOIN "House" ON "Person"."zip" < "House"."zip""#) == true)
        }

        @Test func severalClasses() throws {
            let query = Person.query()
            query.join(House.self).join(City.self).filter("City.name", .like, value: "Ba%")
            let people = try query.findObject()
            #expect(people.map { $0.house?.city.name } == ["Basel"])
            #expect(log.take().count == 1)
            let found = try Person.findById(2, include: House.self, City.self)
            #expect(found?.house?.city.name == "Basel")
        }

        @Test func theSameClassByAnAlias() throws {
            let query = Person.query()
            query.join(Person.self, .left, alias: "boss").filter("boss.name", .equals, value: "Ada").sort("Person.name")
            let people = try query.findObject()
            #expect(
                log.take().first?.hasSuffix(
                    #"FROM "Person" LEFT JOIN "Person" AS "boss" ON "Person"."Person_objectId" = "boss"."objectId" WHERE "boss"."name" = 'Ada' ORDER BY "Person"."name""#
                ) == true)
            #expect(people.map { $0.boss?.name } == ["Ada", "Ada"])
            let error = #expect(throws: ModelError.self) { try Person.query().join(Person.self).findObject() }
            #expect(
                error?.code == .query && error?.hint == "Give the join an alias: join(Person.self, alias: \"other\")")
        }

        @Test func fieldsOfAJoin() throws {
            let query = Person.query()
            query.join(House.self).fields("name", "House.street").sort("name")
            let people = try query.findObject()
            #expect(log.take().first?.hasPrefix(#"SELECT "House"."street" AS "House.street", "name" FROM"#) == true)
            #expect(people.map { $0.house?.street } == ["Elm", "Oak"])
            // Neither has its key: the person is a new one, and the house no row that could be saved with it.
            people[0].house?.street = "Ash"
            let error = #expect(throws: ModelError.self) { try people[0].pin() }
            #expect(error?.code == .notLoaded)
            let known = try query.fields("objectId").findObject()
            known[1].name = "Bea"
            _ = log.take()
            try known[1].pin()
            expectOriginal(
                log.take().first,
                "UPDATE Person SET updatedAt = \(text(known[1].updatedAt)), name = 'Bea' WHERE objectId = 2")
            #expect(try House.query().count() == 3)
            #expect(try Person.findById(2)?.house?.reference == [2])
        }

        @Test func aggregatesOverPartOfTheRows() throws {
            #expect(try Person.query().sort("zip").limit(2).sum("zip") == 30)
            #expect(try Person.query().fields("zip").distinct().count() == 2)
            #expect(try Person.query().join(House.self).max("House.street") as? String == "Oak")
            #expect(try Person.query().join(House.self, .left).count("House.street") == 2)
            #expect(try Person.query().filter("name", .equals, value: "nobody").average("zip") == nil)
            #expect(try Person.query().filter("name", .equals, value: "nobody").max("zip") == nil)
            #expect(try Person.query().filter("name", .equals, value: "nobody").sum("zip") == 0)
        }

        @Test func aReferenceIsOnlyWrittenWhereItChanged() throws {
            let worker = try #require(try Person.findById(2))
            _ = log.take()
            worker.name = "Bea"
            try worker.pin()
            expectOriginal(
                log.take().first,
                "UPDATE Person SET updatedAt = \(text(worker.updatedAt)), name = 'Bea' WHERE objectId = 2")
            worker.house = nil
            try worker.pin()
            #expect(log.take().first?.contains(#""House_objectId" = NULL"#) == true)
            let house = House()
            house.objectId = 3
            worker.house = house
            try worker.pin()
            #expect(log.take().count == 1)
            #expect(try Person.findById(2, include: House.self)?.house?.street == "Fir")
        }

        @Test func changesInsideAreSavedWithIt() throws {
            let worker = try #require(try Person.findById(2, include: House.self))
            worker.house?.street = "Ash"
            _ = log.take()
            try worker.pin()
            #expect(log.take().map { $0.prefix(14) } == ["UPDATE \"House\"", "UPDATE \"Person"])
            #expect(try House.findById(2)?.street == "Ash")
        }

        @Test func changesFurtherInsideAreSavedToo() throws {
            let worker = try #require(try Person.findById(2, include: House.self, City.self))
            worker.house?.city.name = "Bex"
            _ = log.take()
            try worker.pin()
            // What stands between them has not changed, and is not written.
            #expect(log.take().map { $0.prefix(13) } == ["UPDATE \"City\"", "UPDATE \"Perso"])
            let house = House()
            house.street = "New"
            let boss = try #require(try Person.findById(1))
            boss.house = nil
            try boss.pin()
            worker.boss = boss
            boss.house = house
            try worker.pin()
            #expect(try Person.findById(1, include: House.self)?.house?.street == "New")
            // Objects in a circle are saved once each, where they have rows.
            boss.boss = worker
            try worker.pin()
            #expect(try Person.findById(1)?.boss?.reference == [2])
        }

        @Test func whatWasNotFetchedIsNotOverwritten() throws {
            let worker = try #require(try Person.findById(2))
            worker.house?.street = "Ash"
            let error = #expect(throws: ModelError.self) { try worker.pin() }
            #expect(
                error?.message == "\"house\" of Person was changed, but stands for a row that was not fetched")
            #expect(error?.key == [2])
            #expect(throws: ModelError.self) { try worker.house?.pin() }
            try worker.house?.fetch()
            #expect(worker.house?.street == "Oak" && worker.house?.city.reference == [2])
            worker.house?.street = "Ash"
            try worker.pin()
            #expect(try House.findById(2)?.street == "Ash")
        }

        @Test func twoReferencesToOneClass() throws {
            try Family.Worker.register()
            expectOriginal(
                log.take().first,
                "CREATE TABLE IF NOT EXISTS Worker (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, House_objectId INTEGER NOT NULL, Work_objectId INTEGER NOT NULL)"
            )
            let worker = Family.Worker()
            worker.home.street = "Elm"
            worker.work.street = "Main"
            try worker.pin()
            let found = try Family.Worker.query().join(House.self).join(House.self, alias: "work")
                .filter("work.street", .equals, value: "Main").findObject()
            #expect(found.map(\.home.street) == ["Elm"] && found.map(\.work.street) == ["Main"])
        }

        @Test func throughTheCore() throws {
            let database = try Reflect.settings.getConnection().database
            try database.write { session in
                let people = try session.query(Person.self).filter(\.zip == 20).orderBy("name").all()
                #expect(people.map(\.name) == ["Bob", "Cem"] && people.map { $0.house?.reference } == [[2], nil])
                #expect(try people.map { try $0.hasChanges() } == [false, false])
                people[1].house = people[0].house
                try people[1].save()
                #expect(try session.find(Person.self, 3)?.house?.reference == [2])
                #expect(try session.query(Person.self).filter("House_objectId = 2").count() == 2)
                try people[0].house?.fetch()
                #expect(people[0].house?.street == "Oak")
            }
        }

        @Test func circles() throws {
            let (first, second) = (Person(), Person())
            first.boss = second
            second.boss = first
            #expect(throws: ModelError.self) { try first.pin() }
            first.boss = first
            let error = #expect(throws: ModelError.self) { try first.pin() }
            #expect(error?.code == .keyMissing)
            #expect(try Person.query().count() == 3)
            first.boss = nil
            try first.pin()
            first.boss = first
            try first.pin()
            #expect(try Person.findById(4)?.boss?.reference == [4])
        }
    }
}
