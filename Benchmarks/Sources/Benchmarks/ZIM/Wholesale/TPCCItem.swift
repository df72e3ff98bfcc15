@_spi(Generated) import ZIMOrm

final class TPCCItem: Model, RowDecodable {
    var id: Int { didSet { noteChange(0, was: oldValue) } }
    var image: Int { didSet { changed.insert(1) } }
    var name: String { didSet { changed.insert(2) } }
    var price: Double { didSet { changed.insert(3) } }
    var data: String { didSet { changed.insert(4) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "item" }
    override class var primaryKey: [String] { ["i_id"] }
    override class var columns: [Column] {
        [
            Column("i_id", \TPCCItem.id), Column("i_im_id", \TPCCItem.image), Column("i_name", \TPCCItem.name),
            Column("i_price", \TPCCItem.price), Column("i_data", \TPCCItem.data),
        ]
    }

    required init() {
        id = 0
        image = 0
        name = ""
        price = 0.0
        data = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int.read(from: row, at: 0)
        image = try Int.read(from: row, at: 1)
        name = try String.read(from: row, at: 2)
        price = try Double.read(from: row, at: 3)
        data = try String.read(from: row, at: 4)
        super.init()
    }
}
