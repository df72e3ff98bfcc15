// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "order_line"
import Foundation
import ZIMOrm

/// A row of the table `order_line`.
public final class OrderLine: Model, RowDecodable {
    /// `pos` INT, not null, part 3 of the key
    public var pos: Int { didSet { noteChange(0, was: oldValue) } }
    /// `o_number` INT, not null, part 2 of the key
    public var oNumber: Int { didSet { noteChange(1, was: oldValue) } }
    /// `o_year` INT, not null, part 1 of the key
    public var oYear: Int { didSet { noteChange(2, was: oldValue) } }
    /// `article_no` TEXT
    public var articleNo: String? { didSet { recordedChanges.insert(3) } }
    /// `quantity` INT, not null
    public var quantity: SQLValue { didSet { recordedChanges.insert(4) } }
    private var recordedChanges = ColumnChanges()
    public override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    public override class var table: String { "order_line" }
    public override class var primaryKey: [String] { ["o_year", "o_number", "pos"] }
    public override class var columns: [Column] {
        [
            Column("pos", \OrderLine.pos),
            Column("o_number", \OrderLine.oNumber),
            Column("o_year", \OrderLine.oYear),
            Column("article_no", \OrderLine.articleNo),
            Column("quantity", \OrderLine.quantity),
        ]
    }
    public override class var relationships: [Relationship] {
        [
            .belongsTo("order", Order.self, foreignKey: ["o_year", "o_number"]),
            .belongsTo("article", Article.self, foreignKey: ["article_no"]),
        ]
    }

    public required init() {
        pos = 0
        oNumber = 0
        oYear = 0
        quantity = .null
        super.init()
    }

    public init(row: borrowing Row) throws {
        pos = try Int.read(from: row, at: 0)
        oNumber = try Int.read(from: row, at: 1)
        oYear = try Int.read(from: row, at: 2)
        articleNo = try String?.read(from: row, at: 3)
        quantity = try SQLValue.read(from: row, at: 4)
        super.init()
    }
}

extension OrderLine {
    /// order_line belongs to orders by (o_year, o_number); it is always there.
    ///
    ///     SELECT … FROM "orders" WHERE "orders"."year" = ? AND "orders"."number" = ?
    public func order() throws -> Order { try belongsTo(required: Order.self, foreignKey: ["o_year", "o_number"]) }

    /// order_line belongs to article by (article_no), not declared.
    ///
    ///     SELECT … FROM "article" WHERE "article"."article_no" = ?
    public func article() throws -> Article? { try belongsTo(Article.self, foreignKey: ["article_no"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":3,"name":"pos","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"o_number","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"o_year","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"article_no","type":"TEXT"},{"defaultValue":"1","isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"quantity","type":"INT"}],"foreignKeys":[{"columns":["o_number","o_year"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["number","year"],"table":"orders"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"order_line","primaryKey":["o_year","o_number","pos"],"uniqueKeys":[{"columns":["o_year","o_number","pos"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
