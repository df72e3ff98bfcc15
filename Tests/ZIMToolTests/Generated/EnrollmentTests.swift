// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of enrollment"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func enrollmentRows() throws {
        try expectRows(
            Enrollment.self,
            sql: #"SELECT "employee_id", "course_id", "semester", "grade" FROM "enrollment" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL AND "semester" IS NOT NULL ORDER BY "employee_id", "course_id", "semester""#
        ) { model, row in
            try expectSame(model.employeeID, row, 0)
            try expectSame(model.courseID, row, 1)
            try expectSame(model.semester, row, 2)
            try expectSame(model.grade, row, 3)
        }
    }

    @Test func enrollment_employee() throws {
        try expectRelated(
            Enrollment.self, Employee.self,
            sql: #"SELECT s."employee_id", s."course_id", s."semester", t."employee_id" FROM (SELECT * FROM "enrollment" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL AND "semester" IS NOT NULL ORDER BY "employee_id", "course_id", "semester" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }

    @Test func enrollment_course() throws {
        try expectRelated(
            Enrollment.self, Course.self,
            sql: #"SELECT s."employee_id", s."course_id", s."semester", t."course_id" FROM (SELECT * FROM "enrollment" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL AND "semester" IS NOT NULL ORDER BY "employee_id", "course_id", "semester" LIMIT 300) AS s JOIN "course" AS t ON t."course_id" = s."course_id""#
        ) { model in try oneOrNone { try model.course() } }
    }
}

extension Enrollment: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        key.append(try String(column: row[start + 2]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.employeeID.sqlValue)
        key.append(self.courseID.sqlValue)
        key.append(self.semester.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 3 }
}
// zim:end
