import TestServer
import Testing

@testable import ZIMOrm

/// A person with a manager, two addresses, and friends over a join table with itself.
private final class Member: Model {
    var pk: Int?
    var code = ""
    var boss: Int?
    var home: String?
    var work: String?
    override class var table: String { "member" }

    func manager() throws -> Member? { try belongsTo(Member.self, foreignKey: ["boss"]) }
    func staff(_ options: [RelationshipOption] = []) throws -> [Member] {
        try hasMany(Member.self, foreignKey: ["boss"], options: options)
    }
    func homePlace() throws -> Place? { try belongsTo(Place.self, foreignKey: ["home"], references: ["zip"]) }
    func workPlace() throws -> Place? { try belongsTo(Place.self, foreignKey: ["work"], references: ["zip"]) }
    func friends(_ options: [RelationshipOption] = []) throws -> [Member] {
        try hasMany(
            Member.self, through: Friendship.self, foreignKey: ["a"], targetForeignKey: ["b"], options: options)
    }
    func linkedFriends(_ options: [RelationshipOption] = []) throws -> [(model: Member, link: Friendship)] {
        try hasManyLinked(
            Member.self, through: Friendship.self, foreignKey: ["a"], targetForeignKey: ["b"], options: options)
    }
    /// The join table is the members' own: two steps up.
    func grandBosses() throws -> [Member] {
        try hasMany(
            Member.self, through: Member.self, foreignKey: ["pk"], targetForeignKey: ["boss"], references: ["boss"])
    }
    func siblings(_ options: [RelationshipOption] = []) throws -> [(model: Member, link: Member)] {
        try hasManyLinked(
            Member.self, through: Member.self, foreignKey: ["pk"], targetForeignKey: ["pk"], references: ["boss"],
            targetReferences: ["boss"], options: options)
    }
}

private final class Place: Model {
    var pk: Int?
    var zip = ""
    var name = ""
    override class var table: String { "place" }
    func residents() throws -> [Member] { try hasMany(Member.self, foreignKey: ["home"], references: ["zip"]) }
    func workers() throws -> [Member] { try hasMany(Member.self, foreignKey: ["work"], references: ["zip"]) }
}

private final class Friendship: Model {
    var a = 0
    var b = 0
    var grade = 0
    override class var table: String { "friendship" }
    override class var primaryKey: [String] { ["a", "b"] }
    func from() throws -> Member? { try belongsTo(Member.self, foreignKey: ["a"]) }
    func to() throws -> Member? { try belongsTo(Member.self, foreignKey: ["b"]) }
}

@Suite(.eachEngine) struct RelationshipShapeTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE place (pk INTEGER PRIMARY KEY, zip TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
            CREATE TABLE member (pk INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, boss INTEGER REFERENCES member,
                home TEXT REFERENCES place (zip), work TEXT REFERENCES place (zip));
            CREATE TABLE friendship (a INTEGER, b INTEGER, grade INTEGER NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
            INSERT INTO place VALUES (1, '01', 'Hill'), (2, '1', 'Lake'), (3, 'x', 'Wood');
            INSERT INTO member VALUES (1, 'top', NULL, '01', '1'), (2, 'left', 1, '01', NULL), (3, 'right', 1, '1', '01'),
                (4, 'leaf', 2, NULL, 'x'), (5, 'twig', 2, '1', '1'), (6, 'self', 6, 'x', 'x');
            INSERT INTO friendship VALUES (1, 2, 2), (1, 3, 1), (2, 1, 1), (3, 3, 9), (4, 1, 5), (4, 5, 4), (4, 6, 3);
            """)
    }

    /// What a call gives for each member: fetched together, and each alone.
    private func check<T: Equatable>(
        _ expected: [T], location: SourceLocation = #_sourceLocation, _ call: (Member) throws -> T
    ) throws {
        try database.read { session in
            let together = try session.query(Member.self).orderByKey().all().map(call)
            #expect(together == expected, "together", sourceLocation: location)
            let alone = try (1...6).map { try call(try #require(try session.find(Member.self, $0))) }
            #expect(alone == expected, "alone", sourceLocation: location)
        }
    }

    @Test func selfReference() throws {
        try check([nil, "top", "top", "left", "left", "self"]) { try $0.manager()?.code }
        try check([["left", "right"], ["leaf", "twig"], [], [], [], ["self"]]) { try $0.staff().map(\.code) }
    }

    @Test func uniqueKeyThatIsNotThePrimaryKey() throws {
        try check(["Hill", "Hill", "Lake", nil, "Lake", "Wood"]) { try $0.homePlace()?.name }
        try check(["Lake", nil, "Hill", "Wood", "Lake", "Wood"]) { try $0.workPlace()?.name }
    }

    @Test func twoForeignKeysToOneTable() throws {
        try database.read { session in
            let places = try session.query(Place.self).orderByKey().all()
            let found = try expectStatements(2, database) {
                [try places.map { try $0.residents().map(\.code) }, try places.map { try $0.workers().map(\.code) }]
            }
            #expect(found[0] == [["top", "left"], ["right", "twig"], ["self"]])
            #expect(found[1] == [["right"], ["top", "twig"], ["leaf", "self"]])
        }
    }

    @Test func manyToManyWithItself() throws {
        try check([[2, 3], [1], [3], [1, 5, 6], [], []]) { try $0.friends().map { $0.pk ?? 0 } }
        try check([[3], [1], [3], [6], [], []]) { try $0.friends([.orderBy("pk DESC"), .limit(1)]).map { $0.pk ?? 0 } }
        try check([["right 1", "left 2"], ["top 1"], ["right 9"], ["self 3", "twig 4", "top 5"], [], []]) { member in
            try member.linkedFriends([.orderBy("grade")]).map { "\($0.model.code) \($0.link.grade)" }
        }
    }

    /// The columns of the join table can be named where the target has none of that name.
    @Test func filtersAndOrdersByTheJoinTable() throws {
        try check([[3], [1], [3], [6], [], []]) { try $0.friends([.orderBy("grade"), .limit(1)]).map { $0.pk ?? 0 } }
        try check([[2], [], [3], [1, 5], [], []]) {
            try $0.friends([.filter("grade != 1 AND grade > 1 AND grade != 3")]).map { $0.pk ?? 0 }
        }
        try check([[], [], [], [5], [], []]) { member in
            try member.friends([.filter("grade < \(5) AND code = \("twig")")]).map { $0.pk ?? 0 }
        }
    }

    @Test func joinTableThatIsTheTarget() throws {
        try check([[], [], [], [1], [1], [6]]) { try $0.grandBosses().map { $0.pk ?? 0 } }
        try check([[], [], [], [], [], ["self self"]]) { member in
            try member.siblings([.limit(3)]).filter { $0.model.pk == member.pk && member.pk == 6 }
                .map { "\($0.model.code) \($0.link.code)" }
        }
    }

    @Test func joinRowsLeadOn() throws {
        try database.read { session in
            let member = try #require(try session.find(Member.self, 4))
            let codes = try expectStatements(2, database) {
                try member.linkedFriends().map { try $0.link.to()?.code ?? "" }
            }
            #expect(codes == ["top", "twig", "self"])
        }
    }

    @Test func pagesFitTogether() throws {
        for page in 1...3 {
            try database.read { session in
                for member in try session.query(Member.self).all() {
                    let all = try member.staff([.orderBy("home")]).map { $0.pk ?? 0 }
                    var paged: [Int] = []
                    for start in stride(from: 0, through: all.count, by: page) {
                        paged += try member.staff([.orderBy("home"), .limit(page), .offset(start)]).map { $0.pk ?? 0 }
                    }
                    #expect(Set(paged) == Set(all) && paged.count == all.count)
                }
            }
        }
    }

    @Test func hugeLimits() throws {
        try check([["right"], ["twig"], [], [], [], []]) {
            try $0.staff([.limit(.max), .offset(1)]).map(\.code)
        }
        try check([0, 0, 0, 0, 0, 0]) { try $0.staff([.limit(.max), .offset(.max)]).count }
        try check([0, 0, 0, 0, 0, 0]) { try $0.staff([.limit(0)]).count }
    }

    @Test func hasOneWithOptions() throws {
        func one(_ member: Member, _ options: [RelationshipOption]) throws -> String? {
            try member.hasOne(Member.self, foreignKey: ["boss"], options: options)?.code
        }
        try check(["left", "leaf", nil, nil, nil, "self"]) { try one($0, []) }
        try check(["right", "twig", nil, nil, nil, nil]) { try one($0, [.offset(1)]) }
        try check([nil, nil, nil, nil, nil, nil]) { try one($0, [.limit(0)]) }
        try check(["left", "leaf", nil, nil, nil, "self"]) { try one($0, [.limit(7)]) }
        try check(["right", "twig", nil, nil, nil, "self"]) { try one($0, [.orderBy("pk DESC")]) }
        try check(["right", nil, nil, nil, nil, nil]) { try one($0, [.filter("code CONTAINS 'igh'")]) }
        try check([nil, nil, nil, nil, nil, nil]) { try one($0, [.offset(.max)]) }
    }
}
