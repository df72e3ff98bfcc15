// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of class"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func classRows() throws {
        try expectRows(
            Class.self,
            sql: #"SELECT "id", "default", "self", "init", "save", "delete", "columns", "table", "Type", "in", "changed", "row", "record", "recordedChanges" FROM "class" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.`default`, row, 1)
            try expectSame(model.selfValue, row, 2)
            try expectSame(model.initValue, row, 3)
            try expectSame(model.saveValue, row, 4)
            try expectSame(model.deleteValue, row, 5)
            try expectSame(model.columns, row, 6)
            try expectSame(model.table, row, 7)
            try expectSame(model.type, row, 8)
            try expectSame(model.`in`, row, 9)
            try expectSame(model.changed, row, 10)
            try expectSame(model.rowValue, row, 11)
            try expectSame(model.recordValue, row, 12)
            try expectSame(model.recordedChangesValue, row, 13)
        }
    }
}

extension Class: PlainlyRead {
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
