import TestServer
import Testing
import ZIMOrm

private final class Bead: Model {
    var id = 0
    var next: Int?
    var previous: Int?
    override class var table: String { "bead" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .hasMany("before", Bead.self, foreignKey: ["next"], dependent: .delete),
            .hasMany("behind", Bead.self, foreignKey: ["previous"], dependent: .delete),
        ]
    }
}

/// Rows that go with one that refers to them, and refer to it in turn, in a long chain.
@Suite(.eachEngine) struct DependentChainTests {
    @Test func aChainThatIsLinkedBothWays() throws {
        let count = 300
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE bead (id INTEGER PRIMARY KEY, next INTEGER, previous INTEGER);
            CREATE INDEX bead_next ON bead (next); CREATE INDEX bead_previous ON bead (previous);
            """)
        try database.write { session in
            let beads = (1...count).map { number in
                let bead = Bead()
                (bead.id, bead.next, bead.previous) = (number, number + 1, number - 1)
                return bead
            }
            try session.insert(beads)
            let first = try #require(try session.find(Bead.self, 1))
            let (_, ran) = try database.tracing { try session.delete(first) }
            // Each is asked for what refers to it either way, once.
            let deleted = ran.filter { $0.sql.hasPrefix("DELETE") }.map(\.parameters)
            #expect(deleted == (1...count).reversed().map { [.integer(Int64($0))] })
            #expect(ran.filter { !$0.sql.hasPrefix("DELETE") }.count == 2 * count + 1)
            #expect(first.isDeleted)
            #expect(try session.query(Bead.self).count() == 0)
        }
    }
}
