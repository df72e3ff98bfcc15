import Testing
import ZIMOrm

/// Hooks that save another model of the same list.
@Suite(.everyEngine) struct SavingHookTests {
    final class Node: Model {
        var pk: Int?
        var parent: Int?
        var name = ""
        var up: Node?
        var next: Node?
        override class var table: String { "node" }
        override class var ignoredProperties: Set<String> { ["up", "next"] }
        override func willSave() throws {
            guard let up else { return }
            if up.pk == nil {
                try up.save()
                up.name += "!"
            }
            parent = up.pk
        }
        override func didSave() throws {
            if let next, !next.isLoaded { try next.save() }
        }
    }

    final class Seat: Model {
        var hall = "", number = 0
        var guest: String?
        var price: Int?
        var other: Seat?
        override class var table: String { "seat" }
        override class var primaryKey: [String] { ["hall", "number"] }
        override class var ignoredProperties: Set<String> { ["other"] }
        override func willSave() throws {
            guard let other, try !other.isLoaded || other.hasChanges() else { return }
            try other.save()
            other.guest = "again"
        }

        convenience init(_ number: Int, _ guest: String, _ other: Seat? = nil) {
            self.init()
            (hall, self.number, self.guest, self.other) = ("H", number, guest, other)
        }
    }

    let database: Database

    init() throws {
        database = try TestEngine.current.makeDatabase(
            """
            CREATE TABLE node (pk INTEGER PRIMARY KEY, parent INTEGER REFERENCES node (pk), name TEXT NOT NULL);
            CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL, guest TEXT, price INTEGER, PRIMARY KEY (hall, number));
            """)
    }

    private func nodes() throws -> [[SQLValue]] {
        try Theatre.rows(
            database,
            "SELECT n.name, p.name FROM node AS n LEFT JOIN node AS p ON p.pk = n.parent ORDER BY n.name")
    }

    private func family() -> (parent: Node, child: Node) {
        let (parent, child) = (Node(), Node())
        (parent.name, child.name, child.up) = ("parent", "child", parent)
        return (parent, child)
    }

    @Test func aParentIsInsertedOnce() throws {
        let ways: [(String, (Session, Node, Node) throws -> Void)] = [
            (
                "one by one",
                {
                    try $0.save($2); try $0.save($1)
                }
            ), ("save", { try $0.save([$2, $1]) }),
            ("save, the parent first", { try $0.save([$1, $2]) }), ("insert", { try $0.insert([$1, $2]) }),
            ("upsert", { try $0.upsert([$2, $1]) }), ("upsert, the parent first", { try $0.upsert([$1, $2]) }),
        ]
        for (way, save) in ways {
            try database.write { session in
                let (parent, child) = family()
                try save(session, parent, child)
                #expect(try !parent.hasChanges() && !child.hasChanges())
            }
            // What the hook has changed since is an update.
            #expect(try nodes() == [["child", "parent!"], ["parent!", .null]], "\(way)")
            try database.execute("UPDATE node SET parent = NULL")
            try database.execute("DELETE FROM node")
        }
    }

    @Test func aParentIsInsertedOnceAmongLoadedModels() throws {
        try database.write { session in
            let old = Node()
            old.name = "old"
            try session.save(old)
            old.name = "older"
            let (parent, child) = family()
            try session.save([child, old, parent])
        }
        #expect(try nodes() == [["child", "parent!"], ["older", .null], ["parent!", .null]])
    }

    @Test func aHookAfterwardsSavesNobodyTwice() throws {
        try database.write { session in
            let (first, second) = (Node(), Node())
            (first.name, second.name, first.next) = ("a", "b", second)
            try session.save([first, second])
            #expect(first.pk != second.pk && second.pk != nil)
        }
        #expect(try nodes() == [["a", .null], ["b", .null]])
    }

    @Test func aModelWithAKeyOfTwoColumnsIsSavedOnce() throws {
        let ways: [(String, (Session, Seat, Seat) throws -> Void)] = [
            ("save", { try $0.save([$1, $2]) }), ("the other first", { try $0.save([$2, $1]) }),
            ("insert", { try $0.insert([$1, $2]) }), ("upsert", { try $0.upsert([$1, $2]) }),
        ]
        for (way, save) in ways {
            try database.write { session in
                let other = Seat(1, "Ada")
                try save(session, other, Seat(2, "Bob", other))
            }
            #expect(
                try Theatre.rows(database, "SELECT number, guest FROM seat ORDER BY number")
                    == [[1, "again"], [2, "Bob"]], "\(way)")
            try database.execute("DELETE FROM seat")
        }
    }

    @Test func aLoadedModelIsUpdatedOnce() throws {
        for isReversed in [false, true] {
            try database.write { session in
                let (first, second) = (Seat(1, "Ada"), Seat(2, "Bob"))
                try session.insert([first, second])
                (first.guest, first.price, second.guest, second.other) = ("Eve", 3, "Cid", first)
                try session.update(isReversed ? [second, first] : [first, second])
                #expect(try !first.hasChanges() && !second.hasChanges())
            }
            #expect(
                try Theatre.rows(database, "SELECT number, guest, price FROM seat ORDER BY number")
                    == [[1, "again", 3], [2, "Cid", .null]])
            try database.execute("DELETE FROM seat")
        }
    }
}
