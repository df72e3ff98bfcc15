import Foundation
import Logging
import Synchronization
import Testing

@testable import ZIMDb

/// Values and passwords do not get into texts.
@Suite struct SecretTests {
    /// Everything that a logger was given.
    private final class Log: LogHandler, Sendable {
        private let texts = Mutex<[String]>([])
        var all: String { texts.withLock { $0.joined(separator: "\n") } }

        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) {
            texts.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
        }
    }

    private func open(_ log: Log? = nil, showing: Bool = false) throws -> Database {
        var options = DatabaseOptions()
        if let log { options.logger = Logger(label: "test") { _ in log } }
        options.valuesInMessages = showing
        let database = try Database.inMemory(options: options)
        try database.execute(
            "CREATE TABLE t (a INT NOT NULL, b INT NOT NULL, note TEXT, PRIMARY KEY (a, b)); CREATE VIRTUAL TABLE s USING fts5(x)"
        )
        return database
    }

    @Test func aLoggerGetsNoValuesUnlessAsked() throws {
        for isShowing in [false, true] {
            let log = Log()
            let database = try open(log, showing: isShowing)
            try database.execute("INSERT INTO t VALUES (\(7_654_321), \(2), \("hunter2"))")
            #expect(failure { try database.execute("INSERT INTO t VALUES (\(7_654_321), \(2), \("hunter2"))") } != nil)
            #expect(log.all.contains("INSERT INTO t VALUES (?, ?, ?)"))
            #expect(log.all.contains("error INSERT INTO t"))
            #expect(log.all.contains("hunter2") == isShowing)
            #expect(log.all.contains("7654321") == isShowing)
        }
    }

    @Test func errorsHoldValuesInPropertiesOnly() throws {
        let database = try open()
        try database.execute("INSERT INTO t VALUES (1, 2, \("hunter2"))")
        var mismatch: (any Error)?
        do {
            _ = try database.read { try $0.value("SELECT note FROM t WHERE a = \(1) AND b = \(2)", as: Int.self) }
        } catch {
            mismatch = error
        }
        #expect((mismatch as? ValueMismatch)?.value == "hunter2")
        #expect(mismatch.map { "\($0)" }?.contains("text … cannot be read as `Int`") == true)
        let search = failure {
            _ = try database.read { try $0.rows("SELECT * FROM s WHERE s MATCH \("hunter2 \" AND")") }
        }
        #expect(search?.parameters == ["hunter2 \" AND"])
        #expect(search.map { "\($0)".contains("hunter2") } == false)
        let column = failure { _ = try database.read { try $0.rows("SELECT * FROM s WHERE s MATCH \("hunter2:x")") } }
        #expect(column?.message == "no such column: …")
        let shown = failure {
            _ = try open(showing: true).read { try $0.rows("SELECT * FROM s WHERE s MATCH \("hunter2:x")") }
        }
        #expect(shown?.message.contains("hunter2") == true)
        // What the statement's own text says is no parameter.
        let missing = failure { _ = try database.read { try $0.rows("SELECT 'x' FROM \"no table\"") } }
        #expect(missing?.message.hasPrefix("no such table: no table") == true)
    }

    @Test(arguments: [
        ("postgres://ada:secret@host/x", "postgres://ada:…@host/x"),
        ("postgres://ada:sec/ret@host/x", "postgres://ada:…@host/x"),
        ("postgres://ada:s@cr@et@host:1/x", "postgres://ada:…@host:1/x"),
        ("postgres:ada:secret@host/x", "postgres:ada:…@host/x"),
        ("postgres://ada:secret", "postgres://ada:…"), ("postgres://ada:secret/x", "postgres://ada:…/x"),
        ("postgres://host:5432/x", "postgres://host:5432/x"), ("postgres://[::1]:5432/x", "postgres://[::1]:5432/x"),
        ("postgres://h1:5432,h2:5433/x", "postgres://h1:5432,h2:5433/x"),
        ("postgres://host/x?PASSWORD=secret&user=ada", "postgres://host/x?PASSWORD=…&user=ada"),
        ("postgres://host/x?user=ada&pass%77ord=secret", "postgres://host/x?user=ada&pass%77ord=…"),
        ("postgres://host/x?sslPassword=secret", "postgres://host/x?sslPassword=…"),
        ("host=h password = secret user=ada", "host=h password = … user=ada"),
        (#"host=h password='a \' secret' user=ada"#, "host=h password=… user=ada"),
        (#"host=h Password=a\ secret user=ada"#, "host=h Password=… user=ada"),
        ("host=h password='secret", "host=h password=…"), ("mysql:ada:secret@host/x", "mysql:ada:…@host/x"),
        ("sqlite:legacy.sqlite", "sqlite:legacy.sqlite"), ("/home/ada/x.sqlite", "/home/ada/x.sqlite"),
    ])
    func noPasswordInAURLsText(_ url: String, _ text: String) {
        #expect(Database.withoutPassword(url) == text)
    }

    @Test func aURLTakenForAPathIsNotRepeated() {
        for url in ["postgres://ada:secret@host/x", "postgres:ada:secret@host/x", "mysql:ada:secret@host"] {
            let error = failure { _ = try Database(url: url, options: .readOnly) }
            // A server is asked by the first session only.
            #expect(error.map { "\($0)".contains("secret") } != true, "\(url)")
        }
        let error = failure { _ = try Database(path: "/postgres://ada:secret@host/x", options: .readOnly) }
        #expect(error.map { "\($0)".contains("secret") } == false)
    }

    @Test func newFilesAreForTheirOwnerOnly() throws {
        let scratch = try Scratch()
        func rights(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: scratch.path(name))[.posixPermissions] as? Int
        }
        let database = try scratch.database(journal: .wal)
        try database.execute("CREATE TABLE t (a, b, PRIMARY KEY (a, b))")
        for name in ["test.sqlite", "test.sqlite-wal", "test.sqlite-shm"] { #expect(try rights(name) == 0o600) }
        for name in ["one", "two"] {
            try database.withoutTransaction { try $0.execute("VACUUM INTO \(scratch.path(name))") }
            #expect(try rights(name) == 0o600)
        }
        let none = try scratch.database { $0.limits.attachedDatabases = 0 }
        #expect(
            failure { _ = try none.withoutTransaction { try $0.execute("VACUUM INTO \(scratch.path("no"))") } } != nil)
        #expect(scratch.bytes("no") == nil)
        // A file that is there keeps the rights that it has.
        try scratch.write(Data(), to: "open.sqlite")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scratch.path("open.sqlite"))
        try scratch.database("open.sqlite").execute("CREATE TABLE t (a)")
        #expect(try rights("open.sqlite") == 0o644)
        #expect(failure { _ = try scratch.database("no/where.sqlite") }?.code == .cannotOpen)
    }
}
