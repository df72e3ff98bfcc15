import TestServer
import Testing
import ZIMOrm

private final class Unit: Model {
    var id = 0
    var parent: Int?
    var size = 0.0
    override class var table: String { "unit" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [
            .belongsTo("responsibleOrganisationUnit", Unit.self, foreignKey: ["parent"]),
            .hasMany("subordinateOrganisationUnits", Unit.self, foreignKey: ["parent"]),
        ]
    }
}

/// Paths of more bytes than PostgreSQL takes in a name, and of more characters than MySQL does.
@Suite(.eachEngine) struct LongPathTests {
    @Test func filtersAndOrders() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE unit (id INTEGER PRIMARY KEY, parent INTEGER, size REAL);
            INSERT INTO unit VALUES (1, NULL, 1), (2, 1, 1), (3, 2, 1), (4, 3, 1);
            """)
        try database.read { session in
            let units = try session.query(Unit.self)
            let found = units.filter(
                "responsibleOrganisationUnit.responsibleOrganisationUnit.responsibleOrganisationUnit.id = 1")
            #expect(try found.all().map(\.id) == [4])
            let up = Array(repeating: "responsibleOrganisationUnit", count: 3).joined(separator: ".")
            #expect(try units.filter("id > 3").orderBy("\(up).id").all().map(\.id) == [4])
            #expect(try units.with(joined: up).all().map(\.id).sorted() == [1, 2, 3, 4])
            let down = Array(repeating: "subordinateOrganisationUnits", count: 3).joined(separator: ".")
            #expect(try units.filter(.exists(down)).all().map(\.id) == [1])
            // MySQL takes 256 characters for an alias.
            let longest = Array(repeating: "responsibleOrganisationUnit", count: 10).joined(separator: ".")
            #expect(try units.orderBy("\(longest).id").orderByKey().all().map(\.id) == [1, 2, 3, 4])
            #expect(try units.filter(.exists(longest)).count() == 0)
        }
    }
}
