import ZIMOrm

final class Customer: Model {
    var warehouseID = 0, districtID = 0, id = 0
    var lastName = ""

    override class var table: String { "customer" }
    override class var primaryKey: [String] { ["c_w_id", "c_d_id", "c_id"] }
    override class var columns: [Column] {
        [
            Column("c_w_id", \Customer.warehouseID), Column("c_d_id", \Customer.districtID),
            Column("c_id", \Customer.id), Column("c_last", \Customer.lastName),
        ]
    }

    func district() throws -> District? { try belongsTo(District.self, foreignKey: ["c_w_id", "c_d_id"]) }
    func orders() throws -> [Order] { try hasMany(Order.self, foreignKey: ["o_w_id", "o_d_id", "o_c_id"]) }
}
