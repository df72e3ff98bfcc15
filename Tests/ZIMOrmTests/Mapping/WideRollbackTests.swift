import TestServer
import Testing

@_spi(Generated) @testable import ZIMOrm

/// Seventy columns as `zim generate` writes them: those from the 64th on share one bit of what the class notes.
private class WideRow: Model {
    var id: Int { didSet { noteChange(0, was: oldValue) } }
    var part: Int { didSet { noteChange(1, was: oldValue) } }
    var values: [Int?] = Array(repeating: nil, count: 68) {
        didSet { for index in values.indices where values[index] != oldValue[index] { noteChange(index + 2) } }
    }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var table: String { "wide" }
    override class var primaryKey: [String] { ["id", "part"] }
    required init() {
        (id, part) = (0, 0)
        super.init()
    }
    init(row: borrowing Row) throws {
        id = try row.get(0)
        part = try row.get(1)
        var values: [Int?] = []
        for index in 0..<68 { values.append(try row.get(index + 2, as: Int?.self)) }
        self.values = values
        super.init()
    }
}

private final class Wide: WideRow, RowDecodable {
    override class var columns: [Column] {
        [Column("id", \Wide.id), Column("part", \Wide.part)]
            + (2..<70).map { Column("c\($0)", \Wide.values[$0 - 2]) }
    }
}

private final class LockedWide: WideRow, RowDecodable {
    override class var locking: Locking { .changedColumns }
    override class var columns: [Column] {
        [Column("id", \LockedWide.id), Column("part", \LockedWide.part)]
            + (2..<70).map { Column("c\($0)", \LockedWide.values[$0 - 2]) }
    }
}

/// What another program wrote behind the 63rd column stays, also after a rollback: only what was set is written.
@Suite(.eachEngine) struct WideRollbackTests {
    private struct Undo: Error {}

    /// How a save is undone.
    enum Way: CaseIterable { case savepoint, nestedSavepoint, listInSavepoint, reloadInSavepoint, transaction, list }

    private func makeDatabase() throws -> Database {
        let columns = (2..<70).map { "c\($0) INTEGER" }.joined(separator: ", ")
        return try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE wide (id INTEGER NOT NULL, part INTEGER NOT NULL, \(columns), PRIMARY KEY (id, part));
            INSERT INTO wide (id, part, c68, c69) VALUES (1, 1, 0, 0), (1, 2, 0, 0), (2, 1, 0, 0);
            """)
    }

    private func undoing(_ body: () throws -> Void) throws { do { try body() } catch is Undo {} }

    /// Saves a model in one way, undone, and writes into another of its columns as another program does.
    private func save<M: WideRow>(_ type: M.Type, in way: Way, of database: Database) throws {
        let models = try database.read { try $0.query(type).filter("id = 1").orderByKey().all() }
        let model = models[0]
        model.values[66] = 5
        switch way {
        case .transaction:
            try undoing {
                try database.write {
                    try $0.save(model); throw Undo()
                }
            }
        case .list:
            models[1].values[65] = 7
            try undoing {
                try database.write {
                    try $0.save(models); throw Undo()
                }
            }
        default: break
        }
        try database.write { session in
            switch way {
            case .transaction, .list: break
            case .savepoint:
                try undoing {
                    try session.transaction {
                        try $0.save(model); throw Undo()
                    }
                }
            case .listInSavepoint:
                models[1].values[65] = 7
                try undoing {
                    try session.transaction {
                        try $0.save(models); throw Undo()
                    }
                }
            case .nestedSavepoint:
                try undoing {
                    try session.transaction { session in
                        try session.save(model)
                        model.values[65] = 6
                        try session.transaction { try $0.save(model) }
                        throw Undo()
                    }
                }
            case .reloadInSavepoint:
                try session.save(model)
                try session.execute("UPDATE wide SET c68 = 0 WHERE id = 1 AND part = 1")
                try session.reload(model)
                model.values[66] = 5
                try undoing {
                    try session.transaction {
                        try $0.save(model); throw Undo()
                    }
                }
            }
        }
        let names = way == .nestedSavepoint ? ["c67", "c68"] : ["c68"]
        #expect(try model.changedColumns() == names, "\(way)")
        let isList = way == .list || way == .listInSavepoint
        #expect(try models[1].changedColumns() == (isList ? ["c67"] : []), "\(way)")
        try database.write { try $0.execute("UPDATE wide SET c69 = 99 WHERE id = 1") }
        try database.write { try $0.save(isList ? models : [model]) }
        #expect(
            try database.read { try $0.rows("SELECT c68, c69 FROM wide WHERE id = 1 AND part = 1").map(\.values) }
                == [[5, 99]], "\(way)")
        #expect(try database.read { try $0.value("SELECT c69 FROM wide WHERE part = 2", as: Int.self) } == 99, "\(way)")
        #expect(try !model.hasChanges() && !models[1].hasChanges(), "\(way)")
    }

    @Test func afterARollbackOnlyWhatWasSetIsWritten() throws {
        for way in Way.allCases {
            try save(Wide.self, in: way, of: makeDatabase())
            try save(LockedWide.self, in: way, of: makeDatabase())
        }
    }

    /// Every one of the first 63 was set, and one behind them: that is not all.
    @Test func allThatHaveBitsOfTheirOwnAndOneMoreAreNotAll() throws {
        let database = try makeDatabase()
        try database.write { session in
            let model = try #require(try session.find(Wide.self, 2, 1))
            model.id = 2
            model.part = 1
            for index in 0..<61 { model.values[index] = index }
            model.values[66] = 5
            #expect(try Set(model.changedColumns()).isDisjoint(with: ["c63", "c67", "c69"]))
            try session.execute("UPDATE wide SET c69 = 99 WHERE id = 2")
            try session.save(model)
            #expect(try session.rows("SELECT c62, c68, c69 FROM wide WHERE id = 2").map(\.values) == [[60, 5, 99]])
        }
    }

    /// Of a row that was inserted by what is undone, and of one that was read among it, nothing is known.
    @Test func whatIsNotKnownStillCountsAsChanged() throws {
        let database = try makeDatabase()
        let model = Wide()
        (model.id, model.part) = (3, 1)
        model.values[66] = 5
        try undoing {
            try database.write {
                try $0.insert(model); throw Undo()
            }
        }
        try database.write { try $0.save(model) }
        #expect(try database.read { try $0.value("SELECT c68 FROM wide WHERE id = 3", as: Int.self) } == 5)
    }
}
