import Foundation

@testable import ZIMOrm

/// TPC-C's tables as classes: keys of one to four columns, some found by reflection, some by key paths.
enum TPCC {
    final class Warehouse: Model {
        var w_id = 0
        var w_name: String?
        var w_city: String?
        var w_tax: Double?
        override class var table: String { "WAREHOUSE" }
        override class var primaryKey: [String] { ["w_id"] }
        override class var isAutoIncremented: Bool { false }

        func districts() throws -> [District] { try hasMany(District.self, foreignKey: ["D_W_ID"]) }
        func stocks() throws -> [Stock] { try hasMany(Stock.self, foreignKey: ["warehouse"]) }
    }

    final class District: Model {
        var d_id = 0
        var d_w_id = 0
        var d_name: String?
        var d_next_o_id: Int?
        override class var table: String { "DISTRICT" }
        override class var primaryKey: [String] { ["d_w_id", "d_id"] }

        func warehouse() throws -> Warehouse? { try belongsTo(Warehouse.self, foreignKey: ["d_w_id"]) }
        func customers() throws -> [Customer] { try hasMany(Customer.self, foreignKey: ["c_w_id", "c_d_id"]) }
        func history() throws -> [History] { try hasMany(History.self, foreignKey: ["h_w_id", "h_d_id"]) }
    }

    final class Customer: Model {
        var c_id = 0
        var c_d_id: Int8 = 0
        var c_w_id: Int16 = 0
        var c_first: String?
        var c_last: String?
        var c_since = Date(timeIntervalSince1970: 0)
        var c_balance: Double?
        override class var table: String { "CUSTOMER" }
        override class var primaryKey: [String] { ["c_w_id", "c_d_id", "c_id"] }

        func district() throws -> District? { try belongsTo(District.self, foreignKey: ["c_w_id", "c_d_id"]) }
        func orders() throws -> [Orders] { try hasMany(Orders.self, foreignKey: ["o_w_id", "o_d_id", "o_c_id"]) }
        func history() throws -> [History] {
            try hasMany(History.self, foreignKey: ["h_c_w_id", "h_c_d_id", "h_c_id"])
        }
        /// The other unique key: one without the number.
        func namesake() throws -> Customer? {
            let key = ["c_w_id", "c_d_id", "c_last", "c_first"]
            return try belongsTo(Customer.self, foreignKey: key, references: key)
        }
    }

    final class History: Model {
        var h_c_id: Int?
        var h_c_d_id: Int?
        var h_c_w_id: Int?
        var h_d_id: Int?
        var h_w_id = 0
        var h_date = ""
        var h_amount: Double?
        var h_data: String?
        override class var table: String { "HISTORY" }
        override class var primaryKey: [String] { [] }

        func customer() throws -> Customer? {
            try belongsTo(Customer.self, foreignKey: ["h_c_w_id", "h_c_d_id", "h_c_id"])
        }
        func district() throws -> District? { try belongsTo(District.self, foreignKey: ["h_w_id", "h_d_id"]) }
    }

    final class Item: Model {
        var i_id = 0
        var i_name: String?
        var i_price: Double?
        override class var table: String { "ITEM" }
        override class var primaryKey: [String] { ["i_id"] }

        func stocks() throws -> [Stock] { try hasMany(Stock.self, foreignKey: ["item"]) }
    }

    final class Stock: Model {
        var item = 0
        var warehouse = 0
        var quantity = 0
        var data: String?
        override class var table: String { "STOCK" }
        override class var primaryKey: [String] { ["S_W_ID", "S_I_ID"] }
        override class var columns: [Column] {
            [
                Column("S_I_ID", \Stock.item), Column("S_W_ID", \Stock.warehouse),
                Column("S_QUANTITY", \Stock.quantity), Column("S_DATA", \Stock.data),
            ]
        }

        func itemRow() throws -> Item? { try belongsTo(Item.self, foreignKey: ["item"]) }
        func warehouseRow() throws -> Warehouse? { try belongsTo(Warehouse.self, foreignKey: ["S_W_ID"]) }
        func lines() throws -> [Line] { try hasMany(Line.self, foreignKey: ["ol_supply_w_id", "ol_i_id"]) }
        func orders() throws -> [Orders] {
            try hasMany(
                Orders.self, through: Line.self, foreignKey: ["ol_supply_w_id", "ol_i_id"],
                targetForeignKey: ["ol_w_id", "ol_d_id", "ol_o_id"])
        }
    }

    final class Orders: Model {
        var o_id = 0
        var o_c_id: Int?
        var o_d_id = 0
        var o_w_id = 0
        var o_entry_d = Date(timeIntervalSince1970: 0)
        var o_carrier_id: Int?
        var o_ol_cnt: Int?
        override class var table: String { "ORDERS" }
        override class var primaryKey: [String] { ["o_w_id", "o_d_id", "o_id"] }

        func customer() throws -> Customer? {
            try belongsTo(Customer.self, foreignKey: ["o_w_id", "o_d_id", "o_c_id"])
        }
        func lines() throws -> [Line] { try hasMany(Line.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }
        func newOrder() throws -> NewOrder? {
            try hasOne(NewOrder.self, foreignKey: ["no_w_id", "no_d_id", "no_o_id"])
        }
        func stocks() throws -> [Stock] {
            try hasMany(
                Stock.self, through: Line.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"],
                targetForeignKey: ["ol_supply_w_id", "ol_i_id"])
        }
    }

    final class NewOrder: Model {
        var no_o_id = 0
        var no_d_id = 0
        var no_w_id = 0
        override class var table: String { "NEW_ORDER" }
        override class var primaryKey: [String] { ["no_d_id", "no_w_id", "no_o_id"] }

        func order() throws -> Orders? { try belongsTo(Orders.self, foreignKey: ["no_w_id", "no_d_id", "no_o_id"]) }
    }

    final class Line: Model {
        var ol_o_id = 0
        var ol_d_id = 0
        var ol_w_id = 0
        var ol_number = 0
        var ol_i_id: Int?
        var ol_supply_w_id: Int?
        var ol_delivery_d: Date?
        var ol_quantity: Int?
        var ol_amount: Double?
        override class var table: String { "ORDER_LINE" }
        override class var primaryKey: [String] { ["ol_w_id", "ol_d_id", "ol_o_id", "ol_number"] }

        func order() throws -> Orders? { try belongsTo(Orders.self, foreignKey: ["ol_w_id", "ol_d_id", "ol_o_id"]) }
        func stock() throws -> Stock? { try belongsTo(Stock.self, foreignKey: ["ol_supply_w_id", "ol_i_id"]) }
    }
}
