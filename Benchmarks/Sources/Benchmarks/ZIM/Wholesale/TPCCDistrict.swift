@_spi(Generated) import ZIMOrm

final class TPCCDistrict: Model, RowDecodable {
    var warehouse: Int { didSet { noteChange(0, was: oldValue) } }
    var id: Int { didSet { noteChange(1, was: oldValue) } }
    var name: String { didSet { changed.insert(2) } }
    var street1: String { didSet { changed.insert(3) } }
    var street2: String { didSet { changed.insert(4) } }
    var city: String { didSet { changed.insert(5) } }
    var state: String { didSet { changed.insert(6) } }
    var zip: String { didSet { changed.insert(7) } }
    var tax: Double { didSet { changed.insert(8) } }
    var yearToDate: Double { didSet { changed.insert(9) } }
    var nextOrder: Int { didSet { changed.insert(10) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "district" }
    override class var primaryKey: [String] { ["d_w_id", "d_id"] }
    override class var columns: [Column] {
        [
            Column("d_w_id", \TPCCDistrict.warehouse), Column("d_id", \TPCCDistrict.id),
            Column("d_name", \TPCCDistrict.name), Column("d_street_1", \TPCCDistrict.street1),
            Column("d_street_2", \TPCCDistrict.street2), Column("d_city", \TPCCDistrict.city),
            Column("d_state", \TPCCDistrict.state), Column("d_zip", \TPCCDistrict.zip),
            Column("d_tax", \TPCCDistrict.tax), Column("d_ytd", \TPCCDistrict.yearToDate),
            Column("d_next_o_id", \TPCCDistrict.nextOrder),
        ]
    }

    required init() {
        warehouse = 0
        id = 0
        name = ""
        street1 = ""
        street2 = ""
        city = ""
        state = ""
        zip = ""
        tax = 0.0
        yearToDate = 0.0
        nextOrder = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        warehouse = try Int.read(from: row, at: 0)
        id = try Int.read(from: row, at: 1)
        name = try String.read(from: row, at: 2)
        street1 = try String.read(from: row, at: 3)
        street2 = try String.read(from: row, at: 4)
        city = try String.read(from: row, at: 5)
        state = try String.read(from: row, at: 6)
        zip = try String.read(from: row, at: 7)
        tax = try Double.read(from: row, at: 8)
        yearToDate = try Double.read(from: row, at: 9)
        nextOrder = try Int.read(from: row, at: 10)
        super.init()
    }
}
