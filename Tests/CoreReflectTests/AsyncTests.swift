import CoreReflect
import TestServer
import Testing

extension CoreReflectTests {
    /// The same calls with await.
    @Suite(.eachEngine) struct AsyncTests {
        private typealias User = Original.User
        private typealias Address = Original.Address

        @Test func everythingCanBeAwaited() async throws {
            try ServedEngine.configure()
            try await Address.register()
            try await User.register()
            try await User.index("registerNumber", unique: true)
            let user = User()
            user.firstName = "Ada"
            user.age = 36
            try await user.pin()
            let found = try await User.findById(1, include: Address.self)
            #expect(found?.firstName == "Ada" && found?.address.objectId == 1)
            let again = User()
            again.objectId = 1
            try await again.fetch(include: Address.self)
            #expect(again.age == 36)
            let users = try await User.query().filter("age", .greaterThan, value: 30).findObject()
            #expect(users.map(\.firstName) == ["Ada"])
            #expect(try await User.query().count() == 1)
            #expect(try await User.query().sum("age") == 36)
            #expect(try await User.query().average("age") == 36)
            #expect(try await User.query().max("age") as? Int == 36)
            #expect(try await User.query().min("firstName") as? String == "Ada")
            #expect(try await Reflect.query(ServedEngine.own(#"SELECT count(*) FROM "Address""#)).first?[0] == 1)

            let id = try await User.transaction {
                let user = User()
                user.registerNumber = 2
                try user.pin()
                return user.objectId?.intValue
            }
            #expect(id == 2)
            await #expect(throws: DatabaseError.self) {
                try await User.transaction {
                    try Address().pin()
                    let user = User()
                    user.registerNumber = 2
                    try user.pin()
                }
            }
            #expect(try await Address.query().count() == 2)
            try await again.unPin()
            #expect(try await User.clean() == 1)
            try await User.removeIndex("registerNumber")
            try await User.unRegister()
            await #expect(throws: DatabaseError.self) { try await User.query().findObject() }
        }

        /// What was not committed is given back, whoever's thread it ran on.
        @Test func aRollbackRestoresTheObjects() async throws {
            try ServedEngine.configure()
            try await Address.register()
            struct Boom: Error {}
            // Used by one task at a time.
            nonisolated(unsafe) let address = Address()
            await #expect(throws: Boom.self) {
                try await Address.transaction {
                    try address.pin()
                    throw Boom()
                }
            }
            #expect(address.objectId == nil && address.createdAt == nil && address.updatedAt == nil)
            try await address.pin()
            let (id, updated) = (address.objectId, address.updatedAt)
            #expect(id != nil && updated != nil)
            await #expect(throws: Boom.self) {
                try await Address.transaction {
                    address.street = "another"
                    try address.pin()
                    throw Boom()
                }
            }
            #expect(address.objectId == id && address.updatedAt == updated)
            #expect(try await Address.query().count() == 1)
        }

        @Test func objectsCanBeSentOn() async throws {
            try ServedEngine.configure()
            try await Address.register()
            let address = Address(1, "a", "MD", 2)
            try await address.pin()
            let task = Task {
                let found = try await Address.query().findObject()
                return found.map(\.zip)
            }
            #expect(try await task.value == [2])
        }
    }
}
