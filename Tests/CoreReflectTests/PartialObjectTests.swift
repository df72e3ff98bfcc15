import CoreReflect
import TestServer
import Testing

private class Quay: Reflect {
    var region = ""
    var number = 0
    var name: String?
    var note: String?
    var depth = 0
    override class var primaryKey: [String] { ["region", "number"] }
}

extension CoreReflectTests {
    /// The core's upsert of objects of some columns only.
    @Suite(.eachEngine) struct PartialObjectTests {
        @Test func anUpsertKeepsTheOtherColumns() throws {
            let database = try ServedEngine.makeDatabase()
            Reflect.configuration(database)
            try Quay.register()
            let quay = Quay()
            (quay.region, quay.number, quay.name, quay.note, quay.depth) = ("north", 7, "one", "n", 12)
            try quay.pin()
            let part = try #require(try Quay.query().fields("region", "number", "name").findObject().first)
            part.name = "two"
            try database.write { try $0.upsert(part) }
            part.depth = 13
            try database.write { try $0.upsert([part, part]) }
            let found = try #require(try Quay.findById("north", 7))
            #expect([found.name, found.note] == ["two", "n"] && found.depth == 13)
            #expect(try Quay.query().count() == 1)
        }
    }
}
