import ZIMOrm

final class District: Model {
    var warehouseID = 0, id = 0
    var name = ""
    var nextOrder = 0

    override class var table: String { "district" }
    override class var primaryKey: [String] { ["d_w_id", "d_id"] }
    override class var columns: [Column] {
        [
            Column("d_w_id", \District.warehouseID), Column("d_id", \District.id),
            Column("d_name", \District.name), Column("d_next_o_id", \District.nextOrder),
        ]
    }

    func warehouse() throws -> Warehouse? { try belongsTo(Warehouse.self, foreignKey: ["d_w_id"]) }
    func customers() throws -> [Customer] { try hasMany(Customer.self, foreignKey: ["c_w_id", "c_d_id"]) }
}
