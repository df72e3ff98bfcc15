// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of employee_course"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func employeeCourseRows() throws {
        try expectRows(
            EmployeeCourse.self,
            sql: #"SELECT "employee_id", "course_id" FROM "employee_course" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL ORDER BY "employee_id", "course_id""#
        ) { model, row in
            try expectSame(model.employeeID, row, 0)
            try expectSame(model.courseID, row, 1)
        }
    }

    @Test func employeeCourse_employee() throws {
        try expectRelated(
            EmployeeCourse.self, Employee.self,
            sql: #"SELECT s."employee_id", s."course_id", t."employee_id" FROM (SELECT * FROM "employee_course" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL ORDER BY "employee_id", "course_id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }

    @Test func employeeCourse_course() throws {
        try expectRelated(
            EmployeeCourse.self, Course.self,
            sql: #"SELECT s."employee_id", s."course_id", t."course_id" FROM (SELECT * FROM "employee_course" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL ORDER BY "employee_id", "course_id" LIMIT 300) AS s JOIN "course" AS t ON t."course_id" = s."course_id""#
        ) { model in try oneOrNone { try model.course() } }
    }
}

extension EmployeeCourse: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.employeeID.sqlValue)
        key.append(self.courseID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}
// zim:end
