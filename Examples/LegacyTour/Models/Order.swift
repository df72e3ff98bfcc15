import Foundation
import ZIMOrm

final class Order: Model {
    var warehouseID = 0, districtID = 0, id = 0
    var customerID = 0
    var entered = Date()
    var carrier: Int?

    override class var table: String { "orders" }
    override class var primaryKey: [String] { ["o_w_id", "o_d_id", "o_id"] }
    override class var columns: [Column] {
        [
            Column("o_w_id", \Order.warehouseID), Column("o_d_id", \Order.districtID), Column("o_id", \Order.id),
            Column("o_c_id", \Order.customerID), Column("o_entry_d", \Order.entered, date: .dateTime),
            Column("o_carrier_id", \Order.carrier),
        ]
    }

    func customer() throws -> Customer? {
        try belongsTo(Customer.self, foreignKey: ["o_w_id", "o_d_id", "o_c_id"])
    }
    func lines() throws -> [OrderLine] {
        try hasMany(OrderLine.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"], options: [.orderBy("ol_number")])
    }
    /// Where the order is still to be delivered.
    func pending() throws -> NewOrder? { try hasOne(NewOrder.self, foreignKey: ["no_w_id", "no_d_id", "no_o_id"]) }
}

/// An order that is still to be delivered. Its key begins with the district.
final class NewOrder: Model {
    var districtID = 0, warehouseID = 0, orderID = 0

    override class var table: String { "new_order" }
    override class var primaryKey: [String] { ["no_d_id", "no_w_id", "no_o_id"] }
    override class var columns: [Column] {
        [
            Column("no_d_id", \NewOrder.districtID), Column("no_w_id", \NewOrder.warehouseID),
            Column("no_o_id", \NewOrder.orderID),
        ]
    }
}
