import TestServer
import Testing
import ZIMOrm

private final class Bolt: Model {
    var kit = "k", number = 0, side = 0
    var shelf: Int?, slot: Int?
    var home: String?, place: Int?, face: Int?
    override class var table: String { "bolt" }
    override class var primaryKey: [String] { ["kit", "number", "side"] }

    convenience init(_ number: Int, at shelf: Int) {
        self.init()
        (self.number, self.shelf, slot) = (number, shelf, shelf)
    }

    func move(to shelf: Int) { (self.shelf, slot) = (shelf, shelf) }
    func refer(to number: Int) { (home, place, face) = ("k", number, 0) }
}

private final class Lamp: Model {
    var hall = "h", number = 0, kind = ""
    var up: String?, upNumber: Int?
    override class var table: String { "lamp" }
    override class var primaryKey: [String] { ["hall", "number"] }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        [
            Column("hall", \Lamp.hall), Column("number", \Lamp.number), Column("kind", \Lamp.kind),
            Column("up", \Lamp.up),
            Column("up_number", \Lamp.upNumber),
        ]
    }
    override class var relationships: [Relationship] {
        [.belongsTo("parent", Lamp.self, foreignKey: ["up", "up_number"])]
    }
}

/// Rows of a table that refers to itself, where unique values and keys move while others refer to what moves.
@Suite(.eachEngine) struct MovedParentTests {
    enum Move: CaseIterable {
        /// One takes the place of another, which gets a new row as its parent.
        case chain
        case exchange
        case circleOfThree
        case placeOfTheChild
        case renamedParent
        case keyOfTheChild
        case exchangedKeys
        case keyForANewParent
        case parentThatIsThere

        /// What is changed or new of the rows 1, 2 and 3.
        fileprivate func models(_ one: Bolt, _ two: Bolt, _ three: Bolt) -> [Bolt] {
            let new = Bolt(4, at: 9)
            switch self {
            case .chain:
                two.move(to: 3)
                three.move(to: 5)
                three.refer(to: 4)
                return [two, three, new]
            case .exchange:
                (two.shelf, three.shelf) = (3, 2)
                (two.slot, three.slot) = (3, 2)
                three.refer(to: 4)
                return [two, three, new]
            case .circleOfThree:
                one.move(to: 2)
                two.move(to: 3)
                three.move(to: 1)
                three.refer(to: 4)
                return [one, two, three, new]
            case .placeOfTheChild:
                new.move(to: 3)
                three.move(to: 5)
                three.refer(to: 4)
                return [three, new]
            case .renamedParent:
                one.number = 10
                two.move(to: 3)
                three.move(to: 2)
                three.refer(to: 10)
                return [one, two, three]
            case .keyOfTheChild:
                one.number = 3
                three.number = 7
                three.refer(to: 3)
                return [one, three]
            case .exchangedKeys:
                (one.number, three.number) = (3, 1)
                three.refer(to: 3)
                return [one, three]
            case .keyForANewParent:
                one.number = 10
                new.number = 1
                three.refer(to: 1)
                return [one, new, three]
            case .parentThatIsThere:
                two.move(to: 3)
                three.move(to: 5)
                three.refer(to: 2)
                return [two, three]
            }
        }

        /// How many models there are, number, shelf and parent of each row then, and how many changes that takes.
        fileprivate var outcome: (count: Int, rows: [[SQLValue]], changes: Int) {
            switch self {
            case .chain: (3, [[1, 1, nil], [2, 3, nil], [3, 5, 4], [4, 9, nil]], 3)
            case .exchange: (3, [[1, 1, nil], [2, 3, nil], [3, 2, 4], [4, 9, nil]], 4)
            case .circleOfThree: (4, [[1, 2, nil], [2, 3, nil], [3, 1, 4], [4, 9, nil]], 5)
            case .placeOfTheChild: (2, [[1, 1, nil], [2, 2, nil], [3, 5, 4], [4, 3, nil]], 3)
            case .renamedParent: (3, [[2, 3, nil], [3, 2, 10], [10, 1, nil]], 4)
            case .keyOfTheChild: (2, [[2, 2, nil], [3, 1, nil], [7, 3, 3]], 3)
            case .exchangedKeys: (2, [[1, 3, 3], [2, 2, nil], [3, 1, nil]], 3)
            case .keyForANewParent: (3, [[1, 9, nil], [2, 2, nil], [3, 3, 1], [10, 1, nil]], 3)
            case .parentThatIsThere: (2, [[1, 1, nil], [2, 3, nil], [3, 5, 2]], 2)
            }
        }
    }

    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE bolt (kit VARCHAR(9) NOT NULL, number INTEGER NOT NULL, side INTEGER NOT NULL, shelf INTEGER,
                slot INTEGER, home VARCHAR(9), place INTEGER, face INTEGER, PRIMARY KEY (kit, number, side),
                UNIQUE (shelf, slot), FOREIGN KEY (home, place, face) REFERENCES bolt (kit, number, side));
            INSERT INTO bolt (kit, number, side, shelf, slot) VALUES ('k', 1, 0, 1, 1), ('k', 2, 0, 2, 2), ('k', 3, 0, 3, 3);
            """)
    }

    /// With a value meanwhile only where there is no other way.
    @Test(arguments: Move.allCases) func anyOrderOfTheList(_ move: Move) throws {
        let log = SQLLog(database)
        let (count, rows, changes) = move.outcome
        for order in permutations(of: count) {
            #expect(throws: Undo.self, "\(order)") {
                try database.write { session in
                    let known = try session.query(Bolt.self).orderByKey().all()
                    let models = move.models(known[0], known[1], known[2])
                    let list = order.map { models[$0] }
                    _ = log.take()
                    // Alternately, where all rows are there.
                    if list.contains(where: { !$0.isLoaded }) || order[0] > order[1] {
                        try session.save(list)
                    } else {
                        try session.update(list)
                    }
                    let changed = log.take().count { $0.sql.hasPrefix("UPDATE") || $0.sql.hasPrefix("INSERT") }
                    #expect(changed == changes, "\(order)")
                    #expect(try list.allSatisfy { try !$0.hasChanges() })
                    #expect(
                        try session.rows("SELECT number, shelf, place FROM bolt ORDER BY number").map(\.values) == rows,
                        "\(order)")
                    throw Undo()
                }
            }
        }
    }

    private func permutations(of count: Int) -> [[Int]] {
        guard count > 1 else { return [Array(0..<count)] }
        return permutations(of: count - 1).flatMap { shorter in
            (0..<count).map { Array(shorter[..<$0]) + [count - 1] + Array(shorter[$0...]) }
        }
    }

    /// What no foreign key enforces needs no value meanwhile, which the CHECK would refuse.
    @Test(arguments: [false, true]) func aParentThatNothingEnforces(_ isReversed: Bool) throws {
        let database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE lamp (hall VARCHAR(9) NOT NULL, number INTEGER NOT NULL,
                kind VARCHAR(9) NOT NULL UNIQUE CHECK (kind IN ('a', 'b', 'c')), up VARCHAR(9), up_number INTEGER,
                PRIMARY KEY (hall, number));
            INSERT INTO lamp (hall, number, kind) VALUES ('h', 1, 'a');
            """)
        try database.write { session in
            let old = try #require(try session.find(Lamp.self, "h", 1))
            let new = Lamp()
            (new.number, new.kind) = (2, "a")
            (old.kind, old.up, old.upNumber) = ("c", "h", 2)
            try session.save(isReversed ? [new, old] : [old, new])
            #expect(
                try session.rows("SELECT number, kind, up_number FROM lamp ORDER BY number").map(\.values)
                    == [[1, "c", 2], [2, "a", .null]])
        }
    }

    /// Each takes the place and the key of the next, and refers to the new key of the next, or of the one before.
    @Test(arguments: [1, -1]) func aLongChain(_ step: Int) throws {
        let count = step == 1 ? 1_500 : 100
        try database.write { session in
            try session.execute("DELETE FROM bolt")
            try session.save((1...count).map { Bolt($0, at: $0) })
            let all = try session.query(Bolt.self).orderByKey().all()
            for bolt in all {
                if (1...count).contains(bolt.number + step) { bolt.refer(to: bolt.number + 1 + step) }
                bolt.number += 1
                bolt.move(to: bolt.number)
            }
            try session.save(all)
            #expect(try all.allSatisfy { try !$0.hasChanges() })
            let linked = try session.query(Bolt.self).filter("number = slot AND place = number + \(step)").count()
            #expect(linked == count - 1)
        }
    }
}
