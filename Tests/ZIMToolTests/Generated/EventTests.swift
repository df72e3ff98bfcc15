// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of event"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func eventRows() throws {
        try expectRows(
            Event.self,
            sql: #"SELECT "kind", "at" FROM "event""#
        ) { model, row in
            try expectSame(model.kind, row, 0)
            try expectSame(model.at, row, 1)
        }
    }
}

extension Event: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try String?(column: row[start + 0]).sqlValue)
        key.append(try Int?(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.kind.sqlValue)
        key.append(self.at.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}
// zim:end
