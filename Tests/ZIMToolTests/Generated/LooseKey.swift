// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "loose_key"
import Foundation
import ZIMOrm

/// A row of the table `loose_key`.
final class LooseKey: Model, RowDecodable {
    /// `a` INT, part 1 of the key
    var a: Int { didSet { noteChange(0, was: oldValue) } }
    /// `b` TEXT, part 2 of the key
    var b: String? { didSet { noteChange(1, was: oldValue) } }
    /// `v` TEXT
    var v: String? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "loose_key" }
    override class var primaryKey: [String] { ["a", "b"] }
    override class var columns: [Column] {
        [
            Column("a", \LooseKey.a),
            Column("b", \LooseKey.b),
            Column("v", \LooseKey.v),
        ]
    }

    required init() {
        a = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        a = try Int.read(from: row, at: 0)
        b = try String?.read(from: row, at: 1)
        v = try String?.read(from: row, at: 2)
        super.init()
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"a","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":2,"name":"b","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"v","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"loose_key","primaryKey":["a","b"],"uniqueKeys":[{"columns":["a","b"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
