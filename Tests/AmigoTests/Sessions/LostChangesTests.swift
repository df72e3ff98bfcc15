import Amigo
import Logging
import Synchronization
import TestServer
import Testing

private class Dog: AmigoModel { var kennel: String?; var number: Int?; var label: String? }

/// What is undone or fails without anybody noticing stands in the log.
@Suite(.eachEngine) struct LostChangesTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        func take() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning
        init(_ lines: Lines) { self.lines = lines }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }
        func log(event: LogEvent) { lines.add("\(event.level) \(event.message)") }
    }

    private let lines = Lines()
    private let amigo: Amigo

    init() throws {
        let lines = lines
        var options = DatabaseOptions()
        options.label = "kennels"
        options.logger = Logger(label: "test") { _ in Handler(lines) }
        let dog = ORMModel(
            Dog.self, CharField("kennel", primaryKey: true), IntegerField("number", primaryKey: true),
            CharField("label"))
        amigo = try Amigo([dog], factory: DatabaseEngineFactory(try ServedEngine.makeDatabase(options: options)))
        try amigo.createAll()
    }

    private func dog(_ number: Int) -> Dog {
        let dog = Dog()
        (dog.kennel, dog.number, dog.label) = ("A", number, "Lucy")
        return dog
    }

    private let warning =
        "warning a session of kennels was released with changes that were not committed, and they are rolled back: call commit() before, or close() to roll back on purpose"

    @Test func aSessionThatIsForgottenSaysSoOnce() throws {
        let lost = dog(1)
        try amigo.session.add(lost)
        #expect(lines.take() == [warning])
        #expect(!lost.isLoaded)
        #expect(try amigo.query(Dog.self).count() == 0)
        // In another one the changes would be its own.
        let session = amigo.session
        try session.add(dog(1))
        try amigo.session.add(dog(2))
        #expect(lines.take() == [warning])
        try session.commit()
        #expect(try session.query(Dog.self).all().map(\.number) == [1])
        let other = amigo.session
        try other.add(dog(3))
        other.close()
        #expect(lines.take() == [])
    }

    @Test func theErrorOfAnActionIsLogged() async throws {
        struct Lost: Error {}
        let session = amigo.session
        session.async { throw Lost() }
        session.async { throw Lost() }.then(queue: .global()) {}
        await #expect(throws: Lost.self) { try await session.async { throw Lost() }.value }
        var found: [String] = []
        for _ in 0..<500 where found.count < 2 {
            try await Task.sleep(for: .milliseconds(10))
            found += lines.take()
        }
        let line = "error an async action of Amigo failed, and nobody took its error: Lost()"
        #expect(found == [line, line])
    }
}
