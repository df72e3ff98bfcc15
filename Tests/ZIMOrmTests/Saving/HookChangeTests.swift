import TestServer
import Testing

@_spi(Generated) import ZIMOrm

private final class Place: Model {
    var hall = 0, number = 0
    var label: String?
    var takesBack: String?
    override class var table: String { "place" }
    override class var primaryKey: [String] { ["hall", "number"] }
    override class var ignoredProperties: Set<String> { ["takesBack"] }
    override func willSave() throws { if let takesBack { label = takesBack } }
}

/// A class that notes its changes itself, and whose hook runs what a test says.
private final class Tracked: Model, RowDecodable {
    var hall: Int { didSet { noteChange(0, was: oldValue) } }
    var number: Int { didSet { noteChange(1, was: oldValue) } }
    var label: String? { didSet { noteChange(2) } }
    var note: String? { didSet { noteChange(3) } }
    var onSave: (() -> Void)?
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var table: String { "place" }
    override class var primaryKey: [String] { ["hall", "number"] }
    override class var columns: [Column] {
        [
            Column("hall", \Tracked.hall), Column("number", \Tracked.number), Column("label", \Tracked.label),
            Column("note", \Tracked.note),
        ]
    }
    required init() {
        (hall, number) = (0, 0)
        super.init()
    }
    init(row: borrowing Row) throws {
        hall = try row.get(0)
        number = try row.get(1)
        label = try row.get(2)
        note = try row.get(3)
        super.init()
    }
    override func willSave() throws { onSave?() }
}

private final class TrackedSum: Model, RowDecodable {
    var hall: Int { didSet { noteChange(0, was: oldValue) } }
    var number: Int { didSet { noteChange(1, was: oldValue) } }
    var amount: Int { didSet { noteChange(2) } }
    var twice: Int?
    var note: String? { didSet { noteChange(4) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var table: String { "sum_place" }
    override class var primaryKey: [String] { ["hall", "number"] }
    override class var columns: [Column] {
        [
            Column("hall", \TrackedSum.hall), Column("number", \TrackedSum.number),
            Column("amount", \TrackedSum.amount), Column("twice", \TrackedSum.twice), Column("note", \TrackedSum.note),
        ]
    }
    required init() {
        (hall, number, amount) = (0, 0, 0)
        super.init()
    }
    init(row: borrowing Row) throws {
        hall = try row.get(0)
        number = try row.get(1)
        amount = try row.get(2)
        twice = try row.get(3)
        note = try row.get(4)
        super.init()
    }
}

private final class Ticket: Model {
    var id: Int?
    var guest = ""
    var onSave: (() -> Void)?
    override class var table: String { "ticket" }
    override class var primaryKey: [String] { ["id"] }
    override class var ignoredProperties: Set<String> { ["onSave"] }
    override func willSave() throws { onSave?() }
    convenience init(id: Int, guest: String) {
        self.init()
        (self.id, self.guest) = (id, guest)
    }
}

/// Hooks that change the models of a list while it is saved.
@Suite(.eachEngine) struct HookChangeTests {
    let database: Database

    init() throws {
        database = try ServedEngine.current.makeDatabase(
            """
            CREATE TABLE place (hall INTEGER NOT NULL, number INTEGER NOT NULL, label VARCHAR(20) UNIQUE, note VARCHAR(20),
                PRIMARY KEY (hall, number));
            INSERT INTO place VALUES (1, 1, 'x', NULL), (1, 2, 'y', NULL), (1, 3, 'z', NULL);
            CREATE TABLE sum_place (hall INTEGER NOT NULL, number INTEGER NOT NULL, amount INTEGER NOT NULL,
                twice INTEGER GENERATED ALWAYS AS (amount * 2) STORED, note VARCHAR(20), PRIMARY KEY (hall, number));
            CREATE TABLE ticket (id INTEGER PRIMARY KEY, guest VARCHAR(20) NOT NULL);
            INSERT INTO sum_place (hall, number, amount) VALUES (1, 1, 5), (1, 2, 6);
            """)
    }

    private func labels(_ session: Session) throws -> [String?] {
        try session.rows("SELECT label FROM place ORDER BY hall, number").map { try $0.get(0, as: String?.self) }
    }

    /// The row of a model that is set aside holds what stands in for its value: it is written, whatever the hook did.
    @Test func aValueThatAHookTakesBackIsWrittenAllTheSame() throws {
        try database.write { session in
            let places = try session.query(Place.self).orderByKey().all()
            (places[0].label, places[1].label) = (places[1].label, places[0].label)
            // Whichever of the two is set aside: one takes its old value back, and the other gets a third.
            places[0].takesBack = "x"
            places[1].takesBack = "w"
            try session.save([places[0], places[1]])
            #expect(try labels(session) == ["x", "w", "z"])
            #expect(try places.allSatisfy { try !$0.hasChanges() })
        }
    }

    @Test func aKeyThatAHookTakesBackIsWrittenAllTheSame() throws {
        try database.write { session in
            let places = try session.query(Tracked.self).orderByKey().all()
            (places[0].number, places[1].number) = (2, 1)
            places[0].onSave = { places[0].number = 1 }
            places[1].onSave = { places[1].number = 9 }
            try session.save([places[0], places[1]])
            let rows = try session.rows("SELECT number, label FROM place ORDER BY number").map(\.values)
            #expect(rows == [[1, "x"], [3, "z"], [9, "y"]])
        }
    }

    /// A list of keys that the database counts up: which of them it counts is known when the last hook has run.
    @Test func aKeyThatALaterHookTakesAwayIsCountedUp() throws {
        try database.write { session in
            for count in [2, 3, 40] {
                try session.execute("DELETE FROM ticket")
                let given = (1000 * count)..<(1001 * count)
                let tickets = given.map { Ticket(id: $0, guest: "guest \($0)") }
                tickets[count - 1].onSave = { tickets[0].id = nil }
                try session.insert(tickets)
                let first = try #require(tickets[0].id)
                #expect(!given.contains(first))
                let rows = try session.rows("SELECT id, guest FROM ticket ORDER BY guest").map(\.values)
                let held = tickets.map { [$0.id.sqlValue, $0.guest.sqlValue] as [SQLValue] }
                #expect(rows == held.sorted { "\($0[1])" < "\($1[1])" })
            }
        }
    }

    /// What a hook sets in a model whose update is on its way is a change that the next save writes.
    @Test func whatAHookSetsInAnEarlierModelStaysAChange() throws {
        try database.write { session in
            let places = try session.query(Tracked.self).orderByKey().all()
            for place in places { place.note = "n" }
            places[2].onSave = {
                places[0].label = "set by a hook"
                places[1].number = 9
            }
            try session.save(places)
            #expect(try places[0].changedColumns() == ["label"])
            #expect(try places[1].changedColumns() == ["number"])
            places[2].onSave = nil
            try session.save(places)
            let rows = try session.rows("SELECT number, label, note FROM place ORDER BY number").map(\.values)
            #expect(rows == [[1, "set by a hook", "n"], [3, "z", "n"], [9, "y", "n"]])
        }
    }

    /// Reading computed columns again says nothing of the others.
    @Test func computedColumnsLeaveOtherChangesAlone() throws {
        try database.write { session in
            let sums = try session.query(TrackedSum.self).orderByKey().all()
            sums[0].amount = 50
            sums[0].note = "kept"
            sums[0].number = 7
            try session.update(sums[0], columns: ["amount"])
            #expect(sums[0].twice == 100)
            #expect(try sums[0].changedColumns() == ["number", "note"])
            try session.save(sums[0])
            let rows = try session.rows("SELECT number, amount, twice, note FROM sum_place ORDER BY number").map(
                \.values)
            #expect(rows == [[2, 6, 12, nil], [7, 50, 100, "kept"]])
        }
    }
}
