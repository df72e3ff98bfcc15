// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of label"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func labelRows() throws {
        try expectRows(
            Label.self,
            sql: #"SELECT "order_number", "order_year", "tenant_id", "text" FROM "label""#
        ) { model, row in
            try expectSame(model.orderNumber, row, 0)
            try expectSame(model.orderYear, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.text, row, 3)
        }
    }

    @Test func label_order() throws {
        try expectRelated(
            Label.self, Orders.self,
            sql: #"SELECT s."order_number", s."order_year", s."tenant_id", s."text", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "label" LIMIT 300) AS s JOIN "orders" AS t ON t."tenant_id" = s."tenant_id" AND t."year" = s."order_year" AND t."number" = s."order_number""#
        ) { model in [try model.order()].compactMap { $0 } }
    }
}

extension Label: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        key.append(try Int?(column: row[start + 1]).sqlValue)
        key.append(try Int?(column: row[start + 2]).sqlValue)
        key.append(try String?(column: row[start + 3]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.orderNumber.sqlValue)
        key.append(self.orderYear.sqlValue)
        key.append(self.tenantID.sqlValue)
        key.append(self.text.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 4 }
}
// zim:end
