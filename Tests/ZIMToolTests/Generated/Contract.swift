// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "contract"
import Foundation
import ZIMOrm

/// A row of the table `contract`.
final class Contract: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `employee_id` INT, not null
    var employeeID: Int { didSet { recordedChanges.insert(1) } }
    /// `is_open` BOOLEAN
    var isOpen: Bool? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "contract" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Contract.id),
            Column("employee_id", \Contract.employeeID),
            Column("is_open", \Contract.isOpen),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("employee", Employee.self, foreignKey: ["employee_id"])
        ]
    }

    required init() {
        employeeID = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        employeeID = try Int.read(from: row, at: 1)
        isOpen = try Bool?.read(from: row, at: 2)
        super.init()
    }
}

extension Contract {
    /// contract belongs to employee by (employee_id); it is always there.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func employee() throws -> Employee { try belongsTo(required: Employee.self, foreignKey: ["employee_id"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":0,"name":"employee_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"is_open","type":"BOOLEAN"}],"foreignKeys":[{"columns":["employee_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"contract","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"},{"columns":["employee_id"],"hasExpression":false,"isPartial":true,"isPrimaryKey":false,"name":"contract_open"}]}
// zim:end
