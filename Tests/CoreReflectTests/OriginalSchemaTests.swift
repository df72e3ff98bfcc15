import CoreReflect
import TestServer
import Testing

extension CoreReflectTests {
    /// The blocks of the original's documentation about configuring, tables and indexes.
    @Suite(.eachEngine) struct OriginalSchemaTests {
        private typealias User = Original.User
        private typealias Address = Original.Address

        private class Renamed: Reflect {
            var name = ""
            var status = 0, register = 0, value = 0
            override class func entityName() -> String { "My_Table_Name" }
            override class func ignoredProperties() -> Set<String> { ["status", "register", "value"] }
        }

        private class Optionals: Reflect {
            var string: String?
            var nsString: NSString?
            var nsInteger: NSInteger?
            var number: NSNumber?
            var date: Date?
            var data: Data?
        }

        /// Of files, so on SQLite only.
        @Test func configuration() throws {
            guard ServedEngine.isSQLite else { return }
            try Reflect.configuration(.temporary, readonly: true)
            let connTemporary = try Reflect.settings.getConnection()
            #expect(connTemporary.readonly && connTemporary.description.isEmpty)
            #expect(throws: DatabaseError.self) { try User.register() }

            try Reflect.configuration(.inMemory, readonly: true)
            let connInMemory = try Reflect.settings.getConnection()
            #expect(connInMemory.readonly && connInMemory.description.isEmpty)
            let error = #expect(throws: DatabaseError.self) { try User.register() }
            #expect(error?.code == .readOnly)

            try withFile { path in
                try Reflect.configuration(.uri(path), readonly: false)
                let connURI = try Reflect.settings.getConnection()
                #expect(!connURI.readonly && connURI.description == path)
                try Address.register()
                try Reflect.configuration(.uri(path), readonly: true)
                #expect(try Address.query().count() == 0)
                let error = #expect(throws: DatabaseError.self) { try Address().pin() }
                #expect(error?.code == .readOnly)
            }

            let name = "Tests-\(UUID().uuidString).db"
            try Reflect.configuration("", baseNamed: name)
            let connDefault = try Reflect.settings.getConnection()
            #expect(!connDefault.readonly && connDefault.description.hasSuffix("/" + name))
            #expect(Reflect.settings.getDBName() == name && Reflect.settings.getAppGroup() == "")
            try? FileManager.default.removeItem(atPath: Reflect.settings.getPath())
        }

        @Test func aGroupHasAFolderOfItsOwn() throws {
            guard ServedEngine.isSQLite else { return }
            let group = "group.test.\(UUID().uuidString)"
            try Reflect.configuration(group, baseNamed: "Tests.db")
            let path = Reflect.settings.getPath()
            defer { try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent()) }
            #expect(path.hasSuffix("/\(group)/Tests.db") && Reflect.settings.getAppGroup() == group)
            try Address.register()
            try Address().pin()
            try Reflect.configuration(group, baseNamed: "Tests.db")
            #expect(try Address.query().count() == 1)
        }

        private class Person: Reflect {
            var name = ""
            var home: Address?
        }
        private final class Worker: Person {
            var wage = 0.5
        }

        @Test func inheritedPropertiesComeFirst() throws {
            try ServedEngine.configure()
            let log = LogLines()
            try Address.register()
            try Worker.register()
            expectOriginal(
                log.take().last,
                "CREATE TABLE IF NOT EXISTS Worker (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, name TEXT NOT NULL, Address_objectId INTEGER, wage DOUBLE NOT NULL)"
            )
            let worker = Worker()
            worker.name = "Ada"
            worker.wage = 2.5
            worker.home = Address()
            try worker.pin()
            let found = try #require(try Worker.findById(1, include: Address.self))
            #expect(found.name == "Ada" && found.wage == 2.5 && found.home?.objectId == 1)
            // The superclass has a table of its own.
            #expect(throws: DatabaseError.self) { try Person.findById(1) }
        }

        @Test func register() throws {
            try ServedEngine.configure()
            let log = LogLines()
            try Address.register()
            try User.register()
            let lines = log.take()
            expectOriginal(
                lines.first,
                "CREATE TABLE IF NOT EXISTS Address (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, street TEXT NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL, zip INTEGER NOT NULL)"
            )
            expectOriginal(
                lines.last,
                "CREATE TABLE IF NOT EXISTS User (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, firstName TEXT NOT NULL, lastName TEXT, age INTEGER NOT NULL, birthday DATE, gender TEXT, email TEXT NOT NULL, registerNumber INTEGER NOT NULL, Address_objectId INTEGER NOT NULL)"
            )
            #expect(
                ServedEngine.inSQLitesWords(lines.first ?? "") == #"""
                    CREATE TABLE IF NOT EXISTS "Address" ("objectId" INTEGER PRIMARY KEY AUTOINCREMENT, "createdAt" DATE, "updatedAt" DATE, "street" TEXT NOT NULL, "number" INTEGER NOT NULL, "state" TEXT NOT NULL, "zip" INTEGER NOT NULL)
                    """#)
            try User.register()
            #expect(log.take().count == 1)
        }

        @Test func entityNameAndIgnoredProperties() throws {
            try ServedEngine.configure()
            let log = LogLines()
            try Renamed.register()
            expectOriginal(
                log.take().first,
                "CREATE TABLE IF NOT EXISTS My_Table_Name (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, name TEXT NOT NULL)"
            )
        }

        @Test func optionalsAreNotNotNull() throws {
            try ServedEngine.configure()
            let log = LogLines()
            try Optionals.register()
            expectOriginal(
                log.take().first,
                "CREATE TABLE IF NOT EXISTS Optionals (objectId INTEGER PRIMARY KEY AUTOINCREMENT, createdAt DATE, updatedAt DATE, string TEXT, nsString TEXT, nsInteger INTEGER, number \(ServedEngine.on(sqlite: "NUMERIC", postgreSQL: "NUMERIC", mariaDB: "DOUBLE")), date DATE, data BLOB)"
            )
        }

        @Test func unRegister() throws {
            try ServedEngine.configure()
            try User.register()
            let log = LogLines()
            try User.unRegister()
            expectOriginal(log.take().first, "DROP TABLE User")
            let error = #expect(throws: DatabaseError.self) { try User.unRegister() }
            #expect(error?.description.contains("Call User.register() first") == true)
        }

        @Test func indexes() throws {
            try ServedEngine.configure()
            try User.register()
            let log = LogLines()
            try User.index("registerNumber", unique: true)
            try User.index("firstName")
            try User.index("lastName", "firstName")
            try User.index("address")
            try User.removeIndex("firstName")
            let lines = log.take()
            expectOriginal(
                lines[0], "CREATE UNIQUE INDEX IF NOT EXISTS index_User_on_registerNumber ON User (registerNumber)")
            expectOriginal(lines[1], "CREATE INDEX IF NOT EXISTS index_User_on_firstName ON User (firstName)")
            expectOriginal(
                lines[2],
                "CREATE INDEX IF NOT EXISTS index_User_on_lastName_and_firstName ON User (lastName, firstName)")
            expectOriginal(
                lines[3], "CREATE INDEX IF NOT EXISTS index_User_on_Address_objectId ON User (Address_objectId)")
            let table = ServedEngine.on(sqlite: "", postgreSQL: "", mariaDB: " ON User")
            expectOriginal(lines[4], "DROP INDEX IF EXISTS index_User_on_firstName" + table)
            let error = #expect(throws: ModelError.self) { try User.index("registerNumer") }
            #expect(error?.code == .unknownColumn && error?.hint == "Did you mean \"registerNumber\"?")
        }
    }
}
