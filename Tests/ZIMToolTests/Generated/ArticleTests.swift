// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of article"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func articleRows() throws {
        try expectRows(
            Article.self,
            sql: #"SELECT "article_no", "tenant_id", "name", "price", "gross" FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no""#
        ) { model, row in
            try expectSame(model.articleNo, row, 0)
            try expectSame(model.tenantID, row, 1)
            try expectSame(model.name, row, 2)
            try expectSame(model.price, row, 3)
            try expectSame(model.gross, row, 4)
        }
    }

    @Test func article_tenant() throws {
        try expectRelated(
            Article.self, Tenant.self,
            sql: #"SELECT s."tenant_id", s."article_no", t."tenant_id" FROM (SELECT * FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no" LIMIT 300) AS s JOIN "tenant" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try oneOrNone { try model.tenant() } }
    }

    @Test func article_articlePicture() throws {
        try expectRelated(
            Article.self, ArticlePicture.self,
            sql: #"SELECT s."tenant_id", s."article_no", t."article_no", t."tenant_id" FROM (SELECT * FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no" LIMIT 300) AS s JOIN "article_picture" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in [try model.articlePicture()].compactMap { $0 } }
    }

    @Test func article_orderLines() throws {
        try expectRelated(
            Article.self, OrderLine.self,
            sql: #"SELECT s."tenant_id", s."article_no", t."tenant_id", t."o_year", t."o_number", t."pos" FROM (SELECT * FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no" LIMIT 300) AS s JOIN "order_line" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in try model.orderLines() }
    }
}

extension Article: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try String(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        key.append(self.articleNo.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}
// zim:end
