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
    /// The same vocabulary on each server; skipped where there is none.
    @Suite(.eachServer, .enabled(if: !ServedEngine.servers.isEmpty)) struct ServerTests {
        private func open() throws {
            try ServedEngine.configure()
            try Depot.register()
            try Crate.register()
            try Shelf.register()
        }

        /// - Returns: whether the server has unique indexes of texts of any length, as MySQL itself has not.
        private func makeLabelsUnique() throws -> Bool {
            guard ServedEngine.isMySQL else {
                try Crate.index("label", unique: true)
                return true
            }
            let error = #expect(throws: DatabaseError.self) { try Crate.index("label", unique: true) }
            #expect(error?.hint == "Give the column a length, as VARCHAR(191) has, or index a part of it")
            return false
        }

        @Test func objectsReferencesAndQueries() throws {
            try open()
            _ = try makeLabelsUnique()
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
            guard try makeLabelsUnique() else { return }
            let other = Crate()
            other.label = "one"
            let error = #expect(throws: DatabaseError.self) { try other.pin() }
            #expect(error?.code == .constraint)
            #expect(try Crate.query().count() == 1)
        }

        /// MariaDB's own average of whole numbers has four digits behind the point.
        @Test func averagesHaveAllTheirDigits() throws {
            try open()
            for weight in [1, 1, 2] {
                let crate = Crate()
                crate.weight = weight
                try crate.pin()
            }
            #expect(try Crate.query().average("weight") == 4.0 / 3)
            #expect(try Crate.query().limit(3).average("weight") == 4.0 / 3)
        }

        /// Of long texts an index of MariaDB has the beginning only; a unique one tells them apart to their ends.
        @Test func indexesOfLongTexts() throws {
            try open()
            try Crate.index("label")
            try Crate.index("label")
            try Crate.index("label", "weight", "depot")
            try Crate.removeIndex("label")
            try Crate.removeIndex("label")
            guard try makeLabelsUnique() else { return }
            let start = String(repeating: "x", count: 2_000)
            for end in ["a", "b"] {
                let crate = Crate()
                crate.label = start + end
                try crate.pin()
            }
            let twice = Crate()
            twice.label = start + "b"
            let error = #expect(throws: DatabaseError.self) { try twice.pin() }
            #expect(error?.code == .constraint)
            #expect(try Crate.query().filter("label", .equals, value: start + "b").count() == 1)
            try Crate.removeIndex("label")
            try twice.pin()
        }

        /// What DDL would commit stays undone: MariaDB refuses it behind a change, and what is there needs none.
        @Test func tablesInsideATransaction() throws {
            try open()
            try Crate.index("label")
            let crate = Crate()
            struct Stop: Error {}
            var refusal: (any Error)?
            do {
                try Crate.transaction {
                    try crate.pin()
                    try Crate.index("label")
                    do { try Crate.index("weight") } catch { refusal = error }
                    throw Stop()
                }
            } catch is Stop {}
            #expect((refusal as? DatabaseError)?.code == (ServedEngine.isMariaDB ? .misuse : nil))
            #expect(try Crate.query().count() == 0)
        }

        @Test func datesOfAllYearsAreKeptToTheSecond() throws {
            try open()
            for seconds in [-1_320_364_800.0, 0, 4_102_444_800] {
                let depot = Depot()
                depot.opened = Date(timeIntervalSince1970: seconds)
                try depot.pin()
                #expect(try Depot.query().filter("opened", .equals, value: depot.opened).count() == 1)
            }
            let opened = try Depot.query().sort("opened").findObject().map { $0.opened?.timeIntervalSince1970 }
            #expect(opened == [-1_320_364_800, 0, 4_102_444_800])
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
