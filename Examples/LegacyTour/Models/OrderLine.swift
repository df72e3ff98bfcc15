import ZIMOrm

final class OrderLine: Model {
    var warehouseID = 0, districtID = 0, orderID = 0, number = 0
    var itemID = 0, supplierID = 0
    var quantity = 0

    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"] }
    override class var columns: [Column] {
        [
            Column("ol_w_id", \OrderLine.warehouseID), Column("ol_d_id", \OrderLine.districtID),
            Column("ol_o_id", \OrderLine.orderID), Column("ol_number", \OrderLine.number),
            Column("ol_i_id", \OrderLine.itemID), Column("ol_supply_w_id", \OrderLine.supplierID),
            Column("ol_quantity", \OrderLine.quantity),
        ]
    }

    // The table says FOREIGN KEY (ol_o_id, ol_d_id, ol_w_id); here the names follow the key of orders.
    func order() throws -> Order? { try belongsTo(Order.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }
    func stock() throws -> Stock? { try belongsTo(Stock.self, foreignKey: ["ol_supply_w_id", "ol_i_id"]) }
}
