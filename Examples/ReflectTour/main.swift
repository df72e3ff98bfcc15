// A program as Reflect's own page writes it: active records that make their tables, save themselves and are found by queries.
// Each line of SQL is what the call above it sent. Run it with `swift run ReflectTour`.
import CoreReflect
import Foundation

func title(_ text: String) { print("\n\(text)") }

do {
    try Reflect.configuration(.inMemory)
    Reflect.settings.log { sql in
        // The times of creation are those of the run.
        print("   ", sql.replacing(/'20\d\d-\d\d-\d\d \d\d:\d\d:\d\d'/, with: "'now'"))
    }

    title("Tables and indexes")
    try Address.register()
    try User.register()
    try User.index("registerNumber", unique: true)
    try User.index("firstName")

    title("A transaction saves four people, each after the address")
    try User.transaction { try Register.fill() }

    title("Find by key, and with the address in one statement")
    print("  \(try User.findById(2)?.firstName ?? "nobody")")
    let user = User()
    user.objectId = 1
    try user.fetch(include: Address.self)
    print("  \(user.firstName) lives in \(user.address.state)")

    title("Change and save again")
    user.lastName = "Classen"
    try user.pin()

    title("Filters, blocks, order and pages")
    let query = User.query()
    query.filter("gender", .equals, value: "female").or { q in
        q.filter("age", .greaterThan, value: 70).filter("age", .lessThan, value: 30)
    }
    print("  \(try query.sort("age", .desc).limit(3).findObject().map(\.firstName))")
    let between = User.query()
    between.filter("age", .between, value: 50, 70).filter("firstName", .notLike, value: "%mi%").sort("age", .asc)
    print("  \(try between.findObject().map(\.firstName))")
    let states = Address.query()
    states.filter("state", .in, value: "MI", "GA").filter("updatedAt", .isNot, value: nil)
    print("  \(try states.count()) addresses")

    title("A join")
    let joined = User.query()
    joined.join(Address.self)
    joined.filter("Address.state", .in, value: "MI", "GA").sort("firstName", .asc)
    print("  \(try joined.findObject().map { "\($0.firstName): \($0.address.state)" })")

    title("Aggregates")
    print(
        "  \(try User.query().count()) people, \(try User.query().sum("age")) years, the oldest \(try User.query().max("age") ?? 0)"
    )

    title("Some columns, each value once")
    print("  \(try User.query().fields("gender").distinct().sort("gender", .asc).findObject().compactMap(\.gender))")

    title("A transaction that throws is rolled back")
    struct Refused: Error {}
    do {
        try User.transaction {
            try user.unPin()
            throw Refused()
        }
    } catch is Refused { print("  \(try User.query().count()) people") }

    title("Remove one, all, and the table")
    try user.unPin()
    try User.clean()
    print("  \(try User.query().count()) people")
    try User.unRegister()
} catch {
    print("The tour failed: \(error)")
    exit(1)
}
