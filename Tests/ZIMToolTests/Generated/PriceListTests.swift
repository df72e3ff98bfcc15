// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of price_list"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func priceListRows() throws {
        try expectRows(
            PriceList.self,
            sql: #"SELECT "code", "valid_from", "price" FROM "price_list""#
        ) { model, row in
            try expectSame(model.code, row, 0)
            try expectSame(model.validFrom, row, 1, date: .date)
            try expectSame(model.price, row, 2)
        }
    }

    @Test func priceList_offers() throws {
        try expectRelated(
            PriceList.self, Offer.self,
            sql: #"SELECT s."code", s."valid_from", s."price", t."id" FROM (SELECT * FROM "price_list" LIMIT 300) AS s JOIN "offer" AS t ON t."price_code" = s."code""#
        ) { model in try model.offers() }
    }
}

extension PriceList: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try String?(column: row[start + 0]).sqlValue)
        key.append(try plainDate(row[start + 1], .date))
        key.append(try Decimal?(column: row[start + 2]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.code.sqlValue)
        key.append(self.validFrom.sqlValue)
        key.append(self.price.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 3 }
}
// zim:end
