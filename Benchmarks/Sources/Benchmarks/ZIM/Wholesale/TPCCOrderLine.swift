import Foundation
@_spi(Generated) import ZIMOrm

final class TPCCOrderLine: Model, RowDecodable {
    var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
    var district: Int { didSet { noteChange(1, was: oldValue) } }
    var order: Int { didSet { noteChange(2, was: oldValue) } }
    var number: Int { didSet { noteChange(3, was: oldValue) } }
    var item: Int { didSet { changed.insert(4) } }
    var supplier: Int { didSet { changed.insert(5) } }
    var delivered: Date? { didSet { changed.insert(6) } }
    var quantity: Int { didSet { changed.insert(7) } }
    var amount: Double { didSet { changed.insert(8) } }
    var info: String { didSet { changed.insert(9) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"] }
    override class var columns: [Column] {
        [
            Column("ol_w_id", \TPCCOrderLine.warehouse), Column("ol_d_id", \TPCCOrderLine.district),
            Column("ol_o_id", \TPCCOrderLine.order), Column("ol_number", \TPCCOrderLine.number),
            Column("ol_i_id", \TPCCOrderLine.item), Column("ol_supply_w_id", \TPCCOrderLine.supplier),
            Column("ol_delivery_d", \TPCCOrderLine.delivered), Column("ol_quantity", \TPCCOrderLine.quantity),
            Column("ol_amount", \TPCCOrderLine.amount), Column("ol_dist_info", \TPCCOrderLine.info),
        ]
    }

    required init() {
        warehouse = 0
        district = 0
        order = 0
        number = 0
        item = 0
        supplier = 0
        quantity = 0
        amount = 0.0
        info = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        warehouse = try Int.read(from: row, at: 0)
        district = try Int.read(from: row, at: 1)
        order = try Int.read(from: row, at: 2)
        number = try Int.read(from: row, at: 3)
        item = try Int.read(from: row, at: 4)
        supplier = try Int.read(from: row, at: 5)
        delivered = try Date?.read(from: row, at: 6)
        quantity = try Int.read(from: row, at: 7)
        amount = try Double.read(from: row, at: 8)
        info = try String.read(from: row, at: 9)
        super.init()
    }
}
