/// Columns of numbers and texts in turns, filled from a statement that selects all of them.
protocol RawWide: AnyObject {
    var c0: Int { get }
    var c1: String { get }
    init(_ row: RawRow)
}

final class RawWide10: RawWide {
    let c0: Int
    let c1: String
    let c2: Int
    let c3: String
    let c4: Int
    let c5: String
    let c6: Int
    let c7: String
    let c8: Int
    let c9: String

    init(_ row: RawRow) {
        c0 = row.integer(0)
        c1 = row.text(1)
        c2 = row.integer(2)
        c3 = row.text(3)
        c4 = row.integer(4)
        c5 = row.text(5)
        c6 = row.integer(6)
        c7 = row.text(7)
        c8 = row.integer(8)
        c9 = row.text(9)
    }
}

final class RawWide25: RawWide {
    let c0: Int
    let c1: String
    let c2: Int
    let c3: String
    let c4: Int
    let c5: String
    let c6: Int
    let c7: String
    let c8: Int
    let c9: String
    let c10: Int
    let c11: String
    let c12: Int
    let c13: String
    let c14: Int
    let c15: String
    let c16: Int
    let c17: String
    let c18: Int
    let c19: String
    let c20: Int
    let c21: String
    let c22: Int
    let c23: String
    let c24: Int

    init(_ row: RawRow) {
        c0 = row.integer(0)
        c1 = row.text(1)
        c2 = row.integer(2)
        c3 = row.text(3)
        c4 = row.integer(4)
        c5 = row.text(5)
        c6 = row.integer(6)
        c7 = row.text(7)
        c8 = row.integer(8)
        c9 = row.text(9)
        c10 = row.integer(10)
        c11 = row.text(11)
        c12 = row.integer(12)
        c13 = row.text(13)
        c14 = row.integer(14)
        c15 = row.text(15)
        c16 = row.integer(16)
        c17 = row.text(17)
        c18 = row.integer(18)
        c19 = row.text(19)
        c20 = row.integer(20)
        c21 = row.text(21)
        c22 = row.integer(22)
        c23 = row.text(23)
        c24 = row.integer(24)
    }
}

final class RawWide50: RawWide {
    let c0: Int, c1: String, c2: Int, c3: String, c4: Int, c5: String, c6: Int, c7: String, c8: Int, c9: String
    let c10: Int, c11: String, c12: Int, c13: String, c14: Int, c15: String, c16: Int, c17: String, c18: Int
    let c19: String, c20: Int, c21: String, c22: Int, c23: String, c24: Int, c25: String, c26: Int, c27: String
    let c28: Int, c29: String, c30: Int, c31: String, c32: Int, c33: String, c34: Int, c35: String, c36: Int
    let c37: String, c38: Int, c39: String, c40: Int, c41: String, c42: Int, c43: String, c44: Int, c45: String
    let c46: Int, c47: String, c48: Int, c49: String

    init(_ row: RawRow) {
        c0 = row.integer(0)
        c1 = row.text(1)
        c2 = row.integer(2)
        c3 = row.text(3)
        c4 = row.integer(4)
        c5 = row.text(5)
        c6 = row.integer(6)
        c7 = row.text(7)
        c8 = row.integer(8)
        c9 = row.text(9)
        c10 = row.integer(10)
        c11 = row.text(11)
        c12 = row.integer(12)
        c13 = row.text(13)
        c14 = row.integer(14)
        c15 = row.text(15)
        c16 = row.integer(16)
        c17 = row.text(17)
        c18 = row.integer(18)
        c19 = row.text(19)
        c20 = row.integer(20)
        c21 = row.text(21)
        c22 = row.integer(22)
        c23 = row.text(23)
        c24 = row.integer(24)
        c25 = row.text(25)
        c26 = row.integer(26)
        c27 = row.text(27)
        c28 = row.integer(28)
        c29 = row.text(29)
        c30 = row.integer(30)
        c31 = row.text(31)
        c32 = row.integer(32)
        c33 = row.text(33)
        c34 = row.integer(34)
        c35 = row.text(35)
        c36 = row.integer(36)
        c37 = row.text(37)
        c38 = row.integer(38)
        c39 = row.text(39)
        c40 = row.integer(40)
        c41 = row.text(41)
        c42 = row.integer(42)
        c43 = row.text(43)
        c44 = row.integer(44)
        c45 = row.text(45)
        c46 = row.integer(46)
        c47 = row.text(47)
        c48 = row.integer(48)
        c49 = row.text(49)
    }
}

final class RawWide100: RawWide {
    let c0: Int, c1: String, c2: Int, c3: String, c4: Int, c5: String, c6: Int, c7: String, c8: Int, c9: String
    let c10: Int, c11: String, c12: Int, c13: String, c14: Int, c15: String, c16: Int, c17: String, c18: Int
    let c19: String, c20: Int, c21: String, c22: Int, c23: String, c24: Int, c25: String, c26: Int, c27: String
    let c28: Int, c29: String, c30: Int, c31: String, c32: Int, c33: String, c34: Int, c35: String, c36: Int
    let c37: String, c38: Int, c39: String, c40: Int, c41: String, c42: Int, c43: String, c44: Int, c45: String
    let c46: Int, c47: String, c48: Int, c49: String, c50: Int, c51: String, c52: Int, c53: String, c54: Int
    let c55: String, c56: Int, c57: String, c58: Int, c59: String, c60: Int, c61: String, c62: Int, c63: String
    let c64: Int, c65: String, c66: Int, c67: String, c68: Int, c69: String, c70: Int, c71: String, c72: Int
    let c73: String, c74: Int, c75: String, c76: Int, c77: String, c78: Int, c79: String, c80: Int, c81: String
    let c82: Int, c83: String, c84: Int, c85: String, c86: Int, c87: String, c88: Int, c89: String, c90: Int
    let c91: String, c92: Int, c93: String, c94: Int, c95: String, c96: Int, c97: String, c98: Int, c99: String

    init(_ row: RawRow) {
        c0 = row.integer(0)
        c1 = row.text(1)
        c2 = row.integer(2)
        c3 = row.text(3)
        c4 = row.integer(4)
        c5 = row.text(5)
        c6 = row.integer(6)
        c7 = row.text(7)
        c8 = row.integer(8)
        c9 = row.text(9)
        c10 = row.integer(10)
        c11 = row.text(11)
        c12 = row.integer(12)
        c13 = row.text(13)
        c14 = row.integer(14)
        c15 = row.text(15)
        c16 = row.integer(16)
        c17 = row.text(17)
        c18 = row.integer(18)
        c19 = row.text(19)
        c20 = row.integer(20)
        c21 = row.text(21)
        c22 = row.integer(22)
        c23 = row.text(23)
        c24 = row.integer(24)
        c25 = row.text(25)
        c26 = row.integer(26)
        c27 = row.text(27)
        c28 = row.integer(28)
        c29 = row.text(29)
        c30 = row.integer(30)
        c31 = row.text(31)
        c32 = row.integer(32)
        c33 = row.text(33)
        c34 = row.integer(34)
        c35 = row.text(35)
        c36 = row.integer(36)
        c37 = row.text(37)
        c38 = row.integer(38)
        c39 = row.text(39)
        c40 = row.integer(40)
        c41 = row.text(41)
        c42 = row.integer(42)
        c43 = row.text(43)
        c44 = row.integer(44)
        c45 = row.text(45)
        c46 = row.integer(46)
        c47 = row.text(47)
        c48 = row.integer(48)
        c49 = row.text(49)
        c50 = row.integer(50)
        c51 = row.text(51)
        c52 = row.integer(52)
        c53 = row.text(53)
        c54 = row.integer(54)
        c55 = row.text(55)
        c56 = row.integer(56)
        c57 = row.text(57)
        c58 = row.integer(58)
        c59 = row.text(59)
        c60 = row.integer(60)
        c61 = row.text(61)
        c62 = row.integer(62)
        c63 = row.text(63)
        c64 = row.integer(64)
        c65 = row.text(65)
        c66 = row.integer(66)
        c67 = row.text(67)
        c68 = row.integer(68)
        c69 = row.text(69)
        c70 = row.integer(70)
        c71 = row.text(71)
        c72 = row.integer(72)
        c73 = row.text(73)
        c74 = row.integer(74)
        c75 = row.text(75)
        c76 = row.integer(76)
        c77 = row.text(77)
        c78 = row.integer(78)
        c79 = row.text(79)
        c80 = row.integer(80)
        c81 = row.text(81)
        c82 = row.integer(82)
        c83 = row.text(83)
        c84 = row.integer(84)
        c85 = row.text(85)
        c86 = row.integer(86)
        c87 = row.text(87)
        c88 = row.integer(88)
        c89 = row.text(89)
        c90 = row.integer(90)
        c91 = row.text(91)
        c92 = row.integer(92)
        c93 = row.text(93)
        c94 = row.integer(94)
        c95 = row.text(95)
        c96 = row.integer(96)
        c97 = row.text(97)
        c98 = row.integer(98)
        c99 = row.text(99)
    }
}
