// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of tenant"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func tenantRows() throws {
        try expectRows(
            Tenant.self,
            sql: #"SELECT "tenant_id", "name" FROM "tenant" WHERE "tenant_id" IS NOT NULL ORDER BY "tenant_id""#
        ) { model, row in
            try expectSame(model.tenantID, row, 0)
            try expectSame(model.name, row, 1)
        }
    }

    @Test func tenant_articles() throws {
        try expectRelated(
            Tenant.self, Article.self,
            sql: #"SELECT s."tenant_id", t."tenant_id", t."article_no" FROM (SELECT * FROM "tenant" WHERE "tenant_id" IS NOT NULL ORDER BY "tenant_id" LIMIT 300) AS s JOIN "article" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try model.articles() }
    }

    @Test func tenant_orders() throws {
        try expectRelated(
            Tenant.self, Orders.self,
            sql: #"SELECT s."tenant_id", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "tenant" WHERE "tenant_id" IS NOT NULL ORDER BY "tenant_id" LIMIT 300) AS s JOIN "orders" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try model.orders() }
    }
}

extension Tenant: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}
// zim:end
