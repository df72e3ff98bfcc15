// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of Order Notes"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func orderNoteRows() throws {
        try expectRows(
            OrderNote.self,
            sql: #"SELECT "Session Key", "Session Sub-Type", "Note Text" FROM "Order Notes""#
        ) { model, row in
            try expectSame(model.sessionKey, row, 0)
            try expectSame(model.sessionSubType, row, 1)
            try expectSame(model.noteText, row, 2)
        }
    }

    @Test func orderNote_session() throws {
        try expectRelated(
            OrderNote.self, SessionRow.self,
            sql: #"SELECT s."Session Key", s."Session Sub-Type", s."Note Text", t."year.key", t."sub-type" FROM (SELECT * FROM "Order Notes" LIMIT 300) AS s JOIN "session" AS t ON t."year.key" = s."Session Key" AND t."sub-type" = s."Session Sub-Type""#
        ) { model in [try model.session()].compactMap { $0 } }
    }
}

extension OrderNote: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        key.append(try String?(column: row[start + 1]).sqlValue)
        key.append(try String?(column: row[start + 2]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.sessionKey.sqlValue)
        key.append(self.sessionSubType.sqlValue)
        key.append(self.noteText.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 3 }
}
// zim:end
