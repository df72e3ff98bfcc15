import TestServer
import Testing
import ZIMOrm

private final class Root: Model {
    var id = 0
    override class var table: String { "root" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] { [.hasMany("branches", Branch.self, foreignKey: ["root"])] }
}

private final class Branch: Model {
    var id = 0
    var root = 0
    var place = 0.0
    override class var table: String { "branch" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [.hasMany("leaves", Leaf.self, foreignKey: ["place"], references: ["place"])]
    }
}

private final class Leaf: Model {
    var id = 0
    var place = 0.0
    override class var table: String { "leaf" }
    override class var primaryKey: [String] { ["id"] }
    override class var relationships: [Relationship] {
        [.belongsTo("branch", Branch.self, foreignKey: ["place"], references: ["place"])]
    }
}

/// Keys that one statement does not take all of: real numbers, of which SQLite gets a few hundred with each.
@Suite(.eachEngine) struct EagerSetsTests {
    @Test func whatSeveralStatementsReadHasItsOwnRelationships() throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE root (id INTEGER PRIMARY KEY);
            CREATE TABLE branch (id INTEGER PRIMARY KEY, root INTEGER NOT NULL, place DOUBLE PRECISION NOT NULL);
            CREATE TABLE leaf (id INTEGER PRIMARY KEY, place DOUBLE PRECISION NOT NULL);
            CREATE INDEX leaf_place ON leaf (place);
            CREATE INDEX branch_place ON branch (place);
            INSERT INTO root VALUES (1);
            """)
        try database.write { session in
            try session.insert(
                (0..<700).map { number in
                    let branch = Branch()
                    (branch.id, branch.root, branch.place) = (number + 1, 1, Double(number) + 0.5)
                    return branch
                })
            try session.insert(
                (0..<700).map { number in
                    let leaf = Leaf()
                    (leaf.id, leaf.place) = (number + 1, Double(number) + 0.5)
                    return leaf
                })
        }
        try database.read { session in
            let leaves = try session.query(Leaf.self).with("branch.leaves").orderByKey().all()
            let (_, statements) = try database.tracing {
                for leaf in leaves {
                    let branch = try leaf.belongsTo(Branch.self, foreignKey: ["place"], references: ["place"])
                    let back = try branch?.hasMany(Leaf.self, foreignKey: ["place"], references: ["place"])
                    #expect(back?.map(\.id) == [leaf.id])
                }
            }
            #expect(statements.isEmpty)
        }
    }
}
