import Foundation
import Synchronization
import ZIMDb
import ZIMOrm

/// The statements that a database runs, for tests that count them.
final class SQLLog: Sendable {
    private let traces = Mutex<[StatementTrace]>([])
    private let subscription = Mutex<TraceSubscription?>(nil)

    init(_ database: Database) {
        let made = database.trace { [weak self] trace in self?.note(trace) }
        subscription.withLock { $0 = made }
    }

    private func note(_ trace: StatementTrace) {
        let one = StatementTrace(
            sql: trace.sql.withQuestionMarks, parameters: trace.parameters, duration: trace.duration, rows: trace.rows,
            error: trace.error)
        traces.withLock { $0.append(one) }
    }

    /// What ran since the last call, without what only begins or ends transactions.
    func take() -> [StatementTrace] {
        traces.withLock { traces in
            defer { traces = [] }
            return traces.filter { !$0.isTransactionControl }
        }
    }

    /// The texts of what ran since the last call.
    func texts() -> [String] { take().map(\.sql) }

    /// All that ran since the last call, BEGIN and COMMIT too.
    func everything() -> [String] {
        traces.withLock { traces in
            defer { traces = [] }
            return traces.map(\.sql)
        }
    }
}

/// An error of a test's own, to make a transaction roll back.
struct Undo: Error {}
