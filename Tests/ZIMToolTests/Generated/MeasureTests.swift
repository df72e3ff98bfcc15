// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of measure"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func measureRows() throws {
        try expectRows(
            Measure.self,
            sql: #"SELECT "id", "unix", "millis", "julian", "day", "german", "american", "mixed", "broken", "born", "count", "amount", "ratio", "flag", "wrong", "untyped", "several", "small", "short", "bytes", "ident", "doc" FROM "measure" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.unix, row, 1, date: .unixSeconds)
            try expectSame(model.millis, row, 2, date: .unixMilliseconds)
            try expectSame(model.julian, row, 3, date: .julianDay)
            try expectSame(model.day, row, 4, date: .date)
            try expectSame(model.german, row, 5, date: .pattern("dd.MM.yyyy"))
            try expectSame(model.american, row, 6)
            try expectSame(model.mixed, row, 7)
            try expectSame(model.broken, row, 8)
            try expectSame(model.born, row, 9)
            try expectSame(model.count, row, 10)
            try expectSame(model.amount, row, 11)
            try expectSame(model.ratio, row, 12)
            try expectSame(model.flag, row, 13)
            try expectSame(model.wrong, row, 14)
            try expectSame(model.untyped, row, 15)
            try expectSame(model.several, row, 16)
            try expectSame(model.small, row, 17)
            try expectSame(model.short, row, 18)
            try expectSame(model.bytes, row, 19)
            try expectSame(model.ident, row, 20)
            try expectSame(model.doc, row, 21)
        }
    }
}

extension Measure: PlainlyRead {
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
