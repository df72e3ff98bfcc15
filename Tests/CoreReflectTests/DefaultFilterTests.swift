import CoreReflect
import Foundation
import TestServer
import Testing
import ZIMOrm

private class Owner: Reflect {
    var tenant = 0, name = ""
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Owner.tenant == 2) }
}

private class Dog: Reflect {
    var tenant = 0, name = ""
    var owner = Owner()
    override class var defaultFilter: DefaultFilter? { DefaultFilter(\Dog.tenant == 2) }
}

extension CoreReflectTests {
    /// No query of a class forgets its default filter.
    @Suite(.eachEngine) struct DefaultFilterTests {
        init() throws {
            try ServedEngine.configure()
            try Owner.register()
            try Dog.register()
            for tenant in 1...2 {
                let owner = Owner()
                (owner.tenant, owner.name) = (tenant, "owner of \(tenant)")
                try owner.pin()
                for number in 0..<tenant {
                    let dog = Dog()
                    (dog.tenant, dog.name, dog.owner) = (tenant, "dog \(number) of \(tenant)", owner)
                    try dog.pin()
                }
            }
            // Of one tenant, and its owner of the other.
            let dog = Dog()
            (dog.tenant, dog.name) = (2, "lent")
            dog.owner = try #require(
                try Reflect.query("SELECT * FROM \(identifier: "Owner")").first?["objectId"].map { id in
                    let owner = Owner()
                    owner.objectId = NSNumber(value: try Int(column: id))
                    return owner
                })
            try dog.pin()
        }

        private static func rows(_ table: String) throws -> [SQLValue] {
            try Reflect.query("SELECT tenant FROM \(identifier: table) ORDER BY tenant").map { $0[0] }
        }

        @Test func queriesAndKeys() throws {
            #expect(
                try Dog.query().sort("name", .asc).findObject().map(\.name) == ["dog 0 of 2", "dog 1 of 2", "lent"])
            #expect(try Dog.query().filter("name", .like, value: "dog%").count() == 2)
            #expect(try Dog.query().limit(2).count() == 2)
            #expect(try Dog.query().max("name") as? String == "lent")
            #expect(try Dog.findById(1) == nil)
            #expect(try Dog.findById(2)?.name == "dog 0 of 2")
            let other = Dog()
            other.objectId = 1
            let error = #expect(throws: ModelError.self) { try other.fetch() }
            #expect(error?.code == .rowNotFound)
        }

        @Test func joins() throws {
            #expect(try Dog.query().join(Owner.self).findObject().map(\.name).sorted() == ["dog 0 of 2", "dog 1 of 2"])
            let left = try Dog.query().join(Owner.self, .left).sort("Dog.name", .asc).findObject()
            #expect(left.map(\.name) == ["dog 0 of 2", "dog 1 of 2", "lent"])
            #expect(left.map(\.owner.name) == ["owner of 2", "owner of 2", ""])
        }

        /// The filter of a class whose rows are all kept goes behind the join, that of another one into it.
        @Test func rightJoins() throws {
            let kept = try Dog.query().join(Owner.self, .right).findObject()
            #expect(kept.map(\.owner.name) == ["owner of 2", "owner of 2"])
            #expect(try Dog.query().join(Owner.self, .right).count() == 2)
            // Nobody's owner.
            let owner = Owner()
            (owner.tenant, owner.name) = (2, "lonely")
            try owner.pin()
            let names = try Dog.query().join(Owner.self, .right).findObject().map { [$0.name, $0.owner.name] }
            #expect(
                names.sorted { $0[0] < $1[0] } == [
                    ["", "lonely"], ["dog 0 of 2", "owner of 2"], ["dog 1 of 2", "owner of 2"],
                ])
        }

        @Test func clean() throws {
            #expect(try Dog.clean() == 3)
            #expect(try Self.rows("Dog") == [1])
        }
    }
}
