import CoreReflect
import TestServer

/// The classes of the original's documentation and tests.
enum Original {
    class Address: Reflect {
        var street: String
        var number: Int
        var state: String
        var zip: Int
        var status: Bool

        required init() {
            street = ""
            number = 0
            state = ""
            zip = 0
            status = true
        }

        override class func ignoredProperties() -> Set<String> { ["status"] }

        convenience init(_ number: Int, _ street: String, _ state: String, _ zip: Int) {
            self.init()
            self.number = number
            self.street = street
            self.state = state
            self.zip = zip
        }
    }

    class User: Reflect {
        var firstName: String
        var lastName: String?
        var age: Int
        var birthday: Date?
        var gender: String?
        var email: String
        var registerNumber: Int
        var address: Address

        required init() {
            firstName = ""
            age = 0
            email = ""
            registerNumber = 0
            address = Address()
        }

        convenience init(
            _ firstName: String, _ lastName: String, _ gender: String, _ age: Int, _ number: Int, _ birthday: String,
            at address: Address
        ) {
            self.init()
            self.firstName = firstName
            self.lastName = lastName
            self.gender = gender
            self.age = age
            self.birthday = date(birthday)
            registerNumber = number
            email = "\(firstName).\(lastName)@test.com".lowercased()
            self.address = address
        }
    }

    /// A class with two references to another.
    class Visit: Reflect {
        var first = Address()
        var second = Address()
        override class func referenceName(of property: String) -> String? { property }
    }

    /// Four addresses and six people in a new database in memory.
    static func populate() throws {
        try ServedEngine.configure()
        try Address.register()
        try User.register()
        let addresses = [
            Address(226, "Highland Drive Temple Hills", "MD", 20748), Address(584, "Union Street Detroit", "MI", 48205),
            Address(752, "Pennsylvania Avenue Rossville", "GA", 30741), Address(105, "Route 64 Fairfield", "CT", 6824),
        ]
        for address in addresses { try address.pin() }
        let people = [
            User("Kanisha", "Classen", "female", 69, 9798, "1947-01-23 21:46:23", at: addresses[0]),
            User("Doloris", "Vanmeter", "female", 25, 4499, "1991-03-02 05:00:59", at: addresses[1]),
            User("Bertram", "Kellar", "male", 71, 5001, "1945-06-30 23:59:59", at: addresses[1]),
            User("Noemi", "Pickard", "female", 19, 300, "1997-07-07 07:07:07", at: addresses[2]),
            User("Mohamed", "Bausch", "male", 30, 8100, "1986-12-26 21:17:15", at: addresses[2]),
            User("Aracelis", "Nickles", "female", 88, 4500, "1928-02-29 00:00:00", at: addresses[3]),
        ]
        for person in people { try person.pin() }
    }

    static let addressColumns =
        "Address.objectId AS 'Address.objectId', Address.createdAt AS 'Address.createdAt', "
        + "Address.updatedAt AS 'Address.updatedAt', Address.street AS 'Address.street', "
        + "Address.number AS 'Address.number', Address.state AS 'Address.state', Address.zip AS 'Address.zip'"
}
