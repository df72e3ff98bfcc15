import Foundation
import Testing

@testable import ZIMOrm

/// On random databases, models that were loaded together give what each gives alone: row for row, while rows are
/// inserted, changed and deleted, and savepoints are rolled back.
@Suite struct RandomEqualityTests {
    /// How many databases of each width; `ZIM_SEEDS=100 swift test --filter RandomEquality` makes more.
    private static let seeds = 1...max(1, Int(ProcessInfo.processInfo.environment["ZIM_SEEDS"] ?? "") ?? 5)

    @Test(arguments: seeds) func oneColumn(_ seed: Int) throws {
        try RandomWalk<MixedParent1, MixedChild1>(seed: UInt64(seed)).run()
    }
    @Test(arguments: seeds) func twoColumns(_ seed: Int) throws {
        try RandomWalk<MixedParent2, MixedChild2>(seed: UInt64(seed + 1_000_000)).run()
    }
    @Test(arguments: seeds) func threeColumns(_ seed: Int) throws {
        try RandomWalk<MixedParent3, MixedChild3>(seed: UInt64(seed + 2_000_000)).run()
    }
    @Test(arguments: seeds) func fourColumns(_ seed: Int) throws {
        try RandomWalk<MixedParent, MixedChild>(seed: UInt64(seed + 3_000_000)).run()
    }
}

/// One random database and the random things done to it.
private final class RandomWalk<Parent: MixedParent, Child: MixedChild> {
    struct Undo: Error {}

    let seed: UInt64
    var random: SeededGenerator
    var parents: [Parent] = []
    var children: [Child] = []
    var calls = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    private func pick<T>(_ list: [T]) -> T {
        list[random.below(list.count)]
    }

    func value() -> SQLValue { MixedValues.few[random.below(MixedValues.few.count)] }
    func affinity() -> String { MixedValues.affinities[random.below(MixedValues.affinities.count)] }

    func run() throws {
        let database = try Database.inMemory()
        try database.write { session in
            try makeTables(session)
            try fetch(session)
            for _ in 0..<40 { try step(session, depth: 0) }
        }
        #expect(calls > 20)
    }

    private func makeTables(_ session: Session) throws {
        let key = ["a", "b", "c", "d"].map { "\($0) \(affinity())" }.joined(separator: ", ")
        let other =
            random.chance(60) ? key : ["a", "b", "c", "d"].map { "\($0) \(affinity())" }.joined(separator: ", ")
        let link = ["a", "b", "c", "d", "e", "f", "g", "h"].map { "\($0) \(affinity())" }.joined(separator: ", ")
        var script = """
            CREATE TABLE mixed_parent (pk INTEGER PRIMARY KEY, \(key), tag INTEGER, word TEXT);
            CREATE TABLE mixed_child (pk INTEGER PRIMARY KEY, \(other), tag INTEGER, word TEXT);
            CREATE TABLE mixed_link (pk INTEGER PRIMARY KEY, \(link), rank INTEGER);
            """
        let columns = Parent.keyColumns.joined(separator: ", ")
        if random.chance(60) { script += "CREATE INDEX child_key ON mixed_child (\(columns));" }
        if random.chance(60) { script += "CREATE INDEX parent_key ON mixed_parent (\(columns));" }
        if random.chance(30) { script += "CREATE INDEX child_tag ON mixed_child (tag);" }
        if random.chance(60) { script += "CREATE INDEX link_key ON mixed_link (\(columns));" }
        try session.execute(SQL(unsafe: script))
        for _ in 0..<(5 + random.below(25)) { try insert("mixed_parent", session) }
        for _ in 0..<(10 + random.below(60)) { try insert("mixed_child", session) }
        for _ in 0..<random.below(40) { try insertLink(session) }
    }

    private func insert(_ table: String, _ session: Session) throws {
        let values = (0..<4).map { _ in value() }
        // Wide keys would hardly ever meet.
        let (b, c, d) =
            random.chance(70)
            ? (SQLValue.integer(7), SQLValue.text("x"), SQLValue.text("7"))
            : (
                values[1], values[2], values[3]
            )
        try session.execute(
            """
            INSERT INTO \(identifier: table) (a, b, c, d, tag, word)
            VALUES (\(values[0]), \(b), \(c), \(d), \(random.below(4)), \(pick(["x", "y", nil] as [String?])))
            """)
    }

    private func insertLink(_ session: Session) throws {
        let rows = try session.rows("SELECT a, b, c, d FROM mixed_parent ORDER BY pk")
        guard !rows.isEmpty else { return }
        let (left, right) = (pick(rows), pick(rows))
        let dangling = random.chance(20) ? value() : right[0]
        try session.execute(
            """
            INSERT INTO mixed_link (a, b, c, d, e, f, g, h, rank) VALUES (\(left[0]), \(left[1]), \(left[2]), \(left[3]),
                \(dangling), \(right[1]), \(right[2]), \(right[3]), \(random.below(5)))
            """)
    }

    private func fetch(_ session: Session) throws {
        parents = try session.query(Parent.self).filter("tag < \(2 + random.below(3))").orderByKey().all()
        children = try session.query(Child.self).filter("tag < \(2 + random.below(3))").orderByKey().all()
    }

    private func step(_ session: Session, depth: Int) throws {
        switch random.below(20) {
        case 0: try insert("mixed_child", session)
        case 1: try insert("mixed_parent", session)
        case 2: try insertLink(session)
        case 3:
            let table = pick(["mixed_child", "mixed_parent", "mixed_link"])
            try session.execute("DELETE FROM \(identifier: table) WHERE pk % 7 = \(random.below(7))")
        case 4:
            let table = pick(["mixed_child", "mixed_parent"])
            try session.execute(
                "UPDATE \(identifier: table) SET a = \(value()) WHERE pk % 5 = \(random.below(5))")
        case 5:
            // In memory only: what the model holds is what counts.
            if !children.isEmpty { children[random.below(children.count)].a = value() }
            if !parents.isEmpty { parents[random.below(parents.count)].a = value() }
        case 6:
            if !children.isEmpty { children.remove(at: random.below(children.count)) }
            if !parents.isEmpty { parents.remove(at: random.below(parents.count)) }
        case 7: try fetch(session)
        case 8 where depth < 3:
            let undo = random.chance(60)
            try? session.transaction { session in
                for _ in 0..<6 { try step(session, depth: depth + 1) }
                if undo { throw Undo() }
            }
        case 9 where depth < 3:
            try session.execute("SAVEPOINT mine")
            for _ in 0..<4 { try step(session, depth: 3) }
            if random.chance(60) { try session.execute("ROLLBACK TO mine") }
            try session.execute("RELEASE mine")
        default: try compare()
        }
    }

    private func options(_ kind: Int) -> [RelationshipOption] {
        var options: [RelationshipOption] = []
        if random.chance(30) { options.append(.filter("tag != \(random.below(4))")) }
        if random.chance(20) { options.append(.filter("word = 'x' OR word = nil")) }
        // SQLite takes a joined column for constant where the other is, although 7.0 = '7' and 7.0 = '07': no order then.
        let order = pick(["tag", "word DESC, tag", kind < 2 ? "a" : "word", "tag DESC, pk DESC"])
        if random.chance(40) { options.append(.orderBy(order)) }
        if random.chance(40) { options.append(.limit(random.below(4))) }
        if random.chance(30) { options.append(.offset(random.below(3))) }
        return options
    }

    /// One relationship, followed by some of the models in some order.
    private func compare() throws {
        let key = Parent.keyColumns
        let kind = random.below(5)
        let options = options(kind)
        let isOrdered = random.chance(50)
        let ordered = options + (isOrdered ? [.orderBy("pk")] : [])
        let right = Array(["e", "f", "g", "h"].prefix(key.count))
        func ids(_ rows: [MixedRow]) -> [Int] { rows.map { $0.pk ?? 0 } }
        func follow(_ parent: Parent) throws -> [[Int]] {
            switch kind {
            case 0: return [ids(try parent.hasMany(Child.self, foreignKey: key, references: key, options: ordered))]
            case 1:
                return [
                    ids(
                        try parent.hasOne(Child.self, foreignKey: key, references: key, options: ordered).map { [$0] }
                            ?? [])
                ]
            case 2:
                return [
                    ids(
                        try parent.hasMany(
                            Parent.self, through: MixedLink.self, foreignKey: key, targetForeignKey: right,
                            references: key, targetReferences: key, options: ordered))
                ]
            default:
                return try parent.hasManyLinked(
                    Parent.self, through: MixedLink.self, foreignKey: key, targetForeignKey: right, references: key,
                    targetReferences: key, options: ordered
                ).map { [$0.model.pk ?? 0, $0.link.pk ?? 0] }
            }
        }
        let comment = Comment(rawValue: "seed \(seed), kind \(kind), \(key), \(options)")
        // Without an order of one's own a database gives rows as it likes.
        let isExact =
            kind == 1 || options.contains { if case .limit = $0.kind { true } else { false } }
            || options.contains { if case .offset = $0.kind { true } else { false } }
        func same(_ left: [[Int]], _ right: [[Int]]) -> Bool {
            isExact || isOrdered && kind < 3
                ? left == right
                : left.map { kind < 3 ? $0.sorted() : $0 }.sorted { "\($0)" < "\($1)" }
                    == right.map { kind < 3 ? $0.sorted() : $0 }.sorted { "\($0)" < "\($1)" }
        }
        if kind == 4 {
            for child in children.shuffled(using: &random) where random.chance(80) {
                calls += 1
                let together = try child.belongsTo(Parent.self, foreignKey: key, references: key)
                let alone = try child.alone().belongsTo(Parent.self, foreignKey: key, references: key)
                #expect(try together.columnValues == alone.columnValues, comment)
                guard let together, let alone, random.chance(20) else { continue }
                // What was found is a sibling in its turn.
                let next = ids(try together.hasMany(Child.self, foreignKey: key, references: key))
                #expect(next.sorted() == ids(try alone.hasMany(Child.self, foreignKey: key, references: key)).sorted())
            }
            return
        }
        for parent in parents.shuffled(using: &random) where random.chance(80) {
            calls += 1
            let together = try follow(parent)
            #expect(same(together, try follow(parent.alone())), comment)
            if random.chance(20) { #expect(same(together, try follow(parent)), "again, \(comment)") }
        }
    }
}
