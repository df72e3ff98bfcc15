// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of contract"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func contractRows() throws {
        try expectRows(
            Contract.self,
            sql: #"SELECT "id", "employee_id", "is_open" FROM "contract" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.employeeID, row, 1)
            try expectSame(model.isOpen, row, 2)
        }
    }

    @Test func contract_employee() throws {
        try expectRelated(
            Contract.self, Employee.self,
            sql: #"SELECT s."id", t."employee_id" FROM (SELECT * FROM "contract" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }
}

extension Contract: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.id.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}
// zim:end
