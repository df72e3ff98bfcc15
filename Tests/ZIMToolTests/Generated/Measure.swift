// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "measure"
import Foundation
import ZIMOrm

/// A row of the table `measure`.
final class Measure: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `unix` TIMESTAMP
    var unix: Date? { didSet { recordedChanges.insert(1) } }
    /// `millis` TIMESTAMP
    var millis: Date? { didSet { recordedChanges.insert(2) } }
    /// `julian` DATETIME
    var julian: Date? { didSet { recordedChanges.insert(3) } }
    /// `day` DATE
    var day: Date? { didSet { recordedChanges.insert(4) } }
    /// `german` DATE
    var german: Date? { didSet { recordedChanges.insert(5) } }
    /// `american` DATE
    var american: String? { didSet { recordedChanges.insert(6) } }
    /// `mixed` DATETIME; its dates have several formats, so it cannot be compared
    var mixed: Date? { didSet { recordedChanges.insert(7) } }
    /// `broken` DATE
    var broken: String? { didSet { recordedChanges.insert(8) } }
    /// `born` TEXT
    var born: String? { didSet { recordedChanges.insert(9) } }
    /// `count` INT
    var count: SQLValue { didSet { recordedChanges.insert(10) } }
    /// `amount` DECIMAL(8,2)
    var amount: Decimal? { didSet { recordedChanges.insert(11) } }
    /// `ratio` FLOAT
    var ratio: Double? { didSet { recordedChanges.insert(12) } }
    /// `flag` BOOLEAN
    var flag: Bool? { didSet { recordedChanges.insert(13) } }
    /// `wrong` BOOL
    var wrong: SQLValue { didSet { recordedChanges.insert(14) } }
    /// `untyped`
    var untyped: Int? { didSet { recordedChanges.insert(15) } }
    /// `several`
    var several: SQLValue { didSet { recordedChanges.insert(16) } }
    /// `small` SMALLINT
    var small: Int? { didSet { recordedChanges.insert(17) } }
    /// `short` VARCHAR(3)
    var short: String? { didSet { recordedChanges.insert(18) } }
    /// `bytes` BLOB
    var bytes: SQLValue { didSet { recordedChanges.insert(19) } }
    /// `ident` UUID
    var ident: String? { didSet { recordedChanges.insert(20) } }
    /// `doc` JSON
    var doc: String? { didSet { recordedChanges.insert(21) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "measure" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Measure.id),
            Column("unix", \Measure.unix, as: .date(.unixSeconds)),
            Column("millis", \Measure.millis, as: .date(.unixMilliseconds)),
            Column("julian", \Measure.julian, as: .date(.julianDay)),
            Column("day", \Measure.day, as: .date(.date)),
            Column("german", \Measure.german, as: .date(.pattern("dd.MM.yyyy"))),
            Column("american", \Measure.american),
            Column("mixed", \Measure.mixed),
            Column("broken", \Measure.broken),
            Column("born", \Measure.born),
            Column("count", \Measure.count),
            Column("amount", \Measure.amount),
            Column("ratio", \Measure.ratio),
            Column("flag", \Measure.flag),
            Column("wrong", \Measure.wrong),
            Column("untyped", \Measure.untyped),
            Column("several", \Measure.several),
            Column("small", \Measure.small),
            Column("short", \Measure.short),
            Column("bytes", \Measure.bytes),
            Column("ident", \Measure.ident),
            Column("doc", \Measure.doc),
        ]
    }

    required init() {
        count = .null
        wrong = .null
        several = .null
        bytes = .null
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        unix = try row.get(1, date: .unixSeconds)
        millis = try row.get(2, date: .unixMilliseconds)
        julian = try row.get(3, date: .julianDay)
        day = try row.get(4, date: .date)
        german = try row.get(5, date: .pattern("dd.MM.yyyy"))
        american = try String?.read(from: row, at: 6)
        mixed = try Date?.read(from: row, at: 7)
        broken = try String?.read(from: row, at: 8)
        born = try String?.read(from: row, at: 9)
        count = try SQLValue.read(from: row, at: 10)
        amount = try Decimal?.read(from: row, at: 11)
        ratio = try Double?.read(from: row, at: 12)
        flag = try Bool?.read(from: row, at: 13)
        wrong = try SQLValue.read(from: row, at: 14)
        untyped = try Int?.read(from: row, at: 15)
        several = try SQLValue.read(from: row, at: 16)
        small = try Int?.read(from: row, at: 17)
        short = try String?.read(from: row, at: 18)
        bytes = try SQLValue.read(from: row, at: 19)
        ident = try String?.read(from: row, at: 20)
        doc = try String?.read(from: row, at: 21)
        super.init()
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"unix","type":"TIMESTAMP"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"millis","type":"TIMESTAMP"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"julian","type":"DATETIME"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"day","type":"DATE"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"german","type":"DATE"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"american","type":"DATE"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"mixed","type":"DATETIME"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"broken","type":"DATE"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"born","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"count","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"amount","type":"DECIMAL(8,2)"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"ratio","type":"FLOAT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"flag","type":"BOOLEAN"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"wrong","type":"BOOL"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"untyped","type":""},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"several","type":""},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"small","type":"SMALLINT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"short","type":"VARCHAR(3)"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"bytes","type":"BLOB"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"ident","type":"UUID"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"doc","type":"JSON"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"measure","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
