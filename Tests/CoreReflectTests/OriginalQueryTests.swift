import CoreReflect
import TestServer
import Testing

extension CoreReflectTests {
    /// The blocks of the original's documentation about finding, each with its SQL and its rows.
    @Suite(.eachEngine) struct OriginalQueryTests {
        private typealias User = Original.User
        private typealias Address = Original.Address
        private let log: LogLines

        init() throws {
            try Original.populate()
            log = LogLines()
        }

        private func names(_ users: [Original.User]) -> [String] { users.map(\.firstName).sorted() }

        @Test func findByIdAndFetch() throws {
            let user = try User.findById(2)
            expectOriginal(log.take().first, "SELECT * FROM User WHERE User.objectId = 2")
            #expect(user?.firstName == "Doloris" && user?.birthday == date("1991-03-02 05:00:59"))
            // Not included: it stands for its row, and has no number until it is fetched.
            #expect(user?.address.objectId == nil && user?.address.reference == [2])

            let again = User()
            again.objectId = 2
            try again.fetch()
            expectOriginal(log.take().first, "SELECT * FROM User WHERE User.objectId = 2")
            #expect(again.firstName == "Doloris" && again.address.objectId == nil)

            let joined =
                "SELECT \(Original.addressColumns), User.* FROM User INNER JOIN Address ON User.Address_objectId = Address.objectId WHERE User.objectId = 2"
            try again.fetch(include: Address.self)
            let lines = log.take()
            #expect(lines.count == 1)
            expectOriginal(lines.first, joined)
            #expect(again.address.objectId == 2 && again.address.state == "MI" && again.address.isLoaded)

            let whole = try User.findById(2, include: Address.self)
            expectOriginal(log.take().first, joined)
            #expect(whole?.address.street == "Union Street Detroit")
            #expect(try User.findById(77) == nil)
            #expect(try User.findById(77, include: Address.self) == nil)
        }

        @Test(
            arguments: [
                ("age", Comparison.equals, [25], "age = 25", ["Doloris"]),
                ("registerNumber", .greaterThan, [5000], "registerNumber > 5000", ["Bertram", "Kanisha", "Mohamed"]),
                ("registerNumber", .lessThan, [4500], "registerNumber < 4500", ["Doloris", "Noemi"]),
                (
                    "registerNumber", .lessThanOrEquals, [4500], "registerNumber <= 4500",
                    ["Aracelis", "Doloris", "Noemi"]
                ),
                ("age", .greaterThanOrEquals, [71], "age >= 71", ["Aracelis", "Bertram"]),
                ("age", .between, [20, 30], "age BETWEEN 20 AND 30", ["Doloris", "Mohamed"]),
                ("age", .in, [19], "age IN (19)", ["Noemi"]),
            ] as [(String, Comparison, [Int], String, [String])])
        func numbers(_ field: String, _ comparison: Comparison, _ values: [Int], _ sql: String, _ found: [String])
            throws
        {
            let users = try User.query().filter(field, comparison, values: values).findObject()
            expectOriginal(log.take().first, "SELECT * FROM User WHERE " + sql)
            #expect(names(users) == found)
        }

        @Test(
            arguments: [
                (
                    "gender", Comparison.notEquals, "male", "gender != 'male'",
                    ["Aracelis", "Doloris", "Kanisha", "Noemi"]
                ),
                ("firstName", .like, "A%", "firstName LIKE 'A%'", ["Aracelis"]),
                (
                    "firstName", .notLike, "%mi%", "firstName NOT LIKE '%mi%'",
                    ["Aracelis", "Bertram", "Doloris", "Kanisha", "Mohamed"]
                ),
                ("lastName", .is, nil, "lastName IS NULL", []),
                ("lastName", .equals, nil, "lastName IS NULL", []),
                (
                    "lastName", .isNot, "Kellar", "lastName IS NOT 'Kellar'",
                    ["Aracelis", "Doloris", "Kanisha", "Mohamed", "Noemi"]
                ),
            ] as [(String, Comparison, String?, String, [String])])
        func texts(_ field: String, _ comparison: Comparison, _ value: String?, _ sql: String, _ found: [String]) throws
        {
            let users = try User.query().filter(field, comparison, value: value).findObject()
            expectOriginal(log.take().first, "SELECT * FROM User WHERE " + sql)
            #expect(names(users) == found)
        }

        @Test func lists() throws {
            let query = Address.query()
            query.filter("state", .in, value: "MI", "GA", "LI")
            #expect(try query.findObject().map(\.state) == ["MI", "GA"])
            expectOriginal(log.take().first, "SELECT * FROM Address WHERE state IN ('MI' , 'GA' , 'LI')")

            let others = Address.query()
            others.filter("number", .notIn, value: 105, 226, 760, 728)
            #expect(try others.findObject().map(\.number) == [584, 752])
            expectOriginal(log.take().first, "SELECT * FROM Address WHERE number NOT IN (105 , 226 , 760 , 728)")

            let without = Address.query()
            without.filter("updatedAt", .is, value: nil)
            #expect(try without.findObject().isEmpty)
            expectOriginal(log.take().first, "SELECT * FROM Address WHERE updatedAt IS NULL")
        }

        @Test func fieldsAndDistinct() throws {
            var query = User.query()
            query.fields("objectId", "firstName", "lastName", "age")
            let users = try query.findObject()
            expectOriginal(log.take().first, "SELECT objectId, firstName, lastName, age FROM User")
            #expect(users.count == 6 && users[0].email == "" && users[0].lastName == "Classen")
            // Only what was set is written: what was not read is not overwritten.
            users[0].age = 70
            try users[0].pin()
            expectOriginal(
                log.take().last, "UPDATE User SET updatedAt = \(text(users[0].updatedAt)), age = 70 WHERE objectId = 1")
            #expect(try User.findById(1)?.email == "kanisha.classen@test.com")
            #expect(try Address.query().count() == 4)
            users[0].address.street = "new"
            let error = #expect(throws: ModelError.self) { try users[0].pin() }
            #expect(error?.code == .notLoaded)

            _ = log.take()
            query = User.query()
            let ages = try query.fields("gender").distinct().findObject()
            expectOriginal(log.take().first, "SELECT DISTINCT gender FROM User")
            #expect(ages.map(\.gender) == ["female", "male"] && ages[0].objectId == nil && !ages[0].isLoaded)
        }

        @Test func aggregates() throws {
            let query = User.query()
            #expect(try query.count() == 6)
            expectOriginal(log.take().first, "SELECT COUNT(*) AS count FROM User")
            #expect(try query.sum("age") == 302)
            expectOriginal(log.take().first, "SELECT SUM(age) AS value FROM User")
            #expect(try query.average("age") == 302.0 / 6)
            expectOriginal(log.take().first, "SELECT AVG(age) AS average FROM User")
            #expect(try query.max("birthday") as! String == "1997-07-07 07:07:07")
            expectOriginal(log.take().first, "SELECT MAX(birthday) AS maximum FROM User")
            #expect(try query.min("birthday", as: Date.self) == date("1928-02-29 00:00:00"))
            expectOriginal(log.take().first, "SELECT MIN(birthday) AS minimum FROM User")
            #expect(try query.min("age") as? Int == 19)
            #expect(try query.max("firstName") as? String == "Noemi")
            #expect(try query.max("objectId") as? NSNumber == 6)
            #expect(try query.max("address") as? Int == 4)
        }

        @Test func sortLimitOffset() throws {
            #expect(try User.query().sort("age", .asc).findObject().map(\.age) == [19, 25, 30, 69, 71, 88])
            expectOriginal(log.take().first, "SELECT * FROM User ORDER BY age ASC")
            #expect(try User.query().sort("age", .asc).limit(2).findObject().map(\.age) == [19, 25])
            expectOriginal(log.take().first, "SELECT * FROM User ORDER BY age ASC LIMIT 2")
            let users = try User.query().filter("gender", .equals, value: "female").sort("age", .desc).limit(3).offset(
                2
            )
            .findObject()
            expectOriginal(
                log.take().first, "SELECT * FROM User WHERE gender = 'female' ORDER BY age DESC LIMIT 3 OFFSET 2")
            #expect(users.map(\.age) == [25, 19])
            #expect(try User.query().sort("age").limit().offset().findObject().map(\.age) == [25])
        }

        @Test func andOr() throws {
            var query = User.query()
            query.filter("gender", .equals, value: "female").or { q in
                q.filter("age", .greaterThan, value: 70)
                    .filter("age", .lessThan, value: 20)
            }
            #expect(try names(query.findObject()) == ["Aracelis", "Noemi"])
            expectOriginal(log.take().first, "SELECT * FROM User WHERE gender = 'female' AND (age > 70 OR age < 20)")

            query = User.query()
            query.filter("age", .greaterThan, value: 30).filter("gender", .equals, value: "male")
            #expect(try names(query.findObject()) == ["Bertram"])
            expectOriginal(log.take().first, "SELECT * FROM User WHERE age > 30 AND gender = 'male'")

            query = User.query()
            query.or { q in
                q.filter("age", .lessThan, value: 20).and {
                    $0.filter("age", .greaterThan, value: 70).or {
                        $0.filter("gender", .equals, value: "male").filter("firstName", .like, value: "X%")
                    }
                }
            }
            #expect(try names(query.findObject()) == ["Bertram", "Noemi"])
            expectOriginal(
                log.take().first,
                "SELECT * FROM User WHERE (age < 20 OR (age > 70 AND (gender = 'male' OR firstName LIKE 'X%')))")
        }

        @Test func join() throws {
            let query = User.query()
            query.join(Address.self)
            query.or { q in
                q.filter("gender", .equals, value: "female").filter("age", .greaterThan, value: 50)
            }.and { q in
                q.filter("Address.state", .in, value: "MI", "GA", "LI")
            }
            let users = try query.findObject()
            let lines = log.take()
            #expect(lines.count == 1)
            expectOriginal(
                lines.first,
                "SELECT \(Original.addressColumns), User.* FROM User INNER JOIN Address ON User.Address_objectId = Address.objectId WHERE (gender = 'female' OR age > 50) AND (Address.state IN ('MI' , 'GA' , 'LI'))"
            )
            #expect(names(users) == ["Bertram", "Doloris", "Noemi"])
            #expect(users.map(\.address.state).sorted() == ["GA", "MI", "MI"])
            #expect(try query.count() == 3)
        }

        @Test func theLogEndsWhereItIsTakenBack() throws {
            Reflect.settings.log(nil)
            _ = try User.findById(1)
            #expect(log.take().isEmpty)
        }
    }
}
