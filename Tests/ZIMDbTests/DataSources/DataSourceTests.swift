import Foundation
import Synchronization
import Testing
import ZIMDb

@Suite struct DataSourceTests {
    private let scratch: Scratch
    /// Names are shared by the whole process, so each test has its own.
    private let name = "source \(UUID().uuidString)"

    init() throws { scratch = try Scratch() }

    @Test func aDatabaseIsFoundByItsName() throws {
        let database = try Database.inMemory()
        DataSource.register(database, as: name)
        defer { DataSource.unregister(name) }
        #expect(try DataSource.named(name) === database)
        #expect(DataSource.names.contains(name))
        let other = try Database.inMemory()
        DataSource.register(other, as: name)
        #expect(try DataSource.named(name) === other)
        _ = try database.count("sqlite_schema")
    }

    @Test func anUnknownNameSaysWhichAreKnown() throws {
        DataSource.register(try Database.inMemory(), as: name)
        let error = failure { _ = try DataSource.named(name + "x") }
        #expect(error?.code == .dataSource)
        #expect(error?.message.hasPrefix("no data source is registered as \"\(name)x\"; known: ") == true)
        #expect(error?.message.contains("\"\(name)\"") == true)
        #expect(error?.hint == "Call DataSource.register(database, as: \"\(name)x\")")
        DataSource.unregister(name)
        #expect(throws: DatabaseError.self) { try DataSource.named(name) }
    }

    @Test func aDefinitionIsOpenedOnceForAllThreads() throws {
        try scratch.database().execute("CREATE TABLE t (v)")
        DataSource.register(DataSourceDefinition(database: scratch.path()), as: name)
        defer { DataSource.unregister(name) }
        let name = name
        let first = try DataSource.named(name)
        let threads = (0..<8).map { _ in start { () throws in #expect(try DataSource.named(name) === first) } }
        for thread in threads { thread.wait() }
    }

    @Test func oneThatIsSlowToOpenDoesNotHoldUpTheOthers() throws {
        let maker = try scratch.database()
        try maker.withoutTransaction { try $0.execute("PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE t (v)") }
        DataSource.register(DataSourceDefinition(database: scratch.path()), as: name)
        DataSource.register(try Database.inMemory(), as: name + " 2")
        defer {
            DataSource.unregister(name)
            DataSource.unregister(name + " 2")
        }
        let name = name
        let isOpen = Mutex(false)
        let slow = start {
            #expect(failure { _ = try DataSource.named(name) } == nil)
            isOpen.withLock { $0 = true }
        }
        usleep(50_000)
        _ = try DataSource.named(name + " 2")
        #expect(!isOpen.withLock { $0 })
        maker.close()
        slow.wait()
    }

    @Test func aMisspeltPathMakesNoEmptyDatabase() throws {
        DataSource.register(DataSourceDefinition(database: scratch.path("none.sqlite")), as: name)
        defer { DataSource.unregister(name) }
        let error = failure { _ = try DataSource.named(name) }
        #expect(error?.code == .cannotOpen)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("none.sqlite")))
        // When it is there, it is found.
        try scratch.database("none.sqlite").execute("CREATE TABLE t (v)")
        _ = try DataSource.named(name)
    }

    @Test func aTypeThatIsNotKnownIsAnError() {
        DataSource.register(DataSourceDefinition(type: "Oracle", database: "x"), as: name)
        defer { DataSource.unregister(name) }
        let error = failure { _ = try DataSource.named(name) }
        #expect(
            error?.message.hasPrefix(
                "data source \"\(name)\": the type \"Oracle\" is not known; known: SQLite, PostgreSQL, MySQL, MariaDB")
                == true)
    }

    /// Each engine of the package has a type; a program that was built without it is told so.
    @Test(arguments: ["PostgreSQL", "MySQL", "MariaDB"]) func aServerNeedsItsTrait(_ type: String) throws {
        let url = "\(type.lowercased())://127.0.0.1:1/x"
        DataSource.register(DataSourceDefinition(type: type, database: url), as: name)
        defer { DataSource.unregister(name) }
        do { try DataSource.named(name).read { _ = try $0.rows("SELECT 1") } } catch let error as DatabaseError {
            #expect(
                error.code == .connection || error.message.hasSuffix("this program was built without it"), "\(error)")
        }
    }
}
