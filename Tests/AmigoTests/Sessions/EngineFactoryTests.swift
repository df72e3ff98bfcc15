import Amigo
import Synchronization
import Testing

private class Dog: AmigoModel { var id: Int?; var label: String? }

@Suite struct EngineFactoryTests {
    private let dog = ORMModel(Dog.self, IntegerField("id", primaryKey: true), CharField("label"))

    private func withFile<T>(_ body: (String) throws -> T) throws -> T {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("amigo-\(UUID().uuidString).sqlite")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    private func onAnotherThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) throws -> T {
        let result = Mutex<Result<T, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let made = Result { try body() }
            result.withLock { $0 = made }
            done.signal()
        }
        done.wait()
        guard let made = result.withLock({ $0 }) else { throw Undo() }
        return try made.get()
    }

    @Test func eachThreadHasItsEngine() throws {
        try withFile { path in
            let amigo = try Amigo([dog], factory: SQLiteThreadEngineFactory(path))
            try amigo.createAll()
            let here = try ObjectIdentifier(amigo.engine)
            #expect(try ObjectIdentifier(amigo.engine) == here)
            let session = amigo.session
            let lucy = Dog()
            lucy.label = "Lucy"
            try session.add(lucy)
            // Another thread has a connection of its own, and does not see what was not committed.
            #expect(
                try onAnotherThread { try (ObjectIdentifier(amigo.engine) != here, amigo.query(Dog.self).count()) } == (
                    true, 0
                ))
            try session.commit()
            session.close()
            #expect(try onAnotherThread { try amigo.query(Dog.self).count() } == 1)
        }
    }

    @Test func threadsShareAnEngineOtherwise() throws {
        let amigo = try Amigo([dog], factory: SQLiteEngineFactory(":memory:"))
        try amigo.createAll()
        let session = amigo.session
        let lucy = Dog()
        lucy.label = "Lucy"
        try session.add(lucy)
        let counts = try onAnotherThread {
            let inner = amigo.session
            let ollie = Dog()
            ollie.label = "Ollie"
            try inner.add(ollie)
            let before = try amigo.query(Dog.self).count()
            try inner.rollback()
            return [before, try amigo.query(Dog.self).count()]
        }
        #expect(counts == [2, 1])
    }

    @Test func whatAnotherProcessHoldsIsSaidByTheFirstCall() throws {
        try withFile { path in
            let other = try Database(path: path)
            var options = DatabaseOptions()
            options.busyTimeout = .milliseconds(20)
            let amigo = try Amigo([dog], factory: SQLiteEngineFactory(path, options: options))
            try amigo.createAll()
            let lock = try other.openSession()
            try lock.run { try $0.execute("INSERT INTO amigotests_dog (label) VALUES ('x')") }
            let session = amigo.session
            let lucy = Dog()
            lucy.label = "Lucy"
            let error = #expect(throws: DatabaseError.self) { try session.add(lucy) }
            #expect(error?.code == .busy)
            try lock.commit()
            lock.close()
            try session.add(lucy)
            try session.commit()
            #expect(try other.read { try $0.value("SELECT count(*) FROM amigotests_dog", as: Int.self) } == 2)
        }
    }

    @Test func aDatabaseThatIsOpenAlreadyServesToo() throws {
        let database = try Database.inMemory()
        let amigo = try Amigo([dog], factory: DatabaseEngineFactory(database))
        try amigo.createAll()
        try database.write { session in
            try session.execute("INSERT INTO amigotests_dog (label) VALUES ('Lucy')")
            #expect(try amigo.query(Dog.self).all().map(\.label) == ["Lucy"])
        }
        let lucy = try #require(try amigo.query(Dog.self).first())
        lucy.label = "Ollie"
        // A model that was loaded finds its database by itself.
        try lucy.save()
        #expect(try amigo.query(Dog.self).first()?.label == "Ollie")
    }
}
