import CoreReflect
import TestServer
import Testing

/// Classes with two references to one class: by keys of several columns, and by numbers.
private enum Street {
    class Place: Reflect {
        var region = ""
        var number = 0
        var street = ""
        var zip = 0
        override class var primaryKey: [String] { ["region", "number"] }

        convenience init(_ region: String, _ number: Int, _ street: String, zip: Int) {
            self.init()
            (self.region, self.number, self.street, self.zip) = (region, number, street, zip)
        }
    }
    class Person: Reflect {
        var team = ""
        var number = 0
        var zip = 0
        var home = Place()
        var work: Place?
        override class var primaryKey: [String] { ["team", "number"] }
        override class func referenceName(of property: String) -> String? { property == "work" ? "Work" : nil }
    }
    class City: Reflect { var name = "" }
    class House: Reflect {
        var street = ""
        var city = City()
    }
    class Guest: Reflect {
        var zip = 0
        var home = House()
        var work: House?
        override class func referenceName(of property: String) -> String? { property == "work" ? "Work" : nil }
    }
}

extension CoreReflectTests {
    /// Which property the objects of a join are put into, and what its name means.
    @Suite(.eachEngine) struct JoinHomeTests {
        private typealias Place = Street.Place
        private typealias Person = Street.Person
        private typealias House = Street.House
        private typealias Guest = Street.Guest

        init() throws {
            try ServedEngine.configure()
            try Place.register()
            try Person.register()
            let person = Person()
            (person.team, person.number, person.zip) = ("red", 1, 9)
            person.home = Place("north", 1, "Home St", zip: 1)
            person.work = Place("north", 2, "Work St", zip: 2)
            try person.pin()
            try Place("south", 1, "Near St", zip: 9).pin()
        }

        /// The streets of the first object that a query finds, "-" where no object was read.
        private func streets(_ query: Query<Person>) throws -> [String] {
            let found = try query.findObject()
            #expect(found.count == 1)
            return found.flatMap { person in
                [person.home, person.work].map { $0.map { $0.isLoaded ? $0.street : "-" } ?? "nil" }
            }
        }

        private func near() -> Query<Person> {
            Person.query().join(Place.self, .left, foreignKey: "zip", otherKey: "zip", alias: "near")
        }

        @Test func theKeysSayTheProperty() throws {
            let keys = (["Work_region", "Work_number"], ["region", "number"])
            #expect(
                try streets(Person.query().join(Place.self, foreignKey: keys.0, otherKey: keys.1)) == ["-", "Work St"])
            #expect(
                try streets(
                    Person.query().join(
                        Place.self, foreignKey: ["Person.Work_number", "Person.Work_region"],
                        otherKey: ["number", "region"], alias: "p")) == ["-", "Work St"])
            // By half of the reference it is another row.
            #expect(
                try streets(
                    Person.query().join(Place.self, foreignKey: "Work_number", otherKey: "number", alias: "p")
                        .filter("p.region", .equals, value: "north")) == ["Work St", "-"])
            // What is left goes to the other property, whichever is joined first.
            let both = Person.query().join(Place.self, foreignKey: keys.0, otherKey: keys.1, alias: "p").join(
                Place.self)
            #expect(try streets(both) == ["Home St", "Work St"])
            #expect(
                try streets(
                    Person.query().join(Place.self).join(Place.self, foreignKey: keys.0, otherKey: keys.1, alias: "p"))
                    == ["Home St", "Work St"])

            let person = try #require(
                try Person.query().join(Place.self, foreignKey: keys.0, otherKey: keys.1).findObject().first)
            person.work?.street = "New St"
            try person.pin()
            #expect(
                try Place.query().sort("region").sort("number").findObject().map(\.street)
                    == ["Home St", "New St", "Near St"])
            person.home.street = "Lost St"
            #expect(#expect(throws: ModelError.self) { try person.pin() }?.code == .notLoaded)
        }

        @Test func theAliasSaysTheProperty() throws {
            let query = near().join(Place.self, alias: "home")
            #expect(try streets(query) == ["Home St", "-"])
            #expect(try query.filter("home.street", .equals, value: "Home St").count() == 1)
            #expect(try query.filter("home.street", .equals, value: "Near St").count() == 0)
            #expect(
                try streets(near().join(Place.self, alias: "home").join(Place.self, .left, alias: "work"))
                    == ["Home St", "Work St"])
            #expect(try streets(near().join(Place.self, alias: "work")) == ["Near St", "Work St"])
            #expect(try streets(near().join(Place.self)) == ["Home St", "-"])
        }

        /// Objects of other keys have the first property of their class, and no other: it would be that of another row.
        @Test func otherKeysTakeNoPropertyOfAnotherRow() throws {
            #expect(try streets(near()) == ["Near St", "-"])
            let query = Person.query().join(Place.self, alias: "home")
                .join(Place.self, .left, foreignKey: "zip", otherKey: "zip", alias: "near")
                .filter("near.street", .equals, value: "Near St")
            let person = try #require(try query.findObject().first)
            #expect(person.home.street == "Home St" && person.work?.reference == ["north", 2])
            person.zip = 8
            try person.pin()
            #expect(try Person.findById("red", 1)?.work?.reference == ["north", 2])
        }

        @Test func referencesOfOneColumn() throws {
            try Street.City.register()
            try House.register()
            try Guest.register()
            let guest = Guest()
            (guest.home.street, guest.home.city.name) = ("Home St", "Bern")
            let work = House()
            (work.street, work.city.name) = ("Work St", "Basel")
            guest.work = work
            try guest.pin()
            func found(_ query: Query<Guest>) throws -> Guest { try #require(try query.findObject().first) }
            for (key, alias) in [("work", ""), ("Work_objectId", "p"), ("Guest.work", "p")] {
                let guest = try found(Guest.query().join(House.self, .left, foreignKey: key, alias: alias))
                #expect(guest.work?.street == "Work St" && !guest.home.isLoaded && guest.home.reference == [1])
            }
            // The keys of a join name the tables before it by the properties of those.
            let query = Guest.query().join(House.self, foreignKey: "work", alias: "w")
                .join(Street.City.self, foreignKey: "work.City_objectId", otherKey: "objectId", alias: "home")
            #expect(try found(query).work?.city.name == "Basel")
            // A table's own name goes before the property that another one's objects are put into.
            #expect(try query.filter("home.name", .equals, value: "Basel").count() == 1)
        }
    }
}
