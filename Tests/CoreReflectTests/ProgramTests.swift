import CoreReflect
import TestServer
import Testing

/// The program that active records promise, as it stands; what stands between its lines gives it something to find.
private enum Program {
    class Place: Reflect { var street = ""; var number = 0; var state = ""; var zip = 0 }
    class User: Reflect {
        var firstName: String; var lastName: String?; var age: Int; var birthday: Date?; var gender: String?
        var email: String; var registerNumber: Int; var address: Place
        required init() { firstName = ""; age = 0; email = ""; registerNumber = 0; address = Place() }
        override class func entityName() -> String { "My_Table_Name" }
        override class func ignoredProperties() -> Set<String> { ["status"] }
    }
}

extension CoreReflectTests {
    @Suite(.eachEngine) struct ProgramTests {
        private typealias Place = Program.Place
        private typealias User = Program.User

        @Test func itDoesWhatItSays() throws {
            // On SQLite as the program has it.
            if ServedEngine.isSQLite {
                try Reflect.configuration(.inMemory)  // .temporary, .uri(path), ("group", baseNamed: "Tests.db")
            } else {
                try ServedEngine.configure()
            }
            Reflect.settings.log { sql in _ = sql }
            try Place.register(); try User.register()  // objectId, createdAt, updatedAt come by themselves
            try User.index("registerNumber", unique: true)

            let user = User(), place = Place()
            try user.pin(); try user.unPin(); try User.clean(); try User.unRegister()
            #expect(user.isDeleted && user.address.isLoaded)

            try User.register()
            for (number, age) in [(1, 15), (2, 40), (3, 75), (4, 80), (5, 12), (6, 90)] {
                let user = User()
                user.registerNumber = number
                user.age = age
                user.gender = "female"
                user.address = Place()
                user.address.state = number < 4 ? "MI" : "NY"
                try user.pin()
            }

            let found = try User.findById(2)
            #expect(found?.age == 40)
            guard let user = found else { return }
            try user.fetch(include: Place.self)
            #expect(user.address.state == "MI")
            var query = User.query()
            query.filter("gender", .equals, value: "female").or {
                $0.filter("age", .greaterThan, value: 70).filter("age", .lessThan, value: 20)
            }
            let users = try query.sort("age", .desc).limit(3).offset(2).findObject()
            #expect(users.map(\.age) == [75, 15, 12])
            let states = try Place.query().filter("state", .in, value: "MI", "GA", "LI").count()
            #expect(states == 3)
            let oldest = try User.query().max("age")
            #expect(oldest as? Int == 90)
            query = User.query(); query.join(Place.self); query.filter("Place.state", .in, value: "MI", "GA")
            #expect(try query.findObject().map(\.address.state) == ["MI", "MI", "MI"])
            try User.transaction {
                try place.pin(); user.address = place; try user.pin()
            }
            #expect(try User.findById(2)?.reference == [2])
            #expect(try User.findById(2)?.address.reference == place.reference)
        }
    }
}
