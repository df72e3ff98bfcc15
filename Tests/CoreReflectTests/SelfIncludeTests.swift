import CoreReflect
import TestServer
import Testing

private class Owner: Reflect { var name = ""; var dog: Dog? }
private class Dog: Reflect {
    var name = ""; var age = 0; var owner: Owner?; var friend: Dog?; var rival: Dog?
    override class func referenceName(of property: String) -> String? { property == "rival" ? "Rival" : nil }
}

private class Walk: Reflect {
    var keeper: Owner?; var owner: Owner?
    override class func referenceName(of property: String) -> String? { property == "keeper" ? "Keeper" : nil }
}

private class Kennel: Reflect { var name = ""; var owner: Kennel?; var keeper: Owner? }

extension CoreReflectTests {
    /// References of a class to itself, joined with what else they include; fields of joins; numbers beside those of a field.
    @Suite(.eachEngine) struct SelfIncludeTests {
        private let dog: Dog

        init() throws {
            try ServedEngine.configure()
            try Owner.register()
            try Dog.register()
            let (owner, friend, rival) = (Owner(), Dog(), Dog())
            owner.name = "Ann"
            (friend.name, friend.age) = ("Fido", 22)
            (rival.name, rival.age) = ("Max", 23)
            dog = Dog()
            (dog.name, dog.age, dog.owner, dog.friend, dog.rival) = ("Rex", 21, owner, friend, rival)
            try dog.pin()
            owner.dog = dog
            try owner.pin()
        }

        @Test func eachPropertyOfTheClassIsFilled() throws {
            let key = try #require(dog.objectId)
            let found = try #require(try Dog.findById(key, include: Dog.self))
            #expect([found.friend?.name, found.rival?.name, found.owner?.name] == ["Fido", "Max", ""])
            for order in [[Dog.self, Owner.self], [Owner.self, Dog.self]] as [[Reflect.Type]] {
                let both = try #require(try Dog.findById(key, include: order[0], order[1]))
                #expect([both.friend?.name, both.rival?.name, both.owner?.name] == ["Fido", "Max", "Ann"])
            }
            let fetched = Dog()
            fetched.objectId = key
            try fetched.fetch(include: Dog.self)
            #expect([fetched.friend?.name, fetched.rival?.name] == ["Fido", "Max"])
            // Those without a friend are found, too.
            let friend = try #require(dog.friend?.objectId)
            #expect(try Dog.findById(friend, include: Dog.self)?.name == "Fido")
        }

        @Test func theClassBehindAnother() throws {
            let key = try #require(dog.owner?.objectId)
            let owner = try #require(try Owner.findById(key, include: Dog.self, Owner.self))
            #expect([owner.name, owner.dog?.name, owner.dog?.owner?.name] == ["Ann", "Rex", "Ann"])
        }

        /// The name of a property may be that of its class but for the case, which names of tables do not tell apart.
        @Test func aPropertyNamedAsItsClass() throws {
            try Walk.register()
            let (walk, keeper, owner) = (Walk(), Owner(), Owner())
            (keeper.name, owner.name) = ("Kim", "Ola")
            (walk.keeper, walk.owner) = (keeper, owner)
            try walk.pin()
            let key = try #require(walk.objectId)
            let found = try #require(try Walk.findById(key, include: Owner.self))
            #expect([found.keeper?.name, found.owner?.name] == ["Kim", "Ola"])
        }

        /// A property of the class's own type may be named like another class that is included.
        @Test func aPropertyNamedAsAnotherClass() throws {
            try Kennel.register()
            let (kennel, above, keeper) = (Kennel(), Kennel(), Owner())
            (kennel.name, above.name, keeper.name) = ("small", "large", "Kim")
            (kennel.owner, kennel.keeper) = (above, keeper)
            try kennel.pin()
            let key = try #require(kennel.objectId)
            for order in [[Kennel.self, Owner.self], [Owner.self, Kennel.self]] as [[Reflect.Type]] {
                let found = try #require(try Kennel.findById(key, include: order[0], order[1]))
                #expect([found.owner?.name, found.keeper?.name] == ["large", "Kim"])
            }
        }

        @Test func fieldsOfOneSideOnly() throws {
            for name in ["Tom", "Ann"] {
                let other = Dog()
                (other.name, other.owner) = ("Rex", Owner())
                other.owner?.name = name
                try other.pin()
            }
            let names = Dog.query().join(Owner.self).fields("Owner.name").distinct()
            #expect(try names.count() == 2)
            #expect(try names.max("Owner.name") as? String == "Tom")
            #expect(Set(try names.findObject().map(\.owner?.name)) == ["Ann", "Tom"])
            #expect(try names.findObject().map(\.name) == ["", ""])
            // A field of the other table that has the same name is not read.
            let error = #expect(throws: ModelError.self) { _ = try names.max("Dog.name") }
            #expect(error?.message == #""name" is not among the fields that the query reads"#)
            let dogs = Dog.query().join(Owner.self).fields("Dog.name").distinct()
            #expect(try dogs.count() == 1)
            #expect(try dogs.findObject().map { [$0.name, $0.owner?.name] } == [["Rex", nil]])
        }

        @Test func fractionsBesideWholeNumbers() throws {
            func found(_ comparison: Comparison, _ values: Double...) throws -> [Int] {
                try Dog.query().filter("age", comparison, values: values).sort("age").findObject().map(\.age)
            }
            #expect(try found(.greaterThan, 21.5) == [22, 23])
            #expect(try found(.lessThanOrEquals, 21.5) == [21])
            #expect(try found(.equals, 21.5) == [])
            #expect(try found(.notEquals, 21.5) == [21, 22, 23])
            #expect(try found(.is, 21.5) == [])
            #expect(try found(.isNot, 21.5) == [21, 22, 23])
            #expect(try found(.in, 21.5, 22) == [22])
            #expect(try found(.in, 21.5) == [])
            #expect(try found(.notIn, 21.5, 22) == [21, 23])
            #expect(try found(.notIn, 21.5) == [21, 22, 23])
            #expect(try found(.between, 21.5, 22.5) == [22])
            let mean = try Dog.query().filter("age", .lessThan, value: 23).average("age")
            #expect(mean == 21.5)
            #expect(try Dog.query().filter("age", .greaterThan, value: mean).count() == 2)
        }
    }
}
