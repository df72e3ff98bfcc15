// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "price_list"
import Foundation
import ZIMOrm

/// A row of the table `price_list`.
/// The table has no key: rows can be read and inserted, and changed by a query.
final class PriceList: Model, RowDecodable {
    /// `code` TEXT
    var code: String? { didSet { recordedChanges.insert(0) } }
    /// `valid_from` DATE
    var validFrom: Date? { didSet { recordedChanges.insert(1) } }
    /// `price` NUMERIC
    var price: Decimal? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "price_list" }
    override class var primaryKey: [String] { [] }
    override class var columns: [Column] {
        [
            Column("code", \PriceList.code),
            Column("valid_from", \PriceList.validFrom, as: .date(.date)),
            Column("price", \PriceList.price),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("offers", Offer.self, foreignKey: ["price_code"], references: ["code"])
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        code = try String?.read(from: row, at: 0)
        validFrom = try row.get(1, date: .date)
        price = try Decimal?.read(from: row, at: 2)
        super.init()
    }
}

extension PriceList {
    /// price_list has many offer by (price_code) = (code).
    ///
    ///     SELECT … FROM "offer" WHERE "offer"."price_code" = ?
    func offers(options: [RelationshipOption] = []) throws -> [Offer] {
        try hasMany(Offer.self, foreignKey: ["price_code"], references: ["code"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"code","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"valid_from","type":"DATE"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"price","type":"NUMERIC"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"price_list","primaryKey":[],"uniqueKeys":[]}
// zim:end
