// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of session"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func sessionRowRows() throws {
        try expectRows(
            SessionRow.self,
            sql: #"SELECT "year.key", "sub-type", "2B", "%_x", "%", "a ""quoted"" name", "Straße", "a b", "a_b", "aB" FROM "session" WHERE "year.key" IS NOT NULL AND "sub-type" IS NOT NULL ORDER BY "year.key", "sub-type""#
        ) { model, row in
            try expectSame(model.yearKey, row, 0)
            try expectSame(model.subType, row, 1)
            try expectSame(model.column2b, row, 2)
            try expectSame(model.x, row, 3)
            try expectSame(model.column5, row, 4)
            try expectSame(model.aQuotedName, row, 5)
            try expectSame(model.straße, row, 6)
            try expectSame(model.aB, row, 7)
            try expectSame(model.aB2, row, 8)
            try expectSame(model.aB3, row, 9)
        }
    }

    @Test func sessionRow_orderNotes() throws {
        try expectRelated(
            SessionRow.self, OrderNote.self,
            sql: #"SELECT s."year.key", s."sub-type", t."Session Key", t."Session Sub-Type", t."Note Text" FROM (SELECT * FROM "session" WHERE "year.key" IS NOT NULL AND "sub-type" IS NOT NULL ORDER BY "year.key", "sub-type" LIMIT 300) AS s JOIN "Order Notes" AS t ON t."Session Key" = s."year.key" AND t."Session Sub-Type" = s."sub-type""#
        ) { model in try model.orderNotes() }
    }
}

extension SessionRow: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try String(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.yearKey.sqlValue)
        key.append(self.subType.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}
// zim:end
