import Foundation
import ZIMOrm

/// A table without a key: its rows can be read and inserted; nothing tells one from another, so none can be updated.
final class History: Model {
    var warehouseID: Int?, districtID: Int?, customerID: Int?
    var date = Date()
    var text: String?

    override class var table: String { "history" }
    override class var primaryKey: [String] { [] }
    override class var columns: [Column] {
        [
            Column("h_c_w_id", \History.warehouseID), Column("h_c_d_id", \History.districtID),
            Column("h_c_id", \History.customerID), Column("h_date", \History.date, date: .dateTime),
            Column("h_data", \History.text),
        ]
    }

    func customer() throws -> Customer? {
        try belongsTo(Customer.self, foreignKey: ["h_c_w_id", "h_c_d_id", "h_c_id"])
    }
}
