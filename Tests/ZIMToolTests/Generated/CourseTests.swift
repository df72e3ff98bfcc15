// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of course"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func courseRows() throws {
        try expectRows(
            Course.self,
            sql: #"SELECT "course_id", "title" FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id""#
        ) { model, row in
            try expectSame(model.courseID, row, 0)
            try expectSame(model.title, row, 1)
        }
    }

    @Test func course_employeeCourses() throws {
        try expectRelated(
            Course.self, EmployeeCourse.self,
            sql: #"SELECT s."course_id", t."employee_id", t."course_id" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "employee_course" AS t ON t."course_id" = s."course_id""#
        ) { model in try model.employeeCourses() }
    }

    @Test func course_enrollments() throws {
        try expectRelated(
            Course.self, Enrollment.self,
            sql: #"SELECT s."course_id", t."employee_id", t."course_id", t."semester" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "enrollment" AS t ON t."course_id" = s."course_id""#
        ) { model in try model.enrollments() }
    }

    @Test func course_employees() throws {
        try expectRelated(
            Course.self, Employee.self,
            sql: #"SELECT s."course_id", t."employee_id" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "employee_course" AS j ON j."course_id" = s."course_id" JOIN "employee" AS t ON t."employee_id" = j."employee_id""#
        ) { model in try model.employees() }
    }

    @Test func course_employeesThroughEnrollment() throws {
        try expectRelated(
            Course.self, Employee.self,
            sql: #"SELECT s."course_id", t."employee_id" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "enrollment" AS j ON j."course_id" = s."course_id" JOIN "employee" AS t ON t."employee_id" = j."employee_id""#
        ) { model in try model.employeesThroughEnrollment() }
    }
}

extension Course: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.courseID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}
// zim:end
