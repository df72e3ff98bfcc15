// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "order_line"
import Foundation
import ZIMOrm

/// A row of the table `order_line`.
final class OrderLine: Model, RowDecodable {
    /// `pos` SMALLINT, not null, part 4 of the key
    var pos: Int { didSet { noteChange(0, was: oldValue) } }
    /// `o_number` INT, not null, part 3 of the key
    var oNumber: Int { didSet { noteChange(1, was: oldValue) } }
    /// `o_year` INT, not null, part 2 of the key
    var oYear: Int { didSet { noteChange(2, was: oldValue) } }
    /// `tenant_id` INT, not null, part 1 of the key
    var tenantID: Int { didSet { noteChange(3, was: oldValue) } }
    /// `article_no` TEXT
    var articleNo: String? { didSet { recordedChanges.insert(4) } }
    /// `quantity` INT, not null
    var quantity: Int { didSet { recordedChanges.insert(5) } }
    /// `price` DECIMAL(10, 2)
    var price: Decimal? { didSet { recordedChanges.insert(6) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "order_line" }
    override class var primaryKey: [String] { ["tenant_id", "o_year", "o_number", "pos"] }
    override class var columns: [Column] {
        [
            Column("pos", \OrderLine.pos),
            Column("o_number", \OrderLine.oNumber),
            Column("o_year", \OrderLine.oYear),
            Column("tenant_id", \OrderLine.tenantID),
            Column("article_no", \OrderLine.articleNo),
            Column("quantity", \OrderLine.quantity),
            Column("price", \OrderLine.price),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("order", Orders.self, foreignKey: ["tenant_id", "o_year", "o_number"]),
            .belongsTo("article", Article.self, foreignKey: ["tenant_id", "article_no"]),
        ]
    }

    required init() {
        pos = 0
        oNumber = 0
        oYear = 0
        tenantID = 0
        quantity = 1
        super.init()
    }

    init(row: borrowing Row) throws {
        pos = try Int.read(from: row, at: 0)
        oNumber = try Int.read(from: row, at: 1)
        oYear = try Int.read(from: row, at: 2)
        tenantID = try Int.read(from: row, at: 3)
        articleNo = try String?.read(from: row, at: 4)
        quantity = try Int.read(from: row, at: 5)
        price = try Decimal?.read(from: row, at: 6)
        super.init()
    }
}

extension OrderLine {
    /// order_line belongs to orders by (tenant_id, o_year, o_number); it is always there.
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."tenant_id" = ? AND "orders"."year" = ? AND "orders"."number" = ?
    func order() throws -> Orders {
        try belongsTo(required: Orders.self, foreignKey: ["tenant_id", "o_year", "o_number"])
    }

    /// order_line belongs to article by (tenant_id, article_no), optional.
    ///
    ///     SELECT … FROM "article" WHERE "article"."tenant_id" = ? AND "article"."article_no" = ?
    func article() throws -> Article? { try belongsTo(Article.self, foreignKey: ["tenant_id", "article_no"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":4,"name":"pos","type":"SMALLINT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":3,"name":"o_number","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"o_year","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"tenant_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"article_no","type":"TEXT"},{"defaultValue":"1","isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"quantity","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"price","type":"DECIMAL(10, 2)"}],"foreignKeys":[{"columns":["o_number","o_year","tenant_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["number","year","tenant_id"],"table":"orders"},{"columns":["article_no","tenant_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["article_no","tenant_id"],"table":"article"}],"isStrict":false,"isWithoutRowID":true,"kind":"table","name":"order_line","primaryKey":["tenant_id","o_year","o_number","pos"],"uniqueKeys":[{"columns":["tenant_id","o_year","o_number","pos"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
