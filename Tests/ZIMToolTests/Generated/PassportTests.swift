// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of passport"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func passportRows() throws {
        try expectRows(
            Passport.self,
            sql: #"SELECT "employee_id", "number" FROM "passport" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id""#
        ) { model, row in
            try expectSame(model.employeeID, row, 0)
            try expectSame(model.number, row, 1)
        }
    }

    @Test func passport_employee() throws {
        try expectRelated(
            Passport.self, Employee.self,
            sql: #"SELECT s."employee_id", t."employee_id" FROM (SELECT * FROM "passport" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }
}

extension Passport: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.employeeID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}
// zim:end
