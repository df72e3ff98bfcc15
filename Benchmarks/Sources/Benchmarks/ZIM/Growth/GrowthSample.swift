@_spi(Generated) import ZIMOrm

final class GrowthSample: Model, RowDecodable {
    var series: Int { didSet { noteChange(0, was: oldValue) } }
    var number: Int { didSet { noteChange(1, was: oldValue) } }
    var i2: Int { didSet { changed.insert(2) } }
    var i3: Int { didSet { changed.insert(3) } }
    var r4: Double { didSet { changed.insert(4) } }
    var r5: Double { didSet { changed.insert(5) } }
    var t6: String { didSet { changed.insert(6) } }
    var t7: String { didSet { changed.insert(7) } }
    var t8: String { didSet { changed.insert(8) } }
    var t9: String? { didSet { changed.insert(9) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "sample" }
    override class var primaryKey: [String] { ["series", "number"] }
    override class var columns: [Column] {
        [
            Column("series", \GrowthSample.series), Column("number", \GrowthSample.number),
            Column("i2", \GrowthSample.i2), Column("i3", \GrowthSample.i3), Column("r4", \GrowthSample.r4),
            Column("r5", \GrowthSample.r5), Column("t6", \GrowthSample.t6), Column("t7", \GrowthSample.t7),
            Column("t8", \GrowthSample.t8), Column("t9", \GrowthSample.t9),
        ]
    }

    required init() {
        series = 0
        number = 0
        i2 = 0
        i3 = 0
        r4 = 0.0
        r5 = 0.0
        t6 = ""
        t7 = ""
        t8 = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        series = try Int.read(from: row, at: 0)
        number = try Int.read(from: row, at: 1)
        i2 = try Int.read(from: row, at: 2)
        i3 = try Int.read(from: row, at: 3)
        r4 = try Double.read(from: row, at: 4)
        r5 = try Double.read(from: row, at: 5)
        t6 = try String.read(from: row, at: 6)
        t7 = try String.read(from: row, at: 7)
        t8 = try String.read(from: row, at: 8)
        t9 = try String?.read(from: row, at: 9)
        super.init()
    }
}
