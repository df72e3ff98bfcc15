// The code of Documentation/CoreReflect.md.
// snippet.classes
import CoreReflect

class Place: Reflect {  // the table "Place"; objectId, createdAt and updatedAt come by themselves
    var street = ""
    var number = 0
    var state = ""
    var zip = 0
}

class User: Reflect {
    var firstName = ""
    var lastName: String?  // optional: may be NULL
    var age = 0
    var birthday: Date?
    var gender: String?
    var email = ""
    var registerNumber = 0
    var status = 0
    var address = Place()  // the column "Place_objectId"
    override class func entityName() -> String { "People" }
    override class func ignoredProperties() -> Set<String> { ["status"] }
}
// snippet.end

// snippet.configure
try Reflect.configuration(.inMemory)  // .temporary, .uri(path), or ("group", baseNamed: "Tests.db")
Reflect.settings.log { sql in print(sql) }
try Place.register()
try User.register()
try User.index("registerNumber", unique: true)
// snippet.end

func save() throws {
    // snippet.pin
    let user = User()
    user.firstName = "Kanisha"
    user.age = 69
    user.gender = "female"
    user.address.state = "MI"
    try user.pin()  // INSERT INTO "Place" …; INSERT INTO "People" … "Place_objectId") VALUES (…, 1)
    user.age = 70
    try user.pin()  // UPDATE "People" SET "updatedAt" = …, "age" = 70 WHERE "objectId" = 1

    let other = User()
    other.objectId = 2
    other.registerNumber = 7
    do { try other.pin() } catch let error as ModelError where error.code == .rowNotFound { print(error.message) }
    // snippet.end
}

func transaction() throws {
    struct Refused: Error {}
    // snippet.transaction
    let user = User()
    user.registerNumber = 7
    do {
        try User.transaction {
            try user.pin()
            if user.email.isEmpty { throw Refused() }  // ROLLBACK
        }
    } catch is Refused {
        print(user.objectId ?? "new again")
    }
    // snippet.end
}

func find() throws {
    // snippet.find
    if let user = try User.findById(1) {
        print(user.address.objectId ?? "not fetched", user.address.reference ?? [])  // not fetched [1]
        try user.address.fetch()  // SELECT * FROM "Place" WHERE "Place"."objectId" = 1
        print(user.address.state)
    }
    let whole = try User.findById(1, include: Place.self)  // one statement, with a join
    // snippet.end
    print(whole?.address.state ?? "")
}

func ask() throws {
    // snippet.query
    let query = User.query()
    query.join(Place.self).filter("gender", .equals, value: "female").or { q in
        q.filter("age", .greaterThan, value: 70).filter("Place.state", .in, value: "MI", "GA")
    }
    let users = try query.sort("age", .desc).limit(3).findObject()
    let oldest = try User.query().max("age") as? Int
    let count = try User.query().filter("birthday", .is, value: nil).count()
    // snippet.end
    print(users.map(\.address.state), oldest ?? 0, count)
}

// snippet.keys
class Stay: Reflect {
    var region = ""
    var number = 0
    var nights = 0
    override class var primaryKey: [String] { ["region", "number"] }  // no objectId
}

class Bill: Reflect {
    var amount = 0
    var stay = Stay()  // the columns "Stay_region" and "Stay_number"
}
// snippet.end

func keys() throws {
    try Stay.register()
    try Bill.register()
    // snippet.composite
    let bill = Bill()
    bill.stay.region = "north"
    bill.stay.number = 7
    try bill.pin()
    let stay = try Stay.findById("north", 7)
    let bills = try Bill.query().join(Stay.self).filter("Stay.region", .equals, value: "north").findObject()
    // snippet.end
    print(stay?.number ?? 0, bills.count)
}

func wait() async throws {
    // snippet.async
    let user = try await User.findById(1)
    let count = try await User.query().filter("age", .greaterThan, value: 60).count()
    try await User.transaction {  // inside, the calls that block, on a thread of the database's own
        let place = Place()
        try place.pin()
    }
    // snippet.end
    print(user?.age ?? 0, count)
}

func core() throws {
    // snippet.core
    let database = try Reflect.settings.getConnection().database
    let old = try database.read { session in
        try session.query(User.self).filter(\.age > 60).orderBy(\.age).all()  // typed, as for every Model
    }
    // snippet.end
    print(old.count)
}

try save()
try transaction()
try find()
try ask()
try keys()
try await wait()
try core()
