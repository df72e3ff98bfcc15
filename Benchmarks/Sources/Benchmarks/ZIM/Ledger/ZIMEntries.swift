@_spi(Generated) import ZIMOrm

/// A row of `entry` in some form of mapping.
protocol ZIMEntry: Model {
    var ledger: Int { get }
    var position: Int { get }
    var amount: Int { get }
    var rate: Double { get }
    var purpose: String { get }
}

/// What a machine writes.
final class ZIMGeneratedEntry: Model, RowDecodable, ZIMEntry {
    var ledger: Int { didSet { noteChange(0, was: oldValue) } }
    var position: Int { didSet { noteChange(1, was: oldValue) } }
    var amount: Int { didSet { changed.insert(2) } }
    var rate: Double { didSet { changed.insert(3) } }
    var purpose: String { didSet { changed.insert(4) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "entry" }
    override class var primaryKey: [String] { ["ledger", "position"] }
    override class var columns: [Column] {
        [
            Column("ledger", \ZIMGeneratedEntry.ledger), Column("position", \ZIMGeneratedEntry.position),
            Column("amount", \ZIMGeneratedEntry.amount), Column("rate", \ZIMGeneratedEntry.rate),
            Column("purpose", \ZIMGeneratedEntry.purpose),
        ]
    }

    required init() {
        ledger = 0
        position = 0
        amount = 0
        rate = 0.0
        purpose = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        ledger = try Int.read(from: row, at: 0)
        position = try Int.read(from: row, at: 1)
        amount = try Int.read(from: row, at: 2)
        rate = try Double.read(from: row, at: 3)
        purpose = try String.read(from: row, at: 4)
        super.init()
    }
}

/// Columns named by key paths.
final class ZIMKeyPathEntry: Model, ZIMEntry {
    var ledger = 0, position = 0
    var amount = 0
    var rate = 0.0
    var purpose = ""
    override class var table: String { "entry" }
    override class var primaryKey: [String] { ["ledger", "position"] }
    override class var columns: [Column] {
        [
            Column("ledger", \ZIMKeyPathEntry.ledger), Column("position", \ZIMKeyPathEntry.position),
            Column("amount", \ZIMKeyPathEntry.amount), Column("rate", \ZIMKeyPathEntry.rate),
            Column("purpose", \ZIMKeyPathEntry.purpose),
        ]
    }
}

/// Nothing but stored properties.
final class ZIMReflectedEntry: Model, ZIMEntry {
    var ledger = 0, position = 0
    var amount = 0
    var rate = 0.0
    var purpose = ""
    override class var table: String { "entry" }
    override class var primaryKey: [String] { ["ledger", "position"] }
}
