import TestServer
import Testing
import ZIMOrm

/// Hooks that save another model of the same list.
@Suite(.eachEngine) struct SavingHookTests {
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
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE node (pk INTEGER PRIMARY KEY, parent INTEGER REFERENCES node (pk), name TEXT NOT NULL);
            CREATE TABLE seat (hall TEXT NOT NULL, number INTEGER NOT NULL, guest TEXT, price INTEGER, PRIMARY KEY (hall, number));
            CREATE TABLE ticket (pk INTEGER PRIMARY KEY, hall TEXT, number INTEGER, FOREIGN KEY (hall, number) REFERENCES seat (hall, number));
            CREATE TABLE counted (a INTEGER NOT NULL, b INTEGER NOT NULL, text TEXT, version INTEGER NOT NULL, PRIMARY KEY (a, b));
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
            let guest: SQLValue = ServedEngine.updatesOneByOne && !isReversed ? "Eve" : "again"
            #expect(
                try Theatre.rows(database, "SELECT number, guest, price FROM seat ORDER BY number")
                    == [[1, guest, 3], [2, "Cid", .null]])
            try database.execute("DELETE FROM seat")
        }
    }

    /// A list of three, of which the hook of the first saves the last.
    final class Counted: Model {
        var a = 0, b = 0
        var text: String?
        var version = 0
        var before: Counted?, after: Counted?
        var saves = 0
        override class var table: String { "counted" }
        override class var primaryKey: [String] { ["a", "b"] }
        override class var locking: Locking { .version("version") }
        override class var ignoredProperties: Set<String> { ["before", "after", "saves"] }
        override func willSave() throws {
            guard let before else { return }
            self.before = nil
            before.text = "before"
            try before.save()
        }
        override func didSave() throws {
            saves += 1
            guard let after else { return }
            self.after = nil
            after.text = "after"
            try after.save()
        }

        convenience init(_ b: Int) {
            self.init()
            (a, self.b, text) = (1, b, "text")
        }
    }

    @Test func theHookOfTheFirstSavesTheLast() throws {
        let ways: [(String, (Session, [Counted]) throws -> Void)] = [
            ("save", { try $0.save($1) }), ("insert", { try $0.insert($1) }), ("upsert", { try $0.upsert($1) }),
            ("update", { try $0.update($1) }), ("save of loaded ones", { try $0.save($1) }),
        ]
        for (way, save) in ways {
            for isBefore in [false, true] {
                let models = (1...3).map { Counted($0) }
                let isLoaded = way == "update" || way == "save of loaded ones"
                try database.write { session in
                    if isLoaded {
                        try session.insert(models)
                        for model in models { (model.text, model.saves) = ("changed", 0) }
                    }
                    if isBefore { models[0].before = models[2] } else { models[0].after = models[2] }
                    try save(session, models)
                    #expect(try models.allSatisfy { try !$0.hasChanges() })
                }
                let own = isLoaded ? "changed" : "text"
                let rows = try Theatre.rows(database, "SELECT b, text, version FROM counted ORDER BY b")
                #expect(
                    rows.map { Array($0.prefix(2)) }
                        == [[1, .text(own)], [2, .text(own)], [3, isBefore ? "before" : "after"]], "\(way)")
                #expect(rows.map { $0[2] } == models.map { .integer(Int64($0.version)) }, "\(way)")
                #expect(models[0].saves == 1 && models[1].saves == 1, "\(way)")
                // By the hook and by the list; `upsert` has nothing left to write then.
                #expect(models[2].saves == (isBefore && way == "upsert" ? 1 : 2), "\(way)")
                try database.execute("DELETE FROM counted")
            }
        }
    }

    /// A child whose hook saves its parent, which is of another class and stands behind it in the list.
    final class Ticket: Model {
        var pk: Int?
        var hall: String?
        var number: Int?
        var seat: Seat?
        override class var table: String { "ticket" }
        override class var ignoredProperties: Set<String> { ["seat"] }
        override func willSave() throws {
            guard let seat else { return }
            if !seat.isLoaded { try seat.save() }
            (hall, number) = (seat.hall, seat.number)
        }
    }

    @Test func aChildSavesItsParentOfAnotherClass() throws {
        let log = SQLLog(database)
        let ways: [(String, (Session, [Model]) throws -> Void)] = [
            ("save", { try $0.save($1) }), ("insert", { try $0.insert($1) }), ("upsert", { try $0.upsert($1) }),
        ]
        for (way, save) in ways {
            let (ticket, seat) = (Ticket(), Seat(1, "Ada"))
            ticket.seat = seat
            try database.write { try save($0, [ticket, seat]) }
            #expect(try Theatre.rows(database, "SELECT hall, number FROM ticket") == [["H", 1]], "\(way)")
            #expect(try Theatre.rows(database, "SELECT hall, number, guest FROM seat") == [["H", 1, "Ada"]], "\(way)")
            let texts = log.texts().filter { $0.contains("INSERT INTO") && $0.contains("seat") }
            #expect(texts.count == 1, "\(way)")
            try database.execute("DELETE FROM ticket")
            try database.execute("DELETE FROM seat")
        }
    }
}
