import ZIMOrm

final class Warehouse: Model {
    var id = 0
    var name = ""

    override class var table: String { "warehouse" }
    override class var primaryKey: [String] { ["w_id"] }
    override class var columns: [Column] { [Column("w_id", \Warehouse.id), Column("w_name", \Warehouse.name)] }

    func districts() throws -> [District] {
        try hasMany(District.self, foreignKey: ["d_w_id"], options: [.orderBy("d_id")])
    }
}
