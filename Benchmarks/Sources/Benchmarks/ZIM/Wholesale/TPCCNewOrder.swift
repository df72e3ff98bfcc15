@_spi(Generated) import ZIMOrm

final class TPCCNewOrder: Model, RowDecodable {
    var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
    var district: Int { didSet { noteChange(1, was: oldValue) } }
    var order: Int { didSet { noteChange(2, was: oldValue) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "new_order" }
    override class var primaryKey: [String] { ["no_w_id", "no_d_id", "no_o_id"] }
    override class var columns: [Column] {
        [
            Column("no_w_id", \TPCCNewOrder.warehouse), Column("no_d_id", \TPCCNewOrder.district),
            Column("no_o_id", \TPCCNewOrder.order),
        ]
    }

    required init() {
        warehouse = 0
        district = 0
        order = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        warehouse = try Int.read(from: row, at: 0)
        district = try Int.read(from: row, at: 1)
        order = try Int.read(from: row, at: 2)
        super.init()
    }
}
