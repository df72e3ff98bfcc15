import CoreReflect
import Swift5Programs
import TestServer
import Testing

private enum Types {
    class TestField: Reflect {
        var varstring = "string"
        var varint = 1
        var varint8: Int8 = 2
        var varuint64: UInt64 = 10
        var varbool = false
        var varfloat: Float = 1.5
        var vardouble = 1.25
        var varnsstring: NSString = "nsstring"
        var vardate = Date(timeIntervalSince1970: 1_000_000_000)
        var varnumber: NSNumber = 111
        var vardata = Data("Test Data".utf8)
        var status = false
        var identifier = ""
        override class func entityName() -> String { "FieldTest" }
        override class func ignoredProperties() -> Set<String> { ["status"] }
    }
    class TestFieldOptional: Reflect {
        var optionalString: String?
        var optionalNSString: NSString?
        var optionalNSInteger: NSInteger?
        var optionalDate: Date?
        var optionalNumber: NSNumber?
        var optionalData: Data?
    }
}

extension CoreReflectTests {
    /// The programs of the original's tests, from the first table to the last DROP, with what they send.
    @Suite(.eachEngine) struct OriginalProgramTests {
        private typealias User = Original.User
        private typealias Address = Original.Address
        private typealias TestField = Types.TestField
        private typealias TestFieldOptional = Types.TestFieldOptional
        private let log: LogLines

        init() throws {
            try ServedEngine.configure()
            log = LogLines()
        }

        private func user(_ number: Int, at address: Original.Address) -> Original.User {
            Original.User(
                "First\(number)", "Last\(number)", number % 7 == 0 ? "male" : "female", number, 1000 + number,
                "19\(10 + number)-01-23 21:46:23", at: address)
        }

        @Test func twentyAddressesAndUsers() throws {
            try User.register()
            try Address.register()
            let addresses = (1...20).map { Address($0 * 10, "Street \($0)", $0 % 2 == 0 ? "MD" : "GA", 20_000 + $0) }
            _ = log.take()
            for address in addresses {
                try address.pin()
                expectOriginal(
                    log.take().first,
                    "INSERT INTO Address ( createdAt, updatedAt, street, number, state, zip ) VALUES (\(text(address.createdAt)), \(text(address.updatedAt)), '\(address.street)', \(address.number), '\(address.state)', \(address.zip))"
                )
            }
            let users = (1...20).map { user($0, at: addresses[($0 * 7) % 20]) }
            for user in users {
                try user.pin()
                let lines = log.take()
                #expect(lines.count == 1)
                expectOriginal(
                    lines.first,
                    "INSERT INTO User ( createdAt, updatedAt, firstName, lastName, age, birthday, gender, email, registerNumber, Address_objectId ) VALUES (\(text(user.createdAt)), \(text(user.updatedAt)), '\(user.firstName)', '\(user.lastName ?? "")', \(user.age), \(text(user.birthday)), '\(user.gender ?? "")', '\(user.email)', \(user.registerNumber), \(user.address.objectId ?? 0))"
                )
            }
            #expect(users.map { $0.objectId?.intValue } == Array(1...20))
            for user in users {
                user.age += 1
                user.birthday = date("19\(user.age)-02-24 01:02:03")
                try user.pin()
                // The original wrote all columns.
                expectOriginal(
                    log.take().first,
                    "UPDATE User SET updatedAt = \(text(user.updatedAt)), age = \(user.age), birthday = \(text(user.birthday)) WHERE objectId = \(user.objectId ?? 0)"
                )
            }
            for user in users where user.age % 3 == 0 {
                let number = user.objectId ?? 0
                try user.unPin()
                expectOriginal(log.take().first, "DELETE FROM User WHERE objectId = \(number)")
            }
            #expect(try User.query().count() == 13)
            #expect(
                try User.query().join(Address.self).filter("Address.state", .equals, value: "MD").findObject()
                    .allSatisfy { $0.address.number % 20 == 0 })
            _ = log.take()
            try User.clean()
            try Address.clean()
            try User.unRegister()
            try Address.unRegister()
            let lines = log.take()
            #expect(lines.count == 4)
            for (line, original) in zip(
                lines, ["DELETE FROM User", "DELETE FROM Address", "DROP TABLE User", "DROP TABLE Address"])
            {
                expectOriginal(line, original)
            }
        }

        /// A column without a zone, of a file or a server, holds what the clocks of the settings' zone show.
        @Test func datesAreReadAsTheyAreWritten() throws {
            let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
            Reflect.configuration(try Reflect.settings.getConnection().database, timeZone: zone)
            try Address.register()
            try User.register()
            let user = user(1, at: Address(1, "a", "MD", 2))
            user.birthday = Date(timeIntervalSince1970: 1_479_159_611)
            try user.pin()
            func stored() throws -> [SQLValue]? {
                try Reflect.query(ServedEngine.own(#"SELECT CAST(birthday AS TEXT) FROM "User""#)).first?.values
            }
            #expect(try stored() == ["2016-11-14 19:40:11"])
            let found = try #require(try User.findById(1))
            #expect(found.birthday == user.birthday)
            #expect(try !found.hasChanges())
            found.birthday = found.birthday.map { $0 + 60 }
            try found.pin()
            #expect(try stored() == ["2016-11-14 19:41:11"])
            #expect(try User.query().filter("birthday", .equals, value: found.birthday).count() == 1)
        }

        /// Closures of programs in Swift 5 capture what they like.
        @Test func aProgramInSwift5() throws {
            let (trace, streets) = try ReflectProgram.run()
            #expect(
                trace.map { $0.split(separator: " ")[0] } == [
                    "CREATE", ServedEngine.on(sqlite: "BEGIN", postgreSQL: "BEGIN", mariaDB: "START"), "SELECT",
                    "SAVEPOINT", "INSERT", "INSERT", "RELEASE", "COMMIT", "SELECT",
                ])
            #expect(streets == ["Highland Drive"])
        }

        /// The table of a class with another name is called by it everywhere.
        @Test func aTableWithANameOfItsOwn() throws {
            try TestField.register()
            // MySQL itself has no unique index of texts of any length.
            try TestField.index("identifier", unique: !ServedEngine.isMySQL)
            let lines = log.take()
            let kind = ServedEngine.isMySQL ? "INDEX" : "UNIQUE INDEX"
            expectOriginal(
                lines.last, "CREATE \(kind) IF NOT EXISTS index_FieldTest_on_identifier ON FieldTest (identifier)")
            for number in 0...20 {
                let field = TestField()
                (field.varint, field.varbool, field.identifier) = (number * 10, number % 2 == 0, "id \(number)")
                field.varnumber = NSNumber(value: Double(number) + 0.5)
                field.status = true
                try field.pin()
            }
            expectOriginal(
                log.take().last,
                "INSERT INTO FieldTest ( createdAt, updatedAt, varstring, varint, varint8, varuint64, varbool, varfloat, vardouble, varnsstring, vardate, varnumber, vardata, identifier ) VALUES (\(try times()), 'string', 200, 2, 10, 1, 1.5, 1.25, 'nsstring', \(text(Date(timeIntervalSince1970: 1_000_000_000))), 20.5, X'546573742044617461', 'id 20')"
            )
            #expect(try TestField.query().filter("varbool", .equals, value: true).count() == 11)
            let read = try #require(try TestField.findById(21))
            #expect(read.varint == 200 && read.varnumber == 20.5 && !read.status && read.identifier == "id 20")
            let twice = TestField()
            twice.identifier = "id 3"
            if !ServedEngine.isMySQL { #expect(throws: DatabaseError.self) { try twice.pin() } }
            try TestField.unRegister()
            expectOriginal(log.take().last, "DROP TABLE FieldTest")
        }

        /// The last row's `createdAt` and `updatedAt`.
        private func times() throws -> String {
            let field = try #require(try TestField.findById(21))
            return "\(text(field.createdAt)), \(text(field.updatedAt))"
        }

        @Test func valuesComeAndGo() throws {
            try TestFieldOptional.register()
            try TestFieldOptional.index("optionalNSInteger", unique: false)
            expectOriginal(
                log.take().last,
                "CREATE INDEX IF NOT EXISTS index_TestFieldOptional_on_optionalNSInteger ON TestFieldOptional (optionalNSInteger)"
            )
            var objects: [TestFieldOptional] = []
            for number in 0...30 {
                let object = TestFieldOptional()
                if number % 2 == 0 {
                    (object.optionalString, object.optionalNSInteger) = ("String \(number)", 2 + number)
                }
                if number % 3 == 0 { object.optionalNumber = NSNumber(value: 0.25 * Double(number)) }
                if number % 5 == 0 { object.optionalData = Data([UInt8(number)]) }
                try object.pin()
                objects.append(object)
            }
            #expect(try TestFieldOptional.query().filter("optionalString", .is, value: nil).count() == 15)
            #expect(try TestFieldOptional.query().filter("optionalNumber", .isNot, value: nil).count() == 11)
            let moment = date("2016-11-14 19:40:11")
            for object in objects {
                (object.optionalString, object.optionalNSString, object.optionalNSInteger) = ("Ok", "NString OK", 10)
                (object.optionalDate, object.optionalNumber, object.optionalData) = (moment, nil, Data([1]))
                try object.pin()
            }
            #expect(try TestFieldOptional.query().filter("optionalNumber", .isNot, value: nil).count() == 0)
            #expect(
                try TestFieldOptional.query().filter("optionalNSString", .equals, value: "NString OK").count() == 31)
            let last = try #require(objects.last)
            _ = log.take()
            try TestFieldOptional.transaction {
                (last.optionalString, last.optionalNSString, last.optionalNSInteger) = (nil, nil, nil)
                (last.optionalDate, last.optionalData) = (nil, nil)
                try last.pin()
            }
            let lines = log.take()
            #expect(lines.count == 3)
            expectOriginal(lines[0], "BEGIN DEFERRED TRANSACTION")
            expectOriginal(
                lines[1],
                "UPDATE TestFieldOptional SET updatedAt = \(text(last.updatedAt)), optionalString = NULL, optionalNSString = NULL, optionalNSInteger = NULL, optionalDate = NULL, optionalData = NULL WHERE objectId = 31"
            )
            expectOriginal(lines[2], "COMMIT TRANSACTION")
            for (index, object) in objects.enumerated() where index % 3 == 0 { try object.unPin() }
            #expect(try TestFieldOptional.query().count() == 20)
            #expect(try TestFieldOptional.clean() == 20)
            try TestFieldOptional.unRegister()
            #expect(throws: DatabaseError.self) { try TestFieldOptional.query().count() }
        }
    }
}
