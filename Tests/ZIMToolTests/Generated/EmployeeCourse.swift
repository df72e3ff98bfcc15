// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "employee_course"
import Foundation
import ZIMOrm

/// A row of the table `employee_course`.
final class EmployeeCourse: Model, RowDecodable {
    /// `employee_id` INT, not null, part 1 of the key
    var employeeID: Int { didSet { noteChange(0, was: oldValue) } }
    /// `course_id` INT, not null, part 2 of the key
    var courseID: Int { didSet { noteChange(1, was: oldValue) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "employee_course" }
    override class var primaryKey: [String] { ["employee_id", "course_id"] }
    override class var columns: [Column] {
        [
            Column("employee_id", \EmployeeCourse.employeeID),
            Column("course_id", \EmployeeCourse.courseID),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .belongsTo("employee", Employee.self, foreignKey: ["employee_id"]),
            .belongsTo("course", Course.self, foreignKey: ["course_id"]),
        ]
    }

    required init() {
        employeeID = 0
        courseID = 0
        super.init()
    }

    init(row: borrowing Row) throws {
        employeeID = try Int.read(from: row, at: 0)
        courseID = try Int.read(from: row, at: 1)
        super.init()
    }
}

extension EmployeeCourse {
    /// employee_course belongs to employee by (employee_id); it is always there.
    ///
    ///     SELECT … FROM "employee" WHERE "employee"."employee_id" = ?
    func employee() throws -> Employee { try belongsTo(required: Employee.self, foreignKey: ["employee_id"]) }

    /// employee_course belongs to course by (course_id); it is always there.
    ///
    ///     SELECT … FROM "course" WHERE "course"."course_id" = ?
    func course() throws -> Course { try belongsTo(required: Course.self, foreignKey: ["course_id"]) }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":1,"name":"employee_id","type":"INT"},{"isGenerated":false,"isHidden":false,"isNotNull":true,"keyPlace":2,"name":"course_id","type":"INT"}],"foreignKeys":[{"columns":["employee_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["employee_id"],"table":"employee"},{"columns":["course_id"],"onDelete":"NO ACTION","onUpdate":"NO ACTION","references":["course_id"],"table":"course"}],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"employee_course","primaryKey":["employee_id","course_id"],"uniqueKeys":[{"columns":["employee_id","course_id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
