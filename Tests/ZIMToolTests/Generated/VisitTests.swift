// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of visit"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func visitRows() throws {
        try expectRows(
            Visit.self,
            sql: #"SELECT "id", "employee_id", "tenant_id", "at" FROM "visit" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.employeeID, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.at, row, 3, date: .dateTime)
        }
    }
}

extension Visit: PlainlyRead {
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
