@_spi(Generated) import ZIMOrm

final class GrowthParent: Model, RowDecodable {
    var size: Int { didSet { noteChange(0, was: oldValue) } }
    var team: Int { didSet { noteChange(1, was: oldValue) } }
    var number: Int { didSet { noteChange(2, was: oldValue) } }
    var label: String { didSet { changed.insert(3) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "parent" }
    override class var primaryKey: [String] { ["size", "team", "number"] }
    override class var columns: [Column] {
        [
            Column("size", \GrowthParent.size), Column("team", \GrowthParent.team),
            Column("number", \GrowthParent.number), Column("label", \GrowthParent.label),
        ]
    }

    required init() {
        size = 0
        team = 0
        number = 0
        label = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        size = try Int.read(from: row, at: 0)
        team = try Int.read(from: row, at: 1)
        number = try Int.read(from: row, at: 2)
        label = try String.read(from: row, at: 3)
        super.init()
    }

    func children() throws -> [GrowthChild] {
        try hasMany(GrowthChild.self, foreignKey: ["size", "team", "number"])
    }
}

final class GrowthChild: Model, RowDecodable {
    var size: Int { didSet { noteChange(0, was: oldValue) } }
    var team: Int { didSet { noteChange(1, was: oldValue) } }
    var number: Int { didSet { noteChange(2, was: oldValue) } }
    var place: Int { didSet { noteChange(3, was: oldValue) } }
    var label: String { didSet { changed.insert(4) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "child" }
    override class var primaryKey: [String] { ["size", "team", "number", "place"] }
    override class var columns: [Column] {
        [
            Column("size", \GrowthChild.size), Column("team", \GrowthChild.team),
            Column("number", \GrowthChild.number), Column("place", \GrowthChild.place),
            Column("label", \GrowthChild.label),
        ]
    }

    required init() {
        size = 0
        team = 0
        number = 0
        place = 0
        label = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        size = try Int.read(from: row, at: 0)
        team = try Int.read(from: row, at: 1)
        number = try Int.read(from: row, at: 2)
        place = try Int.read(from: row, at: 3)
        label = try String.read(from: row, at: 4)
        super.init()
    }
}
