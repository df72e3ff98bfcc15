@_spi(Generated) import ZIMOrm

/// Columns of numbers and texts in turns; the number is the key.
protocol GrowthWide: Model {
    var c0: Int { get }
    var c1: String { get }
}

final class GrowthWide10: Model, RowDecodable, GrowthWide {
    var c0: Int { didSet { noteChange(0, was: oldValue) } }
    var c1: String { didSet { changed.insert(1) } }
    var c2: Int { didSet { changed.insert(2) } }
    var c3: String { didSet { changed.insert(3) } }
    var c4: Int { didSet { changed.insert(4) } }
    var c5: String { didSet { changed.insert(5) } }
    var c6: Int { didSet { changed.insert(6) } }
    var c7: String { didSet { changed.insert(7) } }
    var c8: Int { didSet { changed.insert(8) } }
    var c9: String { didSet { changed.insert(9) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "wide10" }
    override class var primaryKey: [String] { ["c0"] }
    override class var columns: [Column] {
        [
            Column("c0", \GrowthWide10.c0), Column("c1", \GrowthWide10.c1), Column("c2", \GrowthWide10.c2),
            Column("c3", \GrowthWide10.c3), Column("c4", \GrowthWide10.c4), Column("c5", \GrowthWide10.c5),
            Column("c6", \GrowthWide10.c6), Column("c7", \GrowthWide10.c7), Column("c8", \GrowthWide10.c8),
            Column("c9", \GrowthWide10.c9),
        ]
    }

    required init() {
        c0 = 0
        c1 = ""
        c2 = 0
        c3 = ""
        c4 = 0
        c5 = ""
        c6 = 0
        c7 = ""
        c8 = 0
        c9 = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        c0 = try Int.read(from: row, at: 0)
        c1 = try String.read(from: row, at: 1)
        c2 = try Int.read(from: row, at: 2)
        c3 = try String.read(from: row, at: 3)
        c4 = try Int.read(from: row, at: 4)
        c5 = try String.read(from: row, at: 5)
        c6 = try Int.read(from: row, at: 6)
        c7 = try String.read(from: row, at: 7)
        c8 = try Int.read(from: row, at: 8)
        c9 = try String.read(from: row, at: 9)
        super.init()
    }
}
