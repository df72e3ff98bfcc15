// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of article_picture"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func articlePictureRows() throws {
        try expectRows(
            ArticlePicture.self,
            sql: #"SELECT "tenant_id", "article_no", "picture" FROM "article_picture" WHERE "article_no" IS NOT NULL AND "tenant_id" IS NOT NULL ORDER BY "article_no", "tenant_id""#
        ) { model, row in
            try expectSame(model.tenantID, row, 0)
            try expectSame(model.articleNo, row, 1)
            try expectSame(model.picture, row, 2)
        }
    }

    @Test func articlePicture_article() throws {
        try expectRelated(
            ArticlePicture.self, Article.self,
            sql: #"SELECT s."article_no", s."tenant_id", t."tenant_id", t."article_no" FROM (SELECT * FROM "article_picture" WHERE "article_no" IS NOT NULL AND "tenant_id" IS NOT NULL ORDER BY "article_no", "tenant_id" LIMIT 300) AS s JOIN "article" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in try oneOrNone { try model.article() } }
    }
}

extension ArticlePicture: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try String(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.articleNo.sqlValue)
        key.append(self.tenantID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}
// zim:end
