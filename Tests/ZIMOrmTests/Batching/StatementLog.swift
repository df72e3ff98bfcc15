import TestServer
import Synchronization
import Testing

@testable import ZIMOrm

/// What a database was sent while it is listened to, without BEGIN, COMMIT and savepoints.
final class StatementLog: Sendable {
    private let traces = Mutex<[StatementTrace]>([])
    private let subscription = Mutex<TraceSubscription?>(nil)

    init(_ database: Database) {
        let subscription = database.trace { [weak self] trace in
            guard !trace.isTransactionControl else { return }
            self?.traces.withLock { $0.append(trace) }
        }
        self.subscription.withLock { $0 = subscription }
    }

    var all: [StatementTrace] { traces.withLock { $0 } }
    var sql: [String] { all.map(\.sql.withQuestionMarks) }
    var count: Int { all.count }
    func clear() { traces.withLock { $0 = [] } }

    /// The texts since the last call.
    func take() -> [String] {
        traces.withLock { traces in
            defer { traces = [] }
            return traces.map(\.sql.withQuestionMarks)
        }
    }
}

/// Runs a closure and expects so many statements.
@discardableResult
func expectStatements<T>(
    _ count: Int, _ database: Database, location: SourceLocation = #_sourceLocation, _ body: () throws -> T
) throws -> T {
    let log = StatementLog(database)
    let result = try body()
    #expect(log.count == count, "\(log.sql.joined(separator: "\n"))", sourceLocation: location)
    return result
}

/// Runs a closure and expects exactly these statements with these parameters.
@discardableResult
func expectSent<T>(
    _ expected: [(sql: String, parameters: [SQLValue])], _ database: Database,
    location: SourceLocation = #_sourceLocation, _ body: () throws -> T
) throws -> T {
    let log = StatementLog(database)
    let result = try body()
    #expect(log.sql == expected.map(\.sql), sourceLocation: location)
    #expect(log.all.map(\.parameters) == expected.map(\.parameters), sourceLocation: location)
    return result
}

/// Runs a closure that must fail with exactly this, and send nothing.
func expectFailure<T>(
    _ code: ModelError.Code, _ message: String, hint: String? = nil, _ database: Database,
    location: SourceLocation = #_sourceLocation, _ body: () throws -> T
) {
    let log = StatementLog(database)
    do {
        _ = try body()
        Issue.record("nothing was thrown", sourceLocation: location)
    } catch let error as ModelError {
        #expect(error.code == code, sourceLocation: location)
        #expect(error.message == message, sourceLocation: location)
        if let hint { #expect(error.hint == hint, sourceLocation: location) }
    } catch {
        Issue.record("another error was thrown: \(error)", sourceLocation: location)
    }
    #expect(log.sql == [], sourceLocation: location)
}

extension Model {
    /// What every column holds, in the order of the mapping.
    var columnValues: [SQLValue] {
        get throws { try currentMapping().columns.map { try $0.value(of: self) } }
    }
}

extension Optional where Wrapped: Model {
    var columnValues: [[SQLValue]] {
        get throws { try map { [try $0.columnValues] } ?? [] }
    }
}

extension Sequence where Element: Model {
    var columnValues: [[SQLValue]] {
        get throws { try map { try $0.columnValues } }
    }
}

/// A generator whose numbers follow from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
