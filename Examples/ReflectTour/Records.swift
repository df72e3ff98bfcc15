import CoreReflect

class Address: Reflect {
    var street = ""
    var number = 0
    var state = ""
    var zip = 0
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
    /// Not a column.
    var status = ""

    required init() {
        firstName = ""
        age = 0
        email = ""
        registerNumber = 0
        address = Address()
    }

    override class func ignoredProperties() -> Set<String> { ["status"] }
}

/// The people of the tour.
enum Register {
    static func fill() throws {
        for (name, gender, age, state) in [
            ("Kanisha", "female", 69, "MD"), ("Ada", "female", 25, "MI"), ("Mia", "female", 75, "GA"),
            ("Tom", "male", 52, "LI"),
        ] {
            let user = User()
            (user.firstName, user.gender, user.age) = (name, gender, age)
            user.registerNumber = age * 100
            user.birthday = "\(2016 - age)-01-23 21:46:23".date
            user.address.state = state
            try user.pin()
        }
    }
}
