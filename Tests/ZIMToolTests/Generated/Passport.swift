// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "passport"
import Foundation
import ZIMOrm

/// A row of the table `passport`.
final class Passport: Model, RowDecodable {
    /// `employee_id` INT, not null, the key
    var employeeID: Int { didSet { noteChange(0, was: oldValue) } }
    /// `number` TEXT
    var number: String? { didSet { recordedChanges.insert(1) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "passport" }
    override class var primaryKey: [String] { ["employee_id"] }
    override class var isAutoIncremented: Bool { false }
    override class var columns: [Column] {
        [
            Column("employee_id", \Passport.employeeID),
            Column("number", \Passport.number),
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
        employeeID = try Int.read(from: row, at: 0)
        number = try String?.read(from: row, at: 1)
        super.init()
    }
}

extension Passport {
    /// passport belongs to employee by (employee_id); it is always there.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func employee() throws -> Employee { try belongsTo(required: Employee.self, foreignKey: ["employee_id"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"employee_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"number","type":"TEXT"}],"foreignKeys":[{"columns":["employee_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"passport","primaryKey":["employee_id"],"uniqueKeys":[{"columns":["employee_id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
