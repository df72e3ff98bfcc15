// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "course"
import Foundation
import ZIMOrm

/// A row of the table `course`.
final class Course: Model, RowDecodable {
    /// `course_id` INTEGER, the key
    var courseID: Int? { didSet { noteChange(0, was: oldValue) } }
    /// `title` TEXT
    var title: String? { didSet { recordedChanges.insert(1) } }
    private var recordedChanges = ColumnChanges()
    override var columnChanges: ColumnChanges? {
        get { recordedChanges }
        set { recordedChanges = newValue ?? ColumnChanges() }
    }

    override class var table: String { "course" }
    override class var primaryKey: [String] { ["course_id"] }
    override class var columns: [Column] {
        [
            Column("course_id", \Course.courseID),
            Column("title", \Course.title),
        ]
    }
    override class var relationships: [Relationship] {
        [
            .hasMany("employeeCourses", EmployeeCourse.self, foreignKey: ["course_id"]),
            .hasMany("enrollments", Enrollment.self, foreignKey: ["course_id"]),
            .hasMany("employees", Employee.self, through: EmployeeCourse.self, foreignKey: ["course_id"], targetForeignKey: ["employee_id"]),
            .hasMany("employeesThroughEnrollment", Employee.self, through: Enrollment.self, foreignKey: ["course_id"], targetForeignKey: ["employee_id"]),
        ]
    }

    required init() {
        super.init()
    }

    init(row: borrowing Row) throws {
        courseID = try Int?.read(from: row, at: 0)
        title = try String?.read(from: row, at: 1)
        super.init()
    }
}

extension Course {
    /// course has many employee_course by (course_id).
    ///
    ///     SELECT … FROM "employee_course" WHERE "employee_course"."course_id" = ?
    func employeeCourses(options: [RelationshipOption] = []) throws -> [EmployeeCourse] {
        try hasMany(EmployeeCourse.self, foreignKey: ["course_id"], options: options)
    }

    /// course has many enrollment by (course_id).
    ///
    ///     SELECT … FROM "enrollment" WHERE "enrollment"."course_id" = ?
    func enrollments(options: [RelationshipOption] = []) throws -> [Enrollment] {
        try hasMany(Enrollment.self, foreignKey: ["course_id"], options: options)
    }

    /// course has many employee through employee_course by (course_id) and (employee_id).
    ///
    ///     SELECT … FROM "employee_course" JOIN "employee" ON "employee"."employee_id" = "employee_course"."employee_id" WHERE "employee_course"."course_id" = ?
    func employees(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(
            Employee.self, through: EmployeeCourse.self, foreignKey: ["course_id"],
            targetForeignKey: ["employee_id"], options: options)
    }

    /// course has many employee through enrollment by (course_id) and (employee_id); once for each row of enrollment.
    ///
    ///     SELECT … FROM "enrollment" JOIN "employee" ON "employee"."employee_id" = "enrollment"."employee_id" WHERE "enrollment"."course_id" = ?
    func employeesThroughEnrollment(options: [RelationshipOption] = []) throws -> [Employee] {
        try hasMany(
            Employee.self, through: Enrollment.self, foreignKey: ["course_id"],
            targetForeignKey: ["employee_id"], options: options)
    }
}

// zim:schema {"columns":[{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":1,"name":"course_id","type":"INTEGER"},{"isGenerated":false,"isHidden":false,"isNotNull":false,"keyPlace":0,"name":"title","type":"TEXT"}],"foreignKeys":[],"isStrict":false,"isWithoutRowID":false,"kind":"table","name":"course","primaryKey":["course_id"],"rowIDColumn":"course_id","uniqueKeys":[{"columns":["course_id"],"hasExpression":false,"isPartial":false,"isPrimaryKey":true,"name":"PRIMARY KEY"}]}
// zim:end
