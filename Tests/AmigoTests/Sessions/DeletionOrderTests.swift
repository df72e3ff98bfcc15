import Amigo
import TestServer
import Testing

private class Node: AmigoModel { var tree = ""; var day: Date?; var label: String?; var parent: Node? }

/// Rows of one table that refer to each other are deleted before those that they refer to.
@Suite(.eachEngine) struct DeletionOrderTests {
    private let session: AmigoSession
    private let nodes: [Node]

    init() throws {
        let node = ORMModel(
            Node.self, table: "node", CharField("tree", primaryKey: true), DateTimeField("day", primaryKey: true),
            CharField("label"), Column("parent", type: ForeignKey(Node.self)))
        let database = try ServedEngine.makeDatabase(
            """
            CREATE TABLE "node" ("tree" VARCHAR(20) NOT NULL, "day" \(ServedEngine.on(sqlite: "TEXT", postgreSQL: "TIMESTAMPTZ", mariaDB: "DATETIME(3)")) NOT NULL,
                "label" TEXT, "parent_tree" VARCHAR(20), "parent_day" \(ServedEngine.on(sqlite: "TEXT", postgreSQL: "TIMESTAMPTZ", mariaDB: "DATETIME(3)")),
                PRIMARY KEY ("tree", "day"), FOREIGN KEY ("parent_tree", "parent_day") REFERENCES "node" ("tree", "day"))
            """)
        session = try Amigo([node], factory: DatabaseEngineFactory(database)).session
        var made: [Node] = []
        for number in 0..<6 {
            let node = Node()
            (node.tree, node.day) = ("A", Date(timeIntervalSince1970: 1_000_000_000.5 + Double(number)))
            (node.label, node.parent) = ("\(number)", made.last)
            made.append(node)
        }
        try session.add(made)
        nodes = made
    }

    private func labels() throws -> [String?] { try session.query(Node.self).orderBy("day").all().map(\.label) }

    @Test(arguments: [false, true]) func parentsBeforeTheirChildren(isBatch: Bool) throws {
        func delete(_ nodes: [Node]) throws {
            if isBatch { try session.batch { try $0.delete(nodes) } } else { try session.delete(nodes) }
        }
        // Those that were added, those that were loaded with their parents, and without.
        try delete(Array(nodes[4...]))
        #expect(try labels() == ["0", "1", "2", "3"])
        try delete(try session.query(Node.self).selectRelated("parent").filter("label > '1'").orderBy("day").all())
        #expect(try labels() == ["0", "1"])
        try delete(try session.query(Node.self).orderBy("day").all())
        #expect(try labels() == [])
    }

    /// Each of them refers to one that is to go: a batch deletes both by one statement, behind which two engines look.
    @Test func rowsThatReferToEachOther() throws {
        try session.delete(Array(nodes[2...]))
        nodes[0].parent = nodes[1]
        try session.add(nodes[0])
        let error = #expect(throws: DatabaseError.self) { try session.delete(nodes[0], nodes[1]) }
        #expect(error?.code == .constraint)
        #expect(try labels() == ["0", "1"])
        if ServedEngine.isMariaDB {
            nodes[0].parent = nil
            try session.add(nodes[0])
            try session.delete(nodes[0], nodes[1])
        } else {
            try session.batch { try $0.delete(nodes[0], nodes[1]) }
        }
        #expect(try labels() == [])
    }

    @Test func aModelMadeByHandAndOneThatWasLoaded() throws {
        let byHand = Node()
        (byHand.tree, byHand.day) = ("A", nodes[4].day)
        try session.batch { try $0.delete(byHand, nodes[5]) }
        #expect(try labels() == ["0", "1", "2", "3"])
    }

    @Test func aRowThatAnotherRefersToIsAnError() throws {
        for isBatch in [false, true] {
            let error = #expect(throws: DatabaseError.self) {
                let some = Array(nodes[2...4])
                if isBatch { try session.batch { try $0.delete(some) } } else { try session.delete(some) }
            }
            #expect(error?.constraint?.kind == .foreignKey)
            #expect(try labels() == ["0", "1", "2", "3", "4", "5"])
        }
    }
}
