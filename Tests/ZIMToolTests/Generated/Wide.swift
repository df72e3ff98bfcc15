// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "wide"
import Foundation
import ZIMOrm

/// A row of the table `wide`.
final class Wide: Model, RowDecodable {
    /// `a` INT, part 6 of the key
    var a: Int { didSet { noteChange(0, was: oldValue) } }
    /// `b` INT, part 5 of the key
    var b: Int { didSet { noteChange(1, was: oldValue) } }
    /// `c` TEXT, part 4 of the key
    var c: String { didSet { noteChange(2, was: oldValue) } }
    /// `d` INT, part 3 of the key
    var d: Int { didSet { noteChange(3, was: oldValue) } }
    /// `e` INT, part 2 of the key
    var e: Int { didSet { noteChange(4, was: oldValue) } }
    /// `f` INT, part 1 of the key
    var f: Int { didSet { noteChange(5, was: oldValue) } }
    /// `v` TEXT
    var v: String? { didSet { recordedChanges.insert(6) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "wide" }
    override class var primaryKey: [String] { ["f", "e", "d", "c", "b", "a"] }
    override class var columns: [Column] {
        [
            Column("a", \Wide.a),
            Column("b", \Wide.b),
            Column("c", \Wide.c),
            Column("d", \Wide.d),
            Column("e", \Wide.e),
            Column("f", \Wide.f),
            Column("v", \Wide.v),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("wideChildren", WideChild.self, foreignKey: ["f", "e", "d", "c", "b", "a"])
        ]
    }

    required init() {
        a = 0
        b = 0
        c = ""
        d = 0
        e = 0
        f = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        a = try Int.read(from: row, at: 0)
        b = try Int.read(from: row, at: 1)
        c = try String.read(from: row, at: 2)
        d = try Int.read(from: row, at: 3)
        e = try Int.read(from: row, at: 4)
        f = try Int.read(from: row, at: 5)
        v = try String?.read(from: row, at: 6)
        super.init()
    }
}

extension Wide {
    /// wide has many wide_child by (f, e, d, c, b, a).
    ///
    ///     SELECT … FROM "wide_child" WHERE "wide_child"."f" = ? AND "wide_child"."e" = ? AND "wide_child"."d" = ? AND "wide_child"."c" = ? AND "wide_child"."b" = ? AND "wide_child"."a" = ?
    func wideChildren(options: [RelationshipOption] = []) throws -> [WideChild] {
        try hasMany(WideChild.self, foreignKey: ["f", "e", "d", "c", "b", "a"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":6,"name":"a","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":5,"name":"b","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":4,"name":"c","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":3,"name":"d","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":2,"name":"e","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"f","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"v","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"wide","primaryKey":["f","e","d","c","b","a"],"uniqueKeys":[{"columns":["f","e","d","c","b","a"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
