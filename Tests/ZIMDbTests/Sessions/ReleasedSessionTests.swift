import Logging
import Synchronization
import Testing
import ZIMDb

/// A session that nobody commits says so when it is released with changes, once, and only then.
@Suite struct ReleasedSessionTests {
    private final class Lines: Sendable {
        let lines = Mutex<[String]>([])
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
        func log(event: LogEvent) { lines.lines.withLock { $0.append("\(event.level) \(event.message)") } }
    }

    private let lines = Lines()
    private let database: Database

    init() throws {
        let lines = lines
        var options = DatabaseOptions()
        options.label = "dogs"
        options.logger = Logger(label: "test") { _ in Handler(lines) }
        database = try Database.inMemory(options: options)
        try database.execute("CREATE TABLE dog (a INTEGER, b INTEGER, PRIMARY KEY (a, b))")
    }

    private let warning =
        "warning a session of dogs was released with changes that were not committed, and they are rolled back: call commit() before, or close() to roll back on purpose"

    private func insert(_ session: OpenSession) throws {
        try session.run { try $0.execute("INSERT INTO dog VALUES (1, 2)") }
    }

    @Test func changesThatAreLostAreSaid() throws {
        do { try insert(try database.openSession()) }
        #expect(lines.take() == [warning])
        #expect(try database.count("dog") == 0)
        do {
            let session = try database.openSession()
            do { try insert(try session.nested()) }
            #expect(lines.take() == [warning])
            try session.commit()
        }
        #expect(lines.take() == [])
    }

    @Test func nothingIsSaidOfWhatWasEndedOnPurpose() throws {
        do { _ = try database.openSession() }
        do {
            let session = try database.openSession()
            try insert(session)
            try session.rollback()
        }
        do {
            let session = try database.openSession()
            try insert(session)
            try session.commit()
            _ = try session.run { try $0.value("SELECT count(*) FROM dog", as: Int.self) }
        }
        do {
            let session = try database.openSession()
            try? session.run { session in
                try session.transaction { session in
                    try session.execute("DELETE FROM dog")
                    throw CancellationError()
                }
            }
        }
        let session = try database.openSession()
        try session.run { try $0.execute("DELETE FROM dog") }
        session.close()
        #expect(lines.take() == [])
        #expect(try database.count("dog") == 1)
    }
}
