import TestServer
import Testing
import ZIMOrm

private final class Stock: Model {
    var house = 0, item = 0, amount = 0
    var note: String?
    var onSave: ((Stock) throws -> Void)?
    var onDelete: ((Stock) throws -> Void)?
    override class var table: String { "stock" }
    override class var primaryKey: [String] { ["house", "item"] }
    override class var ignoredProperties: Set<String> { ["onSave", "onDelete"] }
    // Once: what the hook calls would call it again.
    override func willSave() throws {
        let hook = onSave
        onSave = nil
        try hook?(self)
    }
    override func willDelete() throws {
        let hook = onDelete
        onDelete = nil
        try hook?(self)
    }
    convenience init(_ item: Int, amount: Int) {
        self.init()
        (house, self.item, self.amount) = (1, item, amount)
    }
}

/// Nothing keeps its key unique.
private final class Loose: Model {
    var house = 0, item = 0, amount = 0
    override class var table: String { "loose" }
    override class var primaryKey: [String] { ["house", "item"] }
    override func willSave() throws { try merge() }
}

/// Hooks that read, save or delete the model that is being saved or deleted.
@Suite(.eachEngine) struct HookedRowTests {
    private static let script = """
        CREATE TABLE stock (house INTEGER NOT NULL, item INTEGER NOT NULL, amount INTEGER NOT NULL, note VARCHAR(20),
            PRIMARY KEY (house, item));
        CREATE TABLE loose (house INTEGER NOT NULL, item INTEGER NOT NULL, amount INTEGER NOT NULL);
        INSERT INTO stock VALUES (1, 1, 10, NULL), (1, 2, 20, NULL), (1, 3, 30, NULL);
        INSERT INTO loose VALUES (1, 1, 10), (1, 2, 20), (1, 3, 30);
        """
    let database: Database

    init() throws { database = try ServedEngine.current.makeDatabase(Self.script) }

    private typealias Way = (name: String, save: (Session, [Stock]) throws -> Void)

    /// They save the second of three models.
    private let ways: [Way] = [
        ("save", { try $0.save($1[1]) }), ("save a list", { try $0.save([$1[1], $1[2]]) }),
        ("update", { try $0.update($1[1]) }), ("update a list", { try $0.update([$1[1], $1[2]]) }),
        ("update a column", { try $0.update($1[1], columns: ["amount"]) }),
    ]

    private func amounts(_ session: Session, _ table: String = "stock") throws -> [Int] {
        try session.rows("SELECT amount FROM \(identifier: table) ORDER BY house, item").map { try $0.get(0) }
    }

    /// The models of all rows, in a transaction that is rolled back.
    private func trying(_ body: (Session, [Stock]) throws -> Void) throws {
        try database.write { session in
            do {
                try session.transaction { session in
                    try body(session, session.query(Stock.self).orderByKey().all())
                    throw Undo()
                }
            } catch is Undo {}
        }
    }

    @Test func aModelThatItsHookReadsAgainIsWrittenToItsOwnRow() throws {
        let hooks: [(String, (Session, Stock) throws -> Void)] = [
            ("merge", { try $0.merge($1) }), ("upsert", { try $0.upsert($1) }), ("save", { try $0.save($1) }),
            (
                "delete and insert",
                {
                    try $0.delete($1)
                    try $0.insert($1)
                }
            ),
            (
                "reload",
                {
                    try $0.reload($1)
                    $1.amount = 222
                }
            ),
        ]
        for (hook, run) in hooks {
            for way in ways {
                try trying { session, all in
                    all[1].amount = 222
                    all[1].onSave = { try run(session, $0) }
                    try way.save(session, all)
                    #expect(try amounts(session) == [10, 222, 30], "\(way.name), \(hook)")
                    #expect(try all.allSatisfy { try $0.isLoaded && !$0.hasChanges() }, "\(way.name), \(hook)")
                }
            }
        }
    }

    @Test func onlyItsOwnRowIsWrittenWhereNothingKeepsTheKeyUnique() throws {
        try database.write { session in
            let all = try session.query(Loose.self).orderByKey().all()
            all[1].amount = 222
            try session.save(all[1])
            #expect(try amounts(session, "loose") == [10, 222, 30])
        }
    }

    @Test func whatAHookRollsBackIsUndoneBeforeTheModelIsWritten() throws {
        let hooks: [(String, (Session, Stock) throws -> Void)] = [
            ("save", { try $0.save($1) }), ("delete", { try $0.delete($1) }), ("merge", { try $0.merge($1) }),
            (
                "another key",
                { session, model in
                    model.item = 9
                    defer { model.item = 2 }
                    try session.save(model)
                }
            ),
        ]
        for (hook, run) in hooks {
            let undone: (Session, Stock) throws -> Void = { session, model in
                #expect(throws: Undo.self) {
                    try session.transaction { session in
                        try run(session, model)
                        throw Undo()
                    }
                }
            }
            for way in ways {
                try trying { session, all in
                    (all[1].amount, all[1].note) = (222, "note")
                    all[1].onSave = { try undone(session, $0) }
                    try way.save(session, all)
                    #expect(try amounts(session) == [10, 222, 30], "\(way.name), \(hook)")
                    let changed = way.name == "update a column" ? ["note"] : []
                    #expect(try all[1].isLoaded && all[1].changedColumns() == changed, "\(way.name), \(hook)")
                    try session.save(all[1])
                    let notes = try session.rows("SELECT note FROM stock ORDER BY item").map { $0[0] }
                    #expect(notes == [nil, "note", nil], "\(way.name), \(hook)")
                }
            }
            try trying { session, all in
                all[1].onDelete = { try undone(session, $0) }
                try session.delete(all[1])
                #expect(try amounts(session) == [10, 30] && all[1].isDeleted, "\(hook)")
            }
        }
    }

    /// The hook of a model does something to another one of the list, which waits for its statement.
    @Test func aHookChangesAModelThatWaits() throws {
        let hooks: [(name: String, run: (Session, Stock) throws -> Void)] = [
            ("merge", { try $0.merge($1) }), ("save", { try $0.save($1) }),
            (
                "delete and insert",
                {
                    try $0.delete($1)
                    try $0.insert($1)
                    $1.note = "note"
                }
            ),
            (
                "rolled back save",
                { session, model in
                    #expect(throws: Undo.self) {
                        try session.transaction { session in
                            try session.save(model)
                            throw Undo()
                        }
                    }
                }
            ),
            (
                "rolled back deletion",
                { session, model in
                    #expect(throws: Undo.self) {
                        try session.transaction { session in
                            try session.delete(model)
                            throw Undo()
                        }
                    }
                }
            ),
        ]
        for hook in hooks {
            try trying { session, all in
                (all[1].amount, all[2].amount) = (222, 333)
                all[2].onSave = { _ in try hook.run(session, all[1]) }
                try session.update([all[1], all[2]])
                #expect(try amounts(session) == [10, 222, 333], "\(hook.name)")
                // Alone it was written before.
                let changed = hook.name == "delete and insert" && ServedEngine.updatesOneByOne ? ["note"] : []
                #expect(try all[1].changedColumns() == changed, "\(hook.name)")
                #expect(try all[0].changedColumns().isEmpty && all[2].changedColumns().isEmpty, "\(hook.name)")
            }
        }
    }

    @Test func aModelThatItsHookDeletesIsNotWritten() throws {
        for way in ways {
            try trying { (session, all) throws in
                all[1].amount = 222
                all[1].onSave = { try session.delete($0) }
                let error = #expect(throws: ModelError.self) {
                    try session.transaction { try way.save($0, all) }
                }
                #expect(error?.code == .deleted && error?.key == [1, 2], "\(way.name)")
                #expect(try amounts(session) == [10, 20, 30], "\(way.name)")
                #expect(try all[1].changedColumns() == ["amount"], "\(way.name)")
            }
        }
        try trying { (session, all) throws in
            all[1].onDelete = { try session.delete($0) }
            let error = #expect(throws: ModelError.self) { try session.transaction { try $0.delete(all[1]) } }
            #expect(error?.code == .deleted && all[1].isLoaded)
            #expect(try amounts(session) == [10, 20, 30])
        }
    }

    @Test func aNewModelThatItsHookHasSavedIsInsertedOnce() throws {
        let log = SQLLog(database)
        let ways: [(name: String, save: (Session, Stock) throws -> Void)] = [
            ("save", { try $0.save($1) }), ("insert", { try $0.insert($1) }),
            ("save a list", { try $0.save([$1, Stock(5, amount: 50)]) }),
        ]
        for isChanged in [false, true] {
            for way in ways {
                try trying { session, _ in
                    let new = Stock(4, amount: 40)
                    new.onSave = {
                        try session.save($0)
                        if isChanged { $0.amount = 44 }
                    }
                    _ = log.take()
                    try way.save(session, new)
                    let statements = log.texts().filter { $0.contains("stock") }
                    #expect(
                        statements.count == (isChanged ? 2 : 1) + (way.name == "save a list" ? 1 : 0), "\(way.name)")
                    #expect(try Array(amounts(session)[..<4]) == [10, 20, 30, isChanged ? 44 : 40], "\(way.name)")
                    #expect(try new.isLoaded && !new.hasChanges(), "\(way.name)")
                }
            }
        }
    }

    /// That the model has a row elsewhere says nothing of one here.
    @Test func aNewModelThatItsHookInsertsIntoAnotherDatabaseIsInserted() throws {
        let other = try ServedEngine.current.makeDatabase(Self.script)
        let ways: [(name: String, save: (Session, Stock) throws -> Void)] = [
            ("save", { try $0.save($1) }), ("insert", { try $0.insert($1) }),
            ("save a list", { try $0.save([$1, Stock(5, amount: 50)]) }),
            ("insert a list", { try $0.insert([$1, Stock(5, amount: 50)]) }),
            ("upsert a list", { try $0.upsert([$1, Stock(5, amount: 50)]) }),
        ]
        for way in ways {
            try trying { session, _ in
                let new = Stock(4, amount: 40)
                new.onSave = { model in try other.write { try $0.insert(model) } }
                try way.save(session, new)
                #expect(try Array(amounts(session)[..<4]) == [10, 20, 30, 40], "\(way.name)")
                #expect(try other.read { try amounts($0) } == [10, 20, 30, 40], "\(way.name)")
            }
            try other.execute("DELETE FROM stock WHERE item = 4")
        }
    }
}
