// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of friendship"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func friendshipRows() throws {
        try expectRows(
            Friendship.self,
            sql: #"SELECT "person_id", "friend_id", "since" FROM "friendship" WHERE "person_id" IS NOT NULL AND "friend_id" IS NOT NULL ORDER BY "person_id", "friend_id""#
        ) { model, row in
            try expectSame(model.personID, row, 0)
            try expectSame(model.friendID, row, 1)
            try expectSame(model.since, row, 2, date: .date)
        }
    }

    @Test func friendship_person() throws {
        try expectRelated(
            Friendship.self, Employee.self,
            sql: #"SELECT s."person_id", s."friend_id", t."employee_id" FROM (SELECT * FROM "friendship" WHERE "person_id" IS NOT NULL AND "friend_id" IS NOT NULL ORDER BY "person_id", "friend_id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."person_id""#
        ) { model in try oneOrNone { try model.person() } }
    }

    @Test func friendship_friend() throws {
        try expectRelated(
            Friendship.self, Employee.self,
            sql: #"SELECT s."person_id", s."friend_id", t."employee_id" FROM (SELECT * FROM "friendship" WHERE "person_id" IS NOT NULL AND "friend_id" IS NOT NULL ORDER BY "person_id", "friend_id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."friend_id""#
        ) { model in try oneOrNone { try model.friend() } }
    }
}

extension Friendship: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.personID.sqlValue)
        key.append(self.friendID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}
// zim:end
