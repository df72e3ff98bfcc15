// swift-format-ignore-file
// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests of employee"
import Foundation
import Testing
import ZIMOrm

extension ZIMModelTests {
    @Test func employeeRows() throws {
        try expectRows(
            Employee.self,
            sql: #"SELECT "employee_id", "name", "boss_id", "badge", "country" FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id""#
        ) { model, row in
            try expectSame(model.employeeID, row, 0)
            try expectSame(model.name, row, 1)
            try expectSame(model.bossID, row, 2)
            try expectSame(model.badge, row, 3)
            try expectSame(model.countryID, row, 4)
        }
    }

    @Test func employee_boss() throws {
        try expectRelated(
            Employee.self, Employee.self,
            sql: #"SELECT s."employee_id", t."employee_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."boss_id""#
        ) { model in [try model.boss()].compactMap { $0 } }
    }

    @Test func employee_country() throws {
        try expectRelated(
            Employee.self, Country.self,
            sql: #"SELECT s."employee_id", t."iso" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "country" AS t ON t."iso" = s."country""#
        ) { model in [try model.country()].compactMap { $0 } }
    }

    @Test func employee_contracts() throws {
        try expectRelated(
            Employee.self, Contract.self,
            sql: #"SELECT s."employee_id", t."id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "contract" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try model.contracts() }
    }

    @Test func employee_employeesAsBoss() throws {
        try expectRelated(
            Employee.self, Employee.self,
            sql: #"SELECT s."employee_id", t."employee_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "employee" AS t ON t."boss_id" = s."employee_id""#
        ) { model in try model.employeesAsBoss() }
    }

    @Test func employee_employeeCourses() throws {
        try expectRelated(
            Employee.self, EmployeeCourse.self,
            sql: #"SELECT s."employee_id", t."employee_id", t."course_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "employee_course" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try model.employeeCourses() }
    }

    @Test func employee_enrollments() throws {
        try expectRelated(
            Employee.self, Enrollment.self,
            sql: #"SELECT s."employee_id", t."employee_id", t."course_id", t."semester" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "enrollment" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try model.enrollments() }
    }

    @Test func employee_friendshipsAsPerson() throws {
        try expectRelated(
            Employee.self, Friendship.self,
            sql: #"SELECT s."employee_id", t."person_id", t."friend_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "friendship" AS t ON t."person_id" = s."employee_id""#
        ) { model in try model.friendshipsAsPerson() }
    }

    @Test func employee_friendshipsAsFriend() throws {
        try expectRelated(
            Employee.self, Friendship.self,
            sql: #"SELECT s."employee_id", t."person_id", t."friend_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "friendship" AS t ON t."friend_id" = s."employee_id""#
        ) { model in try model.friendshipsAsFriend() }
    }

    @Test func employee_lockers() throws {
        try expectRelated(
            Employee.self, Locker.self,
            sql: #"SELECT s."employee_id", t."id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "locker" AS t ON t."badge" = s."badge""#
        ) { model in try model.lockers() }
    }

    @Test func employee_nicknames() throws {
        try expectRelated(
            Employee.self, Nickname.self,
            sql: #"SELECT s."employee_id", t."id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "nickname" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try model.nicknames() }
    }

    @Test func employee_ordersAsSeller() throws {
        try expectRelated(
            Employee.self, Orders.self,
            sql: #"SELECT s."employee_id", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "orders" AS t ON t."seller" = s."employee_id""#
        ) { model in try model.ordersAsSeller() }
    }

    @Test func employee_ordersAsPacker() throws {
        try expectRelated(
            Employee.self, Orders.self,
            sql: #"SELECT s."employee_id", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "orders" AS t ON t."packer" = s."employee_id""#
        ) { model in try model.ordersAsPacker() }
    }

    @Test func employee_parcels() throws {
        try expectRelated(
            Employee.self, Parcel.self,
            sql: #"SELECT s."employee_id", t."id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "parcel" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try model.parcels() }
    }

    @Test func employee_passport() throws {
        try expectRelated(
            Employee.self, Passport.self,
            sql: #"SELECT s."employee_id", t."employee_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "passport" AS t ON t."employee_id" = s."employee_id""#
        ) { model in [try model.passport()].compactMap { $0 } }
    }

    @Test func employee_courses() throws {
        try expectRelated(
            Employee.self, Course.self,
            sql: #"SELECT s."employee_id", t."course_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "employee_course" AS j ON j."employee_id" = s."employee_id" JOIN "course" AS t ON t."course_id" = j."course_id""#
        ) { model in try model.courses() }
    }

    @Test func employee_coursesThroughEnrollment() throws {
        try expectRelated(
            Employee.self, Course.self,
            sql: #"SELECT s."employee_id", t."course_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "enrollment" AS j ON j."employee_id" = s."employee_id" JOIN "course" AS t ON t."course_id" = j."course_id""#
        ) { model in try model.coursesThroughEnrollment() }
    }

    @Test func employee_friends() throws {
        try expectRelated(
            Employee.self, Employee.self,
            sql: #"SELECT s."employee_id", t."employee_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "friendship" AS j ON j."person_id" = s."employee_id" JOIN "employee" AS t ON t."employee_id" = j."friend_id""#
        ) { model in try model.friends() }
    }

    @Test func employee_people() throws {
        try expectRelated(
            Employee.self, Employee.self,
            sql: #"SELECT s."employee_id", t."employee_id" FROM (SELECT * FROM "employee" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "friendship" AS j ON j."friend_id" = s."employee_id" JOIN "employee" AS t ON t."employee_id" = j."person_id""#
        ) { model in try model.people() }
    }
}

extension Employee: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.employeeID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}
// zim:end
