import ZIMOrm

final class Item: Model {
    var id = 0
    var name = ""
    var price = 0.0

    override class var table: String { "item" }
    override class var primaryKey: [String] { ["i_id"] }
    override class var columns: [Column] {
        [Column("i_id", \Item.id), Column("i_name", \Item.name), Column("i_price", \Item.price)]
    }
}

/// How much of an item a warehouse has.
final class Stock: Model {
    var warehouseID = 0, itemID = 0
    var quantity = 0

    override class var table: String { "stock" }
    override class var primaryKey: [String] { ["s_w_id", "s_i_id"] }
    override class var columns: [Column] {
        [
            Column("s_w_id", \Stock.warehouseID), Column("s_i_id", \Stock.itemID),
            Column("s_quantity", \Stock.quantity),
        ]
    }

    func item() throws -> Item? { try belongsTo(Item.self, foreignKey: ["s_i_id"]) }
}
