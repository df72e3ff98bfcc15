// swift-format-ignore-file
import Foundation
import ZIMOrm

/// The traps, in memory.
func openTestedDatabase() throws -> Database {
    let database = try Database.inMemory()
    try database.withoutTransaction { session in
        try session.execute("PRAGMA foreign_keys = OFF")
        try session.execute(SQL(unsafe: TrapSchema.sql))
    }
    return database
}

// Written by zim. What stands between the markers is written anew by `zim generate`; put your own code outside.
// zim:begin "*tests"
import Foundation
import Testing
import ZIMOrm

@Suite struct ZIMModelTests {
    @Test func openOrderRows() throws {
        try expectRows(
            OpenOrder.self,
            sql: #"SELECT "year", "number", "tenant_id", "lines", "dearest" FROM "Open Orders""#
        ) { model, row in
            try expectSame(model.year, row, 0)
            try expectSame(model.number, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.lines, row, 3)
            try expectSame(model.dearest, row, 4)
        }
    }

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

    @Test func articleRows() throws {
        try expectRows(
            Article.self,
            sql: #"SELECT "article_no", "tenant_id", "name", "price", "gross" FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no""#
        ) { model, row in
            try expectSame(model.articleNo, row, 0)
            try expectSame(model.tenantID, row, 1)
            try expectSame(model.name, row, 2)
            try expectSame(model.price, row, 3)
            try expectSame(model.gross, row, 4)
        }
    }

    @Test func article_tenant() throws {
        try expectRelated(
            Article.self, Tenant.self,
            sql: #"SELECT s."tenant_id", s."article_no", t."tenant_id" FROM (SELECT * FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no" LIMIT 300) AS s JOIN "tenant" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try oneOrNone { try model.tenant() } }
    }

    @Test func article_articlePicture() throws {
        try expectRelated(
            Article.self, ArticlePicture.self,
            sql: #"SELECT s."tenant_id", s."article_no", t."article_no", t."tenant_id" FROM (SELECT * FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no" LIMIT 300) AS s JOIN "article_picture" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in [try model.articlePicture()].compactMap { $0 } }
    }

    @Test func article_orderLines() throws {
        try expectRelated(
            Article.self, OrderLine.self,
            sql: #"SELECT s."tenant_id", s."article_no", t."tenant_id", t."o_year", t."o_number", t."pos" FROM (SELECT * FROM "article" WHERE "tenant_id" IS NOT NULL AND "article_no" IS NOT NULL ORDER BY "tenant_id", "article_no" LIMIT 300) AS s JOIN "order_line" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in try model.orderLines() }
    }

    @Test func articlePictureRows() throws {
        try expectRows(
            ArticlePicture.self,
            sql: #"SELECT "tenant_id", "article_no", "picture" FROM "article_picture" WHERE "article_no" IS NOT NULL AND "tenant_id" IS NOT NULL ORDER BY "article_no", "tenant_id""#
        ) { model, row in
            try expectSame(model.tenantID, row, 0)
            try expectSame(model.articleNo, row, 1)
            try expectSame(model.picture, row, 2)
        }
    }

    @Test func articlePicture_article() throws {
        try expectRelated(
            ArticlePicture.self, Article.self,
            sql: #"SELECT s."article_no", s."tenant_id", t."tenant_id", t."article_no" FROM (SELECT * FROM "article_picture" WHERE "article_no" IS NOT NULL AND "tenant_id" IS NOT NULL ORDER BY "article_no", "tenant_id" LIMIT 300) AS s JOIN "article" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in try oneOrNone { try model.article() } }
    }

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

    @Test func contractRows() throws {
        try expectRows(
            Contract.self,
            sql: #"SELECT "id", "employee_id", "is_open" FROM "contract" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.employeeID, row, 1)
            try expectSame(model.isOpen, row, 2)
        }
    }

    @Test func contract_employee() throws {
        try expectRelated(
            Contract.self, Employee.self,
            sql: #"SELECT s."id", t."employee_id" FROM (SELECT * FROM "contract" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }

    @Test func countryRows() throws {
        try expectRows(
            Country.self,
            sql: #"SELECT "iso", "name" FROM "country" WHERE "iso" IS NOT NULL ORDER BY "iso""#
        ) { model, row in
            try expectSame(model.iso, row, 0)
            try expectSame(model.name, row, 1)
        }
    }

    @Test func country_employees() throws {
        try expectRelated(
            Country.self, Employee.self,
            sql: #"SELECT s."iso", t."employee_id" FROM (SELECT * FROM "country" WHERE "iso" IS NOT NULL ORDER BY "iso" LIMIT 300) AS s JOIN "employee" AS t ON t."country" = s."iso""#
        ) { model in try model.employees() }
    }

    @Test func courseRows() throws {
        try expectRows(
            Course.self,
            sql: #"SELECT "course_id", "title" FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id""#
        ) { model, row in
            try expectSame(model.courseID, row, 0)
            try expectSame(model.title, row, 1)
        }
    }

    @Test func course_employeeCourses() throws {
        try expectRelated(
            Course.self, EmployeeCourse.self,
            sql: #"SELECT s."course_id", t."employee_id", t."course_id" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "employee_course" AS t ON t."course_id" = s."course_id""#
        ) { model in try model.employeeCourses() }
    }

    @Test func course_enrollments() throws {
        try expectRelated(
            Course.self, Enrollment.self,
            sql: #"SELECT s."course_id", t."employee_id", t."course_id", t."semester" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "enrollment" AS t ON t."course_id" = s."course_id""#
        ) { model in try model.enrollments() }
    }

    @Test func course_employees() throws {
        try expectRelated(
            Course.self, Employee.self,
            sql: #"SELECT s."course_id", t."employee_id" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "employee_course" AS j ON j."course_id" = s."course_id" JOIN "employee" AS t ON t."employee_id" = j."employee_id""#
        ) { model in try model.employees() }
    }

    @Test func course_employeesThroughEnrollment() throws {
        try expectRelated(
            Course.self, Employee.self,
            sql: #"SELECT s."course_id", t."employee_id" FROM (SELECT * FROM "course" WHERE "course_id" IS NOT NULL ORDER BY "course_id" LIMIT 300) AS s JOIN "enrollment" AS j ON j."course_id" = s."course_id" JOIN "employee" AS t ON t."employee_id" = j."employee_id""#
        ) { model in try model.employeesThroughEnrollment() }
    }

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

    @Test func employeeCourseRows() throws {
        try expectRows(
            EmployeeCourse.self,
            sql: #"SELECT "employee_id", "course_id" FROM "employee_course" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL ORDER BY "employee_id", "course_id""#
        ) { model, row in
            try expectSame(model.employeeID, row, 0)
            try expectSame(model.courseID, row, 1)
        }
    }

    @Test func employeeCourse_employee() throws {
        try expectRelated(
            EmployeeCourse.self, Employee.self,
            sql: #"SELECT s."employee_id", s."course_id", t."employee_id" FROM (SELECT * FROM "employee_course" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL ORDER BY "employee_id", "course_id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }

    @Test func employeeCourse_course() throws {
        try expectRelated(
            EmployeeCourse.self, Course.self,
            sql: #"SELECT s."employee_id", s."course_id", t."course_id" FROM (SELECT * FROM "employee_course" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL ORDER BY "employee_id", "course_id" LIMIT 300) AS s JOIN "course" AS t ON t."course_id" = s."course_id""#
        ) { model in try oneOrNone { try model.course() } }
    }

    @Test func enrollmentRows() throws {
        try expectRows(
            Enrollment.self,
            sql: #"SELECT "employee_id", "course_id", "semester", "grade" FROM "enrollment" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL AND "semester" IS NOT NULL ORDER BY "employee_id", "course_id", "semester""#
        ) { model, row in
            try expectSame(model.employeeID, row, 0)
            try expectSame(model.courseID, row, 1)
            try expectSame(model.semester, row, 2)
            try expectSame(model.grade, row, 3)
        }
    }

    @Test func enrollment_employee() throws {
        try expectRelated(
            Enrollment.self, Employee.self,
            sql: #"SELECT s."employee_id", s."course_id", s."semester", t."employee_id" FROM (SELECT * FROM "enrollment" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL AND "semester" IS NOT NULL ORDER BY "employee_id", "course_id", "semester" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }

    @Test func enrollment_course() throws {
        try expectRelated(
            Enrollment.self, Course.self,
            sql: #"SELECT s."employee_id", s."course_id", s."semester", t."course_id" FROM (SELECT * FROM "enrollment" WHERE "employee_id" IS NOT NULL AND "course_id" IS NOT NULL AND "semester" IS NOT NULL ORDER BY "employee_id", "course_id", "semester" LIMIT 300) AS s JOIN "course" AS t ON t."course_id" = s."course_id""#
        ) { model in try oneOrNone { try model.course() } }
    }

    @Test func eventRows() throws {
        try expectRows(
            Event.self,
            sql: #"SELECT "kind", "at" FROM "event""#
        ) { model, row in
            try expectSame(model.kind, row, 0)
            try expectSame(model.at, row, 1)
        }
    }

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

    @Test func labelRows() throws {
        try expectRows(
            Label.self,
            sql: #"SELECT "order_number", "order_year", "tenant_id", "text" FROM "label""#
        ) { model, row in
            try expectSame(model.orderNumber, row, 0)
            try expectSame(model.orderYear, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.text, row, 3)
        }
    }

    @Test func label_order() throws {
        try expectRelated(
            Label.self, Orders.self,
            sql: #"SELECT s."order_number", s."order_year", s."tenant_id", s."text", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "label" LIMIT 300) AS s JOIN "orders" AS t ON t."tenant_id" = s."tenant_id" AND t."year" = s."order_year" AND t."number" = s."order_number""#
        ) { model in [try model.order()].compactMap { $0 } }
    }

    @Test func lockerRows() throws {
        try expectRows(
            Locker.self,
            sql: #"SELECT "id", "badge" FROM "locker" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.badge, row, 1)
        }
    }

    @Test func locker_employee() throws {
        try expectRelated(
            Locker.self, Employee.self,
            sql: #"SELECT s."id", t."employee_id" FROM (SELECT * FROM "locker" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "employee" AS t ON t."badge" = s."badge""#
        ) { model in [try model.employee()].compactMap { $0 } }
    }

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
            try expectSame(model.mixed, row, 7, date: .dateTime)
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

    @Test func nicknameRows() throws {
        try expectRows(
            Nickname.self,
            sql: #"SELECT "id", "employee_id", "name" FROM "nickname" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.employeeID, row, 1)
            try expectSame(model.name, row, 2)
        }
    }

    @Test func nickname_employee() throws {
        try expectRelated(
            Nickname.self, Employee.self,
            sql: #"SELECT s."id", t."employee_id" FROM (SELECT * FROM "nickname" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in [try model.employee()].compactMap { $0 } }
    }

    @Test func offerRows() throws {
        try expectRows(
            Offer.self,
            sql: #"SELECT "id", "price_code", "ghost_id" FROM "offer" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.priceCode, row, 1)
            try expectSame(model.ghostID, row, 2)
        }
    }

    @Test func offer_price() throws {
        try expectRelated(
            Offer.self, PriceList.self, first: true,
            sql: #"SELECT s."id", t."code", t."valid_from", t."price" FROM (SELECT * FROM "offer" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "price_list" AS t ON t."code" = s."price_code""#
        ) { model in [try model.price()].compactMap { $0 } }
    }

    @Test func orderRows() throws {
        try expectRows(
            Order.self,
            sql: #"SELECT "id", "v" FROM "order" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.v, row, 1)
        }
    }

    @Test func orderLineRows() throws {
        try expectRows(
            OrderLine.self,
            sql: #"SELECT "pos", "o_number", "o_year", "tenant_id", "article_no", "quantity", "price" FROM "order_line" WHERE "tenant_id" IS NOT NULL AND "o_year" IS NOT NULL AND "o_number" IS NOT NULL AND "pos" IS NOT NULL ORDER BY "tenant_id", "o_year", "o_number", "pos""#
        ) { model, row in
            try expectSame(model.pos, row, 0)
            try expectSame(model.oNumber, row, 1)
            try expectSame(model.oYear, row, 2)
            try expectSame(model.tenantID, row, 3)
            try expectSame(model.articleNo, row, 4)
            try expectSame(model.quantity, row, 5)
            try expectSame(model.price, row, 6)
        }
    }

    @Test func orderLine_order() throws {
        try expectRelated(
            OrderLine.self, Orders.self,
            sql: #"SELECT s."tenant_id", s."o_year", s."o_number", s."pos", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "order_line" WHERE "tenant_id" IS NOT NULL AND "o_year" IS NOT NULL AND "o_number" IS NOT NULL AND "pos" IS NOT NULL ORDER BY "tenant_id", "o_year", "o_number", "pos" LIMIT 300) AS s JOIN "orders" AS t ON t."tenant_id" = s."tenant_id" AND t."year" = s."o_year" AND t."number" = s."o_number""#
        ) { model in try oneOrNone { try model.order() } }
    }

    @Test func orderLine_article() throws {
        try expectRelated(
            OrderLine.self, Article.self,
            sql: #"SELECT s."tenant_id", s."o_year", s."o_number", s."pos", t."tenant_id", t."article_no" FROM (SELECT * FROM "order_line" WHERE "tenant_id" IS NOT NULL AND "o_year" IS NOT NULL AND "o_number" IS NOT NULL AND "pos" IS NOT NULL ORDER BY "tenant_id", "o_year", "o_number", "pos" LIMIT 300) AS s JOIN "article" AS t ON t."tenant_id" = s."tenant_id" AND t."article_no" = s."article_no""#
        ) { model in [try model.article()].compactMap { $0 } }
    }

    @Test func ordersRows() throws {
        try expectRows(
            Orders.self,
            sql: #"SELECT "number", "year", "tenant_id", "seller", "packer", "placed", "note" FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number""#
        ) { model, row in
            try expectSame(model.number, row, 0)
            try expectSame(model.year, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.sellerID, row, 3)
            try expectSame(model.packerID, row, 4)
            try expectSame(model.placed, row, 5, date: .dateTime)
            try expectSame(model.note, row, 6)
        }
    }

    @Test func orders_tenant() throws {
        try expectRelated(
            Orders.self, Tenant.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."tenant_id" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "tenant" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try oneOrNone { try model.tenant() } }
    }

    @Test func orders_seller() throws {
        try expectRelated(
            Orders.self, Employee.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."employee_id" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."seller""#
        ) { model in [try model.seller()].compactMap { $0 } }
    }

    @Test func orders_packer() throws {
        try expectRelated(
            Orders.self, Employee.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."employee_id" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."packer""#
        ) { model in [try model.packer()].compactMap { $0 } }
    }

    @Test func orders_label() throws {
        try expectRelated(
            Orders.self, Label.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."order_number", t."order_year", t."tenant_id", t."text" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "label" AS t ON t."tenant_id" = s."tenant_id" AND t."order_year" = s."year" AND t."order_number" = s."number""#
        ) { model in [try model.label()].compactMap { $0 } }
    }

    @Test func orders_orderLines() throws {
        try expectRelated(
            Orders.self, OrderLine.self,
            sql: #"SELECT s."tenant_id", s."year", s."number", t."tenant_id", t."o_year", t."o_number", t."pos" FROM (SELECT * FROM "orders" WHERE "tenant_id" IS NOT NULL AND "year" IS NOT NULL AND "number" IS NOT NULL ORDER BY "tenant_id", "year", "number" LIMIT 300) AS s JOIN "order_line" AS t ON t."tenant_id" = s."tenant_id" AND t."o_year" = s."year" AND t."o_number" = s."number""#
        ) { model in try model.orderLines() }
    }

    @Test func parcelRows() throws {
        try expectRows(
            Parcel.self,
            sql: #"SELECT "id", "employee_id", "weight" FROM "parcel" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.employeeID, row, 1)
            try expectSame(model.weight, row, 2)
        }
    }

    @Test func parcel_employee() throws {
        try expectRelated(
            Parcel.self, Employee.self,
            sql: #"SELECT s."id", t."employee_id" FROM (SELECT * FROM "parcel" WHERE "id" IS NOT NULL ORDER BY "id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }

    @Test func passportRows() throws {
        try expectRows(
            Passport.self,
            sql: #"SELECT "employee_id", "number" FROM "passport" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id""#
        ) { model, row in
            try expectSame(model.employeeID, row, 0)
            try expectSame(model.number, row, 1)
        }
    }

    @Test func passport_employee() throws {
        try expectRelated(
            Passport.self, Employee.self,
            sql: #"SELECT s."employee_id", t."employee_id" FROM (SELECT * FROM "passport" WHERE "employee_id" IS NOT NULL ORDER BY "employee_id" LIMIT 300) AS s JOIN "employee" AS t ON t."employee_id" = s."employee_id""#
        ) { model in try oneOrNone { try model.employee() } }
    }

    @Test func priceListRows() throws {
        try expectRows(
            PriceList.self,
            sql: #"SELECT "code", "valid_from", "price" FROM "price_list""#
        ) { model, row in
            try expectSame(model.code, row, 0)
            try expectSame(model.validFrom, row, 1, date: .date)
            try expectSame(model.price, row, 2)
        }
    }

    @Test func priceList_offers() throws {
        try expectRelated(
            PriceList.self, Offer.self,
            sql: #"SELECT s."code", s."valid_from", s."price", t."id" FROM (SELECT * FROM "price_list" LIMIT 300) AS s JOIN "offer" AS t ON t."price_code" = s."code""#
        ) { model in try model.offers() }
    }

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

    @Test func tenantRows() throws {
        try expectRows(
            Tenant.self,
            sql: #"SELECT "tenant_id", "name" FROM "tenant" WHERE "tenant_id" IS NOT NULL ORDER BY "tenant_id""#
        ) { model, row in
            try expectSame(model.tenantID, row, 0)
            try expectSame(model.name, row, 1)
        }
    }

    @Test func tenant_articles() throws {
        try expectRelated(
            Tenant.self, Article.self,
            sql: #"SELECT s."tenant_id", t."tenant_id", t."article_no" FROM (SELECT * FROM "tenant" WHERE "tenant_id" IS NOT NULL ORDER BY "tenant_id" LIMIT 300) AS s JOIN "article" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try model.articles() }
    }

    @Test func tenant_orders() throws {
        try expectRelated(
            Tenant.self, Orders.self,
            sql: #"SELECT s."tenant_id", t."tenant_id", t."year", t."number" FROM (SELECT * FROM "tenant" WHERE "tenant_id" IS NOT NULL ORDER BY "tenant_id" LIMIT 300) AS s JOIN "orders" AS t ON t."tenant_id" = s."tenant_id""#
        ) { model in try model.orders() }
    }

    @Test func visitRows() throws {
        try expectRows(
            Visit.self,
            sql: #"SELECT "id", "employee_id", "tenant_id", "at" FROM "visit" WHERE "id" IS NOT NULL ORDER BY "id""#
        ) { model, row in
            try expectSame(model.id, row, 0)
            try expectSame(model.employeeID, row, 1)
            try expectSame(model.tenantID, row, 2)
            try expectSame(model.at, row, 3, date: .dateTime)
        }
    }

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

extension OpenOrder: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        key.append(try Int?(column: row[start + 1]).sqlValue)
        key.append(try Int?(column: row[start + 2]).sqlValue)
        key.append(try Int?(column: row[start + 3]).sqlValue)
        key.append(try Double?(column: row[start + 4]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.year.sqlValue)
        key.append(self.number.sqlValue)
        key.append(self.tenantID.sqlValue)
        key.append(self.lines.sqlValue)
        key.append(self.dearest.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 5 }
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

extension Article: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try String(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        key.append(self.articleNo.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}

extension ArticlePicture: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try String(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.articleNo.sqlValue)
        key.append(self.tenantID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
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

extension Contract: PlainlyRead {
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

extension Country: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try String(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.iso.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}

extension Course: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.courseID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
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

extension EmployeeCourse: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.employeeID.sqlValue)
        key.append(self.courseID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 2 }
}

extension Enrollment: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        key.append(try String(column: row[start + 2]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.employeeID.sqlValue)
        key.append(self.courseID.sqlValue)
        key.append(self.semester.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 3 }
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

extension Label: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        key.append(try Int?(column: row[start + 1]).sqlValue)
        key.append(try Int?(column: row[start + 2]).sqlValue)
        key.append(try String?(column: row[start + 3]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.orderNumber.sqlValue)
        key.append(self.orderYear.sqlValue)
        key.append(self.tenantID.sqlValue)
        key.append(self.text.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 4 }
}

extension Locker: PlainlyRead {
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

extension Nickname: PlainlyRead {
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

extension Offer: PlainlyRead {
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

extension Order: PlainlyRead {
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

extension OrderLine: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        key.append(try Int(column: row[start + 2]).sqlValue)
        key.append(try Int(column: row[start + 3]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        key.append(self.oYear.sqlValue)
        key.append(self.oNumber.sqlValue)
        key.append(self.pos.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 4 }
}

extension Orders: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        key.append(try Int(column: row[start + 1]).sqlValue)
        key.append(try Int(column: row[start + 2]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        key.append(self.year.sqlValue)
        key.append(self.number.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 3 }
}

extension Parcel: PlainlyRead {
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

extension Passport: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.employeeID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}

extension PriceList: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try String?(column: row[start + 0]).sqlValue)
        key.append(try plainDate(row[start + 1], .date))
        key.append(try Decimal?(column: row[start + 2]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.code.sqlValue)
        key.append(self.validFrom.sqlValue)
        key.append(self.price.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 3 }
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

extension Tenant: PlainlyRead {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue] {
        var key: [SQLValue] = []
        key.append(try Int?(column: row[start + 0]).sqlValue)
        return key
    }
    var plainKey: [SQLValue] {
        var key: [SQLValue] = []
        key.append(self.tenantID.sqlValue)
        return key
    }
    static var plainKeyCount: Int { 1 }
}

extension Visit: PlainlyRead {
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
/// A class whose key can be read from a plain row, as its own types.
private protocol PlainlyRead: Model {
    static func plainKey(_ row: ResultRow, _ start: Int) throws -> [SQLValue]
    static var plainKeyCount: Int { get }
    var plainKey: [SQLValue] { get }
}

private func plainDate(_ value: SQLValue, _ format: DateFormat) throws -> SQLValue {
    if value.isNull { return .null }
    guard let date = format.date(from: value) else { throw ValueMismatch(value: value, type: "Date") }
    return date.sqlValue
}

/// The parent that must be there; none where the database does not keep its own word.
private func oneOrNone<M: Model>(_ body: () throws -> M) throws -> [M] {
    do { return [try body()] } catch let error as ModelError where error.code == .rowNotFound { return [] }
}

/// Loads the first rows by key and compares each property with the plain row.
private func expectRows<M: PlainlyRead>(
    _ type: M.Type, sql: String, _ compare: (M, ResultRow) throws -> Void
) throws {
    let database = try openTestedDatabase()
    try database.read { session in
        let rows = try session.rows(SQL(unsafe: sql + " LIMIT 300"))
        guard !M.primaryKey.isEmpty else {
            let models = try session.query(type).limit(300).all()
            #expect(models.count == rows.count)
            for (model, row) in zip(models, rows) { try compare(model, row) }
            return
        }
        for row in rows {
            let key = try M.primaryKey.map { try #require(row[$0]) }
            let model = try #require(try session.find(type, key: key), "no \(type) has the key \(key)")
            try compare(model, row)
        }
    }
}

private func expectSame<V: ColumnValue & Equatable>(_ value: V, _ row: ResultRow, _ place: Int) throws {
    #expect(try V(column: row[place]) == value, "\(row.columns[place]) of \(row)")
}

private func expectSame(_ value: Date, _ row: ResultRow, _ place: Int, date format: DateFormat) throws {
    #expect(format.date(from: row[place]) == value, "\(row.columns[place]) of \(row)")
}

private func expectSame(_ value: Date?, _ row: ResultRow, _ place: Int, date format: DateFormat) throws {
    #expect(format.date(from: row[place]) == value, "\(row.columns[place]) of \(row)")
}

/// Follows a relationship from the first rows, and compares what it finds with the join.
private func expectRelated<Source: PlainlyRead, Target: PlainlyRead>(
    _ source: Source.Type, _ target: Target.Type, first: Bool = false, sql: String,
    _ follow: (Source) throws -> [Target]
) throws {
    let database = try openTestedDatabase()
    try database.read { session in
        let width = Source.plainKeyCount
        let expected = try session.rows(SQL(unsafe: sql)).map { row in
            (source: try Source.plainKey(row, 0), target: try Target.plainKey(row, width))
        }
        let models = try session.query(source).orderByKey().limit(300).all()
        var found: [(source: [SQLValue], target: [SQLValue])] = []
        for model in models {
            for other in try follow(model) { found.append((model.plainKey, other.plainKey)) }
        }
        let wanted = counted(expected.map { $0.source + $0.target })
        let got = counted(found.map { $0.source + $0.target })
        guard first else {
            #expect(got == wanted)
            return
        }
        // Where the key that is pointed to is not unique, it is one of the rows.
        #expect(Set(found.map(\.source)) == Set(expected.map(\.source)))
        for pair in got.keys { #expect(wanted[pair] != nil) }
    }
}

private func counted(_ rows: [[SQLValue]]) -> [[SQLValue]: Int] {
    rows.reduce(into: [:]) { $0[$1, default: 0] += 1 }
}
// zim:end
