// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "order"
import Foundation
import ZIMOrm

/// A row of the table `order`.
final class Order: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `v` TEXT
    var v: String? { didSet { recordedChanges.insert(1) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "order" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Order.id),
            Column("v", \Order.v),
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        v = try String?.read(from: row, at: 1)
        super.init()
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"v","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"order","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
