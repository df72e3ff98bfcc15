import Testing

@testable import ZIMOrm

/// A node that follows relationships while it is being read.
private final class Curious: Model {
    var pk: Int?
    var parent: Int?
    var name = ""
    private var found: [String] = []
    override class var ignoredProperties: Set<String> { ["found"] }
    override class var table: String { "node" }
    var parentName: String? { found.first }
    override func didLoad() throws {
        found = try belongsTo(Curious.self, foreignKey: ["parent"]).map { [$0.name] } ?? []
    }
    func children() throws -> [Curious] { try hasMany(Curious.self, foreignKey: ["parent"]) }
}

/// A node that counts how often it is read.
private final class Counted: Model {
    var pk: Int?
    var parent: Int?
    var name = ""
    override class var table: String { "node" }
    override func didLoad() throws {
        try record?.handle.session?.execute("UPDATE reads SET number = number + 1")
    }
    func children() throws -> [Counted] { try hasMany(Counted.self, foreignKey: ["parent"]) }
}

private final class Numbered: Model {
    var pk: Int?
    var parent: Int?
    var number = 0
    override class var table: String { "numbered" }
}

private final class Owner2: Model {
    var pk: Int?
    override class var table: String { "owner" }
    func numbered() throws -> [Numbered] { try hasMany(Numbered.self, foreignKey: ["parent"]) }
}

@Suite(.eachEngine) struct NestedCallTests {
    private func nodes() throws -> Database {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE node (pk INTEGER PRIMARY KEY, parent INTEGER, name TEXT NOT NULL);
            CREATE INDEX node_parent ON node (parent);
            CREATE TABLE reads (number INTEGER);
            INSERT INTO reads VALUES (0);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 31)
            INSERT INTO node SELECT i, iif(i = 1, NULL, i / 2), 'n' || i FROM n;
            """)
        return database
    }

    @Test func hooksThatFollowRelationships() throws {
        let database = try nodes()
        try database.read { session in
            let all = try session.query(Curious.self).orderByKey().all()
            let expected = (1...31).map { $0 == 1 ? nil : "n\($0 / 2)" }
            #expect(all.map(\.parentName) == expected)
            let children = try all.map { try $0.children().map { "\($0.pk ?? 0) \($0.parentName ?? "")" } }
            #expect(children == (1...31).map { $0 > 15 ? [] : ["\(2 * $0) n\($0)", "\(2 * $0 + 1) n\($0)"] })
        }
    }

    @Test func hooksThatWrite() throws {
        let database = try nodes()
        try database.write { session in
            let all = try session.query(Counted.self).orderByKey().all()
            let children = try all.map { try $0.children().map { $0.pk ?? 0 } }
            #expect(children == (1...31).map { $0 > 15 ? [] : [2 * $0, 2 * $0 + 1] })
            #expect(try session.value("SELECT number FROM reads", as: Int.self) ?? 0 >= 61)
        }
    }

    /// A row that cannot be read fails the model that it belongs to, and no other.
    @Test func aSiblingsBrokenRow() throws {
        let database = try Database.inMemory()
        try database.execute(
            """
            CREATE TABLE owner (pk INTEGER PRIMARY KEY);
            CREATE TABLE numbered (pk INTEGER PRIMARY KEY, parent INTEGER, number INTEGER);
            INSERT INTO owner VALUES (1), (2), (3), (4);
            INSERT INTO numbered VALUES (1, 1, 10), (2, 2, 20), (3, 3, 'about 40'), (4, 4, 40), (5, 1, 11);
            """)
        try database.write { session in
            let owners = try session.query(Owner2.self).all()
            #expect(try owners[0].numbered().map(\.number) == [10, 11])
            #expect(try owners[1].numbered().map(\.number) == [20])
            let error = #expect(throws: ModelError.self) { try owners[2].numbered() }
            #expect(
                error?.message == "\"numbered\".\"number\" of the row pk = 3: text 'about 40' cannot be read as `Int`")
            #expect(try owners[3].numbered().map(\.number) == [40])
            // Once it is put right, all are loaded together again.
            try session.execute("UPDATE numbered SET number = 30 WHERE pk = 3")
            let found = try expectStatements(1, database) { try owners.map { try $0.numbered().map(\.number) } }
            #expect(found == [[10, 11], [20], [30], [40]])
        }
    }

    @Test func loopsInsideLoops() throws {
        let database = try Family.makeDatabase()
        try database.read { session in
            let countries = try session.query(Country.self).orderByKey().all()
            var pairs: [String] = []
            for outer in countries {
                for city in try outer.cities() {
                    for inner in countries { pairs.append("\(city.number) \(try inner.cities().count)") }
                }
            }
            #expect(pairs.count == 36 && pairs.allSatisfy { $0.hasSuffix(" 4") })
        }
    }
}
