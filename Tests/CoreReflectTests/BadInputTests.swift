import CoreReflect
import TestServer
import Testing

extension CoreReflectTests {
    /// What is asked or given wrongly, and what the error says.
    @Suite(.eachEngine) struct BadInputTests {
        private typealias User = Original.User
        private typealias Address = Original.Address

        private class Unsupported: Reflect { var handler: () -> Void = {} }
        private class Twice: Reflect {
            var home: Original.Address?
            var work: Original.Address?
        }

        init() throws { try Original.populate() }

        private func failure(_ body: () throws -> Void) -> ModelError? {
            do {
                try body()
                return nil
            } catch { return error as? ModelError }
        }

        private class Depot: Original.Address { var gates = 0 }

        /// The key of a class with a table of its own is that of another row.
        @Test func anObjectOfASubclassIsNotReferredTo() throws {
            try Depot.register()
            let (user, depot) = (User(), Depot())
            user.address = depot
            for isPinned in [false, true] {
                if isPinned { try depot.pin() }
                let error = failure { try user.pin() }
                #expect(error?.code == .value)
                #expect(
                    error?.message
                        == #""address" of User refers to rows of "Address", and holds an object of class Depot"#)
                #expect(try Depot.query().count() == (isPinned ? 1 : 0))
            }
        }

        @Test func unknownFieldsAndTables() throws {
            let filter = failure { try User.query().filter("agge", .equals, value: 1).findObject() }
            #expect(
                filter?.code == .unknownColumn && filter?.column == "agge" && filter?.hint == "Did you mean \"age\"?")
            let sort = failure { try User.query().sort("Adress.state").findObject() }
            #expect(
                sort?.message == "the query of \"User\" has no table \"Adress\" for the field \"Adress.state\"")
            let joined = failure {
                try User.query().join(Address.self).filter("Address.stat", .is, value: nil).findObject()
            }
            #expect(joined?.code == .unknownColumn && joined?.table == "Address")
            let key = failure { try User.query().join(Address.self, foreignKey: "zipp").findObject() }
            #expect(key?.column == "zipp")
            #expect(failure { try User.query().fields("nome").findObject() }?.column == "nome")
            #expect(failure { _ = try User.query().max("nome") }?.column == "nome")
            let join = failure { try Address.query().join(User.self).findObject() }
            #expect(join?.code == .unknownRelationship)
            #expect(failure { _ = try User.findById(1, include: User.self) }?.code == .unknownRelationship)
            let shared = failure { try User.query().join(Address.self).filter("House.x", .is, value: nil).findObject() }
            #expect(shared?.hint == "Join its class")
            let near = failure { try User.query().join(Address.self).sort("Adress.state").findObject() }
            #expect(near?.hint == "Did you mean \"Address\"?")
            let both = failure {
                try Original.Visit.query().join(Address.self).join(Address.self, alias: "second")
                    .filter("street", .is, value: nil).findObject()
            }
            #expect(both?.code == .query && both?.hint == "Write \"Address.street\" or \"second.street\"")
        }

        @Test func valuesThatDoNotFit() throws {
            let text = failure { try User.query().filter("age", .equals, value: "old").findObject() }
            #expect(text?.message == "\"User\".\"age\": text 'old' cannot be read as `Int`")
            #expect(try User.query().filter("age", .equals, value: "25").count() == 1)
            #expect(
                failure { try User.query().filter("birthday", .lessThan, value: "soon").findObject() }?.code == .value)
            let between = failure { try User.query().filter("age", .between, value: 20).findObject() }
            #expect(between?.message == "the filter \"age\" .between of \"User\" takes 2 values, not 1")
            #expect(failure { try User.query().filter("age", .between, value: 20, nil).findObject() }?.code == .query)
            #expect(failure { try User.query().filter("age", .equals, value: 1, 2).findObject() }?.code == .query)
            #expect(failure { try User.query().filter("age", .greaterThan, value: nil).findObject() }?.code == .query)
            #expect(failure { try User.query().filter("age", .like, value: 2).findObject() }?.code == .query)
            #expect(failure { _ = try User.query().sum("firstName") }?.code == .query)
            #expect(failure { _ = try User.query().average("birthday") }?.code == .query)
            #expect(failure { try User.query().join(Address.self, .inner, .like).findObject() }?.code == .query)
            #expect(throws: SQLBuildError.self) { try User.query().limit(-1).findObject() }
            #expect(failure { try User.query().or { $0.limit(2) }.findObject() }?.code == .query)
            #expect(failure { _ = try User.findById("two") }?.code == .value)
            #expect(try User.query().count() == 6)
        }

        @Test func listsWithNilAndWithoutAnything() throws {
            try ServedEngine.send(
                #"UPDATE "User" SET gender = NULL WHERE "objectId" = 1"#)
            #expect(try User.query().filter("gender", .in, value: "male", nil).count() == 3)
            #expect(try User.query().filter("gender", .notIn, value: "male", nil).count() == 3)
            #expect(try User.query().filter("gender", .in, values: []).count() == 0)
            #expect(try User.query().filter("gender", .notIn, values: []).count() == 6)
            #expect(try User.query().or { $0 }.count() == 6)
        }

        @Test func hostileText() throws {
            let name = #"Robert"); DROP TABLE "User"; --' OR '1' = '1"#
            let user = try #require(try User.findById(1))
            user.firstName = name
            try user.pin()
            #expect(try User.query().filter("firstName", .equals, value: name).findObject().map(\.firstName) == [name])
            #expect(failure { try User.query().filter(name, .equals, value: 1).findObject() }?.code == .unknownColumn)
        }

        @Test func objectsThatAreNotThere() throws {
            #expect(try User.findById(99) == nil)
            let user = User()
            #expect(failure { try user.fetch() }?.code == .keyMissing)
            user.objectId = 99
            user.firstName = "kept"
            let error = failure { try user.fetch() }
            #expect(error?.code == .rowNotFound && error?.message == "\"User\" has no row (objectId = 99)")
            #expect(user.firstName == "kept")
            #expect(failure { try User().unPin() }?.code == .keyMissing)
            #expect(try User.query().count() == 6)
        }

        @Test func unpinnedTwice() throws {
            let user = try #require(try User.findById(1))
            try user.unPin()
            #expect(failure { try user.unPin() }?.code == .deleted)
            #expect(failure { try user.pin() }?.code == .deleted)
            user.objectId = nil
            try user.pin()
            #expect(user.objectId == 7 && user.address.reference == [1])
            let other = try #require(try User.findById(2, include: Address.self))
            try other.address.unPin()
            let error = failure { try other.pin() }
            #expect(error?.code == .deleted && error?.column == "Address_objectId")
        }

        @Test func usedBeforeRegister() throws {
            try ServedEngine.configure()
            for attempt in [
                { _ = try User.findById(1) }, { try User().pin() }, { _ = try User.query().count() },
                { try User.clean() }, { try User.index("age") },
            ] as [() throws -> Void] {
                let error = #expect(throws: DatabaseError.self) { try attempt() }
                #expect(error?.hint?.hasPrefix("Call ") == true, "\(String(describing: error))")
                #expect(error?.hint?.contains(".register() first") == true)
            }
        }

        @Test func classesThatCannotBeTables() throws {
            let error = failure { try Unsupported.register() }
            #expect(error?.code == .mapping && error?.column == "handler")
            let twice = failure { try Twice.register() }
            #expect(twice?.code == .mapping && twice?.column == "Address_objectId")
        }

        @Test func aTableThatLacksAColumn() throws {
            try ServedEngine.send(
                #"ALTER TABLE "User" DROP COLUMN gender; ALTER TABLE "User" ADD COLUMN sex TEXT"#)
            let error = failure { try User.query().findObject() }
            #expect(error?.message == "\"User\" has no column \"gender\", which class User needs")
            #expect(try User.query().fields("objectId", "age").limit(1).findObject().map(\.age) == [69])
        }

        @Test func placesThatAreNone() throws {
            guard ServedEngine.isSQLite else { return }
            for (group, name) in [("", ""), ("", "../x.db"), ("..", "x.db"), ("a/b", "x.db")] {
                let error = #expect(throws: DatabaseError.self) { try Reflect.configuration(group, baseNamed: name) }
                #expect(error?.code == .cannotOpen)
            }
            #expect(throws: DatabaseError.self) { try Reflect.configuration(.uri("/nowhere/at/all.db")) }
            // The settings stay as they were.
            #expect(try User.query().count() == 6)
        }

        @Test func rowsThatDoNotFit() throws {
            // A server keeps such rows out.
            guard ServedEngine.isSQLite else { return }
            try Reflect.settings.getConnection().database.execute("UPDATE User SET age = 'old' WHERE objectId = 3")
            let error = failure { try User.query().findObject() }
            #expect(
                error?.message == "\"User\".\"age\" of the row objectId = 3: text 'old' cannot be read as `Int`")
            #expect(try User.query().filter("objectId", .lessThan, value: 3).findObject().count == 2)
        }
    }
}
