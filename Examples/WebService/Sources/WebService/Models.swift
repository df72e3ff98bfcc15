public import ZIMOrm

/// An order of northwind.
public final class Order: Model {
    var id: Int?
    var customer: String?
    var shipCountry: String?

    override public class var table: String { "Orders" }
    override public class var primaryKey: [String] { ["OrderID"] }
    override public class var columns: [Column] {
        [
            Column("OrderID", \Order.id), Column("CustomerID", \Order.customer),
            Column("ShipCountry", \Order.shipCountry),
        ]
    }
    override public class var relationships: [Relationship] {
        [.hasMany("lines", OrderLine.self, foreignKey: ["OrderID"])]
    }

    func lines() throws -> [OrderLine] { try hasMany(OrderLine.self, foreignKey: ["OrderID"]) }
}

/// A line of an order; the order and the product are its key.
public final class OrderLine: Model {
    var order = 0
    var product = 0
    var quantity = 1
    var unitPrice = 0.0
    var discount = 0.0

    override public class var table: String { "Order Details" }
    override public class var primaryKey: [String] { ["OrderID", "ProductID"] }
    /// The table has no version column, so the old values are compared.
    override public class var locking: Locking { .changedColumns }
    override public class var columns: [Column] {
        [
            Column("OrderID", \OrderLine.order), Column("ProductID", \OrderLine.product),
            Column("Quantity", \OrderLine.quantity), Column("UnitPrice", \OrderLine.unitPrice),
            Column("Discount", \OrderLine.discount),
        ]
    }
}
