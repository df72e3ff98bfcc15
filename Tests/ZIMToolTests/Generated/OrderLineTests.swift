// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of order_line"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func orderLineRows() throws {
        try expectRows(
            OrderLine.self,
            sql: #"SELECT "pos", "o_number", "o_year", "tenant_id", "article_no", "quantity", "price" FROM "order_line" WHERE "tenant_id" IS NOT NULL AND "o_year" IS NOT NULL AND "o_number" IS NOT NULL AND "pos" IS NOT NULL ORDER BY "tenant_id", "o_year", "o_number", "pos""#
        ) { model, row in
            try expectSame(model.pos, row, 0)
            try expectSame(model.oNumber, row, 1)
            try expectSame(model.oYear, row, 2)
            try expectSame(model.tenantID, row, 3)
            try expectSame(model.articleNo, row, 4)
            try expectSame(model.quantity, row, 5)
            try expectSame(model.price, row, 6)
        }
    }

    @Test func orderLine_order() throws {
        try expectRelated(
            OrderLine.self, Orders.self,
            sql: #"SELECT s."tenant_id", s."o_year", s."o_number", s."pos", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "order_line" WHERE "tenant_id" IS NOT NULL AND "o_year" IS NOT NULL AND "o_number" IS NOT NULL AND "pos" IS NOT NULL ORDER BY "tenant_id", "o_year", "o_number", "pos" LIMIT 300) AS s JOIN "orders" AS t ON t."tenant_id" = s."tenant_id" AND t."year" = s."o_year" AND t."number" = s."o_number""#
        ) { model in try oneOrNone { try model.order() } }
    }

    @Test func orderLine_article() throws {
        try expectRelated(
            OrderLine.self, Article.self,
            sql: #"SELECT s."tenant_id", s."o_year", s."o_number", s."pos", t."tenant_id", t."article_no" FROM (SELECT * FROM "order_line" WHERE "tenant_id" IS NOT NULL AND "o_year" IS NOT NULL AND "o_number" IS NOT NULL AND "pos" IS NOT NULL ORDER BY "tenant_id", "o_year", "o_number", "pos" LIMIT 300) AS s JOIN "article" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in [try model.article()].compactMap { $0 } }
    }
}

extension OrderLine: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        key.append(try Int(column: row[start + 2]).sqlValue)
        key.append(try Int(column: row[start + 3]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        key.append(self.oYear.sqlValue)
        key.append(self.oNumber.sqlValue)
        key.append(self.pos.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 4 }
}
// zim:end
