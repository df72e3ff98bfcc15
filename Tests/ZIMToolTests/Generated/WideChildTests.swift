// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of wide_child"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func wideChildRows() throws {
        try expectRows(
            WideChild.self,
            sql: #"SELECT "id", "a", "b", "c", "d", "e", "f" FROM "wide_child" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.a, row, 1)
            try expectSame(model.b, row, 2)
            try expectSame(model.c, row, 3)
            try expectSame(model.d, row, 4)
            try expectSame(model.e, row, 5)
            try expectSame(model.f, row, 6)
        }
    }

    @Test func wideChild_wide() throws {
        try expectRelated(
            WideChild.self, Wide.self,
            sql: #"SELECT s."id", t."f", t."e", t."d", t."c", t."b", t."a" FROM (SELECT * FROM "wide_child" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "wide" AS t ON t."f" = s."f" AND t."e" = s."e" AND t."d" = s."d" AND t."c" = s."c" AND t."b" = s."b" AND t."a" = s."a""#
        ) { model in [try model.wide()].compactMap { $0 } }
    }
}

extension WideChild: PlainlyRead {
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
