import Foundation
@_spi(Generated) import ZIMOrm

final class TPCCCustomer: Model, RowDecodable {
    var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
    var district: Int { didSet { noteChange(1, was: oldValue) } }
    var id: Int { didSet { noteChange(2, was: oldValue) } }
    var first: String { didSet { changed.insert(3) } }
    var middle: String { didSet { changed.insert(4) } }
    var last: String { didSet { changed.insert(5) } }
    var street1: String { didSet { changed.insert(6) } }
    var street2: String { didSet { changed.insert(7) } }
    var city: String { didSet { changed.insert(8) } }
    var state: String { didSet { changed.insert(9) } }
    var zip: String { didSet { changed.insert(10) } }
    var phone: String { didSet { changed.insert(11) } }
    var since: Date { didSet { changed.insert(12) } }
    var credit: String { didSet { changed.insert(13) } }
    var creditLimit: Double { didSet { changed.insert(14) } }
    var discount: Double { didSet { changed.insert(15) } }
    var balance: Double { didSet { changed.insert(16) } }
    var paid: Double { didSet { changed.insert(17) } }
    var payments: Int { didSet { changed.insert(18) } }
    var deliveries: Int { didSet { changed.insert(19) } }
    var data: String { didSet { changed.insert(20) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "customer" }
    override class var primaryKey: [String] { ["c_w_id", "c_d_id", "c_id"] }
    override class var columns: [Column] {
        [
            Column("c_w_id", \TPCCCustomer.warehouse), Column("c_d_id", \TPCCCustomer.district),
            Column("c_id", \TPCCCustomer.id), Column("c_first", \TPCCCustomer.first),
            Column("c_middle", \TPCCCustomer.middle), Column("c_last", \TPCCCustomer.last),
            Column("c_street_1", \TPCCCustomer.street1), Column("c_street_2", \TPCCCustomer.street2),
            Column("c_city", \TPCCCustomer.city), Column("c_state", \TPCCCustomer.state),
            Column("c_zip", \TPCCCustomer.zip), Column("c_phone", \TPCCCustomer.phone),
            Column("c_since", \TPCCCustomer.since), Column("c_credit", \TPCCCustomer.credit),
            Column("c_credit_lim", \TPCCCustomer.creditLimit), Column("c_discount", \TPCCCustomer.discount),
            Column("c_balance", \TPCCCustomer.balance), Column("c_ytd_payment", \TPCCCustomer.paid),
            Column("c_payment_cnt", \TPCCCustomer.payments), Column("c_delivery_cnt", \TPCCCustomer.deliveries),
            Column("c_data", \TPCCCustomer.data),
        ]
    }

    required init() {
        warehouse = 0
        district = 0
        id = 0
        first = ""
        middle = ""
        last = ""
        street1 = ""
        street2 = ""
        city = ""
        state = ""
        zip = ""
        phone = ""
        since = Date(timeIntervalSince1970: 0)
        credit = ""
        creditLimit = 0.0
        discount = 0.0
        balance = 0.0
        paid = 0.0
        payments = 0
        deliveries = 0
        data = ""
        super.init()
    }

    init(row: borrowing Row) throws {
        warehouse = try Int.read(from: row, at: 0)
        district = try Int.read(from: row, at: 1)
        id = try Int.read(from: row, at: 2)
        first = try String.read(from: row, at: 3)
        middle = try String.read(from: row, at: 4)
        last = try String.read(from: row, at: 5)
        street1 = try String.read(from: row, at: 6)
        street2 = try String.read(from: row, at: 7)
        city = try String.read(from: row, at: 8)
        state = try String.read(from: row, at: 9)
        zip = try String.read(from: row, at: 10)
        phone = try String.read(from: row, at: 11)
        since = try Date.read(from: row, at: 12)
        credit = try String.read(from: row, at: 13)
        creditLimit = try Double.read(from: row, at: 14)
        discount = try Double.read(from: row, at: 15)
        balance = try Double.read(from: row, at: 16)
        paid = try Double.read(from: row, at: 17)
        payments = try Int.read(from: row, at: 18)
        deliveries = try Int.read(from: row, at: 19)
        data = try String.read(from: row, at: 20)
        super.init()
    }
}
