@_spi(Generated) import ZIMOrm

final class GrowthWide25: Model, RowDecodable, GrowthWide {
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
    var c10: Int { didSet { changed.insert(10) } }
    var c11: String { didSet { changed.insert(11) } }
    var c12: Int { didSet { changed.insert(12) } }
    var c13: String { didSet { changed.insert(13) } }
    var c14: Int { didSet { changed.insert(14) } }
    var c15: String { didSet { changed.insert(15) } }
    var c16: Int { didSet { changed.insert(16) } }
    var c17: String { didSet { changed.insert(17) } }
    var c18: Int { didSet { changed.insert(18) } }
    var c19: String { didSet { changed.insert(19) } }
    var c20: Int { didSet { changed.insert(20) } }
    var c21: String { didSet { changed.insert(21) } }
    var c22: Int { didSet { changed.insert(22) } }
    var c23: String { didSet { changed.insert(23) } }
    var c24: Int { didSet { changed.insert(24) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "wide25" }
    override class var primaryKey: [String] { ["c0"] }
    override class var columns: [Column] {
        [
            Column("c0", \GrowthWide25.c0), Column("c1", \GrowthWide25.c1), Column("c2", \GrowthWide25.c2),
            Column("c3", \GrowthWide25.c3), Column("c4", \GrowthWide25.c4), Column("c5", \GrowthWide25.c5),
            Column("c6", \GrowthWide25.c6), Column("c7", \GrowthWide25.c7), Column("c8", \GrowthWide25.c8),
            Column("c9", \GrowthWide25.c9), Column("c10", \GrowthWide25.c10), Column("c11", \GrowthWide25.c11),
            Column("c12", \GrowthWide25.c12), Column("c13", \GrowthWide25.c13), Column("c14", \GrowthWide25.c14),
            Column("c15", \GrowthWide25.c15), Column("c16", \GrowthWide25.c16), Column("c17", \GrowthWide25.c17),
            Column("c18", \GrowthWide25.c18), Column("c19", \GrowthWide25.c19), Column("c20", \GrowthWide25.c20),
            Column("c21", \GrowthWide25.c21), Column("c22", \GrowthWide25.c22), Column("c23", \GrowthWide25.c23),
            Column("c24", \GrowthWide25.c24),
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
        c10 = 0
        c11 = ""
        c12 = 0
        c13 = ""
        c14 = 0
        c15 = ""
        c16 = 0
        c17 = ""
        c18 = 0
        c19 = ""
        c20 = 0
        c21 = ""
        c22 = 0
        c23 = ""
        c24 = 0
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
        c10 = try Int.read(from: row, at: 10)
        c11 = try String.read(from: row, at: 11)
        c12 = try Int.read(from: row, at: 12)
        c13 = try String.read(from: row, at: 13)
        c14 = try Int.read(from: row, at: 14)
        c15 = try String.read(from: row, at: 15)
        c16 = try Int.read(from: row, at: 16)
        c17 = try String.read(from: row, at: 17)
        c18 = try Int.read(from: row, at: 18)
        c19 = try String.read(from: row, at: 19)
        c20 = try Int.read(from: row, at: 20)
        c21 = try String.read(from: row, at: 21)
        c22 = try Int.read(from: row, at: 22)
        c23 = try String.read(from: row, at: 23)
        c24 = try Int.read(from: row, at: 24)
        super.init()
    }
}
