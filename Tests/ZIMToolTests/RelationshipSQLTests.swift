import Testing
import ZIMOrm

/// The SQL in the documentation of a generated method is what the method sends.
@Suite struct RelationshipSQLTests {
    private func sent(_ body: (Session) throws -> Void) throws -> [String] {
        let database = try openTestedDatabase()
        let log = Log()
        return try database.read { session in
            let subscription = database.trace { log.add($0.sql) }
            try body(session)
            subscription.cancel()
            return log.texts
        }
    }

    @Test func belongsTo() throws {
        let sql = try sent { session in
            let line = try #require(try session.find(OrderLine.self, 1, 1998, 7, 1))
            #expect(try line.order().number == 7)
        }
        #expect(
            sql.last?.hasSuffix(
                #"FROM "orders" WHERE "orders"."tenant_id" = ? AND "orders"."year" = ? AND "orders"."number" = ?"#)
                == true)
        #expect(sql.count == 2)
    }

    @Test func belongsToAnotherKey() throws {
        let sql = try sent { session in
            let owner = try session.find(Locker.self, 1)?.employee()
            #expect(owner?.name == "Ada")
        }
        #expect(
            sql.last?.hasSuffix(
                #"FROM "employee" WHERE "employee"."badge" = ? ORDER BY "employee"."employee_id" LIMIT 1"#)
                == true)
    }

    @Test func hasOne() throws {
        let sql = try sent { session in
            let passport = try session.find(Employee.self, 1)?.passport()
            #expect(passport?.number == "P1")
        }
        #expect(
            sql.last?.hasSuffix(
                #"FROM "passport" WHERE "passport"."employee_id" = ? ORDER BY "passport"."employee_id" LIMIT ?"#)
                == true)
    }

    @Test func hasMany() throws {
        let sql = try sent { session in
            let order = try #require(try session.find(Orders.self, 1, 1998, 7))
            #expect(try order.orderLines(options: []).count == 2)
        }
        #expect(
            sql.last?.hasSuffix(
                #"FROM "order_line" WHERE "order_line"."tenant_id" = ? AND "order_line"."o_year" = ? AND "order_line"."o_number" = ?"#
            ) == true)
    }

    @Test func through() throws {
        let sql = try sent { session in
            let ada = try #require(try session.find(Employee.self, 1))
            #expect(try ada.coursesThroughEnrollment().map(\.title) == ["Logic", "Logic", "Looms"])
        }
        #expect(
            sql.last?.hasSuffix(
                #"FROM "enrollment" JOIN "course" ON "course"."course_id" = "enrollment"."course_id" WHERE "enrollment"."employee_id" = ?"#
            ) == true)
    }

    @Test func aParentThatMustBeThereAndIsNot() throws {
        let database = try openTestedDatabase()
        try database.read { session in
            let parcel = try #require(try session.find(Parcel.self, 2))
            let error = #expect(throws: ModelError.self) { try parcel.employee() }
            #expect(error?.code == .rowNotFound)
            #expect(
                error?.message
                    == #""parcel" (employee_id = …) belongs to a row of "employee" that is not there"#)
            #expect(error?.key == [2])
        }
    }

    /// Writing through a generated class: only what changed, in the form that the column has.
    @Test func changes() throws {
        let database = try openTestedDatabase()
        let log = Log()
        try database.write { session in
            let measure = try #require(try session.find(Measure.self, 1))
            #expect(try measure.changedColumns() == [])
            measure.unix = Date(timeIntervalSince1970: 1_000_000_100)
            measure.german = Date(timeIntervalSince1970: 0)
            let line = try #require(try session.find(OrderLine.self, 1, 1998, 7, 2))
            line.pos = 3
            let subscription = database.trace { log.add($0.sql) }
            try measure.save()
            try line.save()
            subscription.cancel()
            #expect(
                try session.rows("SELECT unix, german FROM measure WHERE id = 1").first?.values
                    == [1_000_000_100, "01.01.1970"])
        }
        #expect(
            log.texts.filter { $0.hasPrefix("UPDATE") } == [
                #"UPDATE "measure" SET "unix" = ?, "german" = ? WHERE "id" = ?"#,
                #"UPDATE "order_line" SET "pos" = ? WHERE "tenant_id" = ? AND "o_year" = ? AND "o_number" = ? AND "pos" = ?"#,
            ])
    }
}
