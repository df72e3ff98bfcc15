// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "wide_child"
import Foundation
import ZIMOrm

/// A row of the table `wide_child`.
final class WideChild: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `a` INT
    var a: Int? { didSet { recordedChanges.insert(1) } }
    /// `b` INT
    var b: Int? { didSet { recordedChanges.insert(2) } }
    /// `c` TEXT
    var c: String? { didSet { recordedChanges.insert(3) } }
    /// `d` INT
    var d: Int? { didSet { recordedChanges.insert(4) } }
    /// `e` INT
    var e: Int? { didSet { recordedChanges.insert(5) } }
    /// `f` INT
    var f: Int? { didSet { recordedChanges.insert(6) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "wide_child" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \WideChild.id),
            Column("a", \WideChild.a),
            Column("b", \WideChild.b),
            Column("c", \WideChild.c),
            Column("d", \WideChild.d),
            Column("e", \WideChild.e),
            Column("f", \WideChild.f),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("wide", Wide.self, foreignKey: ["f", "e", "d", "c", "b", "a"])
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        a = try Int?.read(from: row, at: 1)
        b = try Int?.read(from: row, at: 2)
        c = try String?.read(from: row, at: 3)
        d = try Int?.read(from: row, at: 4)
        e = try Int?.read(from: row, at: 5)
        f = try Int?.read(from: row, at: 6)
        super.init()
    }
}

extension WideChild {
    /// wide_child belongs to wide by (f, e, d, c, b, a), optional.
    ///
    ///     SELECT … FROM "wide" WHERE "wide"."f" = ? AND "wide"."e" = ? AND "wide"."d" = ? AND "wide"."c" = ? AND "wide"."b" = ? AND "wide"."a" = ?
    func wide() throws -> Wide? { try belongsTo(Wide.self, foreignKey: ["f", "e", "d", "c", "b", "a"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"a","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"b","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"c","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"d","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"e","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"f","type":"INT"}],"foreignKeys":[{"columns":["a","b","c","d","e","f"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["a","b","c","d","e","f"],"table":"wide"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"wide_child","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
