// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of wide"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func wideRows() throws {
        try expectRows(
            Wide.self,
            sql: #"SELECT "a", "b", "c", "d", "e", "f", "v" FROM "wide" WHERE "f" IS NOT NULL AND "e" IS NOT NULL AND "d" IS NOT NULL AND "c" IS NOT NULL AND "b" IS NOT NULL AND "a" IS NOT NULL ORDER BY "f", "e", "d", "c", "b", "a""#
        ) { model, row in
            try expectSame(model.a, row, 0)
            try expectSame(model.b, row, 1)
            try expectSame(model.c, row, 2)
            try expectSame(model.d, row, 3)
            try expectSame(model.e, row, 4)
            try expectSame(model.f, row, 5)
            try expectSame(model.v, row, 6)
        }
    }

    @Test func wide_wideChildren() throws {
        try expectRelated(
            Wide.self, WideChild.self,
            sql: #"SELECT s."f", s."e", s."d", s."c", s."b", s."a", t."id" FROM (SELECT * FROM "wide" WHERE "f" IS NOT NULL AND "e" IS NOT NULL AND "d" IS NOT NULL AND "c" IS NOT NULL AND "b" IS NOT NULL AND "a" IS NOT NULL ORDER BY "f", "e", "d", "c", "b", "a" LIMIT 300) AS s JOIN "wide_child" AS t ON t."f" = s."f" AND t."e" = s."e" AND t."d" = s."d" AND t."c" = s."c" AND t."b" = s."b" AND t."a" = s."a""#
        ) { model in try model.wideChildren() }
    }
}

extension Wide: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        key.append(try Int(column: row[start + 2]).sqlValue)
        key.append(try String(column: row[start + 3]).sqlValue)
        key.append(try Int(column: row[start + 4]).sqlValue)
        key.append(try Int(column: row[start + 5]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.f.sqlValue)
        key.append(self.e.sqlValue)
        key.append(self.d.sqlValue)
        key.append(self.c.sqlValue)
        key.append(self.b.sqlValue)
        key.append(self.a.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 6 }
}
// zim:end
