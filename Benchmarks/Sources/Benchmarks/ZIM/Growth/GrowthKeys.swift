@_spi(Generated) import ZIMOrm

protocol GrowthKeyed: Model {
    var number: Int { get }
    var label: String { get }
}

final class GrowthKey1: Model, RowDecodable, GrowthKeyed {
    var k1: Int { didSet { noteChange(0, was: oldValue) } }
    var number: Int { didSet { changed.insert(1) } }
    var label: String { didSet { changed.insert(2) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "key1" }
    override class var primaryKey: [String] { ["k1"] }
    override class var columns: [Column] {
        [
            Column("k1", \GrowthKey1.k1), Column("number", \GrowthKey1.number), Column("label", \GrowthKey1.label),
        ]
    }

    required init() {
        k1 = 0
        number = 0
        label = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        k1 = try Int.read(from: row, at: 0)
        number = try Int.read(from: row, at: 1)
        label = try String.read(from: row, at: 2)
        super.init()
    }
}

final class GrowthKey2: Model, RowDecodable, GrowthKeyed {
    var k1: Int { didSet { noteChange(0, was: oldValue) } }
    var k2: Int { didSet { noteChange(1, was: oldValue) } }
    var number: Int { didSet { changed.insert(2) } }
    var label: String { didSet { changed.insert(3) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "key2" }
    override class var primaryKey: [String] { ["k1", "k2"] }
    override class var columns: [Column] {
        [
            Column("k1", \GrowthKey2.k1), Column("k2", \GrowthKey2.k2), Column("number", \GrowthKey2.number),
            Column("label", \GrowthKey2.label),
        ]
    }

    required init() {
        k1 = 0
        k2 = 0
        number = 0
        label = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        k1 = try Int.read(from: row, at: 0)
        k2 = try Int.read(from: row, at: 1)
        number = try Int.read(from: row, at: 2)
        label = try String.read(from: row, at: 3)
        super.init()
    }
}

final class GrowthKey3: Model, RowDecodable, GrowthKeyed {
    var k1: Int { didSet { noteChange(0, was: oldValue) } }
    var k2: Int { didSet { noteChange(1, was: oldValue) } }
    var k3: Int { didSet { noteChange(2, was: oldValue) } }
    var number: Int { didSet { changed.insert(3) } }
    var label: String { didSet { changed.insert(4) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "key3" }
    override class var primaryKey: [String] { ["k1", "k2", "k3"] }
    override class var columns: [Column] {
        [
            Column("k1", \GrowthKey3.k1), Column("k2", \GrowthKey3.k2), Column("k3", \GrowthKey3.k3),
            Column("number", \GrowthKey3.number), Column("label", \GrowthKey3.label),
        ]
    }

    required init() {
        k1 = 0
        k2 = 0
        k3 = 0
        number = 0
        label = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        k1 = try Int.read(from: row, at: 0)
        k2 = try Int.read(from: row, at: 1)
        k3 = try Int.read(from: row, at: 2)
        number = try Int.read(from: row, at: 3)
        label = try String.read(from: row, at: 4)
        super.init()
    }
}

final class GrowthKey4: Model, RowDecodable, GrowthKeyed {
    var k1: Int { didSet { noteChange(0, was: oldValue) } }
    var k2: Int { didSet { noteChange(1, was: oldValue) } }
    var k3: Int { didSet { noteChange(2, was: oldValue) } }
    var k4: Int { didSet { noteChange(3, was: oldValue) } }
    var number: Int { didSet { changed.insert(4) } }
    var label: String { didSet { changed.insert(5) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "key4" }
    override class var primaryKey: [String] { ["k1", "k2", "k3", "k4"] }
    override class var columns: [Column] {
        [
            Column("k1", \GrowthKey4.k1), Column("k2", \GrowthKey4.k2), Column("k3", \GrowthKey4.k3),
            Column("k4", \GrowthKey4.k4), Column("number", \GrowthKey4.number), Column("label", \GrowthKey4.label),
        ]
    }

    required init() {
        k1 = 0
        k2 = 0
        k3 = 0
        k4 = 0
        number = 0
        label = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        k1 = try Int.read(from: row, at: 0)
        k2 = try Int.read(from: row, at: 1)
        k3 = try Int.read(from: row, at: 2)
        k4 = try Int.read(from: row, at: 3)
        number = try Int.read(from: row, at: 4)
        label = try String.read(from: row, at: 5)
        super.init()
    }
}
