import TestServer
import Testing
import ZIMOrm

private final class Node: Model {
    var tenant = 0, number = 0
    var up: Int?
    override class var table: String { "node" }
    override class var primaryKey: [String] { ["tenant", "number"] }
    override class var relationships: [Relationship] {
        [.belongsTo("parent", Asking.self, foreignKey: ["tenant", "up"])]
    }
    func parent() throws -> Asking? { try belongsTo(Asking.self, foreignKey: ["tenant", "up"]) }
    func child() throws -> Asking? { try hasOne(Asking.self, foreignKey: ["tenant", "up"]) }
    func lastChild() throws -> Asking? {
        try hasOne(Asking.self, foreignKey: ["tenant", "up"], options: [.orderBy("number DESC")])
    }
    func children() throws -> [Asking] { try hasMany(Asking.self, foreignKey: ["tenant", "up"]) }
    func linked() throws -> [(model: Asking, link: Link)] {
        try hasManyLinked(
            Asking.self, through: Link.self, foreignKey: ["tenant", "number"], targetForeignKey: ["tenant", "other"])
    }
}

private enum Asked {
    @TaskLocal static var database: Database?
}

private final class Asking: Model {
    var tenant = 0, number = 0
    var up: Int?
    override class var table: String { "node" }
    override class var primaryKey: [String] { ["tenant", "number"] }
    override func didLoad() throws { _ = try Asked.database?.read { try $0.value("SELECT 1", as: Int.self) } }
}

private final class Link: Model {
    var tenant = 0, number = 0, other = 0
    override class var table: String { "link" }
    override class var primaryKey: [String] { ["tenant", "number", "other"] }
}

/// A hook that sends a statement while the rows that called it may still be on their way: each kind of read works again
/// afterwards, by the same statement.
@Suite(.eachEngine) struct AskingHookTests {
    private let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE node (tenant INTEGER NOT NULL, number INTEGER NOT NULL, up INTEGER, PRIMARY KEY (tenant, number));
            CREATE TABLE link (tenant INTEGER NOT NULL, number INTEGER NOT NULL, other INTEGER NOT NULL,
                PRIMARY KEY (tenant, number, other));
            INSERT INTO node VALUES (1, 1, NULL), (1, 2, 1), (1, 3, 2), (1, 4, 2);
            INSERT INTO link VALUES (1, 1, 2), (1, 1, 3), (1, 2, 4);
            """)
    }

    private func eachTwice(_ session: Session) throws {
        func each<T: Equatable>(
            _ numbers: [Int], _ expected: [T], location: SourceLocation = #_sourceLocation,
            _ read: (Node) throws -> T
        ) throws {
            let found = try numbers.map { try read(try #require(try session.find(Node.self, 1, $0))) }
            #expect(found == expected, sourceLocation: location)
        }
        try each([2, 3, 4], [1, 2, 2]) { try $0.parent()?.number }
        try each([1, 2, 1], [2, 3, 2]) { try $0.child()?.number }
        try each([1, 2, 1], [2, 4, 2]) { try $0.lastChild()?.number }
        try each([2, 1, 2], [[3, 4], [2], [3, 4]]) { try $0.children().map(\.number).sorted() }
        try each([1, 2, 1], [[2, 3], [4], [2, 3]]) { try $0.linked().map(\.link.other).sorted() }
        for number in [2, 3] {
            #expect(try session.find(Asking.self, 1, number)?.number == number)
            #expect(try session.query(Asking.self).filter(\.number == number).all().map(\.number) == [number])
            #expect(try session.query(Asking.self).filter(\.number == number).first()?.number == number)
            #expect(
                try session.query(Asking.self, sql: "SELECT * FROM node WHERE number = \(number)").first()?.number
                    == number)
            #expect(
                try session.query(Node.self).with(joined: "parent").filter(\.number == number).all()
                    .map { try $0.parent()?.number } == [number - 1])
        }
    }

    @Test func inARead() throws { try Asked.$database.withValue(database) { try database.read { try eachTwice($0) } } }

    @Test func inAWrite() throws {
        try Asked.$database.withValue(database) { try database.write { try eachTwice($0) } }
    }
}
