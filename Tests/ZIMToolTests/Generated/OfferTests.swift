// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of offer"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func offerRows() throws {
        try expectRows(
            Offer.self,
            sql: #"SELECT "id", "price_code", "ghost_id" FROM "offer" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.priceCode, row, 1)
            try expectSame(model.ghostID, row, 2)
        }
    }

    @Test func offer_price() throws {
        try expectRelated(
            Offer.self, PriceList.self, first: true,
            sql: #"SELECT s."id", t."code", t."valid_from", t."price" FROM (SELECT * FROM "offer" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "price_list" AS t ON t."code" = s."price_code""#
        ) { model in [try model.price()].compactMap { $0 } }
    }
}

extension Offer: PlainlyRead {
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
