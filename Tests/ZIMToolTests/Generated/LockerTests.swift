// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of locker"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func lockerRows() throws {
        try expectRows(
            Locker.self,
            sql: #"SELECT "id", "badge" FROM "locker" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.badge, row, 1)
        }
    }

    @Test func locker_employee() throws {
        try expectRelated(
            Locker.self, Employee.self,
            sql: #"SELECT s."id", t."employee_id" FROM (SELECT * FROM "locker" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "employee" AS t ON t."badge" = s."badge""#
        ) { model in [try model.employee()].compactMap { $0 } }
    }
}

extension Locker: PlainlyRead {
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
