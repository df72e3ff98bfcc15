// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of loose_key"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func looseKeyRows() throws {
        try expectRows(
            LooseKey.self,
            sql: #"SELECT "a", "b", "v" FROM "loose_key" WHERE "a" IS NOT NULL AND "b" IS NOT NULL ORDER BY "a", "b""#
        ) { model, row in
            try expectSame(model.a, row, 0)
            try expectSame(model.b, row, 1)
            try expectSame(model.v, row, 2)
        }
    }
}

extension LooseKey: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try String?(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.a.sqlValue)
        key.append(self.b.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}
// zim:end
