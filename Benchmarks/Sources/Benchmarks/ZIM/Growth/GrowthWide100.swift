@_spi(Generated) import ZIMOrm

final class GrowthWide100: Model, RowDecodable, GrowthWide {
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
    var c50: Int { didSet { changed.insert(50) } }
    var c51: String { didSet { changed.insert(51) } }
    var c52: Int { didSet { changed.insert(52) } }
    var c53: String { didSet { changed.insert(53) } }
    var c54: Int { didSet { changed.insert(54) } }
    var c55: String { didSet { changed.insert(55) } }
    var c56: Int { didSet { changed.insert(56) } }
    var c57: String { didSet { changed.insert(57) } }
    var c58: Int { didSet { changed.insert(58) } }
    var c59: String { didSet { changed.insert(59) } }
    var c60: Int { didSet { changed.insert(60) } }
    var c61: String { didSet { changed.insert(61) } }
    var c62: Int { didSet { changed.insert(62) } }
    var c63: String { didSet { changed.insert(63) } }
    var c64: Int { didSet { changed.insert(64) } }
    var c65: String { didSet { changed.insert(65) } }
    var c66: Int { didSet { changed.insert(66) } }
    var c67: String { didSet { changed.insert(67) } }
    var c68: Int { didSet { changed.insert(68) } }
    var c69: String { didSet { changed.insert(69) } }
    var c70: Int { didSet { changed.insert(70) } }
    var c71: String { didSet { changed.insert(71) } }
    var c72: Int { didSet { changed.insert(72) } }
    var c73: String { didSet { changed.insert(73) } }
    var c74: Int { didSet { changed.insert(74) } }
    var c75: String { didSet { changed.insert(75) } }
    var c76: Int { didSet { changed.insert(76) } }
    var c77: String { didSet { changed.insert(77) } }
    var c78: Int { didSet { changed.insert(78) } }
    var c79: String { didSet { changed.insert(79) } }
    var c80: Int { didSet { changed.insert(80) } }
    var c81: String { didSet { changed.insert(81) } }
    var c82: Int { didSet { changed.insert(82) } }
    var c83: String { didSet { changed.insert(83) } }
    var c84: Int { didSet { changed.insert(84) } }
    var c85: String { didSet { changed.insert(85) } }
    var c86: Int { didSet { changed.insert(86) } }
    var c87: String { didSet { changed.insert(87) } }
    var c88: Int { didSet { changed.insert(88) } }
    var c89: String { didSet { changed.insert(89) } }
    var c90: Int { didSet { changed.insert(90) } }
    var c91: String { didSet { changed.insert(91) } }
    var c92: Int { didSet { changed.insert(92) } }
    var c93: String { didSet { changed.insert(93) } }
    var c94: Int { didSet { changed.insert(94) } }
    var c95: String { didSet { changed.insert(95) } }
    var c96: Int { didSet { changed.insert(96) } }
    var c97: String { didSet { changed.insert(97) } }
    var c98: Int { didSet { changed.insert(98) } }
    var c99: String { didSet { changed.insert(99) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "wide100" }
    override class var primaryKey: [String] { ["c0"] }
    override class var columns: [Column] {
        [
            Column("c0", \GrowthWide100.c0), Column("c1", \GrowthWide100.c1), Column("c2", \GrowthWide100.c2),
            Column("c3", \GrowthWide100.c3), Column("c4", \GrowthWide100.c4), Column("c5", \GrowthWide100.c5),
            Column("c6", \GrowthWide100.c6), Column("c7", \GrowthWide100.c7), Column("c8", \GrowthWide100.c8),
            Column("c9", \GrowthWide100.c9), Column("c10", \GrowthWide100.c10), Column("c11", \GrowthWide100.c11),
            Column("c12", \GrowthWide100.c12), Column("c13", \GrowthWide100.c13), Column("c14", \GrowthWide100.c14),
            Column("c15", \GrowthWide100.c15), Column("c16", \GrowthWide100.c16), Column("c17", \GrowthWide100.c17),
            Column("c18", \GrowthWide100.c18), Column("c19", \GrowthWide100.c19), Column("c20", \GrowthWide100.c20),
            Column("c21", \GrowthWide100.c21), Column("c22", \GrowthWide100.c22), Column("c23", \GrowthWide100.c23),
            Column("c24", \GrowthWide100.c24), Column("c25", \GrowthWide100.c25), Column("c26", \GrowthWide100.c26),
            Column("c27", \GrowthWide100.c27), Column("c28", \GrowthWide100.c28), Column("c29", \GrowthWide100.c29),
            Column("c30", \GrowthWide100.c30), Column("c31", \GrowthWide100.c31), Column("c32", \GrowthWide100.c32),
            Column("c33", \GrowthWide100.c33), Column("c34", \GrowthWide100.c34), Column("c35", \GrowthWide100.c35),
            Column("c36", \GrowthWide100.c36), Column("c37", \GrowthWide100.c37), Column("c38", \GrowthWide100.c38),
            Column("c39", \GrowthWide100.c39), Column("c40", \GrowthWide100.c40), Column("c41", \GrowthWide100.c41),
            Column("c42", \GrowthWide100.c42), Column("c43", \GrowthWide100.c43), Column("c44", \GrowthWide100.c44),
            Column("c45", \GrowthWide100.c45), Column("c46", \GrowthWide100.c46), Column("c47", \GrowthWide100.c47),
            Column("c48", \GrowthWide100.c48), Column("c49", \GrowthWide100.c49), Column("c50", \GrowthWide100.c50),
            Column("c51", \GrowthWide100.c51), Column("c52", \GrowthWide100.c52), Column("c53", \GrowthWide100.c53),
            Column("c54", \GrowthWide100.c54), Column("c55", \GrowthWide100.c55), Column("c56", \GrowthWide100.c56),
            Column("c57", \GrowthWide100.c57), Column("c58", \GrowthWide100.c58), Column("c59", \GrowthWide100.c59),
            Column("c60", \GrowthWide100.c60), Column("c61", \GrowthWide100.c61), Column("c62", \GrowthWide100.c62),
            Column("c63", \GrowthWide100.c63), Column("c64", \GrowthWide100.c64), Column("c65", \GrowthWide100.c65),
            Column("c66", \GrowthWide100.c66), Column("c67", \GrowthWide100.c67), Column("c68", \GrowthWide100.c68),
            Column("c69", \GrowthWide100.c69), Column("c70", \GrowthWide100.c70), Column("c71", \GrowthWide100.c71),
            Column("c72", \GrowthWide100.c72), Column("c73", \GrowthWide100.c73), Column("c74", \GrowthWide100.c74),
            Column("c75", \GrowthWide100.c75), Column("c76", \GrowthWide100.c76), Column("c77", \GrowthWide100.c77),
            Column("c78", \GrowthWide100.c78), Column("c79", \GrowthWide100.c79), Column("c80", \GrowthWide100.c80),
            Column("c81", \GrowthWide100.c81), Column("c82", \GrowthWide100.c82), Column("c83", \GrowthWide100.c83),
            Column("c84", \GrowthWide100.c84), Column("c85", \GrowthWide100.c85), Column("c86", \GrowthWide100.c86),
            Column("c87", \GrowthWide100.c87), Column("c88", \GrowthWide100.c88), Column("c89", \GrowthWide100.c89),
            Column("c90", \GrowthWide100.c90), Column("c91", \GrowthWide100.c91), Column("c92", \GrowthWide100.c92),
            Column("c93", \GrowthWide100.c93), Column("c94", \GrowthWide100.c94), Column("c95", \GrowthWide100.c95),
            Column("c96", \GrowthWide100.c96), Column("c97", \GrowthWide100.c97), Column("c98", \GrowthWide100.c98),
            Column("c99", \GrowthWide100.c99),
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
        c50 = 0
        c51 = ""
        c52 = 0
        c53 = ""
        c54 = 0
        c55 = ""
        c56 = 0
        c57 = ""
        c58 = 0
        c59 = ""
        c60 = 0
        c61 = ""
        c62 = 0
        c63 = ""
        c64 = 0
        c65 = ""
        c66 = 0
        c67 = ""
        c68 = 0
        c69 = ""
        c70 = 0
        c71 = ""
        c72 = 0
        c73 = ""
        c74 = 0
        c75 = ""
        c76 = 0
        c77 = ""
        c78 = 0
        c79 = ""
        c80 = 0
        c81 = ""
        c82 = 0
        c83 = ""
        c84 = 0
        c85 = ""
        c86 = 0
        c87 = ""
        c88 = 0
        c89 = ""
        c90 = 0
        c91 = ""
        c92 = 0
        c93 = ""
        c94 = 0
        c95 = ""
        c96 = 0
        c97 = ""
        c98 = 0
        c99 = ""
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
        c50 = try Int.read(from: row, at: 50)
        c51 = try String.read(from: row, at: 51)
        c52 = try Int.read(from: row, at: 52)
        c53 = try String.read(from: row, at: 53)
        c54 = try Int.read(from: row, at: 54)
        c55 = try String.read(from: row, at: 55)
        c56 = try Int.read(from: row, at: 56)
        c57 = try String.read(from: row, at: 57)
        c58 = try Int.read(from: row, at: 58)
        c59 = try String.read(from: row, at: 59)
        c60 = try Int.read(from: row, at: 60)
        c61 = try String.read(from: row, at: 61)
        c62 = try Int.read(from: row, at: 62)
        c63 = try String.read(from: row, at: 63)
        c64 = try Int.read(from: row, at: 64)
        c65 = try String.read(from: row, at: 65)
        c66 = try Int.read(from: row, at: 66)
        c67 = try String.read(from: row, at: 67)
        c68 = try Int.read(from: row, at: 68)
        c69 = try String.read(from: row, at: 69)
        c70 = try Int.read(from: row, at: 70)
        c71 = try String.read(from: row, at: 71)
        c72 = try Int.read(from: row, at: 72)
        c73 = try String.read(from: row, at: 73)
        c74 = try Int.read(from: row, at: 74)
        c75 = try String.read(from: row, at: 75)
        c76 = try Int.read(from: row, at: 76)
        c77 = try String.read(from: row, at: 77)
        c78 = try Int.read(from: row, at: 78)
        c79 = try String.read(from: row, at: 79)
        c80 = try Int.read(from: row, at: 80)
        c81 = try String.read(from: row, at: 81)
        c82 = try Int.read(from: row, at: 82)
        c83 = try String.read(from: row, at: 83)
        c84 = try Int.read(from: row, at: 84)
        c85 = try String.read(from: row, at: 85)
        c86 = try Int.read(from: row, at: 86)
        c87 = try String.read(from: row, at: 87)
        c88 = try Int.read(from: row, at: 88)
        c89 = try String.read(from: row, at: 89)
        c90 = try Int.read(from: row, at: 90)
        c91 = try String.read(from: row, at: 91)
        c92 = try Int.read(from: row, at: 92)
        c93 = try String.read(from: row, at: 93)
        c94 = try Int.read(from: row, at: 94)
        c95 = try String.read(from: row, at: 95)
        c96 = try Int.read(from: row, at: 96)
        c97 = try String.read(from: row, at: 97)
        c98 = try Int.read(from: row, at: 98)
        c99 = try String.read(from: row, at: 99)
        super.init()
    }
}
