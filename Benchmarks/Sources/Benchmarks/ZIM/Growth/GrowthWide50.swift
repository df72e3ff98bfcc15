@_spi(Generated) import ZIMOrm

final class GrowthWide50: Model, RowDecodable, GrowthWide {
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
    var c25: String { didSet { changed.insert(25) } }
    var c26: Int { didSet { changed.insert(26) } }
    var c27: String { didSet { changed.insert(27) } }
    var c28: Int { didSet { changed.insert(28) } }
    var c29: String { didSet { changed.insert(29) } }
    var c30: Int { didSet { changed.insert(30) } }
    var c31: String { didSet { changed.insert(31) } }
    var c32: Int { didSet { changed.insert(32) } }
    var c33: String { didSet { changed.insert(33) } }
    var c34: Int { didSet { changed.insert(34) } }
    var c35: String { didSet { changed.insert(35) } }
    var c36: Int { didSet { changed.insert(36) } }
    var c37: String { didSet { changed.insert(37) } }
    var c38: Int { didSet { changed.insert(38) } }
    var c39: String { didSet { changed.insert(39) } }
    var c40: Int { didSet { changed.insert(40) } }
    var c41: String { didSet { changed.insert(41) } }
    var c42: Int { didSet { changed.insert(42) } }
    var c43: String { didSet { changed.insert(43) } }
    var c44: Int { didSet { changed.insert(44) } }
    var c45: String { didSet { changed.insert(45) } }
    var c46: Int { didSet { changed.insert(46) } }
    var c47: String { didSet { changed.insert(47) } }
    var c48: Int { didSet { changed.insert(48) } }
    var c49: String { didSet { changed.insert(49) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "wide50" }
    override class var primaryKey: [String] { ["c0"] }
    override class var columns: [Column] {
        [
            Column("c0", \GrowthWide50.c0), Column("c1", \GrowthWide50.c1), Column("c2", \GrowthWide50.c2),
            Column("c3", \GrowthWide50.c3), Column("c4", \GrowthWide50.c4), Column("c5", \GrowthWide50.c5),
            Column("c6", \GrowthWide50.c6), Column("c7", \GrowthWide50.c7), Column("c8", \GrowthWide50.c8),
            Column("c9", \GrowthWide50.c9), Column("c10", \GrowthWide50.c10), Column("c11", \GrowthWide50.c11),
            Column("c12", \GrowthWide50.c12), Column("c13", \GrowthWide50.c13), Column("c14", \GrowthWide50.c14),
            Column("c15", \GrowthWide50.c15), Column("c16", \GrowthWide50.c16), Column("c17", \GrowthWide50.c17),
            Column("c18", \GrowthWide50.c18), Column("c19", \GrowthWide50.c19), Column("c20", \GrowthWide50.c20),
            Column("c21", \GrowthWide50.c21), Column("c22", \GrowthWide50.c22), Column("c23", \GrowthWide50.c23),
            Column("c24", \GrowthWide50.c24), Column("c25", \GrowthWide50.c25), Column("c26", \GrowthWide50.c26),
            Column("c27", \GrowthWide50.c27), Column("c28", \GrowthWide50.c28), Column("c29", \GrowthWide50.c29),
            Column("c30", \GrowthWide50.c30), Column("c31", \GrowthWide50.c31), Column("c32", \GrowthWide50.c32),
            Column("c33", \GrowthWide50.c33), Column("c34", \GrowthWide50.c34), Column("c35", \GrowthWide50.c35),
            Column("c36", \GrowthWide50.c36), Column("c37", \GrowthWide50.c37), Column("c38", \GrowthWide50.c38),
            Column("c39", \GrowthWide50.c39), Column("c40", \GrowthWide50.c40), Column("c41", \GrowthWide50.c41),
            Column("c42", \GrowthWide50.c42), Column("c43", \GrowthWide50.c43), Column("c44", \GrowthWide50.c44),
            Column("c45", \GrowthWide50.c45), Column("c46", \GrowthWide50.c46), Column("c47", \GrowthWide50.c47),
            Column("c48", \GrowthWide50.c48), Column("c49", \GrowthWide50.c49),
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
        c25 = ""
        c26 = 0
        c27 = ""
        c28 = 0
        c29 = ""
        c30 = 0
        c31 = ""
        c32 = 0
        c33 = ""
        c34 = 0
        c35 = ""
        c36 = 0
        c37 = ""
        c38 = 0
        c39 = ""
        c40 = 0
        c41 = ""
        c42 = 0
        c43 = ""
        c44 = 0
        c45 = ""
        c46 = 0
        c47 = ""
        c48 = 0
        c49 = ""
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
        c25 = try String.read(from: row, at: 25)
        c26 = try Int.read(from: row, at: 26)
        c27 = try String.read(from: row, at: 27)
        c28 = try Int.read(from: row, at: 28)
        c29 = try String.read(from: row, at: 29)
        c30 = try Int.read(from: row, at: 30)
        c31 = try String.read(from: row, at: 31)
        c32 = try Int.read(from: row, at: 32)
        c33 = try String.read(from: row, at: 33)
        c34 = try Int.read(from: row, at: 34)
        c35 = try String.read(from: row, at: 35)
        c36 = try Int.read(from: row, at: 36)
        c37 = try String.read(from: row, at: 37)
        c38 = try Int.read(from: row, at: 38)
        c39 = try String.read(from: row, at: 39)
        c40 = try Int.read(from: row, at: 40)
        c41 = try String.read(from: row, at: 41)
        c42 = try Int.read(from: row, at: 42)
        c43 = try String.read(from: row, at: 43)
        c44 = try Int.read(from: row, at: 44)
        c45 = try String.read(from: row, at: 45)
        c46 = try Int.read(from: row, at: 46)
        c47 = try String.read(from: row, at: 47)
        c48 = try Int.read(from: row, at: 48)
        c49 = try String.read(from: row, at: 49)
        super.init()
    }
}
