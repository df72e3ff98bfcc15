@_spi(Generated) import ZIMOrm

final class TPCCWarehouse: Model, RowDecodable {
    var id: Int { didSet { noteChange(0, was: oldValue) } }
    var name: String { didSet { changed.insert(1) } }
    var street1: String { didSet { changed.insert(2) } }
    var street2: String { didSet { changed.insert(3) } }
    var city: String { didSet { changed.insert(4) } }
    var state: String { didSet { changed.insert(5) } }
    var zip: String { didSet { changed.insert(6) } }
    var tax: Double { didSet { changed.insert(7) } }
    var yearToDate: Double { didSet { changed.insert(8) } }
    private var changed = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { changed }
        set { changed = newValue ?? ColumnChanges() }
    }
    override class var storesColumns: Bool { true }
    override class var table: String { "warehouse" }
    override class var primaryKey: [String] { ["w_id"] }
    override class var columns: [Column] {
        [
            Column("w_id", \TPCCWarehouse.id), Column("w_name", \TPCCWarehouse.name),
            Column("w_street_1", \TPCCWarehouse.street1), Column("w_street_2", \TPCCWarehouse.street2),
            Column("w_city", \TPCCWarehouse.city), Column("w_state", \TPCCWarehouse.state),
            Column("w_zip", \TPCCWarehouse.zip), Column("w_tax", \TPCCWarehouse.tax),
            Column("w_ytd", \TPCCWarehouse.yearToDate),
        ]
    }

    required init() {
        id = 0
        name = ""
        street1 = ""
        street2 = ""
        city = ""
        state = ""
        zip = ""
        tax = 0.0
        yearToDate = 0.0
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int.read(from: row, at: 0)
        name = try String.read(from: row, at: 1)
        street1 = try String.read(from: row, at: 2)
        street2 = try String.read(from: row, at: 3)
        city = try String.read(from: row, at: 4)
        state = try String.read(from: row, at: 5)
        zip = try String.read(from: row, at: 6)
        tax = try Double.read(from: row, at: 7)
        yearToDate = try Double.read(from: row, at: 8)
        super.init()
    }
}
