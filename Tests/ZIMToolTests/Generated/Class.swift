// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "class"
import Foundation
import ZIMOrm

/// A row of the table `class`.
final class Class: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `default` TEXT
    var `default`: String? { didSet { recordedChanges.insert(1) } }
    /// `self` TEXT
    var selfValue: String? { didSet { recordedChanges.insert(2) } }
    /// `init` TEXT
    var initValue: String? { didSet { recordedChanges.insert(3) } }
    /// `save` TEXT
    var saveValue: String? { didSet { recordedChanges.insert(4) } }
    /// `delete` INT
    var deleteValue: Int? { didSet { recordedChanges.insert(5) } }
    /// `columns` TEXT
    var columns: String? { didSet { recordedChanges.insert(6) } }
    /// `table` TEXT
    var table: String? { didSet { recordedChanges.insert(7) } }
    /// `Type` TEXT
    var type: String? { didSet { recordedChanges.insert(8) } }
    /// `in` INT
    var `in`: Int? { didSet { recordedChanges.insert(9) } }
    /// `changed` INT
    var changed: Int? { didSet { recordedChanges.insert(10) } }
    /// `row` TEXT
    var rowValue: String? { didSet { recordedChanges.insert(11) } }
    /// `record` TEXT
    var recordValue: String? { didSet { recordedChanges.insert(12) } }
    /// `recordedChanges` TEXT
    var recordedChangesValue: String? { didSet { recordedChanges.insert(13) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "class" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Class.id),
            Column("default", \Class.`default`),
            Column("self", \Class.selfValue),
            Column("init", \Class.initValue),
            Column("save", \Class.saveValue),
            Column("delete", \Class.deleteValue),
            Column("columns", \Class.columns),
            Column("table", \Class.table),
            Column("Type", \Class.type),
            Column("in", \Class.`in`),
            Column("changed", \Class.changed),
            Column("row", \Class.rowValue),
            Column("record", \Class.recordValue),
            Column("recordedChanges", \Class.recordedChangesValue),
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        `default` = try String?.read(from: row, at: 1)
        selfValue = try String?.read(from: row, at: 2)
        initValue = try String?.read(from: row, at: 3)
        saveValue = try String?.read(from: row, at: 4)
        deleteValue = try Int?.read(from: row, at: 5)
        columns = try String?.read(from: row, at: 6)
        table = try String?.read(from: row, at: 7)
        type = try String?.read(from: row, at: 8)
        `in` = try Int?.read(from: row, at: 9)
        changed = try Int?.read(from: row, at: 10)
        rowValue = try String?.read(from: row, at: 11)
        recordValue = try String?.read(from: row, at: 12)
        recordedChangesValue = try String?.read(from: row, at: 13)
        super.init()
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"default","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"self","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"init","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"save","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"delete","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"columns","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"table","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"Type","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"in","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"changed","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"row","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"record","type":"TEXT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"recordedChanges","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"class","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
