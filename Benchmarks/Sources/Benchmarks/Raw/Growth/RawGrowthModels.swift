/// A row of ten columns.
final class RawSample {
    let series: Int
    let number: Int
    let i2: Int
    let i3: Int
    let r4: Double
    let r5: Double
    let t6: String
    let t7: String
    let t8: String
    let t9: String?

    init(_ row: RawRow) {
        series = row.integer(0)
        number = row.integer(1)
        i2 = row.integer(2)
        i3 = row.integer(3)
        r4 = row.real(4)
        r5 = row.real(5)
        t6 = row.text(6)
        t7 = row.text(7)
        t8 = row.text(8)
        t9 = row.optionalText(9)
    }
}

/// A row behind a key of some columns, which stand before the others.
final class RawKeyed {
    let key: (Int, Int, Int, Int)
    let number: Int
    let label: String

    init(_ row: RawRow, keyColumns: Int) {
        key = (
            row.integer(0), keyColumns > 1 ? row.integer(1) : 0, keyColumns > 2 ? row.integer(2) : 0,
            keyColumns > 3 ? row.integer(3) : 0
        )
        number = row.integer(CInt(keyColumns))
        label = row.text(CInt(keyColumns + 1))
    }
}

final class RawParent {
    let size: Int
    let team: Int
    let number: Int
    let label: String
    var children: [RawChild] = []

    init(_ row: RawRow) {
        size = row.integer(0)
        team = row.integer(1)
        number = row.integer(2)
        label = row.text(3)
    }
}

final class RawChild {
    let size: Int
    let team: Int
    let number: Int
    let place: Int
    let label: String

    init(_ row: RawRow) {
        size = row.integer(0)
        team = row.integer(1)
        number = row.integer(2)
        place = row.integer(3)
        label = row.text(4)
    }
}
