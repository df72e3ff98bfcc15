import CoreReflect
import TestServer
import Testing

/// The classes of the original's tests for its value types.
private enum Types {
    class TestField: Reflect {
        var varstring = "string"
        var varint = 1
        var varint8: Int8 = 2
        var varint16: Int16 = 3
        var varint32: Int32 = 4
        var varint64: Int64 = 5
        var varuint: UInt = 6
        var varuint8: UInt8 = 7
        var varuint16: UInt16 = 8
        var varuint32: UInt32 = 9
        var varuint64: UInt64 = 10
        var varbool = false
        var varfloat: Float = 1.1
        var vardouble = 1.2
        var varnsstring: NSString = "nsstring"
        var vardate = Date(timeIntervalSince1970: 1_000_000_000)
        var varnumber: NSNumber = 111
        var vardata = Data("Test Data".utf8)
        var status = false
        var register = 0
        var value = ""
        var identifier = "id"
        override class func entityName() -> String { "FieldTest" }
        override class func ignoredProperties() -> Set<String> { ["status", "register", "value"] }
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
    /// Databases as the original leaves them.
    @Suite(.eachEngine) struct OriginalFileTests {
        private typealias TestField = Types.TestField
        private typealias TestFieldOptional = Types.TestFieldOptional

        /// The original wrote files of SQLite only.
        @Test func aDatabaseOfTheOriginalOpens() throws {
            guard ServedEngine.isSQLite else { return }
            try withFile { path in
                try Database(path: path).execute(
                    """
                    CREATE TABLE IF NOT EXISTS User (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, firstName TEXT NOT NULL, lastName TEXT, age INTEGER NOT NULL, birthday DATE, gender TEXT, email TEXT NOT NULL, registerNumber INTEGER NOT NULL, Address_objectId INTEGER NOT NULL);
                    CREATE TABLE IF NOT EXISTS Address (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, street TEXT NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL, zip INTEGER NOT NULL);
                    CREATE UNIQUE INDEX IF NOT EXISTS index_User_on_registerNumber ON User (registerNumber);
                    INSERT INTO Address ( createdAt, updatedAt, street, number, state, zip ) VALUES ('2016-11-14 19:40:11', '2016-11-14 19:40:11', 'Highland Drive Temple Hills', 226, 'MD', 20748);
                    INSERT INTO User ( createdAt, updatedAt, firstName, lastName, age, birthday, gender, email, registerNumber, Address_objectId ) VALUES ('2016-11-14 19:44:23', '2016-11-14 19:44:23', 'Kanisha', 'Classen', 69, '1947-01-23 21:46:23', 'female', 'kanisha.classen@test.com', 9798, 1);
                    """)
                let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
                try Reflect.configuration(.uri(path), timeZone: zone)
                try Original.Address.register()
                try Original.User.register()
                try Original.User.index("registerNumber", unique: true)
                let user = try #require(try Original.User.findById(1, include: Original.Address.self))
                #expect(user.address.zip == 20748 && user.age == 69)
                // The clocks of the device that wrote it showed this: two hours behind Greenwich in summer.
                #expect(user.createdAt == Date(timeIntervalSince1970: 1_479_159_863))
                #expect(user.birthday.map(text) == "'1947-01-23 21:46:23'")
                user.age = 70
                try user.pin()
                let row = try #require(try Reflect.query("SELECT createdAt, birthday, age FROM User").first)
                #expect(row.values == ["2016-11-14 19:44:23", "1947-01-23 21:46:23", 70])
                let birthday = try #require(user.birthday)
                #expect(try Original.User.query().filter("birthday", .equals, value: birthday).count() == 1)
                #expect(try Original.User.query().max("birthday", as: Date.self) == birthday)
                #expect(try Reflect.query("SELECT name FROM sqlite_schema WHERE type = 'index'").count == 1)
            }
        }

        @Test func valueTypes() throws {
            try ServedEngine.configure()
            let log = LogLines()
            try TestField.register()
            expectOriginal(
                log.take().first,
                "CREATE TABLE IF NOT EXISTS FieldTest (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, varstring TEXT NOT NULL, varint INTEGER NOT NULL, varint8 INTEGER NOT NULL, varint16 INTEGER NOT NULL, varint32 INTEGER NOT NULL, varint64 INTEGER NOT NULL, varuint INTEGER NOT NULL, varuint8 INTEGER NOT NULL, varuint16 INTEGER NOT NULL, varuint32 INTEGER NOT NULL, varuint64 INTEGER NOT NULL, varbool BOOLEAN NOT NULL, varfloat \(ServedEngine.on(sqlite: "FLOAT", postgreSQL: "FLOAT", mariaDB: "DOUBLE")) NOT NULL, vardouble DOUBLE NOT NULL, varnsstring TEXT NOT NULL, vardate DATE NOT NULL, varnumber \(ServedEngine.on(sqlite: "NUMERIC", postgreSQL: "NUMERIC", mariaDB: "DOUBLE")) NOT NULL, vardata BLOB NOT NULL, identifier TEXT NOT NULL)"
            )
            let field = TestField()
            field.varint8 = -128
            field.varuint64 = 9_007_199_254_740_993
            field.varbool = true
            field.varnumber = 111.5
            try field.pin()
            let read = try #require(try TestField.findById(1))
            #expect(read.varstring == "string" && read.varint == 1 && read.varint8 == -128 && read.varint64 == 5)
            #expect(read.varuint == 6 && read.varuint64 == 9_007_199_254_740_993 && read.varbool)
            #expect(read.varfloat == 1.1 && read.vardouble == 1.2 && read.varnsstring == "nsstring")
            #expect(read.vardate == field.vardate && read.varnumber == 111.5 && read.vardata == field.vardata)
            #expect(try !read.hasChanges())
        }

        @Test func numbersThatNoColumnHolds() throws {
            try ServedEngine.configure()
            try TestField.register()
            let field = TestField()
            field.varuint64 = .max
            if ServedEngine.isMariaDB {
                // Its own columns may hold such numbers, so it is the one who knows.
                let error = #expect(throws: DatabaseError.self) { try field.pin() }
                #expect(error?.code == .value && error?.message.contains("'varuint64'") == true)
            } else {
                let error = #expect(throws: ModelError.self) { try field.pin() }
                #expect(error?.code == .value && error?.column == "varuint64")
            }
            #expect(field.objectId == nil && field.createdAt == nil)
            #expect(try TestField.query().count() == 0)
        }

        /// An `NSNumber` is any of them.
        @Test func numbersOfEveryKind() throws {
            try ServedEngine.configure()
            try TestFieldOptional.register()
            let numbers: [NSNumber] = [-3, 0.1, 1e-40, 1.2345678901234567e-20, 7, 2.5e100, 9_007_199_254_740_992]
            for number in numbers {
                let field = TestFieldOptional()
                field.optionalNumber = number
                try field.pin()
                #expect(try !field.hasChanges())
                let found = try TestFieldOptional.query().filter("objectId", .equals, value: field.objectId)
                    .findObject()
                #expect(found.first?.optionalNumber?.doubleValue == number.doubleValue)
            }
            let large = TestFieldOptional()
            large.optionalNumber = 9_007_199_254_740_993
            if ServedEngine.isMariaDB {
                #expect(try TestFieldOptional.query().filter("optionalNumber", .equals, value: 0.1).count() == 1)
                #expect(try TestFieldOptional.query().filter("optionalNumber", .lessThan, value: 1).count() == 4)
                // It would be rounded to the number before it.
                let error = #expect(throws: ModelError.self) { try large.pin() }
                #expect(error?.code == .value && error?.column == "optionalNumber")
                #expect(large.objectId == nil)
            } else {
                try large.pin()
                let read = try TestFieldOptional.findById(large.objectId ?? 0)
                #expect(read?.optionalNumber?.int64Value == 9_007_199_254_740_993)
            }
        }

        @Test func optionals() throws {
            try ServedEngine.configure()
            try TestFieldOptional.register()
            let (empty, full) = (TestFieldOptional(), TestFieldOptional())
            full.optionalString = "Ok"
            full.optionalNSString = "NString OK"
            full.optionalNSInteger = 10
            full.optionalDate = date("2016-11-14 19:40:11")
            full.optionalNumber = 111.43
            full.optionalData = Data([0, 255])
            try TestFieldOptional.transaction {
                try empty.pin()
                try full.pin()
            }
            let read = try TestFieldOptional.query().sort("objectId").findObject()
            #expect(read[0].optionalString == nil && read[0].optionalNumber == nil && read[0].optionalDate == nil)
            #expect(read[1].optionalNSString == "NString OK" && read[1].optionalNSInteger == 10)
            #expect(read[1].optionalDate == full.optionalDate && read[1].optionalNumber == 111.43)
            #expect(read[1].optionalData == Data([0, 255]))
            read[1].optionalNumber = nil
            read[1].optionalDate = nil
            try read[1].pin()
            #expect(try TestFieldOptional.query().filter("optionalDate", .is, value: nil).count() == 2)
        }
    }
}
