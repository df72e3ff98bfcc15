// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of Open Orders"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func openOrderRows() throws {
        try expectRows(
            OpenOrder.self,
            sql: #"SELECT "year", "number", "tenant_id", "lines", "dearest" FROM "Open Orders""#
        ) { model, row in
            try expectSame(model.year, row, 0)
            try expectSame(model.number, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.lines, row, 3)
            try expectSame(model.dearest, row, 4)
        }
    }
}

extension OpenOrder: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        key.append(try Int?(column: row[start + 1]).sqlValue)
        key.append(try Int?(column: row[start + 2]).sqlValue)
        key.append(try Int?(column: row[start + 3]).sqlValue)
        key.append(try Double?(column: row[start + 4]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.year.sqlValue)
        key.append(self.number.sqlValue)
        key.append(self.tenantID.sqlValue)
        key.append(self.lines.sqlValue)
        key.append(self.dearest.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 5 }
}
// zim:end
