@_spi(Generated) import ZIMOrm

final class ZIMAccount: Model, RowDecodable {
    var branch: String { didSet { noteChange(0, was: oldValue) } }
    var number: Int { didSet { noteChange(1, was: oldValue) } }
    var owner: String { didSet { changed.insert(2) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "account" }
    override class var primaryKey: [String] { ["branch", "number"] }
    override class var columns: [Column] {
        [
            Column("branch", \ZIMAccount.branch), Column("number", \ZIMAccount.number),
            Column("owner", \ZIMAccount.owner),
        ]
    }

    required init() {
        branch = ""
        number = 0
        owner = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        branch = try String.read(from: row, at: 0)
        number = try Int.read(from: row, at: 1)
        owner = try String.read(from: row, at: 2)
        super.init()
    }

    func entries() throws -> [ZIMArchiveEntry] {
        try hasMany(ZIMArchiveEntry.self, foreignKey: ["branch", "account"])
    }
}

final class ZIMArchiveEntry: Model, RowDecodable {
    var id: Int { didSet { noteChange(0, was: oldValue) } }
    var branch: String { didSet { changed.insert(1) } }
    var account: Int { didSet { changed.insert(2) } }
    var amount: Int { didSet { changed.insert(3) } }
    var note: String? { didSet { changed.insert(4) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "entry" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \ZIMArchiveEntry.id), Column("branch", \ZIMArchiveEntry.branch),
            Column("account", \ZIMArchiveEntry.account), Column("amount", \ZIMArchiveEntry.amount),
            Column("note", \ZIMArchiveEntry.note),
        ]
    }

    required init() {
        id = 0
        branch = ""
        account = 0
        amount = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int.read(from: row, at: 0)
        branch = try String.read(from: row, at: 1)
        account = try Int.read(from: row, at: 2)
        amount = try Int.read(from: row, at: 3)
        note = try String?.read(from: row, at: 4)
        super.init()
    }
}
