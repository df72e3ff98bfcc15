@_spi(Generated) import ZIMOrm

final class TPCCStock: Model, RowDecodable {
    var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
    var item: Int { didSet { noteChange(1, was: oldValue) } }
    var quantity: Int { didSet { changed.insert(2) } }
    var district01: String { didSet { changed.insert(3) } }
    var district02: String { didSet { changed.insert(4) } }
    var district03: String { didSet { changed.insert(5) } }
    var district04: String { didSet { changed.insert(6) } }
    var district05: String { didSet { changed.insert(7) } }
    var district06: String { didSet { changed.insert(8) } }
    var district07: String { didSet { changed.insert(9) } }
    var district08: String { didSet { changed.insert(10) } }
    var district09: String { didSet { changed.insert(11) } }
    var district10: String { didSet { changed.insert(12) } }
    var sold: Int { didSet { changed.insert(13) } }
    var orders: Int { didSet { changed.insert(14) } }
    var remoteOrders: Int { didSet { changed.insert(15) } }
    var data: String { didSet { changed.insert(16) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "stock" }
    override class var primaryKey: [String] { ["s_w_id", "s_i_id"] }
    override class var columns: [Column] {
        [
            Column("s_w_id", \TPCCStock.warehouse), Column("s_i_id", \TPCCStock.item),
            Column("s_quantity", \TPCCStock.quantity), Column("s_dist_01", \TPCCStock.district01),
            Column("s_dist_02", \TPCCStock.district02), Column("s_dist_03", \TPCCStock.district03),
            Column("s_dist_04", \TPCCStock.district04), Column("s_dist_05", \TPCCStock.district05),
            Column("s_dist_06", \TPCCStock.district06), Column("s_dist_07", \TPCCStock.district07),
            Column("s_dist_08", \TPCCStock.district08), Column("s_dist_09", \TPCCStock.district09),
            Column("s_dist_10", \TPCCStock.district10), Column("s_ytd", \TPCCStock.sold),
            Column("s_order_cnt", \TPCCStock.orders), Column("s_remote_cnt", \TPCCStock.remoteOrders),
            Column("s_data", \TPCCStock.data),
        ]
    }

    required init() {
        warehouse = 0
        item = 0
        quantity = 0
        district01 = ""
        district02 = ""
        district03 = ""
        district04 = ""
        district05 = ""
        district06 = ""
        district07 = ""
        district08 = ""
        district09 = ""
        district10 = ""
        sold = 0
        orders = 0
        remoteOrders = 0
        data = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        warehouse = try Int.read(from: row, at: 0)
        item = try Int.read(from: row, at: 1)
        quantity = try Int.read(from: row, at: 2)
        district01 = try String.read(from: row, at: 3)
        district02 = try String.read(from: row, at: 4)
        district03 = try String.read(from: row, at: 5)
        district04 = try String.read(from: row, at: 6)
        district05 = try String.read(from: row, at: 7)
        district06 = try String.read(from: row, at: 8)
        district07 = try String.read(from: row, at: 9)
        district08 = try String.read(from: row, at: 10)
        district09 = try String.read(from: row, at: 11)
        district10 = try String.read(from: row, at: 12)
        sold = try Int.read(from: row, at: 13)
        orders = try Int.read(from: row, at: 14)
        remoteOrders = try Int.read(from: row, at: 15)
        data = try String.read(from: row, at: 16)
        super.init()
    }

    /// What is printed for this stock on the order lines of a district.
    func info(district: Int) -> String {
        switch district {
        case 1: district01
        case 2: district02
        case 3: district03
        case 4: district04
        case 5: district05
        case 6: district06
        case 7: district07
        case 8: district08
        case 9: district09
        default: district10
        }
    }
}
