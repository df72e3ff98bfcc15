// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "visit"
import Foundation
import ZIMOrm

/// A row of the table `visit`.
final class Visit: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `employee_id` INT
    var employeeID: Int? { didSet { recordedChanges.insert(1) } }
    /// `tenant_id` INT
    var tenantID: Int? { didSet { recordedChanges.insert(2) } }
    /// `at` TEXT
    var at: Date? { didSet { recordedChanges.insert(3) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "visit" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Visit.id),
            Column("employee_id", \Visit.employeeID),
            Column("tenant_id", \Visit.tenantID),
            Column("at", \Visit.at, as: .date(.dateTime)),
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        employeeID = try Int?.read(from: row, at: 1)
        tenantID = try Int?.read(from: row, at: 2)
        at = try row.get(3, date: .dateTime)
        super.init()
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"employee_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"tenant_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"at","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"visit","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
