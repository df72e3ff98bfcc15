// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of country"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func countryRows() throws {
        try expectRows(
            Country.self,
            sql: #"SELECT "iso", "name" FROM "country" WHERE "iso" IS NOT NULL ORDER BY "iso""#
        ) { model, row in
            try expectSame(model.iso, row, 0)
            try expectSame(model.name, row, 1)
        }
    }

    @Test func country_employees() throws {
        try expectRelated(
            Country.self, Employee.self,
            sql: #"SELECT s."iso", t."employee_id" FROM (SELECT * FROM "country" WHERE "iso" IS NOT NULL ORDER BY "iso" LIMIT 300) AS s JOIN "employee" AS t ON t."country" = s."iso""#
        ) { model in try model.employees() }
    }
}

extension Country: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try String(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.iso.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}
// zim:end
