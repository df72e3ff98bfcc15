// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "Open Orders"
import Foundation
import ZIMOrm

/// A row of the view `Open Orders`.
/// It is read-only.
final class OpenOrder: Model, RowDecodable {
    /// `year` INT
    var year: Int? { didSet { recordedChanges.insert(0) } }
    /// `number` INT
    var number: Int? { didSet { recordedChanges.insert(1) } }
    /// `tenant_id` INT
    var tenantID: Int? { didSet { recordedChanges.insert(2) } }
    /// `lines`
    var lines: Int? { didSet { recordedChanges.insert(3) } }
    /// `dearest`
    var dearest: Double? { didSet { recordedChanges.insert(4) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "Open Orders" }
    override class var primaryKey: [String] { [] }
    override class var isSaveable: Bool { false }
    override class var columns: [Column] {
        [
            Column("year", \OpenOrder.year),
            Column("number", \OpenOrder.number),
            Column("tenant_id", \OpenOrder.tenantID),
            Column("lines", \OpenOrder.lines),
            Column("dearest", \OpenOrder.dearest),
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        year = try Int?.read(from: row, at: 0)
        number = try Int?.read(from: row, at: 1)
        tenantID = try Int?.read(from: row, at: 2)
        lines = try Int?.read(from: row, at: 3)
        dearest = try Double?.read(from: row, at: 4)
        super.init()
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"year","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"number","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"tenant_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"lines","type":""},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"dearest","type":""}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"view","name":"Open Orders","primaryKey":[],"uniqueKeys":[]}
// zim:end
