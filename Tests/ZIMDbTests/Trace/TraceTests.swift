import Logging
import Testing
import ZIMDb

@Suite struct TraceTests {
    let database: Database

    init() throws { database = try Database.holding("CREATE TABLE t (v UNIQUE)") }

    @Test func eachStatementTellsItsTextValuesRowsAndDuration() throws {
        let recorder = Recorder()
        let subscription = database.trace { recorder.add($0) }
        try database.write { session throws in
            try session.execute("INSERT INTO t VALUES (\("a")), (\(nil as Int?)), (\([UInt8]([1])))")
            _ = try session.rows("SELECT v FROM t")
        }
        subscription.cancel()
        try database.execute("INSERT INTO t VALUES (7)")
        let traces = recorder.traces.filter { !$0.isTransactionControl }
        #expect(recorder.traces.count == 4)
        #expect(traces.map { $0.sql } == ["INSERT INTO t VALUES (?), (?), (?)", "SELECT v FROM t"])
        #expect(traces[0].parameters == ["a", nil, .blob([1])])
        #expect(traces.map { $0.rows } == [0, 3])
        #expect(traces.allSatisfy { $0.duration > .zero && $0.error == nil })
        #expect(traces[0].description == "INSERT INTO t VALUES (?), (?), (?)  ['a', NULL, x'01']")
    }

    @Test func failuresAreToldOnce() throws {
        let recorder = Recorder()
        let subscription = database.trace { recorder.add($0) }
        _ = failure { try database.execute("INSERT INTO t VALUES (\(1)), (\(1))") }
        _ = failure { try database.execute("SELEC") }
        subscription.cancel()
        let failed = recorder.traces.filter { $0.error != nil }
        #expect(failed.map { $0.sql } == ["INSERT INTO t VALUES (?), (?)", "SELEC"])
        #expect(failed.map { $0.error?.code } == [.constraint, .sql])
        #expect(failed.first?.error?.parameters == [1, 1])
    }

    @Test func aSubscriptionEndsWithItsObjectAndOthersGoOn() throws {
        let one = Recorder()
        let two = Recorder()
        var first: TraceSubscription? = database.trace { one.add($0.sql) }
        let second = database.trace { two.add($0.sql) }
        _ = try database.count("t")
        #expect(first != nil)
        first = nil
        _ = try database.count("t")
        second.cancel()
        _ = try database.count("t")
        #expect(one.texts.count == 3)
        #expect(two.texts.count == 6)
    }

    @Test func aListenerMayListenAndStopListening() throws {
        let database = database
        let recorder = Recorder()
        let subscription = database.trace { trace in
            let inner = database.trace { _ in }
            inner.cancel()
            recorder.add(trace.sql)
        }
        _ = try database.count("t")
        subscription.cancel()
        #expect(recorder.texts == ["BEGIN DEFERRED", "SELECT count(*) FROM \"t\"", "COMMIT"])
    }

    @Test func aLoggerGetsStatementsAndFailures() throws {
        let recorder = Recorder()
        var options = DatabaseOptions()
        var logger = Logger(label: "test") { _ in LinesHandler(recorder: recorder) }
        logger.logLevel = .debug
        options.logger = logger
        options.valuesInMessages = true
        let database = try Database.inMemory(options: options)
        try database.execute("CREATE TABLE t (v)")
        _ = failure { try database.execute("INSERT INTO nowhere VALUES (\(1))") }
        let lines = recorder.texts.filter {
            !$0.contains("BEGIN") && !$0.contains("COMMIT") && !$0.contains("ROLLBACK")
        }
        #expect(
            lines == [
                "debug CREATE TABLE t (v) [] ",
                "error INSERT INTO nowhere VALUES (?) [] no such table: nowhere",
            ])
    }
}

private struct LinesHandler: LogHandler {
    let recorder: Recorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    init(recorder: Recorder) { self.recorder = recorder }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let parameters = event.metadata?["parameters"] ?? "-"
        recorder.add("\(event.level) \(event.message) \(parameters) \(event.metadata?["error"] ?? "-")")
    }
}
