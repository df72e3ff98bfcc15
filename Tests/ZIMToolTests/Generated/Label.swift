// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "label"
import Foundation
import ZIMOrm

/// A row of the table `label`.
/// The table has no key: rows can be read and inserted, and changed by a query.
final class Label: Model, RowDecodable {
    /// `order_number` INT
    var orderNumber: Int? { didSet { recordedChanges.insert(0) } }
    /// `order_year` INT
    var orderYear: Int? { didSet { recordedChanges.insert(1) } }
    /// `tenant_id` INT
    var tenantID: Int? { didSet { recordedChanges.insert(2) } }
    /// `text` TEXT
    var text: String? { didSet { recordedChanges.insert(3) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "label" }
    override class var primaryKey: [String] { [] }
    override class var columns: [Column] {
        [
            Column("order_number", \Label.orderNumber),
            Column("order_year", \Label.orderYear),
            Column("tenant_id", \Label.tenantID),
            Column("text", \Label.text),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("order", Orders.self, foreignKey: ["tenant_id", "order_year", "order_number"])
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        orderNumber = try Int?.read(from: row, at: 0)
        orderYear = try Int?.read(from: row, at: 1)
        tenantID = try Int?.read(from: row, at: 2)
        text = try String?.read(from: row, at: 3)
        super.init()
    }
}

extension Label {
    /// label belongs to orders by (tenant_id, order_year, order_number), optional.
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."tenant_id" = ? AND "orders"."year" = ? AND "orders"."number" = ?
    func order() throws -> Orders? {
        try belongsTo(Orders.self, foreignKey: ["tenant_id", "order_year", "order_number"])
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"order_number","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"order_year","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"tenant_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"text","type":"TEXT"}],"foreignKeys":[{"columns":["tenant_id","order_year","order_number"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["tenant_id","year","number"],"table":"orders"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"label","primaryKey":[],"uniqueKeys":[{"columns":["tenant_id","order_year","order_number"],"hasExpression":false,"isPartial":false,"isPrimaryKey":false,"name":"sqlite_autoindex_label_1"}]}
// zim:end
