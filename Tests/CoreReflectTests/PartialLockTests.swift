import CoreReflect
import TestServer
import Testing

private class Berth: Reflect {
    var region = ""
    var number = 0
    var name = ""
    var version = 0
    override class var primaryKey: [String] { ["region", "number"] }
    override class var locking: Locking { .version("version") }
}

extension CoreReflectTests {
    /// Objects of some columns only, of a class whose rows have a version.
    @Suite(.eachEngine) struct PartialLockTests {
        init() throws {
            try ServedEngine.configure()
            try Berth.register()
            let berth = Berth()
            (berth.region, berth.number, berth.name) = ("north", 7, "one")
            try berth.pin()
            berth.name = "two"
            try berth.pin()
        }

        private func part(_ fields: String...) throws -> Berth {
            let query = Berth.query()
            for field in ["region", "number"] + fields { query.fields(field) }
            return try #require(try query.findObject().first)
        }

        @Test func anUnreadVersionIsNoConflict() throws {
            let berth = try part("name")
            berth.name = "three"
            for change in [{ try berth.pin() }, { try berth.unPin() }] {
                let error = #expect(throws: ModelError.self) { try change() }
                #expect(error?.code == .notLoaded && error?.column == "version")
            }
            #expect(try Berth.findById("north", 7)?.name == "two")
            try berth.save(locking: .none)
            #expect(try Berth.findById("north", 7)?.name == "three")
            // From here on it is known.
            berth.name = "four"
            try berth.pin()
            #expect(try Berth.findById("north", 7)?.version == berth.version)
        }

        @Test func aVersionThatIsReadOrSetIsCompared() throws {
            let read = try part("name", "version")
            read.name = "three"
            try read.pin()
            let set = try part("name")
            set.version = read.version
            set.name = "four"
            try set.pin()
            #expect(try Berth.findById("north", 7)?.name == "four")
            let old = try part()
            old.version = 99
            let error = #expect(throws: ModelError.self) { try old.unPin() }
            #expect(error?.code == .staleRow)
            let fetched = try part("name")
            try fetched.fetch()
            try fetched.unPin()
            #expect(try Berth.query().count() == 0)
        }
    }
}
