import CoreReflect
import TestServer
import Testing

private class Depot: Reflect { var name = ""; var opened: Date?; var size = 0.0 }
private class Crate: Reflect {
    var label = ""; var weight: Int?; var depot = Depot()
    override class func entityName() -> String { "Crates of wood" }
}
private class Shelf: Reflect {
    var hall = ""; var number = 0; var load = 0
    override class var primaryKey: [String] { ["hall", "number"] }
}

extension CoreReflectTests {
    /// The same vocabulary on a server; skipped where there is none.
    @Suite(.enabled(if: TestServer.shared != nil)) struct PostgreSQLTests {
        private func open() throws {
            let server = try #require(TestServer.shared)
            let schema = server.newName()
            try Database(url: server.url()).execute("CREATE SCHEMA \(identifier: schema)")
            Reflect.configuration(try Database(url: server.url(schema: schema)))
            try Depot.register()
            try Crate.register()
            try Shelf.register()
        }

        @Test func objectsReferencesAndQueries() throws {
            try open()
            try Crate.index("label", unique: true)
            for number in 1...6 {
                let crate = Crate()
                crate.label = "crate \(number)"
                crate.weight = number == 6 ? nil : number * 10
                crate.depot = Depot()
                crate.depot.name = number < 4 ? "North" : "South"
                crate.depot.opened = Date(timeIntervalSince1970: 1_000_000_000)
                crate.depot.size = 2.5
                try crate.pin()
                #expect(crate.objectId?.intValue == number && crate.depot.objectId?.intValue == number)
            }
            let third = try #require(try Crate.findById(3, include: Depot.self))
            #expect(third.depot.name == "North" && third.depot.size == 2.5)
            #expect(third.depot.opened == Date(timeIntervalSince1970: 1_000_000_000))
            third.weight = 31
            try third.pin()
            let query = Crate.query()
            query.join(Depot.self).filter("Depot.name", .equals, value: "North").and {
                $0.filter("weight", .greaterThan, value: 10).filter("weight", .lessThanOrEquals, value: 31)
            }
            #expect(try query.sort("weight", .desc).findObject().map(\.weight) == [31, 20])
            #expect(try Crate.query().filter("label", .like, value: "crate%").count() == 6)
            #expect(try Crate.query().filter("weight", .is, value: nil).count() == 1)
            #expect(try Crate.query().filter("weight", .between, value: 20, 40).count() == 3)
            #expect(try Crate.query().max("weight") as? Int == 50)
            #expect(try Crate.query().average("weight") == 30.2)
            #expect(try Depot.query().fields("name").distinct().findObject().count == 2)
            try third.unPin()
            #expect(try Crate.findById(3) == nil)
            #expect(try Crate.clean() == 5)
        }

        @Test func aRollbackTakesEverythingBack() throws {
            try open()
            let depot = Depot()
            struct Stop: Error {}
            #expect(throws: Stop.self) {
                try Depot.transaction {
                    try depot.pin()
                    throw Stop()
                }
            }
            #expect(try Depot.query().count() == 0 && depot.objectId == nil)
            let twice = Crate()
            twice.label = "one"
            try twice.pin()
            try Crate.index("label", unique: true)
            let other = Crate()
            other.label = "one"
            let error = #expect(throws: DatabaseError.self) { try other.pin() }
            #expect(error?.code == .constraint)
            #expect(try Crate.query().count() == 1)
        }

        @Test func keysOfTwoColumnsAndAwait() async throws {
            try open()
            for number in 1...3 {
                let shelf = Shelf()
                (shelf.hall, shelf.number, shelf.load) = ("A", number, number)
                try await shelf.pin()
            }
            let shelf = try #require(try await Shelf.findById("A", 2))
            shelf.load = 20
            try await shelf.pin()
            #expect(try await Shelf.query().sort("number").findObject().map(\.load) == [1, 20, 3])
        }
    }
}
