@testable import CoreReflect
import TestServer
import Testing

extension CoreReflectTests {
    /// What happens before a database is configured, and between two of them.
    @Suite struct UnconfiguredTests {
        private typealias Address = Original.Address

        @Test func nothingWorksBeforeADatabaseIsThere() throws {
            Reflect.state.withLock { $0 = Reflect.State() }
            DataSource.unregister(Reflect.dataSourceName)
            for attempt in [
                { try Address.register() }, { try Address().pin() }, { _ = try Address.findById(1) },
                { _ = try Address.query().count() }, { _ = try Reflect.settings.getConnection() },
                { try Address.transaction {} }, { try Address().fetch() },
            ] as [() throws -> Void] {
                let error = #expect(throws: DatabaseError.self) { try attempt() }
                #expect(error?.code == .dataSource)
                #expect(error?.hint == "Call Reflect.configuration(.uri(path)) first")
            }
            // A log that is there before it hears of the first statement.
            let log = LogLines()
            try Reflect.configuration(.inMemory)
            try Address.register()
            #expect(log.take().count == 1)
            // It stays with the settings, and leaves the database that was configured before.
            let previous = try Reflect.settings.getConnection().database
            try Reflect.configuration(.inMemory)
            try previous.execute("CREATE TABLE t (a)")
            try Address.register()
            #expect(log.take().count == 1)
        }

        @Test(.eachEngine) func objectsStayWithTheirDatabaseAndAreNotWrittenBehindTheNextOne() throws {
            // As a program has it, messages show no values.
            try MessageValues.$byDefault.withValue(false) { try ServedEngine.configure() }
            try Address.register()
            let address = Address(1, "a", "MD", 2)
            try address.pin()
            let previous = try Reflect.settings.getConnection().database
            try MessageValues.$byDefault.withValue(false) { try ServedEngine.configure() }
            address.zip = 3
            let place = ServedEngine.isSQLite ? "database in memory" : ""
            for attempt in [
                { try address.pin() }, { try Address.transaction { try address.pin() } }, { try address.unPin() },
            ]
                as [() throws -> Void]
            {
                let error = #expect(throws: ModelError.self) {
                    try MessageValues.$byDefault.withValue(false) { try attempt() }
                }
                #expect(error?.code == .otherDatabase)
                #expect(
                    error?.message.hasPrefix(#"the row (objectId = …) of "Address" belongs to \#(place)"#) == true,
                    "\(error?.message ?? "")")
            }
            func zip() throws -> Int? {
                try previous.read { try $0.value(ServedEngine.own(#"SELECT zip FROM "Address""#), as: Int.self) }
            }
            #expect(try zip() == 2)
            // A session of its own database writes it.
            try previous.write { _ in try address.pin() }
            #expect(try zip() == 3)
            #expect(throws: DatabaseError.self) { try Address.query().count() }
            Reflect.configuration(try Database.inMemory())
            #expect(try Reflect.settings.getConnection().description == "database in memory")
        }

        @Test(.eachEngine) func whatIsNotThereIsNamedWithoutItsKey() throws {
            try MessageValues.$byDefault.withValue(false) { try ServedEngine.configure() }
            try Address.register()
            let address = Address(1, "a", "MD", 2)
            address.objectId = 7_654_321
            let error = #expect(throws: ModelError.self) {
                try MessageValues.$byDefault.withValue(false) { try address.fetch() }
            }
            #expect(error?.code == .rowNotFound)
            #expect(error?.message == #""Address" has no row (objectId = …)"#)
        }

        @Test(.eachEngine) func norAreTheyByACallWithAwait() async throws {
            func pinned() throws -> Address {
                try ServedEngine.configure()
                try Address.register()
                let address = Address(1, "a", "MD", 2)
                try address.pin()
                try ServedEngine.configure()
                return address
            }
            let address = try pinned()
            await #expect(throws: ModelError.self) { try await address.pin() }
        }
    }
}
