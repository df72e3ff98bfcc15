import Foundation
@_spi(Generated) import ZIMOrm

final class TPCCOrder: Model, RowDecodable {
    var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
    var district: Int { didSet { noteChange(1, was: oldValue) } }
    var id: Int { didSet { noteChange(2, was: oldValue) } }
    var customer: Int { didSet { changed.insert(3) } }
    var entered: Date { didSet { changed.insert(4) } }
    var carrier: Int? { didSet { changed.insert(5) } }
    var lineCount: Int { didSet { changed.insert(6) } }
    var isLocal: Int { didSet { changed.insert(7) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["o_w_id", "o_d_id", "o_id"] }
    override class var columns: [Column] {
        [
            Column("o_w_id", \TPCCOrder.warehouse), Column("o_d_id", \TPCCOrder.district),
            Column("o_id", \TPCCOrder.id), Column("o_c_id", \TPCCOrder.customer),
            Column("o_entry_d", \TPCCOrder.entered), Column("o_carrier_id", \TPCCOrder.carrier),
            Column("o_ol_cnt", \TPCCOrder.lineCount), Column("o_all_local", \TPCCOrder.isLocal),
        ]
    }

    required init() {
        warehouse = 0
        district = 0
        id = 0
        customer = 0
        entered = Date(timeIntervalSince1970: 0)
        lineCount = 0
        isLocal = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        warehouse = try Int.read(from: row, at: 0)
        district = try Int.read(from: row, at: 1)
        id = try Int.read(from: row, at: 2)
        customer = try Int.read(from: row, at: 3)
        entered = try Date.read(from: row, at: 4)
        carrier = try Int?.read(from: row, at: 5)
        lineCount = try Int.read(from: row, at: 6)
        isLocal = try Int.read(from: row, at: 7)
        super.init()
    }

    func lines() throws -> [TPCCOrderLine] {
        try hasMany(
            TPCCOrderLine.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"], options: [.orderBy("ol_number")])
    }
}
