// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "nickname"
import Foundation
import ZIMOrm

/// A row of the table `nickname`.
final class Nickname: Model, RowDecodable {
    /// `id` INTEGER, the key
    var id: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `employee_id` INT
    var employeeID: Int? { didSet { recordedChanges.insert(1) } }
    /// `name` TEXT
    var name: String? { didSet { recordedChanges.insert(2) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "nickname" }
    override class var primaryKey: [String] { ["id"] }
    override class var columns: [Column] {
        [
            Column("id", \Nickname.id),
            Column("employee_id", \Nickname.employeeID),
            Column("name", \Nickname.name),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("employee", Employee.self, foreignKey: ["employee_id"])
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        id = try Int?.read(from: row, at: 0)
        employeeID = try Int?.read(from: row, at: 1)
        name = try String?.read(from: row, at: 2)
        super.init()
    }
}

extension Nickname {
    /// nickname belongs to employee by (employee_id), optional.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func employee() throws -> Employee? { try belongsTo(Employee.self, foreignKey: ["employee_id"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"employee_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"name","type":"TEXT"}],"foreignKeys":[{"columns":["employee_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"nickname","primaryKey":["id"],"rowIDColumn":"id","uniqueKeys":[{"columns":["id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"},{"columns":["employee_id"],"hasExpression":true,"isPartial":false,"isPrimaryKey":false,"name":"nickname_lower"}]}
// zim:end
