// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "offer"
import Foundation
import ZIMOrm

/// A row of the table `offer`.
final class Offer: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `price_code` TEXT
    var priceCode: String? { didSet { recordedChanges.insert(1) } }
    /// `ghost_id` INT
    var ghostID: Int? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "offer" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Offer.id),
            Column("price_code", \Offer.priceCode),
            Column("ghost_id", \Offer.ghostID),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("price", PriceList.self, foreignKey: ["price_code"], references: ["code"])
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        priceCode = try String?.read(from: row, at: 1)
        ghostID = try Int?.read(from: row, at: 2)
        super.init()
    }
}

extension Offer {
    /// offer belongs to price_list by (price_code) = (code), optional.
    ///
    ///     SELECT … FROM "price_list" WHERE "price_list"."code" = ? ORDER BY "price_list"."code", "price_list"."valid_from", "price_list"."price" LIMIT 1
    func price() throws -> PriceList? {
        try belongsTo(PriceList.self, foreignKey: ["price_code"], references: ["code"])
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"price_code","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"ghost_id","type":"INT"}],"foreignKeys":[{"columns":["price_code"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["code"],"table":"price_list"},{"columns":["ghost_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":[],"table":"ghost"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"offer","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
